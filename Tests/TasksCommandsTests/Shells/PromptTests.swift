import Foundation
import TestSupport
import Testing

/// `status --short`, and the lines of the manual that put it into a prompt.
@Suite struct PromptTests {
  /// Call Bob is due on the 27th at 17:00, the plants are scheduled for the 21st.
  @Test(arguments: [
    ("2026-11-20T09:15", ""), ("2026-11-21T09:15", "1\n"), ("2026-11-27T09:15", "1\n"),
    ("2026-11-27T18:00", "1!\n"), ("2026-11-28T00:00", "1!\n"),
  ]) func counts(now: String, text: String) throws {
    let world = try World.withSampleStore()
    world.environment["TASKS_NOW"] = now
    let outcome = try world.tasks("status", "--short", in: "store")
    #expect(outcome.output == text && outcome.errors == "" && outcome.status == 0)
  }

  @Test func bothCountsAreOfOpenTasks() throws {
    let world = try World.withSampleStore()
    world.environment["TASKS_NOW"] = "2026-11-28T09:15"
    try world.tasks("modify", "2cc", "due:today", in: "store")
    try world.tasks("modify", "3dd", "sched:today", in: "store")
    #expect(try world.tasks("status", "--short", in: "store").output == "1!2\n")
    try world.tasks("done", "2cc", in: "store")
    #expect(try world.tasks("--store", "store", "status", "--short").output == "1!1\n")
  }

  @Test func withoutAStoreItIsEmpty() throws {
    let outcome = try World().tasks("status", "--short")
    #expect(outcome.status == 0 && outcome.output + outcome.errors == "")
    #expect(try World().tasks("status", "--short", "--json").status == 2)
  }

  /// What is created or replaced in a folder is seen, as git and most editors do it.
  @Test func aReplacedFileIsSeen() throws {
    let world = try World.withSampleStore()
    try world.tasks("list", in: "store")
    let path = "store/2026-11/buy-milk-2ccccccccccccccc.org"
    let text = try world.read(path).replacingOccurrences(
      of: ":errand:\n", with: ":errand:\nDEADLINE: <2026-11-20 Fri>\n")
    try FileManager.default.removeItem(atPath: world.path(path))
    try world.write(text, to: path)
    #expect(try world.tasks("status", "--short", in: "store").output == "1\n")
  }

  @Test func linesOfTheManual() throws {
    let world = try World.withSampleStore()
    world.environment["TASKS_NOW"] = "2026-11-27T18:00"
    var page = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { page.deleteLastPathComponent() }
    let text = try world.run(
      "mandoc", ["-T", "ascii", page.appendingPathComponent("Man/tasks.1").path]
    ).output.replacing(/.\u{8}/, with: "")
    let section = try #require(
      text.components(separatedBy: "\nPROMPTS\n").dropFirst().first?
        .components(separatedBy: "\nENVIRONMENT\n").first)
    let lines = section.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    func sample(_ start: String, count: Int = 1) throws -> String {
      let first = try #require(lines.firstIndex { $0.hasPrefix(start) }, "\(start)")
      return lines[first..<first + count].joined(separator: "\n")
    }
    let folder = URL(fileURLWithPath: World.tasks).deletingLastPathComponent().path
    func prompt(_ shell: String, _ script: String) throws -> String {
      try world.run(
        shell, ["-c", script], in: "store",
        environment: ["PATH": "\(folder):\(world.environment["PATH"] ?? "")"]
      ).output
    }
    #expect(try prompt("bash", "PS1='> '\n\(sample("PS1="))\nprintf %s \"${PS1@P}\"") == "1! > ")
    #expect(
      try prompt("zsh", "PROMPT='> '\n\(sample("setopt", count: 2))\nprint -nP -- $PROMPT")
        == "1! > ")
    #expect(try prompt("fish", "\(sample("function", count: 3))\nfish_right_prompt") == "1!\n")
    #expect(try sample("set -g").contains("#(tasks status --short)"))
  }
}
