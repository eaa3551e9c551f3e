import TasksCore
import TasksExchange
import TestSupport
import Testing

/// What holds for every format that is exported (exchange.md, "Rules for every format").
struct ForeignLawTests {
  /// The names: a type is no argument of a test.
  private static let names = ForeignFormats.exportedNames

  private func imported(
    _ bytes: [UInt8], _ format: any ForeignFormat, into tasks: [TasksCore.Task] = []
  ) throws -> ForeignImport {
    let known = Dictionary(uniqueKeysWithValues: tasks.map { ($0.id, $0) })
    return try ForeignImport(
      [.init(name: "file", records: format.read(bytes))], of: format,
      context: ForeignCase.context(), restores: false,
      repeating: tasks.filter { $0.isOpen && $0.isRepeating }
    ) { known[$0] }
  }

  private func format(_ name: String) throws -> any ForeignFormat {
    try #require(ForeignFormats.exported.first { $0.name == name }).init(ForeignCase.context())
  }

  @Test(arguments: names) func anImportOfTheExportChangesNothing(name: String) throws {
    let format = try format(name)
    for seed in 0..<TestScope.cases(12, all: 200) {
      var cases = ForeignCase(seed: seed)
      let tasks = try cases.tasks(12, [.org, .markdown])
      let result = try imported(format.print(tasks), format, into: tasks)
      #expect(result.added.isEmpty && result.bad.isEmpty, "seed \(seed): \(result.bad)")
      for change in result.changed {
        Issue.record("seed \(seed): \(change.new.edits(from: change.old))")
      }
      #expect(result.unchanged.count == tasks.count, "seed \(seed)")
    }
  }

  /// Of todo.txt and Markdown lists, which lack escapes, the second export is like the third.
  @Test(arguments: names) func anEmptyStoreExportsTheSame(name: String) throws {
    let format = try format(name)
    for seed in 0..<TestScope.cases(12, all: 200) {
      var cases = ForeignCase(seed: seed)
      var bytes = format.print(try cases.tasks(12, name == "org" ? [.org] : [.org, .markdown]))
      for turn in 0..<(["todotxt", "md"].contains(name) ? 2 : 1) {
        let result = try imported(bytes, format)
        #expect(result.bad.isEmpty, "seed \(seed): \(result.bad)")
        var rank = 0.0
        let tasks = try result.added.map { addition in
          var task = addition.task
          if task.path.isEmpty { task.path = "2026-11/x-\(task.id).\(task.format.rawValue)" }
          rank += 1
          if task.rank == nil { task.rank = Rank(rank) }
          return try cases.written(task)
        }
        let again = format.print(tasks)
        if turn > 0 || !["todotxt", "md"].contains(name) {
          #expect(
            String(decoding: again, as: UTF8.self) == String(decoding: bytes, as: UTF8.self),
            "seed \(seed)")
        }
        bytes = again
      }
    }
  }

  /// A title that another program changes reaches the task, and nothing else changes with it.
  @Test(arguments: names) func aChangedTitleAlone(name: String) throws {
    let format = try format(name)
    for seed in 0..<TestScope.cases(6, all: 60) {
      var cases = ForeignCase(seed: seed)
      let tasks = try cases.tasks(6, [.org])
      let text = String(decoding: format.print(tasks), as: UTF8.self)
        .replacing("Task 3", with: "Other 3")
      let result = try imported(Array(text.utf8), format, into: tasks)
      #expect(result.changed.count == 1 && result.added.isEmpty, "seed \(seed)")
      for change in result.changed {
        let edits = change.new.edits(from: change.old)
        guard case .title(let title)? = edits.first, edits.count == 1 else {
          Issue.record("seed \(seed): \(edits)")
          continue
        }
        #expect(title.string.hasPrefix("Other 3"))
      }
    }
  }
}
