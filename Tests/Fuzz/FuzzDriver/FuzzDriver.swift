#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Hands the program over to libFuzzer: the package manager gives every program a `main` of its own, so
/// libFuzzer's is not used.
package enum FuzzDriver {
  package typealias Check = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

  package static func run(_ check: Check) {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(withUnsafeMutablePointer(to: &arguments) { runDriver(&count, $0, check) })
  }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ check: FuzzDriver.Check
) -> CInt
