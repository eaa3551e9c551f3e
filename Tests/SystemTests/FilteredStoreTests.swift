import Foundation
import TestSupport
import Testing

/// Stores whose files git converts on their way into a commit and out of one: what stands in a commit is not what
/// stands in the work tree.
@Suite struct FilteredStoreTests {
  /// A store that is set up so, with all its files committed anew.
  private func store(_ setup: String, hook: Bool = false) throws -> World {
    let world = try World.withSampleStore()
    try world.shell("mkdir -p .git/info && \(setup)")
    let renewed = try world.shell(
      "git add --renormalize . && git commit -qm renewed --allow-empty && rm -r 2026-11 && git checkout -q . && git status --porcelain"
    )
    try #require(renewed.status == 0 && renewed.output == "", "\(renewed)")
    return world
  }

  static let setups = [
    // As git-crypt and LFS do it: nothing in a commit can be read as a task.
    "echo '*.org filter=rot' >> .git/info/attributes && git config filter.rot.clean 'tr !-~ P-~!-O' && git config filter.rot.smudge 'tr P-~!-O !-~' && git config filter.rot.required true",
    "echo '*.org text eol=crlf' >> .git/info/attributes",
    "echo '*.org text' >> .git/info/attributes && git config core.autocrlf true",
    "echo '*.org ident' >> .git/info/attributes",
  ]

  @Test(arguments: setups) func oldVersionsAreRead(_ setup: String) throws {
    let world = try store(setup)
    let path = "store/" + World.sample[1].path
    func clean() throws -> Bool {
      try world.git("status", "--porcelain", in: "store").output == ""
    }
    let first = try world.read(path)
    #expect(try world.tasks("modify", "2cc", "title:Other $Id$", "+seen", in: "store").status == 0)
    let second = try world.read(path)
    #expect(try clean())
    let log = try world.tasks("log", "2cc", "-n", "1", in: "store")
    #expect(log.output.contains("title: Buy milk → Other $Id"), "\(log)")
    let undone = try world.tasks("undo", in: "store")
    #expect(undone.status == 0 && undone.errors == "", "\(undone)")
    #expect(try world.read(path) == first && clean())
    #expect(try world.tasks("redo", in: "store").status == 0)
    #expect(
      try world.read(path).replacing(#/\$Id[^$]*\$/#, with: "$Id$")
        == second.replacing(#/\$Id[^$]*\$/#, with: "$Id$"))
    #expect(try clean())
    #expect(try world.tasks("undo", in: "store").status == 0)
    // A file that is gone comes back as it was, whoever took it away.
    try world.tasks("delete", "2cc", in: "store")
    try world.tasks("purge", "2cc", in: "store")
    #expect(try world.tasks("undo", "2", in: "store").status == 0)
    #expect(try world.read(path) == first && clean())
    try world.shell("rm \(World.sample[1].path)")
    try world.tasks("modify", "3dd", "+seen", in: "store")
    #expect(try world.tasks("undo", "2cc", in: "store").status == 0)
    let subjects = try world.git("log", "-2", "--format=%s", in: "store").output
    #expect(subjects == "undo: Buy milk\nmodify: Water the plants\n", "\(subjects)")
    #expect(try world.read(path) == first && clean())
    let then = try world.tasks(
      "list", "--at", "now", "--all", "--format", "{title}", in: "store",
      environment: ["TASKS_NOW": "2036-11-20T09:15"])
    #expect(then.output.contains("Buy milk") && then.errors == "", "\(then)")
  }

  /// git reads attributes from the index where their file is not in the work tree.
  @Test(arguments: [
    "rm 2026-11/.gitattributes",
    "git sparse-checkout set --no-cone '/*' '!/2026-11/.gitattributes'",
  ]) func attributesOutOfSight(_ removal: String) throws {
    let world = try store(
      "git config filter.rot.clean 'tr !-~ P-~!-O' && git config filter.rot.smudge 'tr P-~!-O !-~'"
        + " && echo '*.org filter=rot' > 2026-11/.gitattributes && git add 2026-11")
    try world.shell(removal)
    let path = World.sample[1].path
    let first = try world.read("store/" + path)
    func committed() throws -> String {
      try world.git("cat-file", "blob", "HEAD:" + path, in: "store").output
    }
    let changed = try world.tasks("modify", "2cc", "+seen", in: "store")
    #expect(changed.status == 0, "\(changed)")
    #expect(try !committed().contains("milk"))
    #expect(try world.tasks("undo", in: "store").status == 0)
    #expect(try world.read("store/" + path) == first)
    #expect(try !committed().contains("milk"))
    #expect(try world.tasks("log", "2cc", in: "store").output.contains("+seen"))
  }

  /// A change that was cut off after its commit is carried out.
  @Test(arguments: setups) func aCutOffChange(_ setup: String) throws {
    let world = try store(setup)
    let path = World.sample[1].path
    let old = try world.git("rev-parse", "HEAD", in: "store").output
    let first = try world.read("store/" + path)
    #expect(try world.tasks("modify", "2cc", "+seen", in: "store").status == 0)
    let second = try world.read("store/" + path)
    let new = try world.git("rev-parse", "HEAD", in: "store").output
    try world.write(first, to: "store/" + path)
    try world.write("tasks-intent 1\n\(old)\(new)\(path)\0", to: "store/.git/tasks/intent")
    #expect(try world.tasks("list", in: "store").output.contains("+seen"))
    #expect(try world.read("store/" + path) == second)
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
  }
}
