import TasksCore
import TasksSync

/// What happens.
package enum Event {
  case input(Input)
  case resized(columns: Int, rows: Int)
  case minute(Timestamp)
  case read(ScreenState.Reading)
  /// What was asked for cannot be read; what is shown stays.
  case unread(String)
  case detail(TaskDetail)
  case changed(Outcome)
  /// A change was refused.
  case refused(String, Operation)
  /// A change is about to be made that may take long.
  case saving
  /// What other programs have said about a change, such as hooks.
  case told(String)
  /// A change is made only after a question.
  case asked(String, Operation)
  /// A prompt with what its line begins as.
  case prompting(Prompt)
  /// What can stand in place of the word that is typed.
  case offered([String])
  /// A program that had the terminal has ended; the commits are those of its changes.
  case returned(commits: [String])
  /// The links of a task, by their numbers.
  case linked(TaskID, [(number: Int, target: String)])
  case syncing
  /// - Parameters:
  ///   - error: Why it failed.
  ///   - told: What it said last.
  case synced(error: String?, told: String = "")
}

/// What a change has made of the store.
package struct Outcome {
  package let operation: Operation
  /// What is told: `done k7m Call Bob`.
  package let message: String
  /// Nil if nothing has changed.
  package let commit: String?
  /// The task that the cursor goes to.
  package var task: TaskID?

  package init(_ operation: Operation, _ message: String, commit: String?, task: TaskID? = nil) {
    (self.operation, self.message, self.commit, self.task) = (operation, message, commit, task)
  }
}

/// What is to be done outside of the state.
package enum Effect: Equatable {
  /// Reads what the screen shows.
  case read
  case show(TaskDetail.Key)
  case perform(Operation)
  /// Fills in what a prompt begins with.
  case prompt(Prompt.Kind)
  /// Opens the only link of a task, or asks which.
  case openLink(TaskID)
  /// Completes the words of a command line.
  case complete([String])
  /// Runs a verb of `tasks` on the terminal.
  ///
  /// - Parameter waits: Whether a key is waited for at its end even if it succeeds.
  case run([String], waits: Bool)
  case sync
  case mouse(Bool)
  case redraw, suspend, quit
}
