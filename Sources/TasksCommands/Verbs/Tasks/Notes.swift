import ArgumentParser
import TasksCore

struct Note: Verb {
  static let names = "note"
  static let wordKind = VerbWords.text
  static let configuration = CommandConfiguration(
    of: Note.self, abstract: "Append text to a task's notes.",
    usage: "tasks note <id> <text> ...",
    discussion: """
      With - as the only text, the text is read from standard input. A line that begins with - [ ] is a checkbox, \
      which tasks check ticks. Encrypted notes are encrypted again with the text, which takes a key that reads \
      them. Text that begins with two dashes must follow --.

        tasks note k7m He is in after ten.
        tasks note k7m "- [ ] find the number"
        tasks note k7m - < minutes.org
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Argument(help: "The task, then the text.") var words: [String]

  static let tool = MCPTool(
    command: Note.self, hint: "A line that begins with - [ ] is a checkbox.",
    parameters: [
      MCPTool.Parameter(name: "id", kind: .text, help: "The task.", isRequired: true),
      MCPTool.Parameter(name: "text", kind: .text, help: "The text to add.", isRequired: true),
      .dryRun,
    ],
    words: { arguments throws(MCPArguments.Fault) in
      let text = arguments.text("text") ?? ""
      return MCPTool.Call(words: ["--", try arguments.name("id"), "-"], input: Array(text.utf8))
    })

  static func complete(_ line: inout Completion) {
    if line.place == 0 { line.offers = [.ids(.open)] }
  }

  func validate() throws {
    guard words.count >= 2 else {
      throw ValidationError("Write the text after the task: tasks note ID TEXT")
    }
  }

  func run() throws {
    let session = try Session(options)
    var words = DashedWords.restored(words)[...]
    // The word after `--` is a task, even if its path begins with a dash.
    if words.first == "--" { words = words.dropFirst() }
    let task = words.popFirst() ?? ""
    let rest = words.filter { $0 != "--" }
    let text = try rest == ["-"] ? StandardInput.text() : Text(rest.joined(separator: " "))
    try session.perform(try AppendNote(text), on: [task], dryRun: write.dryRun)
  }
}

struct Check: Verb {
  static let names = "check"
  static let configuration = CommandConfiguration(
    of: Check.self, abstract: "Tick checkboxes in a task's notes.",
    discussion: """
      Checkboxes are numbered from 1 in the order of the file; tasks show prints the numbers. In Org the state \
      of a checkbox with others below it follows from theirs, so it cannot be ticked itself.

        tasks check k7m 1
        tasks check k7m 1 3
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Argument(help: TaskArgument.one) var id: String
  @Argument(help: ArgumentHelp("The numbers of the checkboxes.", valueName: "number"))
  var boxes: [Int]

  static func complete(_ line: inout Completion) {
    if line.place == 0 { line.offers = [.ids(.open)] }
  }

  func run() throws {
    try Session(options).perform(SetCheckboxes(boxes, to: true), on: [id], dryRun: write.dryRun)
  }
}

struct Uncheck: Verb {
  static let names = "uncheck"
  static let configuration = CommandConfiguration(
    of: Uncheck.self, abstract: "Clear checkboxes in a task's notes.",
    discussion: """
        tasks uncheck k7m 2
        tasks uncheck k7m 1 3
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Argument(help: TaskArgument.one) var id: String
  @Argument(help: ArgumentHelp("The numbers of the checkboxes.", valueName: "number"))
  var boxes: [Int]

  static func complete(_ line: inout Completion) {
    if line.place == 0 { line.offers = [.ids(.open)] }
  }

  func run() throws {
    try Session(options).perform(SetCheckboxes(boxes, to: false), on: [id], dryRun: write.dryRun)
  }
}
