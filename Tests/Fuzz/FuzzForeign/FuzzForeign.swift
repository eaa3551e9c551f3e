import FuzzDAVLaws
import FuzzDriver

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func checkForeign(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  ForeignLaws.check(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

@main
enum FuzzForeign {
  static func main() { FuzzDriver.run(checkForeign) }
}
