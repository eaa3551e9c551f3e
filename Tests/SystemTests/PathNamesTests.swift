import Foundation
import TestSupport
import Testing

/// Names that are one thing to Swift and another to git.
@Suite struct PathNamesTests {
  private func task(_ title: String, id: String = "") -> String {
    "---\n\(id.isEmpty ? "" : "id: \(id)\n")title: \(title)\nstatus: todo\n---\n\(title) text\n"
  }

  private func fleet() throws -> Fleet {
    let fleet = try Fleet("a", "b")
    try fleet.git("config", "receive.fsckObjects", "true", on: "hub.git")
    return fleet
  }

  /// A slash and what combines with it are one character.
  @Test(arguments: ["\u{301}x.md", "\u{200D}x.md", "\u{FE0F}/\u{301}x.md"], ["notes/", ""])
  func aNameThatBeginsWithAnAccent(name: String, folder: String) throws {
    let world = try World()
    try world.git("init", "-q", "repository", in: "")
    let store = "repository/\(folder)todo"
    try world.tasks("init", store)
    try world.write(task("Plain"), to: store + "/x.md")
    try world.write(task("Beside"), to: store + "/notes/y.md")
    try world.tasks("add", "One", in: store)
    for place in ["", "notes/"] {
      let title = "Accent \(place.count)"
      try world.write(task(title), to: "\(store)/\(place)\(name)")
      for arguments in [
        ["add", "Two \(place)"], ["note", place + name, "Said"], ["modify", place + name, "+tag"],
      ] {
        let outcome = try world.run(World.tasks, arguments, in: store)
        #expect(outcome.status == 0, "\(outcome)")
      }
      try world.tasks("undo", in: store)
      let text = try world.read("\(store)/\(place)\(name)")
      #expect(text.contains("Said") && !text.contains("tag") && text.contains("text"), "\(text)")
      let log = try world.tasks("log", place + name, in: store).output
      #expect(log.contains("notes: +Said"), "\(log)")
    }
    #expect(try world.git("status", "--porcelain", in: "repository").output == "")
    #expect(try world.git("fsck", "--strict", in: "repository").errors == "")
    let listed = try world.tasks("list", "--format", "{title}", in: store).output
    #expect(listed.split(separator: "\n").count == 7, "\(listed)")
    #expect(try world.tasks("list", in: store + "/notes").output.contains("Plain"))
  }

  @Test func accentsTravel() throws {
    let fleet = try fleet()
    let path = "notes/\u{301}x.md"
    try fleet.write(task("Accent"), to: path, on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    for device in ["a", "b"] { try fleet.tasks("modify", path, "+\(device)", on: device) }
    for device in ["a", "b", "a"] { try fleet.tasks("sync", on: device) }
    #expect(try fleet.tree("a") == fleet.tree("b"))
    #expect(try fleet.tasks("list", "+a", "+b", "--format", "{title}", on: "a") == "Accent\n")
    for device in ["a", "b"] { try fleet.expectClean(device) }
  }

  /// A task in a folder's store is followed when it moves, whatever its name begins with.
  @Test func accentsMove() throws {
    let world = try World()
    try world.shell("git init -q --bare hub.git && git clone -q hub.git a 2> /dev/null", in: "")
    try world.tasks("init", "a/todo")
    try world.write(task("Accent", id: "accentaccent"), to: "a/todo/\u{301}x.md")
    try world.tasks("sync", in: "a/todo")
    try world.git("clone", "-q", "hub.git", "b")
    try world.tasks("init", "b/todo")
    try world.shell("mkdir sub && mv todo/*x.md todo/moved.md", in: "a")
    try world.tasks("modify", "accent", "+b", in: "b/todo")
    for device in ["a", "b", "a"] {
      let outcome = try world.tasks("sync", in: device + "/todo")
      #expect(outcome.status == 0, "\(outcome)")
    }
    for device in ["a", "b"] {
      let listed = try world.tasks("list", "--all", "--format", "{path}", in: device + "/todo")
      #expect(listed.output == "moved.md\n" && listed.errors == "", "\(listed)")
      #expect(try world.read(device + "/todo/moved.md").contains("tags"))
    }
  }

  /// The two spellings of a letter are one text.
  @Test(arguments: ["caf\u{E9}.md", "caf\u{E9}/a.md"], [false, true])
  func aLetterSpeltAnew(name: String, byGit: Bool) throws {
    let fleet = try fleet()
    try fleet.write(task("Café", id: "abcdefgh12345678"), to: name, on: "a")
    try fleet.tasks("sync", on: "a")
    let (old, new) = ("caf\u{E9}", "cafe\u{301}")
    let ending = String(name.dropFirst(4).prefix { $0 != "/" })
    let move = byGit ? "git mv" : "mv"
    #expect(
      try fleet.world.shell("\(move) '\(old)\(ending)' '\(new)\(ending)'", in: "a").status == 0)
    try fleet.tasks("sync", on: "a")
    try fleet.expectClean("a")
    try fleet.tasks("sync", on: "b")
    #expect(try fleet.tasks("list", "--format", "{title}", on: "b") == "Café\n")
    let there = try fleet.git("-c", "core.quotePath=false", "ls-files", "*.md", on: "b")
    #expect(there.utf8.elementsEqual((name.replacing(old, with: new) + "\n").utf8))
  }

