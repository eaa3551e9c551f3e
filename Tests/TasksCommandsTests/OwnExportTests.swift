import TestSupport
import Testing

/// What an export of this store does when it comes back later: it is compared with the tasks as they were at the export.
@Suite struct OwnExportTests {
  private static let formats = [
    "json", "jsonl", "todotxt", "taskwarrior", "ics", "org", "md", "csv",
  ]

  private func world(exporting format: String) throws -> World {
    let world = try World()
    try world.tasks("init", "store")
    try world.tasks("add", "Old title", "list:x", "pri:B", in: "store")
    try world.tasks("export", format, "-o", "../export", in: "store")
    return world
  }

  private func list(_ world: World) throws -> String {
    try world.tasks("list", "--all", "--format", "{state} {priority} {title} {list}", in: "store")
      .output
  }

  private func id(_ world: World) throws -> String {
    let ids = try world.tasks("list", "--format", "{id}", in: "store").output
    return String(ids.prefix { !$0.isNewline })
  }

  private func `import`(_ format: String, _ world: World) throws -> String {
    let lines = try world.tasks("import", format, "../export", in: "store").output
    return lines.split(separator: "\n").last.map(String.init) ?? ""
  }

  @Test(arguments: formats) func anOldExportTakesNothingBack(format: String) throws {
    let world = try world(exporting: format)
    try world.tasks("modify", id(world), "title:Newer", "list:y", "pri:A", in: "store")
    // Another point, which the file is less like.
    try world.tasks("export", format, in: "store")
    try world.tasks("done", id(world), in: "store")
    let before = try list(world)
    for _ in 0..<2 {
      #expect(try `import`(format, world) == "0 added, 0 changed, 1 unchanged")
      #expect(try list(world) == before)
    }
    let dry = try world.tasks("import", format, "../export", "--dry-run", in: "store").output
    #expect(dry.contains("1 of them changed here"), "\(dry)")
  }

  /// What somebody has changed in the file comes in, and what was changed here since the export stays.
  @Test(arguments: formats) func whatWasChangedInAnExportComesIn(format: String) throws {
    let world = try world(exporting: format)
    try world.tasks("modify", id(world), "list:y", in: "store")
    let text = try world.read("export").replacing("Old title", with: "Other title")
    try world.write(text, to: "export")
    #expect(try `import`(format, world) == "0 added, 1 changed, 0 unchanged")
    #expect(try list(world) == "TODO B Other title y\n")
  }

  /// A value that the task had once is a change like any other.
  @Test func aFormerValueComesInWithAnExportOfNow() throws {
    let world = try world(exporting: "csv")
    try world.tasks("add", "Another", in: "store")
    try world.tasks("modify", id(world), "title:Newer", in: "store")
    let text = try world.tasks("export", "csv", in: "store").output
    try world.write(text.replacing("Newer", with: "Old title"), to: "export")
    #expect(try `import`("csv", world) == "0 added, 1 changed, 1 unchanged")
    #expect(try list(world) == "TODO B Old title x\nTODO  Another \n")
  }
}
