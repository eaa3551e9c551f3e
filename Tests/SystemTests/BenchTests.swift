import Foundation
import TestSupport
import Testing

/// tasks-bench measures what it says it does: stores that `tasks` would have made, and every row.
@Suite struct BenchTests {
  static let bench = World.tasks + "-bench"

  @Test func aStoreIsWhatTasksWouldHaveMade() throws {
    let world = try World()
    let made = try world.run(
      Self.bench, ["--make-store", "sample", "--size", "20", "--settle", "0"])
    #expect(made.status == 0, "\(made.errors)")
    #expect(try world.git("status", "--porcelain", in: "sample").output == "")
    try world.tasks("init", "typed")

    let tasks = try Self.tasks(of: world, in: "sample")
    #expect(tasks.count == 20)
    #expect(tasks.count { $0["done"] as? Bool == false } == 4)
    for task in tasks {
      let text: (String) -> String = { task[$0] as? String ?? "" }
      var words = ["add", text("title"), "list:" + text("list")]
      for tag in task["tags"] as? [String] ?? [] {
        words.append(tag.hasPrefix("@") ? tag : "+" + tag)
      }
      if !text("deadline").isEmpty { words.append("due:" + text("deadline")) }
      let added = try Self.tasks(of: world, in: "typed", words, at: text("created"))
      let id = try #require(added.first?["id"] as? String)
      if task["done"] as? Bool == true {
        _ = try Self.tasks(of: world, in: "typed", ["done", id], at: text("closed"))
      }
      let path = try #require(added.first?["path"] as? String)
      let typed = try world.read("typed/" + path)
      let sample = try world.read("sample/" + text("path"))
      #expect(path.replacing(id, with: text("id")) == text("path"))
      #expect(Self.withoutRank(typed.replacing(id, with: text("id"))) == Self.withoutRank(sample))
    }
  }

  @Test func aStoreIsTheSameEachTime() throws {
    let world = try World()
    for name in ["one", "two"] {
      try world.run(Self.bench, ["--make-store", name, "--size", "30", "--settle", "0"])
    }
    let trees = try ["one", "two"].map { try world.git("rev-parse", "HEAD^{tree}", in: $0).output }
    #expect(trees[0] == trees[1] && trees[0].count > 40)
  }

  @Test(
    arguments: TestScope.cases(
      ["list", "clock", "add", "growth", "pull", "read-small"],
      all: [
        "version", "list", "json", "search", "clock", "add", "done", "modify", "growth", "driver",
        "pull",
        "log-first",
        "log-again", "memory", "read-small", "read-large",
      ])) func aRowIsMeasured(_ name: String) throws
  {
    let world = try World()
    let run = try world.run(
      Self.bench,
      ["--row", name, "--size", "60", "--runs", "1", "--settle", "0", "--json", "found.json"])
    #expect(run.status == 0, "\(run.errors)")
    let found = try Self.json(Data(world.read("found.json").utf8), "bench") as? [String: Any]
    let rows = try #require(found?["rows"] as? [[String: Any]])
    #expect(rows.map { $0["row"] as? String } == [name])
    let results = try #require(rows.first?["results"] as? [[String: Any]])
    #expect(!results.isEmpty)
    for result in results {
      #expect(result["wall_ms"] as? Double ?? 0 > 0)
      #expect(result["peak_kb"] as? Int ?? 0 > 0)
      #expect((result["growth_bytes"] as? Double != nil) == (name == "growth"))
    }
    // One line below two for the head.
    #expect(run.output.split(separator: "\n").count { $0.hasPrefix("| ") } == 3)
  }

  @Test(arguments: [
    ("--size 0", "--size needs a number from 10 to 1000000, not 0"),
    ("--row x", "there is no row x"),
    ("--make-store x", "--make-store needs one --size"), ("--frob", "--frob is no option"),
    ("--tasks /none", "there is no program /none"),
  ]) func whatCannotBeUsedIsNamed(_ arguments: String, _ message: String) throws {
    let run = try World().run(Self.bench, arguments.split(separator: " ").map(String.init))
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("tasks-bench: " + message))
  }

  // MARK: Asking tasks

  private static func tasks(
    of world: World, in store: String, _ words: [String] = ["list", "--all"],
    at now: String = "2026-11-20T12:00"
  ) throws -> [[String: Any]] {
    let outcome = try world.run(
      World.tasks, words + ["--json"], in: store, environment: ["TASKS_NOW": now])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try json(Data(outcome.output.utf8), "tasks") as? [[String: Any]] ?? []
  }

  private static func json(_ data: Data, _ kind: String) throws -> Any? {
    (try JSONSerialization.jsonObject(with: data) as? [String: Any])?[kind]
  }

  private static func withoutRank(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix(":RANK:") }.joined(separator: "\n")
  }
}
