import FuzzDriver
import FuzzLaws

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func checkOrg(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  ReaderLaws.check(UnsafeBufferPointer(start: start, count: count), path: "2026-11/a.org")
  return 0
}

@main
enum FuzzOrg {
  static func main() { FuzzDriver.run(checkOrg) }
}
