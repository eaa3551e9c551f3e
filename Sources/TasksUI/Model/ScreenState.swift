import TasksCore
import TasksSync

/// All that decides what the terminal shows.
package struct ScreenState {
  /// What is read from the store for a screen.
  package struct Reading {
    package var rows: RowSource
    /// How many tasks the screen has without the filter, and with it; a task that is there twice counts once.
    package var total: Int
    package var count = 0
    package var context: String?
    package var views: [String]
    /// What the right end of the last line tells: a clock that runs, what waits to be pushed, files that cannot be read.
    package var status: String
    package var fields: OwnFields
    /// The states of the store, each with the letter that chooses it.
    package var keywords: [(letter: String, keyword: String)] = []
    /// The tasks that have reminded.
    package var reminded: [(id: TaskID, words: String)] = []
    /// The words of the filter that texts must have, in lower case.
    package var words: [String] = []
    /// The signs of lists, and what they mean.
    package var signs: [(sign: String, words: String)] = []
    /// Which days the agenda has.
    package var span = ""

    package init(
      rows: RowSource, total: Int, context: String? = nil, views: [String] = [],
      status: String = "", fields: OwnFields = OwnFields()
    ) {
      (self.rows, self.total, self.context) = (rows, total, context)
      (self.views, self.status, self.fields) = (views, status, fields)
    }
  }

  package struct Message: Equatable {
    package var text: String
    package var isError = false
  }

  /// What the user's settings `ui.*` say.
  package struct Settings: Sendable {
    package enum Border: String, Sendable, CaseIterable { case unicode, ascii, none }

    package var view = "today"
    package var hasMouse = false
    package var showsCursor = false
    package var border = Border.unicode
    /// The minutes between two syncs that come by themselves; nil for none.
    package var sync: Int?
    package var keys = KeyMap()

    package init() {}
  }

  /// The most changes that the history shows; tasks log has all.
  package static let longestHistory = 500

  package var size: (columns: Int, rows: Int)
  package var now: Timestamp
  let firstPlace: Place
  package internal(set) var place: Place
  package internal(set) var filter: String
  package internal(set) var mode = Mode.normal
  package internal(set) var reading: Reading
  package let settings: Settings
  /// The number of the row that the cursor is on; 0 if there is none.
  package internal(set) var cursor = 0
  /// The number of the first line that is shown.
  package internal(set) var top = 0
  /// The marked tasks as they were when they were seen last.
  package internal(set) var marks: [TaskID: RowSource.Row] = [:]
  var lastMark: TaskID?
  /// The tasks that were finished here, which stay until the screen is left.
  package internal(set) var kept: Set<TaskID> = []
  /// The tasks of the tree whose children are not shown.
  package internal(set) var folds: Set<TaskID> = []
  package internal(set) var span = AgendaSpan()
  package internal(set) var message: Message?
  /// What was told in this session, the last one last.
  var messages: [Message] = []
  /// Where the cursor goes when the store has been read.
  enum Landing: Equatable {
    /// It stays on its task.
    case same
    case first
    /// A task that was added.
    case added(TaskID)
    /// A task that was brought back.
    case task(TaskID)
    /// The task below this one, if it is still there.
    case after(TaskID)
    /// It stays on its task, which has moved, and the list on its place.
    case moved
    /// The first row of a day.
    case day(String)
  }

  var landing = Landing.same
  /// The row that the cursor was on before a filter was typed.
  var returning: RowSource.Row?
  /// Why the filter cannot be used, while it is typed.
  var filterError: String?
  /// What can stand in place of the word that is typed.
  var offers: [String] = []
  /// The commits of this session that can be undone, the last one last, and how many undos can be done again.
  var undoable: [(commit: String, words: String)] = []
  var redoable = 0
  /// The lines that were typed at prompts, the last one last.
  var typed: [String] = []

  /// Whether keys go to the task beside the list or in its place.
  package internal(set) var isInTask = false
  /// Whether the task has the whole width.
  var isZoomed = false
  package internal(set) var detail: TaskDetail?
  /// The number of the stop that the cursor is on in the task, and the first line that is shown of it.
  package internal(set) var stop: Int?
  var detailTop = 0
  /// Where the walk through the inbox began.
  var walkedFrom = Place.list(.inbox)
  /// Whether the tasks of the inbox come one by one.
  package internal(set) var isWalking = false
  package internal(set) var hasMouse: Bool
  /// What the last sync came to, as the last line tells it.
  var sync = ""

  package init(
    place: Place, filter: String, size: (columns: Int, rows: Int), now: Timestamp,
    reading: Reading, settings: Settings = Settings()
  ) {
    (firstPlace, self.place, self.filter) = (place, place, filter)
    (self.size, self.now, self.reading, self.settings) = (size, now, reading, settings)
    hasMouse = settings.hasMouse
  }

  package var rows: RowSource { reading.rows }

  package var current: RowSource.Row? {
    rows.rows.indices.contains(cursor) ? rows.rows[cursor] : nil
  }

  /// The rows that an action takes: all that are marked, or else the one under the cursor.
  var chosen: [RowSource.Row] {
    if marks.isEmpty || isInTask { return current.flatMap { $0.id == nil ? nil : [$0] } ?? [] }
    return marks.values.sorted { $0.short < $1.short }
  }

  /// The tasks that an action takes.
  var targets: [TaskID] { chosen.compactMap(\.id) }

  /// The task that is to be shown beside the list or in its place; nil if there is no room, or no task.
  package var wantedDetail: TaskDetail.Key? {
    let width = Geometry(of: self).taskWidth
    guard width > 0, let id = current?.id else { return nil }
    return TaskDetail.Key(id: id, width: width)
  }
}
