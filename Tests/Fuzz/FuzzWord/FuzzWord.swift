import FuzzLaws
import FuzzDriver

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func checkWord(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  WordLaws.check(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

@main
enum FuzzWord {
  static func main() { FuzzDriver.run(checkWord) }
}
