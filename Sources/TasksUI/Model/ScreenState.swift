import TasksCore
import TasksSync

/// All that decides what the terminal shows.
package struct ScreenState {
  /// What is read from the store for a screen.
  package struct Reading {
    package var rows: RowSource
    /// How many tasks the screen has without the filter.
    package var total: Int
    package var context: String?
    package var views: [String]
    /// What the right end of the last line tells: a clock that runs, what waits to be pushed, files that cannot be read.
    package var status: String
    package var fields: OwnFields

    package init(
      rows: RowSource, total: Int, context: String? = nil, views: [String] = [],
      status: String = "", fields: OwnFields = OwnFields()
    ) {
      (self.rows, self.total, self.context) = (rows, total, context)
      (self.views, self.status, self.fields) = (views, status, fields)
    }
  }

  package struct Message: Equatable {
    package let text: String
    package var isError = false
  }

  package var size: (columns: Int, rows: Int)
  package var now: Timestamp
  let firstScreen: ListScreen
  package internal(set) var screen: ListScreen
  package internal(set) var filter: String
  package internal(set) var mode = Mode.normal
  package internal(set) var reading: Reading
  /// The number of the row that the cursor is on; 0 if there is none.
  package internal(set) var cursor = 0
  /// The number of the first line that is shown.
  package internal(set) var top = 0
  package internal(set) var marks: Set<TaskID> = []
  var lastMark: TaskID?
  /// The tasks that were finished here, which stay until the screen is left.
  var kept: Set<TaskID> = []
  package internal(set) var message: Message?
  /// Where the cursor goes when the store has been read.
  enum Landing: Equatable {
    /// It stays on its task.
    case same
    case first
    /// A task that was added.
    case added(TaskID)
    /// The task that it was on before.
    case back(TaskID)
  }

  var landing = Landing.same
  /// Why the filter cannot be used, while it is typed.
  var filterError: String?
  /// The commits of this session that can be undone, the last one last, and how many undos can be done again.
  var undoable: [String] = []
  var redoable = 0
  /// The lines that were typed at prompts, the last one last.
  var typed: [String] = []

  package init(
    screen: ListScreen, filter: String, size: (columns: Int, rows: Int), now: Timestamp,
    reading: Reading
  ) {
    (firstScreen, self.screen, self.filter) = (screen, screen, filter)
    (self.size, self.now, self.reading) = (size, now, reading)
  }

  package var rows: RowSource { reading.rows }

  package var current: RowSource.Row? {
    rows.rows.indices.contains(cursor) ? rows.rows[cursor] : nil
  }

  /// The tasks that an action takes: all that are marked, or else the one under the cursor.
  var chosen: [RowSource.Row] {
    if marks.isEmpty { return current.map { [$0] } ?? [] }
    var seen: Set<TaskID> = []
    return rows.rows.filter { marks.contains($0.id) && seen.insert($0.id).inserted }
  }
}

/// What happens.
package enum Event {
  case input(Input)
  case resized(columns: Int, rows: Int)
  case minute(Timestamp)
  case read(ScreenState.Reading)
  /// What was asked for cannot be read; what is shown stays.
  case unread(String)
  case changed(Outcome)
  /// A change was refused.
  case refused(String, Operation)
  /// What other programs have said about a change, such as hooks.
  case told(String)
  /// A change is made only after a question.
  case asked(String, Operation)
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
  case perform(Operation)
  case redraw, suspend, quit
}
