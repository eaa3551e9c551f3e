import FuzzDriver
import FuzzGitLaws

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func checkIndex(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  IndexLaws.check(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

@main
enum FuzzIndex {
  static func main() { FuzzDriver.run(checkIndex) }
}