  @Test func spellingsOfTwoDevices() throws {
    let fleet = try fleet()
    for (device, name) in [("a", "caf\u{E9}.md"), ("b", "cafe\u{301}.md")] {
      try fleet.write(task("From \(device)"), to: name, on: device)
    }
    try fleet.tasks("sync", on: "a")
    _ = try fleet.attempt("tasks", ["sync"], on: "b")
    try fleet.git("pull", "--quiet", "--no-rebase", "--no-edit", on: "b")
    try fleet.git("push", "--quiet", on: "b")
    try fleet.tasks("sync", on: "a")
    #expect(try fleet.git("status", "--porcelain", on: "a") == "")
    #expect(try fleet.tree("a") == fleet.tree("b"))
  }

  /// What no git would check out elsewhere is named, and stands in nobody's way.
  @Test(arguments: [
    "git~1/q.md", "GIT~1 ./q.md", "git~1:x.md", ".git\u{200C}/q.md", "\u{200C}.git/q.md",
    "x\\git~1\\q.md",
  ])
  func namesOfGit(path: String) throws {
    let fleet = try fleet()
    try fleet.write(task("Odd"), to: path, on: "a")
    try fleet.write(task("Fine"), to: "gitignore~1.md", on: "a")
    let outcome = try fleet.attempt("tasks", ["add", "New"], on: "a")
    #expect(outcome.status == 0)
    let list = try fleet.attempt("tasks", ["list", "--format", "{title}"], on: "a")
    #expect(list.output.split(separator: "\n").sorted() == ["Fine", "New"])
    if !path.hasPrefix(".") { #expect(list.errors.contains("git's own folder"), "\(list)") }
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    #expect(try fleet.world.read("a/" + path).contains("Odd text"))
    // What others have committed can be taken away again.
    try fleet.git("-c", "core.protectNTFS=false", "add", ":(literal)\(path)", on: "a")
    try fleet.git("commit", "-qm", "odd", on: "a")
    try FileManager.default.removeItem(atPath: fleet.world.path("a/" + path))
    try fleet.tasks("add", "Next", on: "a")
    // A hidden one is nothing of ours.
    if path.hasPrefix(".") { return }
    #expect(try !fleet.git("ls-tree", "-rz", "--name-only", "HEAD", on: "a").contains(path))
    try fleet.expectClean("a")
  }

  /// Two devices gave one path to two tasks, and one has an id that is no name.
  @Test(arguments: ["x/../y", "uid/.y", String(repeating: "A", count: 300), ".."])
  func anIdThatIsNoName(id: String) throws {
    let fleet = try fleet()
    for (device, id) in [("a", id), ("b", "bbbbbbbb")] {
      try fleet.write(task("From \(device)", id: id), to: "note.md", on: device)
    }
    for device in ["a", "b", "a"] { try fleet.tasks("sync", on: device) }
    #expect(try fleet.tree("a") == fleet.tree("b"))
    for device in ["a", "b"] {
      let listed = try fleet.tasks("list", "--format", "{title}", on: device)
      #expect(listed.split(separator: "\n").sorted() == ["From a", "From b"])
      try fleet.expectClean(device)
    }
  }

  /// Nothing is written that could not be read.
  @Test func whatWouldBeTooLarge() throws {
    let fleet = try fleet()
    let long = String(repeating: "y", count: 1_100_000) + "\n"
    let added = try fleet.world.tasks("add", "-", in: "a", input: long)
    #expect(
      added.status == 2 && added.errors.contains("1 MiB") && added.errors.count < 300,
      "\(added.errors.suffix(200))")
    try fleet.tasks("add", "Two", on: "a")
    let id = try fleet.tasks("list", "--format", "{id}", on: "a").dropLast()
    let noted = try fleet.world.tasks("note", String(id), "-", in: "a", input: long)
    #expect(noted.status == 2 && noted.errors.contains("1 MiB"), "\(noted)")
    try fleet.tasks("done", String(id), on: "a")
    try fleet.expectClean("a")
  }

  @Test func aRepositoryInTheFolderOfTheMonth() throws {
    let fleet = try fleet()
    try fleet.tasks("add", "One", on: "a")
    let folder = try fleet.path("One", on: "a").prefix { $0 != "/" }
    try fleet.git("init", "-q", "\(folder)", on: "b")
    try fleet.tasks("add", "Two", on: "b")
    #expect(try fleet.tasks("list", "--format", "{title}", on: "b") == "Two\n")
    #expect(try fleet.path("Two", on: "b").hasPrefix("\(folder)-2/"))
  }

  @Test func aFolderWhereAFileWouldWait() throws {
    let fleet = try fleet()
    try fleet.tasks("add", "Call Bob", on: "a")
    let path = try fleet.path("Call Bob", on: "a")
    let slash = try #require(path.lastIndex(of: "/"))
    let waiting = "\(path[..<slash])/.\(path[path.index(after: slash)...]).tasks-new"
    try fleet.write("", to: waiting + "/inside", on: "a")
    let outcome = try fleet.attempt("tasks", ["convert", "--to", "md", path], on: "a")
    #expect(outcome.status == 1)
    try fleet.tasks("add", "Other", on: "a")
    #expect(try fleet.tasks("list", "--format", "{title}", on: "a") == "Call Bob\nOther\n")
    try fleet.expectClean("a")
  }
}
