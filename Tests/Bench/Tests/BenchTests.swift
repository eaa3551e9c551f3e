import Foundation
import Testing

@testable import tasks_bench

/// tasks-bench measures what it says it does: stores that `tasks` would have made, and every row.
@Suite struct BenchTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop(tasks: Arguments([]).tasks, settle: 0) }

  @Test func aTaskIsWhatTasksWouldHaveWritten() throws {
    let store = workshop.folder + "/typed"
    try workshop.makeEmptyStore(at: store)
    for task in (0..<20).map(Sample(count: 20).task) {
      let added = try tasks(["add"] + task.words(), in: store, at: task.created)
      let id = try #require(added["id"] as? String)
      if let closed = task.closed { _ = try tasks(["done", id], in: store, at: closed) }
      let path = try #require(added["path"] as? String)
      #expect(path.replacing(id, with: task.id) == task.path)
      let text = try String(contentsOfFile: "\(store)/\(path)", encoding: .utf8)
      #expect(lines(text.replacing(id, with: task.id)) == lines(task.text()))
    }
  }

  /// What git commits in the rows of changes is no more and no less.
  @Test func aChangedTaskIsWhatTasksWouldHaveWritten() throws {
    let sample = Sample(count: 20)
    let store = try workshop.makeStore(.tasks, at: workshop.folder + "/store") { $0.add(sample) }
    let task = sample.task(4)
    let peer = TasksPeer(workshop: workshop)
    for (work, text) in [
      (Work.modify(task), task.retitled),
      (.done(task), task.text(title: task.newTitle, closed: Sample.now)),
    ] {
      for command in peer.commands(for: work, in: store.path) { try workshop.run(command) }
      let found = try String(contentsOfFile: "\(store.path)/\(task.path)", encoding: .utf8)
      #expect(found == text)
    }
    try store.expectClean()
  }

  /// The numbers in .ci/instructions.limits are of these bytes.
  @Test func aStoreIsTheSameEachTime() throws {
    let store = try workshop.makeStore(.plain, at: workshop.folder + "/plain") {
      $0.add(Sample(count: 1_000))
    }
    #expect(try store.ask("rev-parse", "HEAD^{tree}") == "0d6bbbccdae34940526b0697796f73f3c16b7f6c")
  }

  @Test func everyRowIsMeasured() throws {
    let stores = try Stores(workshop)
    let contest = Contest(stores: stores, runs: 1)
    let results = try Row.all.map { row in
      Row.Result(row: row, size: 60, outcomes: try row.measure(contest, Sample(count: 60)))
    }
    for result in results {
      #expect(!result.outcomes.isEmpty, "\(result.row.name)")
      for outcome in result.outcomes {
        #expect(outcome.wall > 0 && outcome.peak > 0, "\(result.row.name)")
        #expect((outcome.growth != nil) == (result.row.name == "growth"))
      }
    }
    let report = Report(stores: stores, runs: 1, results: results)
    // Two lines for the head.
    #expect(report.table.split(separator: "\n").count { $0.hasPrefix("| ") } == results.count + 2)
    let json = try JSONSerialization.jsonObject(with: report.json()) as? [String: Any]
    let rows = (json?["bench"] as? [String: Any])?["rows"] as? [[String: Any]]
    #expect(rows?.map { $0["row"] as? String } == Row.all.map(\.name))
  }

  @Test(arguments: [
    (Limit.time(5), 5.0, true as Bool?), (.time(5), 5.1, false), (.times(0.5, of: "git"), 4, true),
    (.times(0.5, of: "git"), 4.1, false), (.times(0.5, of: nil), 3.1, false),
    (.more(1, than: "git"), 9, true), (.more(1, than: "git"), 9.1, false),
    (.faster(than: "git"), 8, false), (.times(1, of: "dstask"), 1, nil), (.growth(1), 1, nil),
  ]) func aLimitIsMetOrNot(_ limit: Limit, _ wall: Double, _ isMet: Bool?) {
    func outcome(_ name: String, _ wall: Double) -> Outcome {
      Outcome(name: name, runs: [ProcessRun(wall: wall)])
    }
    let others = [outcome("git", 8), outcome("task", 6)]
    #expect(limit.isMet(by: outcome("tasks", wall), beside: others) == isMet)
  }

  @Test(arguments: [
    ("--size 0", "--size needs a number from 10 to 1000000, not 0"),
    ("--row list --row x", "there is no row x"),
    ("--make-store x", "--make-store needs one --size"), ("--frob", "--frob is no option"),
  ]) func whatCannotBeUsedIsNamed(_ words: String, _ message: String) {
    let error = #expect(throws: BenchError.self) {
      try Arguments(words.split(separator: " ").map(String.init))
    }
    #expect(error?.description.hasPrefix(message) == true)
  }

  @Test func aRowIsNamedByItsBeginning() throws {
    #expect(
      try Arguments(["--row", "list", "--row", "log"]).rows == ["list", "log-first", "log-again"])
  }

  @Test func aMissingProgramIsNamed() {
    let error = #expect(throws: BenchError.self) { try Workshop(tasks: "/none") }
    #expect(error?.description.hasPrefix("there is no program /none; build it with: ") == true)
  }

  // MARK: Asking tasks

  /// Runs `tasks`, and returns the first task that it prints.
  private func tasks(
    _ words: [String], in store: String, at time: String
  ) throws -> [String: Any] {
    var command = TasksPeer(workshop: workshop).command(words + ["--json"], in: store)
    command.variables["TASKS_NOW"] = "\(time.prefix(10))T\(time.suffix(5))"
    let json = try JSONSerialization.jsonObject(with: Data(workshop.output(of: command).utf8))
    let tasks = (json as? [String: Any])?["tasks"] as? [[String: Any]]
    return try #require(tasks?.first)
  }

  private func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix(":RANK:") }
  }
}
