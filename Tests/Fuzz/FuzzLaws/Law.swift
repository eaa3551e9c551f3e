import TasksCore

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// What must hold; breaking it ends the program, and libFuzzer keeps the input of a program that aborts.
enum Law {
  static func require(
    _ holds: Bool, _ law: @autoclosure () -> String,
    _ made: @autoclosure () -> (any TaskDocument)? = nil
  ) {
    if holds { return }
    fputs("broken: \(law())\n", stderr)
    if let made = made() { fputs("--- the file made:\n\(Text(bytes: made.bytes))\n---\n", stderr) }
    abort()
  }

  /// The same, of two tasks: says where they differ.
  static func require(
    _ task: Task, is expected: Task, _ law: @autoclosure () -> String, _ made: any TaskDocument
  ) {
    require(
      task == expected,
      "\(law())\n  reads as \(task.edits(from: expected))\n  not as \(expected.edits(from: task))",
      made)
  }
}

extension TaskDocument {
  /// The file with the edit made; nil where it is refused.
  func after(_ edit: Edit) -> Self? { try? applying([edit]) }
}
