import FuzzDriver
import FuzzGitLaws

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func checkTree(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  TreeLaws.check(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

@main
enum FuzzTree {
  static func main() { FuzzDriver.run(checkTree) }
}
