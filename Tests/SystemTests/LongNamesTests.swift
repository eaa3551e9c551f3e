import Foundation
import TestSupport
import Testing

/// Notes written elsewhere may have names as long as a file system takes: 255 bytes.
@Suite struct LongNamesTests {
  /// Two in whose first bytes there is no difference, the one in letters of three bytes.
  private static let names = [
    "\(String(repeating: "名", count: 83))aa.md", "\(String(repeating: "名", count: 83))bb.md",
    "\(String(repeating: "x", count: 250))a.org", "\(String(repeating: "x", count: 250))b.org",
  ]

  private func fleet() throws -> Fleet {
    let fleet = try Fleet("a", "b")
    for (number, name) in Self.names.enumerated() {
      let text =
        name.hasSuffix(".md")
        ? "---\nid: 0192d3a0-0000-7000-8000-00000000000\(number)\ntitle: Task \(number)\nstatus: todo\n---\n"
        : "* TODO Task \(number)\n"
      try fleet.write(text, to: "tasks/" + name, on: "a")
    }
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    return fleet
  }

  @Test func everyVerbChangesThem() throws {
    let fleet = try fleet()
    let paths = Self.names.map { "tasks/" + $0 }
    for path in paths { try fleet.tasks("note", path, "Said", on: "a") }
    try fleet.tasks("done", paths[0], paths[1], paths[2], paths[3], on: "a")
    #expect(try fleet.tasks("list", on: "a") == "")
    try fleet.tasks("undo", on: "a")
    for path in paths { #expect(try fleet.world.read("a/" + path).contains("Said")) }
    try fleet.tasks("delete", paths[0], on: "a")
    try fleet.tasks("purge", paths[0], on: "a")
    try fleet.expectClean("a")
    #expect(try fleet.git("ls-files", "-z", "tasks", on: "a").split(separator: "\0").count == 3)
  }

  @Test(arguments: [false, true]) func theyAreMerged(byGit: Bool) throws {
    let fleet = try fleet()
    for device in ["a", "b"] {
      for name in Self.names {
        try fleet.tasks("modify", "tasks/" + name, "+\(device)", on: device)
      }
    }
    try fleet.tasks("sync", on: "b")
    if byGit {
      try fleet.git("pull", "--quiet", "--no-rebase", "--no-edit", on: "a")
    } else {
      try fleet.tasks("sync", on: "a")
    }
    try fleet.expectClean("a")
    #expect(try fleet.tasks("list", "+a", "+b", "--format", "{title}", on: "a").count == 4 * 7)
  }

  @Test func theOtherFormatsNameIsTooLong() throws {
    let fleet = try Fleet("a")
    let path = "\(String(repeating: "x", count: 252)).md"
    try fleet.write("---\ntitle: Task\nstatus: todo\n---\n", to: path, on: "a")
    let outcome = try fleet.attempt("tasks", ["convert", path, "--to", "org"], on: "a")
    #expect(outcome.status == 1 && outcome.errors.contains("too long"), "\(outcome)")
    try fleet.tasks("done", path, on: "a")
    try fleet.expectClean("a")
    #expect(try fleet.world.shell("ls -A | grep tasks-new", in: "a").output == "")
  }

  /// What is refused goes beside its file.
  @Test func whatIsRefusedHasANameToo() throws {
    let fleet = try fleet()
    let path = "tasks/" + Self.names[1]
    try fleet.script("#!/bin/sh\nsed -i 's/^id: 0192/id: 0000/' \"$1\"\n", to: "editor")
    for _ in 0..<2 {
      let outcome = try fleet.attempt(
        "tasks", ["edit", path], on: "a", environment: ["VISUAL": fleet.world.path("editor")])
      #expect(outcome.status != 0 && outcome.errors.contains(".refused"), "\(outcome)")
      #expect(try fleet.world.read("a/" + path).contains("id: 0192d3a0"))
    }
    let refused = try fleet.world.shell("grep -l '^id: 0000' tasks/*.refused*", in: "a").output
    #expect(refused.split(separator: "\n").count == 2, "\(refused)")
  }
}
