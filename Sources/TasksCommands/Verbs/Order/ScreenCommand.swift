import ArgumentParser
import TasksCore
import TasksStore
import TasksSync
import TasksTerminal

/// Runs the client that paints the whole terminal, which is built on none of the verbs; the program names it
/// (``CommandLineProgram/run(build:screen:)``).
///
/// - Returns: False where there is no terminal that can be painted.
package typealias ScreenProgram =
  @Sendable (_ root: String, StoreContext, Terminal, _ words: [String]) throws -> Bool

struct ScreenCommand: Verb {
  static let names = "ui"
  static let wordKind = VerbWords.filter
  static let configuration = CommandConfiguration(
    of: ScreenCommand.self,
    abstract: "Show the tasks on the whole terminal, and change them by keys.",
    usage: "tasks ui [<view> | <filter> ...]",
    discussion: """
      It opens on a screen (today, order, agenda, board, tree, inbox, done, trash, history, conflicts, all), on a view \
      by its name, or on the tasks that a filter matches. What other programs change appears by itself. Each change is \
      a commit, as with the verbs, and u takes it back. ? lists all keys, and runs what they do; q ends it. tasks-ui(1) \
      has the keys and the settings.

        tasks ui
        tasks ui agenda
        tasks ui +phone due:overdue
      """)

  /// Set once, before anything else runs: a lock would be made at each start of the program.
  nonisolated(unsafe) static var program: ScreenProgram?

  @OptionGroup var options: GlobalOptions
  @Argument(help: "A screen, a view or a filter.") var words: [String] = []

  static func complete(_ line: inout Completion) {
    line.offerConditions()
    guard line.place == 0 else { return }
    line.offers += [
      .words(ScreenName.allCases.map { Candidate($0.rawValue, "a screen") }), .views,
    ]
  }

  static func quick(_ words: [String]) -> (any Request)? { ScreenRequest(words: words) }

  func run() throws {
    try ScreenRequest(words: DashedWords.restored(words)).run(in: Session(options))
  }
}

struct ScreenRequest: Request {
  let words: [String]

  func run(in session: Session) throws {
    let program = ScreenCommand.program
    guard !session.wantsJSON, session.terminal.width != nil,
      try program?(session.location().path, session.context, session.terminal, words) == true
    else {
      throw CommandError(
        "tasks ui needs a terminal that it can paint; off one, or with TERM empty or dumb: tasks list",
        code: .usage)
    }
  }
}
