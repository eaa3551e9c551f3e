import FuzzDriver
import FuzzGitLaws

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func checkConfig(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  ConfigLaws.check(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

@main
enum FuzzConfig {
  static func main() { FuzzDriver.run(checkConfig) }
}
