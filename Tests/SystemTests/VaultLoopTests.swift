import Foundation
import TestSupport
import Testing

/// A vault of notes on two devices, changed at random by `tasks`, by an app that writes files in place, by a program
/// that makes conflict copies, and by commits and pulls of plain git.
@Suite struct VaultLoopTests {
  private static let note = """
    ---
    status: open
    due: 2026-12-01
    tags:
      - task
    ---

    Some text.

    """

  private let fleet: Fleet
  private var random: SeededGenerator
  /// The tags that each note has been given, each once and by one of them.
  private var given: [String: Set<String>] = [:]

  init() throws {
    fleet = try Fleet("a", "b")
    random = SeededGenerator(seed: 56)
    for number in 1...40 {
      let path = "Note \(number).md"
      try fleet.write(VaultLoopTests.note, to: path, on: "a")
      given[path] = ["task"]
    }
    try fleet.git("add", "-A", on: "a")
    try fleet.git("commit", "-qm", "notes", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
  }

  private static func tagging(_ text: String, _ tag: String) -> String {
    text.replacing("  - task\n", with: "  - task\n  - \(tag)\n")
  }

  /// Every tag that was given to a note is in that note, and in no other file.
  @Test mutating func nothingIsLostOrDoubled() throws {
    for step in 1...(TestScope.cases(60, all: 300)) {
      let device = ["a", "b"].randomElement(using: &random) ?? "a"
      let path = "Note \(Int.random(in: 1...12, using: &random)).md"
      let tag = "t\(step)"
      switch Int.random(in: 0...5, using: &random) {
      case 0: try fleet.tasks("modify", path, "+\(tag)", on: device)
      case 1:
        let text = try fleet.read(path, on: device)
        try fleet.write(VaultLoopTests.tagging(text, tag), to: path, on: device)
      case 2:
        let age = Int.random(in: 0...3, using: &random)
        let old = try fleet.attempt("git", ["show", "HEAD~\(age):\(path)"], on: device)
        let text = old.status == 0 ? old.output : try fleet.git("show", "HEAD:\(path)", on: device)
        try fleet.write(
          VaultLoopTests.tagging(text, tag),
          to: path.replacing(".md", with: ".sync-conflict-20261127-10\(1000 + step)-ABCDEFG.md"),
          on: device)
      case 3:
        try fleet.git("add", "-A", on: device)
        try fleet.git("commit", "-q", "--allow-empty", "-m", "vault backup", on: device)
        continue
      case 4:
        try fleet.tasks("sync", on: device)
        continue
      default:
        try fleet.tasks("note", path, tag, on: device)
        continue
      }
      given[path]?.insert(tag)
    }
    for device in ["a", "b", "a", "b"] { try fleet.tasks("sync", on: device) }
    #expect(try fleet.tree("a") == fleet.tree("b"))
    for device in ["a", "b"] {
      let files = try fleet.git("ls-files", "*.md", on: device).split(separator: "\n")
      #expect(files.count == given.count, "\(files)")
      for (path, tags) in given {
        let text = try fleet.read(path, on: device)
        let found = text.split(separator: "\n").filter { $0.hasPrefix("  - ") }.map {
          String($0.dropFirst(4))
        }
        #expect(found.count == Set(found).count && Set(found) == tags, "\(path): \(text)")
      }
      try fleet.expectClean(device)
    }
  }
}
