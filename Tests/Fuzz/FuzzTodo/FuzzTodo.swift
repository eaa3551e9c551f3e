import FuzzDAVLaws
import FuzzDriver

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func checkTodo(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  TodoLaws.check(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

@main
enum FuzzTodo {
  static func main() { FuzzDriver.run(checkTodo) }
}
