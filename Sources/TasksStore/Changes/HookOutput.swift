import TasksCore

/// What a hook has printed: messages, and the task as it is to be written.
package struct HookOutput {
  /// Why what a hook has printed cannot be used.
  package enum Failure: Error, Hashable, Sendable {
    case notJSON
    case severalTasks
    case noTask(TaskJSONReader.Failure)
    /// A key that no hook can change.
    case fixed(key: String)

    var message: String {
      switch self {
      case .notJSON: "a line begins with { and is no whole object of JSON"
      case .severalTasks: "it has printed several tasks"
      case .noTask(let failure): failure.message
      case .fixed(let key): "the \(key) of a task cannot change"
      }
    }
  }

  package private(set) var messages: [String] = []
  /// The task in JSON; nil if the hook leaves it as it is.
  private var task: JSONValue?

  /// Reads the lines. One that begins with a brace is a task, or the hook's input with another new task in it; any other
  /// one is a message.
  package init(_ text: Text) throws(Failure) {
    for line in text.lines {
      guard line.bytes.first == 0x7B else {
        if !line.bytes.isEmpty { messages.append(line.string) }
        continue
      }
      guard task == nil else { throw .severalTasks }
      do throws(JSONSyntaxError) {
        let json = try JSONValue(line.bytes)
        task = json["kind"].text == "hook" ? json["new"] : json
      } catch {
        throw .notJSON
      }
    }
  }

  /// Returns the edits that turn a task into the printed one; none for keys that are as in the task's own JSON.
  package func edits(of task: Task, workflow: Workflow) throws(Failure) -> [Edit] {
    guard let printed = self.task else { return [] }
    let given: Task
    var wanted: Task
    do throws(TaskJSONReader.Failure) {
      // Bytes that are not UTF-8 are others in JSON, and are no change.
      given = try HookOutput.asPrinted(task)
      wanted = try TaskJSONReader.task(printed)
    } catch {
      throw .noTask(error)
    }
    if wanted.id != given.id { throw .fixed(key: "id") }
    if wanted.path != given.path { throw .fixed(key: "path") }
    if wanted.format != given.format { throw .fixed(key: "format") }
    if given.hasEncryptedNotes, wanted.notes != given.notes { throw .fixed(key: "encrypted notes") }
    wanted.state = workflow[wanted.state.keyword]?.state ?? wanted.state
    return wanted.edits(from: given)
  }

  private static func asPrinted(_ task: Task) throws(TaskJSONReader.Failure) -> Task {
    var writer = JSONWriter()
    TaskJSON.write(task, short: "", sync: "", to: &writer)
    let json = try? JSONValue(writer.bytes)
    return try TaskJSONReader.task(json ?? .null)
  }
}
