import FuzzDAVLaws
import FuzzDriver

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func checkXML(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  XMLLaws.check(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

@main
enum FuzzXML {
  static func main() { FuzzDriver.run(checkXML) }
}
