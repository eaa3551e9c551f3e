import TasksCore
import TasksTerminal

/// The rows that a screen shows, from one reading of the store, with their cells.
package struct RowSource {
  /// What is known of a row besides its cells.
  package struct Row: Sendable {
    /// Nil for what is no task: an event of a calendar.
    package let id: TaskID?
    /// What tells rows of one task apart: a day, the commit of an entry of the history, the field of a dropped value.
    package var part = ""
    package var short = ""
    /// Of an entry of the history: what was done, and by whom and when.
    package var verb = ""
    package var about = ""
    package var title = Text.empty
    package var isDone = false
    package var isDeleted = false
    /// Whether it is a task whose children are not shown.
    package var isFolded = false
    package var depth = 0

    package init(id: TaskID?, part: String = "", short: String = "", title: Text = .empty) {
      (self.id, self.part, self.short, self.title) = (id, part, short, title)
    }

    package init(_ row: ListRow, shortLength: Int, part: String = "") {
      self.init(
        id: row.taskID, part: part, short: row.short(shortLength), title: row.title.text)
      (isDone, isDeleted) = (row.isDone, row.isDeleted)
    }

    fileprivate var key: Key { Key(id: id, part: part) }
  }

  fileprivate struct Key: Hashable {
    let id: TaskID?
    let part: String
  }

  package enum Line: Equatable {
    case heading(String)
    /// The number of a row.
    case row(Int)
  }

  package private(set) var rows: [Row] = []
  package private(set) var lines: [Line] = []
  /// The number of the line of each row.
  private(set) var lineOfRow: [Int] = []
  /// The first row of each id, and the row of each key.
  private var places: [TaskID: Int] = [:]
  private var exact: [Key: Int] = [:]
  /// A row of cells for each row.
  package var table = CellTable([])
  package var overdue = 0

  package init() {}

  package mutating func add(heading: String) { lines.append(.heading(heading)) }

  package mutating func add(_ row: Row) {
    let number = rows.count
    if let id = row.id, places[id] == nil { places[id] = number }
    if !row.part.isEmpty { exact[row.key] = number }
    rows.append(row)
    lineOfRow.append(lines.count)
    lines.append(.row(number))
  }

  /// The first row of a task.
  package func row(of id: TaskID) -> Int? { places[id] }

  /// The row that shows what a row of an earlier reading did: the same number if the task is there several times.
  package func row(of old: Row, near number: Int? = nil) -> Int? {
    if let number, rows.indices.contains(number), rows[number].key == old.key { return number }
    return old.part.isEmpty ? old.id.flatMap { places[$0] } : exact[old.key]
  }

  /// The groups: what is below each heading, with the numbers of its rows.
  package var groups: [(heading: String, rows: Range<Int>)] {
    var groups: [(heading: String, rows: Range<Int>)] = []
    var count = 0
    for line in lines {
      switch line {
      case .heading(let text): groups.append((text, count..<count))
      case .row:
        count += 1
        if groups.isEmpty { groups.append(("", 0..<0)) }
        groups[groups.count - 1].rows = groups[groups.count - 1].rows.lowerBound..<count
      }
    }
    return groups
  }
}
