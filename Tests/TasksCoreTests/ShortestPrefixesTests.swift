import TasksCore
import TestSupport
import Testing

/// The short ids of tasks held in an array.
private struct ShortIDsOfTasks {
  enum Match {
    case none
    case one(Task)
    case ambiguous([Task])
  }

  let tasks: [Task]
  let ids: ShortestPrefixes

  init(_ tasks: [Task]) {
    let tasks = tasks.sorted { IDKey($0.id).isBefore(IDKey($1.id)) }
    self.tasks = tasks
    let entries = tasks.map { ShortestPrefixes.Entry(IDKey($0.id), isOpen: $0.isOpen) }
    ids = ShortestPrefixes(count: entries.count) {
      entries[$0]
    } forEach: { body in
      entries.enumerated().forEach { body($0, $1) }
    } id: {
      tasks[$0].id
    }
  }

  func short(for task: Task) -> String { ids.short(for: task.id, isOpen: task.isOpen) }

  func find(_ prefix: String) -> Match {
    switch ids.find(prefix) {
    case .none: .none
    case .one(let index): .one(tasks[index])
    case .ambiguous(let indices): .ambiguous(indices.map { tasks[$0] })
    }
  }
}

struct ShortestPrefixesTests {
  private func task(_ id: String, isOpen: Bool = true, path: String = "") throws -> Task {
    Task(
      id: try #require(TaskID(Text(id))), path: path.isEmpty ? id : path, format: .org,
      title: Text(id), state: State(isOpen ? "TODO" : "DONE", isDone: !isOpen))
  }

  private func paths(_ match: ShortIDsOfTasks.Match) -> [String] {
    switch match {
    case .none: []
    case .one(let task): [task.path]
    case .ambiguous(let tasks): tasks.map(\.path).sorted() + ["?"]
    }
  }

  @Test func openTasksComeFirst() throws {
    let tasks = try [
      task("k7mq2xw4tz9nbcde"), task("k7mq9xw4tz9nbcde", isOpen: false),
      task("k7zzzzzzzzzzzzzz"), task("abcdzzzzzzzzzzzz", isOpen: false),
      task("abcezzzzzzzzzzzz", isOpen: false),
    ]
    let ids = ShortIDsOfTasks(tasks)
    #expect(tasks.map(ids.short) == ["k7m", "k7mq9", "k7z", "abcd", "abce"])
    #expect(paths(ids.find("k7m")) == ["k7mq2xw4tz9nbcde"])
    #expect(paths(ids.find("K7MQ9")) == ["k7mq9xw4tz9nbcde"])
    #expect(paths(ids.find("abc")) == ["abcdzzzzzzzzzzzz", "abcezzzzzzzzzzzz", "?"])
    #expect(paths(ids.find("k7")) == [])
    #expect(paths(ids.find("")) == [])
    #expect(paths(ids.find("xyz")) == [])
    #expect(paths(ids.find("k7mq2xw4tz9nbcdef")) == [])
  }

  @Test func wholeIDWins() throws {
    let tasks = try [task("abc", isOpen: false), task("abcdef"), task("a"), task("ABCDEFGH")]
    let ids = ShortIDsOfTasks(tasks)
    #expect(paths(ids.find("abc")) == ["abc"])
    #expect(paths(ids.find("a")) == ["a"])
    #expect(paths(ids.find("abcdef")) == ["abcdef"])
    #expect(paths(ids.find("abcd")) == ["ABCDEFGH", "abcdef", "?"])
    #expect(tasks.map(ids.short) == ["abc", "abcdef", "a", "ABCDEFG"])
  }

  @Test func shortFormIsNoOtherID() throws {
    let tasks = try [task("abc", isOpen: false), task("abcdef")]
    #expect(ShortIDsOfTasks(tasks).short(for: tasks[1]) == "abcd")
  }

  @Test func twoFilesWithOneID() throws {
    let tasks = try [
      task("abcdef", path: "1.org"), task("abcdef", isOpen: false, path: "2.org"), task("xyz"),
    ]
    let ids = ShortIDsOfTasks(tasks)
    #expect(paths(ids.find("abcdef")) == ["1.org", "2.org", "?"])
    #expect(paths(ids.find("abc")) == ["1.org", "2.org", "?"])
    #expect(paths(ids.find("xyz")) == ["xyz"])
  }

  @Test func shortFormsKeepWholeLetters() throws {
    let tasks = try [task("abčd"), task("abřd")]
    #expect(tasks.map(ShortIDsOfTasks(tasks).short) == ["abč", "abř"])
  }

  /// Against the obvious way, which compares each id with all others.
  @Test(arguments: 0..<200) func agreesWithSlowWay(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let letters = Array("aAbc")
    let tasks = try (0..<Int.random(in: 0...30, using: &random)).map { number in
      let length = Int.random(in: 1...(number % 3 == 0 ? 20 : 6), using: &random)
      let tail = (0..<length).map { _ in letters[Int.random(in: 0..<4, using: &random)] }
      return try task(
        (number % 5 == 0 ? "aaaaaaaaaaaaaaaa" : "") + String(tail),
        isOpen: Bool.random(using: &random), path: String(number))
    }
    let ids = ShortIDsOfTasks(tasks)
    let names = tasks.map { $0.id.description.lowercased() }
    let asked = names.flatMap { name in (0...name.count + 1).map { String((name + "z").prefix($0)) }
    }
    for prefix in Set(asked + ["zzz"]) {
      #expect(paths(ids.find(prefix)) == slow(prefix, tasks, names), "seed \(seed), \(prefix)")
    }
    for (task, name) in zip(tasks, names) {
      let short = ids.short(for: task)
      #expect(name.hasPrefix(short.lowercased()), "seed \(seed)")
      #expect(ShortIDsOfTasks(tasks).short(for: task) == short, "seed \(seed): the only one asked")
      guard names.count(where: { $0 == name }) == 1 else { continue }
      #expect(paths(ids.find(short)) == [task.path], "seed \(seed), \(name), \(short)")
      let shorter = String(name.prefix(short.count - 1))
      if shorter.count >= 3 {
        let isUnique =
          paths(ids.find(shorter)) == [task.path]
          && (task.isOpen || names.count(where: { $0.hasPrefix(shorter) }) == 1)
        #expect(!isUnique, "seed \(seed): \(shorter) would do for \(name)")
      }
    }
  }

  private func slow(_ prefix: String, _ tasks: [Task], _ names: [String]) -> [String] {
    var found = tasks.indices.filter { names[$0] == prefix }
    if found.isEmpty, prefix.count >= 3 {
      found = tasks.indices.filter { names[$0].hasPrefix(prefix) && tasks[$0].isOpen }
      if found.isEmpty { found = tasks.indices.filter { names[$0].hasPrefix(prefix) } }
    }
    if found.count == 1 { found = tasks.indices.filter { names[$0] == names[found[0]] } }
    return found.map { tasks[$0].path }.sorted() + (found.count > 1 ? ["?"] : [])
  }

  @Test func manyTasks() throws {
    var random = SeededGenerator(seed: 7)
    let state = State("TODO", isDone: false)
    let tasks = (0..<100_000).map { _ in
      Task(id: TaskID(using: &random), path: "", format: .org, title: "", state: state)
    }
    let ids = ShortIDsOfTasks(tasks)
    for task in tasks.prefix(1000) {
      guard case .one(task) = ids.find(ids.short(for: task)) else {
        Issue.record("\(task.id)")
        continue
      }
    }
  }
}
