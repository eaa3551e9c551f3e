import Foundation
import TasksCore
import TasksStore
import TestSupport
import Testing

/// A store opened in this process, and git beside it as the judge.
package final class StoreWorld {
  package let world: World
  /// The top of the repository.
  package let repository: String
  /// The store's folder.
  package let root: String
  package var seconds: Int64 = 1_763_626_500
  package var variables: [String: String] = [:]
  package var program = "/opt/tasks"
  package private(set) var said: [String] = []

  /// - Parameters:
  ///   - folder: of the store in the repository.
  ///   - format: of the repository's ids.
  package init(folder: String = "", format: String = "sha1") throws {
    world = try World()
    repository = world.path("repo")
    root = folder.isEmpty ? repository : repository + "/" + folder
    try world.git("init", "-q", "-b", "main", "--object-format=\(format)", "repo")
    let settings = """
      [user]
      name = Ann Example
      email = ann@example.org
      [commit]
      gpgSign = false
      [tasks]
      fsync = false
      device = laptop-1

      """
    try write(try read(".git/config") + settings, to: ".git/config")
  }

  package func context(at now: String = "2026-11-20T09:15") throws -> StoreContext {
    let clock = StoreContext.Clock(
      now: try #require(Timestamp(iso: now)), seconds: seconds, offset: 60)
    return StoreContext(
      clock: { clock }, variable: { [variables] in variables[$0] }, program: program,
      host: "laptop",
      user: { "ann" }, say: { [weak self] in self?.said.append($0) })
  }

  package func create() throws -> TaskStore { try TaskStore.create(at: root, try context()).store }

  /// Opens the store a minute later, as the next command does.
  package func open() throws -> TaskStore {
    seconds += 60
    return try TaskStore(at: root, try context())
  }

  /// Git must succeed.
  @discardableResult
  package func git(_ arguments: String..., input: String = "") throws -> String {
    let outcome = try world.run("git", arguments, in: "repo", input: input)
    try #require(outcome.status == 0, "git \(arguments): \(outcome.errors)")
    return outcome.output.trimmingCharacters(in: .newlines)
  }

  package func write(_ text: String, to path: String) throws {
    try world.write(text, to: "repo/" + path)
  }
  package func read(_ path: String) throws -> String { try world.read("repo/" + path) }

  /// Adds a task by a command of its own; its path in the store.
  @discardableResult
  package func add(_ title: String) throws -> String {
    let report = try open().write("add") { [store = try open()] reading in
      var draft = Draft()
      draft.title = Text(title)
      var new = NewTasks(in: store, after: reading)
      return [.add(try new.task(draft))]
    }
    return try #require(report.changed.first?.new?.path)
  }

  /// Changes a task by a command of its own.
  package func edit(_ path: String, _ edits: Edit...) throws {
    _ = try open().write("edit") { reading in [.edit(try reading.document(path), edits)] }
  }

  package func title(_ path: String) throws -> String {
    try open().read().document(path).task.title.string
  }

  package func expectClean() throws {
    #expect(try git("status", "--porcelain") == "")
    #expect(try git("write-tree") == git("rev-parse", "HEAD^{tree}"))
    #expect(try git("fsck", "--strict", "--no-dangling") == "")
  }
}
