import Foundation
import TestSupport
import Testing

/// What must not happen, however it is asked for.
@Suite struct RefusalTests {
  private func store() throws -> (world: World, id: String) {
    let world = try World()
    try world.tasks("init", "store")
    try world.tasks("add", "One", in: "store")
    let id = try world.tasks("list", "--format", "{id}", in: "store").output
    return (world, id.trimmingCharacters(in: .newlines))
  }

  @Test(arguments: [
    // What made the store, and an operation of another history.
    ("tasks undo --op $(git rev-list --max-parents=0 HEAD)", 1),
    ("tasks undo --op $(git commit-tree -m other $(git rev-parse HEAD^{tree}))", 1),
    (#"tasks add "$(printf 'bad\377')""#, 2),
    // No failure of the network.
    ("cd ..; tasks clone store store", 2),
    ("cd ..; tasks clone ./nowhere copy", 2),
  ])
  func isRefusedAndLeavesTheStoreAsItIs(script: String, status: Int32) throws {
    let (world, _) = try store()
    let state = "git rev-parse HEAD; git status --porcelain --ignored; cat .tasks/config"
    let before = try world.shell(state).output
    #expect(try world.shell(script).status == status)
    #expect(try world.shell(state).output == before)
  }

  /// Neither the command nor the next one commits it, and every listing names it until it is mended.
  @Test func aFileThatIsNoTaskAnyMoreIsNamedAndNotCommitted() throws {
    let (world, id) = try store()
    let outcome = try world.tasks(
      "edit", id, in: "store", environment: ["EDITOR": "sed -i 's/^[*] TODO/* HUH/'"])
    #expect(outcome.status == 2)
    #expect(try world.tasks("add", "Two", in: "store").status == 0)
    let path = try world.git("ls-files", "2026-11/one*", in: "store").output
      .trimmingCharacters(in: .newlines)
    #expect(try world.git("show", "HEAD:\(path)", in: "store").output.contains("* TODO One"))
    #expect(try world.tasks("list", in: "store").errors.contains(path))
    #expect(try world.tasks("status", "--json", in: "store").output.contains("\"unreadable\":[\""))
    try world.git("checkout", "--", path, in: "store")
    #expect(try world.tasks("list", in: "store").output.contains("One"))
  }

  @Test func aDryRunMakesNoStore() throws {
    let world = try World()
    let outcome = try world.tasks("add", "--dry-run", "x")
    #expect(outcome.status == 7)
    #expect(!FileManager.default.fileExists(atPath: world.path("data/tasks")))
    #expect(try world.tasks("init", "--dry-run", "new").output.contains("would make a store"))
    #expect(!FileManager.default.fileExists(atPath: world.path("new")))
  }

  /// A setting is no task; that it changed is said all the same.
  @Test func undoingASettingSaysSo() throws {
    let (world, _) = try store()
    try world.tasks("config", "max-open", "3", in: "store")
    let outcome = try world.tasks("undo", in: "store")
    #expect(outcome.status == 0)
    #expect(!outcome.errors.contains("nothing to change"))
    #expect(try world.tasks("config", "max-open", in: "store").output == "200\n")
  }
}
