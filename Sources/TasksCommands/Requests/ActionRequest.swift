import Platform
import TasksCore
import TasksTerminal

/// A parsed command that changes the state of tasks.
package struct ActionRequest: Request {
  package let action: ChangeState
  /// The tasks, or a filter that selects them; after a lone `/`, a note for their logs.
  package let words: [String]
  /// Filters in one argument each.
  var filters: [String] = []
  var isSure = false
  var isDryRun = false

  package func run(in session: Session) throws {
    var named = Array(words.prefix { $0 != "/" })
    var action = action
    let count = named.count
    if action.verb == "wait", let until = named.firstIndex(of: "until") {
      let date = named[(until + 1)...].joined(separator: " ")
      action.hide(until: try DateReader(now: session.now).read(date))
      named.removeSubrange(until...)
    }
    if count < words.count {
      guard action.note == nil else {
        throw CommandError("write the note after the / or with --note, not both", code: .usage)
      }
      action.note = try QuickAdd.read(
        Array(words[count...]), mode: .modify, now: session.now
      ).note
    }
    var choice = TaskChoice(words: named, filters: filters, isSure: isSure)
    while true {
      do {
        return try session.perform(action, on: choice, dryRun: isDryRun)
      } catch let error as ActionError {
        guard case .blocked(let id, _, _) = error, isatty(0) == 1, isatty(1) == 1 else {
          throw error
        }
        guard Conversation.agrees("\(error.message)\nfinish it now? [y/N] ") else {
          throw CommandError("nothing was changed", code: .failed)
        }
        action.forced.insert(id)
        // The tasks of a filter have been agreed on.
        choice.isSure = true
      }
    }
  }
}
