import ArgumentParser
import Foundation
import TasksCore
import TasksCommands
import TestSupport
import Testing

/// What is written about the program says what the program does.
@Suite struct ManualTests {
  private static let folder: String = {
    var place = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { place.deleteLastPathComponent() }
    return place.appendingPathComponent("Man").path
  }()

  private static let opening =
    #".\" Generated from the declarations by the test ManualTests."#
  private static let closing = #".\" End of the generated part."#
  private static let regenerate = "TASKS_WRITE_MANUAL=1 swift test --filter ManualTests"

  private static func dump() -> String { Tasks._dumpHelp() }

  /// With `TASKS_WRITE_MANUAL` set the page is written instead of compared.
  @Test func pageOfTheProgramFollowsTheDeclarations() throws {
    let path = Self.folder + "/tasks.1"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex(of: Self.opening))
    let end = try #require(lines.firstIndex(of: Self.closing))
    let told = try ManualPage(dump: Self.dump()).lines
    let page = lines[...start] + told + lines[end...]
    if ProcessInfo.processInfo.environment["TASKS_WRITE_MANUAL"] != nil {
      try page.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      // The first line that differs is enough to see what happened.
      let drift = zip(page, lines).first { $0 != $1 }.map { "\($0.1) → \($0.0)" }
      #expect(
        drift == nil && page.count == lines.count,
        "Man/tasks.1 is not what the declarations say; write it anew with: \(Self.regenerate)")
    }
  }

  /// What a verb does first is in its usage, and not left out as what all its usages have.
  @Test func eachUsageIsToldOnce() throws {
    let usages = try ManualPage(dump: Self.dump()).lines.filter { $0.hasPrefix(".It Cm ") }
    #expect(Set(usages).count == usages.count)
    #expect(usages.contains(".It Cm clock in Oo Fl -dry-run Oc Ar id Oo Fl -at Ar time Oc"))
  }

  @Test func pagesAreCleanMdoc() throws {
    let pages = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
      .filter { !$0.hasSuffix(".svg") }.sorted()
    #expect(!pages.isEmpty)
    let outcome = try World().run(
      "mandoc", ["-T", "lint", "-W", "warning"] + pages.map { "\(Self.folder)/\($0)" })
    #expect(outcome.output + outcome.errors == "")
  }

  /// A field, a key of quick-add and a condition are found wherever they are described.
  @Test func helpManualAndCompletionHaveEachField() throws {
    let world = try World()
    try world.tasks("init")
    let page = try world.run("mandoc", ["-T", "utf8", Self.folder + "/tasks-file.5"]).output
      .replacing("\u{2010}", with: "-")
    let described = Set(page.split { !($0.isLetter || $0.isNumber || $0 == "_") })
    for field in PlainField.allCases {
      for format in [Format.org, .markdown] {
        for name in field.spellings(in: format) {
          #expect(described.contains(name[...]), "tasks-file.5 does not describe \(name)")
        }
      }
    }
    let help = try world.tasks("help", "add").output
    func offered(_ words: String...) throws -> [String] {
      try world.run(World.tasks, ["suggest", "fish"] + words).output.split(separator: "\n")
        .map { String($0.prefix { $0 != "\t" }) }
    }
    let keys = try offered("add", "")
    for key in QuickAddKey.all {
      #expect(help.contains("  \(key.name):\(key.help.example)  "))
      #expect(keys.contains("\(key.name):") && !key.help.meaning.isEmpty)
    }
    for condition in Query.keys {
      #expect(try offered("list", String(condition.dropLast())).contains(condition), "\(condition)")
    }
  }

  /// A sentence that begins with a capital letter and ends with a full stop; options and words say something.
  @Test func everyVerbAndOptionIsExplained() throws {
    for command in try commands() {
      let abstract = command.abstract ?? ""
      let isSentence =
        abstract.first?.isUppercase == true && abstract.hasSuffix(".") && !abstract.contains(". ")
      #expect(isSentence, "\(command.commandName): \(abstract)")
      for argument in command.arguments ?? [] where command.commandName != "help" {
        let name = argument.names?.first?.name ?? argument.valueName ?? ""
        #expect(argument.abstract?.hasSuffix(".") == true, "\(command.commandName) \(name)")
      }
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func shellAcceptsTheCompletionScript(shell: String) throws {
    let world = try World()
    let script = try world.tasks("completions", shell)
    #expect(script.status == 0)
    try world.write(script.output, to: "script")
    let outcome = try world.run(shell, ["-n", world.path("script")])
    #expect(outcome.status == 0)
    #expect(outcome.output + outcome.errors == "")
  }

  private func commands() throws -> [ManualPage.Command] {
    struct Dump: Decodable { var command: ManualPage.Command }
    let dump = Self.dump()
    return try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command.subcommands ?? []
  }
}
