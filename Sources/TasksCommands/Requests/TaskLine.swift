import TasksCore
import TasksStore
import TasksTerminal

/// A task that `add` is given: the words of the command, or a line of standard input.
struct TaskLine {
  enum Content {
    case draft(Draft)
    /// A task as `list --jsonl` prints it.
    case json(JSONValue)
  }

  let content: Content
  /// The number of the line, from 1; nil for the words of the command.
  var number: Int?

  /// Reads the lines of standard input that are not blank. A line that begins with a brace is JSON, any other one is
  /// read like the words of `add`.
  ///
  /// - Throws: `usage`, naming the line.
  static func standardInput(_ session: Session, _ fields: OwnFields) throws -> [TaskLine] {
    try StandardInput.lines().map { line in
      try naming(line.number) {
        let isJSON = line.text.utf8.first { $0 != 0x20 && $0 != 0x09 } == 0x7B
        guard isJSON else {
          let draft = try QuickAdd.read(
            line: line.text, now: session.now, fields: fields, mention: Conversation.mention)
          try session.checkReminders(of: draft, asks: false)
          return TaskLine(content: .draft(draft), number: line.number)
        }
        let json = try JSONValue(Array(line.text.utf8))
        if json["notes"].text?.headingLine != nil { throw ActionError.headingInNote }
        for key in TaskJSONReader.unknownKeys(in: json) {
          Conversation.say(
            "line \(line.number): '\(ControlCharacters.escaped(key))' is not a key of a task, and is left out; "
              + "tasks list --jsonl shows the keys")
        }
        return TaskLine(content: .json(json), number: line.number)
      }
    }
  }

  /// The line with what a context asks of its tasks; JSON stays as it is.
  func completed(by query: Query) -> TaskLine {
    guard case .draft(let draft) = content else { return self }
    return TaskLine(content: .draft(query.completing(draft)), number: number)
  }

  /// Makes the task.
  ///
  /// - Throws: `usage`, naming the line.
  func task(of new: inout NewTasks) throws -> Task {
    try TaskLine.naming(number) {
      switch content {
      case .draft(let draft): try new.task(draft)
      case .json(let json): try new.task(json)
      }
    }
  }

  /// Names the line in what `body` throws.
  private static func naming<Result>(_ number: Int?, _ body: () throws -> Result) throws -> Result {
    guard let number else { return try body() }
    do {
      return try body()
    } catch let error as JSONSyntaxError {
      throw CommandError(
        "line \(number): it is no JSON from its byte \(error.offset + 1) on", code: .usage)
    } catch {
      throw CommandError("line \(number): \(CommandError(error).message)", code: .usage)
    }
  }
}
