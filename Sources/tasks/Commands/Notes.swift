import ArgumentParser
import TasksCore
import TasksStore

struct Note: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "note", abstract: "Append text to a task's notes.",
    usage: "tasks note <id> <text> ...",
    discussion: """
      With - as the only text, the text is read from standard input. A line that begins with - [ ] is a checkbox, \
      which tasks check ticks. Nothing can be added to notes that org-crypt has encrypted, because the new text \
      would not be encrypted.

        tasks note k7m He is in after ten.
        tasks note k7m "- [ ] find the number"
        tasks note k7m - < minutes.org
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Argument(help: "The task, then the text.", completion: Suggestion.open) var words: [String]

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
    try NoteText.check(text)
    let store = try session.openStore()
    let report = try store.write("note", dryRun: write.dryRun) { reading in
      let document = try reading.document(task)
      guard !document.task.hasEncryptedNotes else {
        throw CommandError(
          "the notes are encrypted, and the new text would not be; decrypt them first, in Emacs with "
            + "org-decrypt-entry", code: .usage)
      }
      return [.edit(document, [document.task.appending(note: text)])]
    }
    try Report(session: session, store: store, verb: "noted").print(report, dryRun: write.dryRun)
  }
}

/// Checks a text to be added to the notes of a task.
enum NoteText {
  static func check(_ text: Text) throws {
    guard !text.trimmingBlankLines.isEmpty else {
      throw CommandError("the note is empty; write the text to add", code: .usage)
    }
    for line in text.lines {
      if line.bytes.starts(with: Array("* ".utf8)) {
        throw CommandError(
          "a note cannot hold a line that starts with a star and a space: Org would read a heading; "
            + "use - for lists", code: .usage)
      }
      if line.hasControlCharacters {
        throw CommandError("the note contains a control character; remove it", code: .usage)
      }
    }
  }
}

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Tick checkboxes in a task's notes.",
    discussion: """
      Checkboxes are numbered from 1 in the order of the file; tasks show prints the numbers. In Org the state \
      of a checkbox with others below it follows from theirs, so it cannot be ticked itself.

        tasks check k7m 1 3
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Argument(help: TaskArgument.one, completion: Suggestion.open) var id: String
  @Argument(help: ArgumentHelp("The numbers of the checkboxes.", valueName: "number"))
  var boxes: [Int]

  func run() throws { try Boxes(options, write).set(boxes, of: id, to: true) }
}

struct Uncheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uncheck", abstract: "Clear checkboxes in a task's notes.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Argument(help: TaskArgument.one, completion: Suggestion.open) var id: String
  @Argument(help: ArgumentHelp("The numbers of the checkboxes.", valueName: "number"))
  var boxes: [Int]

  func run() throws { try Boxes(options, write).set(boxes, of: id, to: false) }
}

/// Ticks and clears checkboxes.
private struct Boxes {
  let options: GlobalOptions
  let write: WriteOptions

  init(_ options: GlobalOptions, _ write: WriteOptions) {
    self.options = options
    self.write = write
  }

  func set(_ boxes: [Int], of id: String, to isChecked: Bool) throws {
    let session = try Session(options)
    let store = try session.openStore()
    let verb = isChecked ? "check" : "uncheck"
    let report = try store.write(verb, dryRun: write.dryRun) { reading in
      let document = try reading.document(id)
      var notes = document.task.notes
      for box in boxes {
        let list = Checklist(
          notes, format: document.task.format, counting: CookieCounting(document.task))
        guard list.items.indices.contains(box - 1) else {
          throw CommandError(
            list.items.isEmpty
              ? "“\(Visible.text(document.task.title))” has no checkboxes"
              : "there is no checkbox \(box); the numbers are 1 to \(list.items.count)",
            code: .usage)
        }
        notes = list.setting(box - 1, to: isChecked)
      }
      try refuseLed(boxes, of: Checklist(notes, format: document.task.format), to: isChecked)
      return [.edit(document, [.notes(notes)])]
    }
    try Report(session: session, store: store, verb: verb + "ed").print(
      report, dryRun: write.dryRun)
  }

  /// Refuses to set a checkbox that follows the ones nested in it, as Org does.
  private func refuseLed(_ boxes: [Int], of list: Checklist, to isChecked: Bool) throws {
    for box in boxes where !list.isSet(box - 1, to: isChecked) {
      let others = list.checkboxesLeading(box - 1)
      guard !others.isEmpty else { continue }
      let numbers = others.map { "\($0 + 1)" }.joined(separator: " ")
      throw CommandError(
        "the state of checkbox \(box) follows from those below it; \(isChecked ? "tick" : "clear") those: \(numbers)",
        code: .failed)
    }
  }
}
