import TestSupport
import TasksCore

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

extension Law {
  /// - Parameter made: The file that breaks the law, which is printed.
  static func require(
    _ holds: Bool, _ law: @autoclosure () -> String,
    _ made: @autoclosure () -> (any TaskDocument)?
  ) {
    if holds { return }
    if let made = made() { fputs("--- the file made:\n\(Text(bytes: made.bytes))\n---\n", stderr) }
    require(false, law())
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
