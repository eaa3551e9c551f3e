#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// What must hold; breaking it ends the program, and libFuzzer keeps the input of a program that aborts.
package enum Law {
  package static func require(_ holds: Bool, _ law: @autoclosure () -> String) {
    if holds { return }
    fputs("broken: \(law())\n", stderr)
    abort()
  }
}
