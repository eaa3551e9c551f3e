import Foundation
import TestSupport
import Testing

/// README: its commands work one after another, print what stands under them, and its picture is of today.
@Suite struct ReadmeTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A command with the device that it is typed on and what stands under it.
  private struct Step {
    var device: String
    var command: String
    var result = ""
  }

  /// Where the commands of a section are run.
  private enum Place {
    /// In one home after another, from nothing.
    case walk
    /// In a home with a store, and in a clone of it named desktop, after these commands.
    case store(after: String)
  }

  private static let places: [(heading: String, place: Place)] = [
    ("First commands", .walk),
    ("Planning", .walk),
    ("Reminders", .walk),
    ("History", .walk),
    ("A second machine", .walk),
    (
      "What a merge does",
      .store(
        after: """
          sed -i '/^- /d' 2026-11/k7m*.org
          tasks sync
          tasks clone ../hub.git ../desktop
          """)
    ),
    ("Other programs", .store(after: "")),
    ("Scripts and agents", .store(after: "")),
  ]

  private func text() throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
  }

  /// What a reader types first; the rest of what could be said is in the manual.
  @Test func beginsWithTwoCommandsAndIsShort() throws {
    let blocks = try text().components(separatedBy: "\n```").filter { $0.hasPrefix("sh\n") }
    #expect(blocks.prefix(2) == ["sh\nbash .ci/demo", "sh\nbash .ci/test"])
    #expect(try text().split(separator: "\n", omittingEmptySubsequences: false).count <= 301)
  }

  /// The blocks of commands by section, in order.
  private func sections() throws -> [(heading: String, steps: [Step])] {
    let text = try text()
    var sections: [(heading: String, steps: [Step])] = [("", [])]
    var isCommands = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("## ") { sections.append((String(line.dropFirst(3)), [])) }
      if line.hasPrefix("```") {
        isCommands = line == "```console"
      } else if isCommands {
        let parts = line.split(separator: "$ ", maxSplits: 1, omittingEmptySubsequences: false)
        let last = sections.count - 1
        if parts.count == 2, ["", "laptop", "desktop"].contains(parts[0]) {
          let device = parts[0].isEmpty ? "laptop" : String(parts[0])
          sections[last].steps.append(Step(device: device, command: String(parts[1])))
        } else if let step = sections[last].steps.indices.last {
          sections[last].steps[step].result += line + "\n"
        } else {
          sections[last].steps.append(Step(device: "", command: String(line)))
        }
      }
    }
    return sections.filter { !$0.steps.isEmpty }
  }

  @Test func everyCommandDoesWhatIsShown() throws {
    let sections = try sections()
    #expect(sections.map(\.heading) == Self.places.map(\.heading))
    let walk = try ExampleHome.world(hasStore: false)
    // The program makes ids up; those shown stand for them.
    var ids: [(shown: String, made: String)] = []
    for ((_, steps), (heading, place)) in zip(sections, Self.places) {
      switch place {
      case .walk:
        for step in steps {
          try expect(step, in: walk, at: "", home: walk.path(step.device), ids: &ids)
        }
      case .store(let preparation):
        let world = try ExampleHome.world()
        #expect(try world.shell("set -e\n" + preparation).status == 0, "\(heading)")
        var same: [(shown: String, made: String)] = []
        for step in steps {
          let folder = step.device == "laptop" ? "store" : step.device
          try expect(step, in: world, at: folder, home: world.folder, ids: &same)
        }
      }
    }
  }

  private func expect(
    _ step: Step, in world: World, at folder: String, home: String,
    ids: inout [(shown: String, made: String)]
  ) throws {
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    var command = step.command
    for (shown, made) in ids { command.replace(shown, with: made) }
    let environment = ["HOME": home, "TASKS_DEVICE": step.device]
    let outcome = try world.example(command, in: folder, environment: environment)
    #expect(outcome.status == 0, "\(step.command)\n\(outcome.output)\(outcome.errors)")
    guard !step.result.isEmpty else { return }
    if step.result.hasPrefix("added "), outcome.output.hasPrefix("added ") {
      let words = [step.result, outcome.output].map { String($0.split(separator: " ")[1]) }
      ids.append((words[0], words[1]))
    }
    var output = outcome.output
    for (shown, made) in ids { output.replace(" \(made)  ", with: " \(shown)  ") }
    #expect(output == step.result, "\(step.command)")
  }

  /// A picture of what the program printed once would be none of it.
  @Test func picturesAreOfWhatIsShownToday() throws {
    let world = try World()
    let outcome = try world.run(
      "bash", [Self.root.path + "/.ci/picture", world.path("")],
      environment: ["TASKS_PROGRAM": World.tasks])
    #expect(outcome.status == 0, "\(outcome.errors)")
    for name in ["list.svg", "ui.svg"] {
      let kept = try String(
        contentsOf: Self.root.appendingPathComponent("Man/" + name), encoding: .utf8)
      #expect(try world.read(name) == kept, "Man/\(name) is of an older program: bash .ci/picture")
    }
  }
}
