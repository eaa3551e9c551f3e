import TasksCore
import TasksTerminal

/// The tasks that a screen shows, from one reading of the store, with their cells.
package struct RowSource {
  /// What is known of a task besides its cells.
  package struct Row: Sendable {
    package let id: TaskID
    package let short: String
    package let title: Text
    package let isDone: Bool
    package let isDeleted: Bool
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
  /// The first row of each id.
  private var places: [TaskID: Int] = [:]
  private var list: ListTable?
  var table: CellTable { list?.table ?? CellTable([]) }
  var overdue: Int { list?.overdue ?? 0 }

  /// - Parameter list: An empty one, to which the rows are added; nil if there are none.
  package init(_ list: ListTable? = nil) { self.list = list }

  package mutating func add(heading: String) { lines.append(.heading(heading)) }

  package mutating func add(_ row: ListRow, shortLength: Int) {
    let number = rows.count
    let id = row.taskID
    if places[id] == nil { places[id] = number }
    rows.append(
      Row(
        id: id, short: row.short(shortLength), title: row.title.text, isDone: row.isDone,
        isDeleted: row.isDeleted))
    lineOfRow.append(lines.count)
    lines.append(.row(number))
    list?.add(row, shortLength: shortLength)
  }

  /// The row of a task; the nearest to a row if the task is in several groups.
  package func row(of id: TaskID, near row: Int? = nil) -> Int? {
    if let row, rows.indices.contains(row), rows[row].id == id { return row }
    return places[id]
  }

  /// The heading above a row; nil for none.
  func heading(above row: Int) -> String? {
    for line in lines[..<lineOfRow[row]].reversed() {
      if case .heading(let text) = line { return text }
    }
    return nil
  }
}
