import FuzzDriver
import FuzzGitLaws

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func checkCommit(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  CommitLaws.check(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

@main
enum FuzzCommit {
  static func main() { FuzzDriver.run(checkCommit) }
}
