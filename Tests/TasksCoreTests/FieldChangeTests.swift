import TasksCore
import TestSupport
import Testing

/// What a commit message says of a change.
@Suite struct FieldChangeTests {
  private static func summary(_ old: [String], _ new: [String]) -> String {
    func value(_ lines: [String]) -> FieldValue { .text(Text(lines.joined(separator: "\n"))) }
    return FieldChange("notes", .value(old: value(old), new: value(new))).summary.string
  }

  /// Each new line takes away the first old one that is like it.
  private static func slow(_ old: [String], _ new: [String]) -> String {
    var removed = old.filter { !$0.isEmpty }
    var parts: [String] = []
    for line in new where !line.isEmpty {
      if let index = removed.firstIndex(of: line) {
        removed.remove(at: index)
      } else {
        parts.append("+" + line)
      }
    }
    parts += removed.map { "-" + $0 }
    return "notes: " + (parts.isEmpty ? "moved lines" : parts.joined(separator: " / "))
  }

  @Test func notesAreToldByTheLinesThatCameAndWent() {
    var random = SeededGenerator(seed: 7)
    func lines() -> [String] {
      (0..<Int.random(in: 0..<9, using: &random)).map { _ in
        ["a", "b", "c", "d", ""][Int.random(in: 0..<5, using: &random)]
      }
    }
    for number in 0..<500 {
      let (old, new) = (lines(), lines())
      #expect(Self.summary(old, new) == Self.slow(old, new), "case \(number): \(old) \(new)")
    }
  }

  @Test func hundredsOfPropertiesDifferByTheirNames() {
    func task(_ properties: [(String, String)]) -> Task {
      var task = Task(
        id: TaskID(ofPath: ""), path: "a.org", format: .org, title: "t",
        state: State("TODO", isDone: false))
      task.properties = properties.map { Task.Property(Text($0.0), Text($0.1)) }
      return task
    }
    let old = task([("A", "1"), ("b", "2"), ("C", "3"), ("B", "9")])
    let new = task([("a", "1"), ("B", "4"), ("D", "5")])
    #expect(
      new.edits(from: old) == [
        .property(name: "C", value: nil), .property(name: "B", value: "4"),
        .property(name: "D", value: "5"),
      ])
  }
}
