import StoreTestSupport
import Foundation
import TasksCore
import TasksStore
import TestSupport
import Testing

/// Who set what; the judge for lines of notes is git-blame(1).
@Suite struct BlameTests {
  @Test func linesAreThoseOfGitBlame() throws {
    print("seed 42")
    var random = SeededGenerator(seed: 42)
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("A task")
    var lines: [String] = []
    for step in 0..<25 {
      for part in 0..<Int.random(in: 1...3, using: &random) {
        lines.insert(
          "line \(step).\(part)", at: Int.random(in: 0...lines.count, using: &random))
      }
      if lines.count > 4, Bool.random(using: &random) {
        lines.remove(at: Int.random(in: 0..<lines.count, using: &random))
      }
      try world.edit(path, .notes(Text(lines.joined(separator: "\n") + "\n")))
    }
    let store = try world.open()
    let task = try store.read().document(path).task
    let history = try store.history(of: [path], local: local)
    let blame = Blame(of: task, history.entries)
    var judged: [String: String] = [:]
    for line in try world.git("blame", "--root", "-l", "-s", path).split(separator: "\n") {
      guard let text = line.range(of: "line ") else { continue }
      judged[String(line[text.lowerBound...])] = String(line.prefix(40))
    }
    let notes = blame.rows.filter { $0.line != nil }
    #expect(notes.count == lines.count)
    for row in notes {
      let text = row.value.text?.string ?? ""
      #expect(row.entry?.commit == judged[text], "\(text)")
    }
  }

  /// Lines and members that one side alone has brought are not the merge's.
  @Test func whatAMergeHasDecided() {
    func members(_ add: [FieldValue], _ remove: [FieldValue] = []) -> [FieldChange] {
      [FieldChange("tags", .members(add: add, remove: remove))]
    }
    func notes(_ old: Text, _ new: Text) -> [FieldChange] {
      [FieldChange("notes", .value(old: .text(old), new: .text(new)))]
    }
    #expect(MergeDecision.fields(members([.text("a")]), against: members([.text("b")])) == [])
    #expect(MergeDecision.fields(members([.text("a")]), against: []) == [])
    #expect(
      MergeDecision.fields(
        members([.text("a"), .text("c")]), against: members([.text("c")], [.text("d")]))
        == members([.text("c")]))
    let (one, two) = ("x\none\n" as Text, "x\ntwo\n" as Text)
    let union = notes(one, "x\none\ntwo\n")
    #expect(MergeDecision.fields(union, against: notes(two, "x\none\ntwo\n")) == [])
    let other = notes(one, "x\nthree\n")
    #expect(MergeDecision.fields(other, against: notes(two, "x\nthree\n")) == other)
    let lost = notes(one, "one\ntwo\n")
    #expect(MergeDecision.fields(lost, against: notes(two, "one\ntwo\n")) == lost)
  }

  /// A value that a merge has kept is of the change that set it, not of the newer one that it dropped.
  @Test func aKeptValueIsOfTheChangeThatSetIt() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("First")
    let store = try world.open()
    let task = try store.read().document(path).task
    func entry(_ commit: String, _ old: String?, _ new: String) -> HistoryEntry {
      var (before, after) = (task, task)
      before.title = Text(old ?? "")
      after.title = Text(new)
      let change = ChangedTask(old: old == nil ? nil : before, new: after)
      return HistoryEntry(
        commit: commit, operation: nil, time: local(0), device: nil, author: "", change: change,
        fields: change.fields)
    }
    var kept = task
    kept.title = "from b"
    let blame = Blame(
      of: kept,
      [entry("a", "First", "from a"), entry("b", "First", "from b"), entry("c", nil, "First")])
    #expect(blame.rows.first { $0.field == "title" }?.entry?.commit == "b")
    #expect(blame.rows.first { $0.field == "created" }?.entry?.commit == "c")
  }

  @Test func fieldsAreOfTheirLastChange() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("First")
    try world.edit(path, .title("Second"))
    try world.edit(path, .tags(["phone", "home"]))
    try world.edit(path, .tags(["home", "errand"]))
    let commits = try world.git("rev-list", "HEAD").split(separator: "\n").map(String.init)
    let store = try world.open()
    let task = try store.read().document(path).task
    let blame = Blame(of: task, try store.history(of: [path], local: local).entries)
    func commit(_ field: Text, _ value: Text) -> String? {
      blame.rows.first { $0.field == field && $0.value.text == value }?.entry?.commit
    }
    #expect(commit("tags", "errand") == commits[0])
    #expect(commit("tags", "home") == commits[1])
    #expect(commit("title", "Second") == commits[2])
    #expect(blame.rows.first { $0.field == "title" }?.old == .text("First"))
    #expect(commit("created", "2026-11-20T09:15") == commits[3])
    #expect(blame.rows.first { $0.field == "created" }?.old == .nothing)
    #expect(blame.rows.allSatisfy { $0.entry != nil })
  }
}

private func local(_ seconds: Int64) -> Timestamp {
  Timestamp(CivilDate(dayNumber: Int(seconds / 86_400)), minute: Int(seconds / 60 % 1440))
}
