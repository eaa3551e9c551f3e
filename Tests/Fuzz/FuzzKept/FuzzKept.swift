import FuzzDAVLaws
import FuzzDriver

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func checkKept(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  KeptLaws.check(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

@main
enum FuzzKept {
  static func main() { FuzzDriver.run(checkKept) }
}
