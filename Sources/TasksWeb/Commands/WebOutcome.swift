import TasksCore
import TasksStore

/// What has become of a command of a page.
struct WebOutcome: Sendable {
  /// A short sentence for people: `Done: Prune the apple tree`.
  var message: String
  /// The commit that takes the change back when it is undone; nil if nothing changed.
  var undo: String?
  var id: TaskID?
  /// Whether the command had been carried out before.
  var isRepeated = false
  /// What the user has to be told besides.
  var warning: String?

  /// - Parameter past: What has become of the tasks: `Moved`.
  init(_ report: WriteReport, past: String, said: [String] = []) {
    let tasks = report.changed.compactMap { $0.new ?? $0.old }
    let title = tasks.first.map { ControlCharacters.escaped($0.title) } ?? ""
    message = tasks.count == 1 ? "\(past): \(title)" : "\(past): \(tasks.count) tasks"
    if !report.isChange {
      message = "Nothing has changed"
      isRepeated = true
    }
    undo = report.commit
    id = tasks.first?.id
    warning = said.isEmpty ? nil : said.joined(separator: "\n")
  }

  init(message: String) { self.message = message }

  /// The outcome of a command that had been carried out before.
  static func repeated(_ id: TaskID) -> WebOutcome {
    var outcome = WebOutcome(message: "Done already")
    (outcome.id, outcome.isRepeated) = (id, true)
    return outcome
  }

  var answer: WebAnswer {
    WebAnswer.json("done") { json in
      json.object { json in
        json.member("message", message)
        json.member("undo", undo)
        json.member("id", id?.text)
        json.member("repeated", isRepeated)
        json.member("warning", warning)
      }
    }
  }
}
