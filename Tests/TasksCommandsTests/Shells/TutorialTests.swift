import Foundation
import TasksCommands
import TestSupport
import Testing

/// The tutorial goes on when the store is as a step asks for, whatever was typed.
@Suite struct TutorialTests {
  private func walk(_ lines: [String]) throws -> (status: Int32, output: String, errors: String) {
    let world = try World()
    world.environment["PATH"] =
      URL(fileURLWithPath: World.tasks).deletingLastPathComponent().path + ":"
      + (world.environment["PATH"] ?? "")
    let outcome = try world.tasks("tutorial", input: lines.map { $0 + "\n" }.joined())
    return (outcome.status, outcome.output, outcome.errors)
  }

  /// The titles of the steps that were done, not skipped.
  private func praised(_ output: String) -> [String] {
    TutorialStep.all.filter { output.contains($0.praise) }.map(\.title)
  }

  @Test func aRightRun() throws {
    // Ids are not known before, so the due task is changed through filters.
    let outcome = try walk([
      "add Call Bob +phone due:fri", "tasks add Buy milk list:home", "tasks",
      "done --yes list:home",
      "undo", "modify --yes --where +phone pri:A", "help", "skip", "skip",
      "modify --yes --where +phone +urgent", "git pull", "tasks sync",
    ])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("That was all."))
    let titles = TutorialStep.all.map(\.title)
    #expect(
      praised(outcome.output)
        == titles.filter { !["Write a note", "Put them in order"].contains($0) })
    #expect(outcome.output.contains("$ tasks note "))
    #expect(outcome.output.contains("Merge made by "))
  }

  @Test func skippingDoesEachStep() throws {
    let outcome = try walk(TutorialStep.all.map { _ in "skip" })
    #expect(outcome.status == 0 && outcome.output.contains("That was all."))
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(praised(outcome.output).isEmpty && !outcome.errors.contains("tasks:"))
  }

  @Test func aWrongLineIsToldAndTheStepStays() throws {
    let outcome = try walk(["", "add Buy milk", "lsit", "add Call Bob +phone due:fri", "quit"])
    #expect(outcome.status == 0)
    #expect(outcome.output.components(separatedBy: "Not yet. Try: tasks add Call Bob").count == 3)
    #expect(outcome.errors.contains("unknown command"))
    #expect(praised(outcome.output) == ["Add a task"])
    #expect(outcome.output.hasSuffix("tasks tutorial begins anew.\n"))
  }

  @Test(arguments: [["quit"], ["exit"], []]) func leavingAtOnce(lines: [String]) throws {
    let outcome = try walk(lines)
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.output.hasSuffix("tasks tutorial begins anew.\n"))
  }

  @Test func nothingIsLeftBehind() throws {
    // The other tests of this suite may be running.
    let world = try World()
    try world.write("#!/bin/sh\npwd >> \"$OLD\"\nexec \"$REAL\" \"$@\"\n", to: "bin/git")
    try world.run("chmod", ["+x", world.path("bin/git")])
    world.environment["OLD"] = world.path("places")
    world.environment["REAL"] = try world.run("sh", ["-c", "command -v git"]).output
      .trimmingCharacters(in: .newlines)
    world.environment["PATH"] = world.path("bin") + ":" + (world.environment["PATH"] ?? "")
    try world.tasks("tutorial", input: "skip\nquit\n")
    let places = try world.read("places").split(separator: "\n").compactMap {
      $0.split(separator: "/").first { $0.hasPrefix("tasks-tutorial-") }.map(String.init)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: "/tmp")
    #expect(!places.isEmpty && Set(left).isDisjoint(with: places))
  }

  @Test func onATerminalInitMentionsIt() throws {
    let world = try World.withSampleStore()
    #expect(
      try world.onTerminal("\(World.tasks) init \(world.path("new"))").output.contains(
        "tasks tutorial"))
    #expect(!(try world.tasks("init", "other").errors.contains("tutorial")))
  }
}
