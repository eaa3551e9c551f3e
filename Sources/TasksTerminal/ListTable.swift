import TasksCore

/// A list of tasks on a terminal, as a table.
package struct ListTable {
  /// What a column of the table shows.
  package enum Part {
    /// The short id.
    case id
    /// The state, if it is not the first one, which a new task has.
    case state
    /// Checkboxes, notes, a clock that runs, tasks that must be done first, whether the task is pushed, and values that
    /// cannot be read.
    case marks
    case tags
    /// The deadline or the scheduled date, the repeater and the effort; the date of the end of a finished task.
    case dates
    case column(Column)

    package static let usual: [Part] =
      [.id, .state]
      + ["priority", "title"].compactMap { Column.named($0).map { .column($0) } }
      + [.marks, .tags] + ["list"].compactMap { Column.named($0).map { .column($0) } } + [.dates]

    package init(_ name: String, _ fields: OwnFields) throws {
      switch name {
      case "id", "short": self = .id
      case "marks": self = .marks
      case "tags": self = .tags
      case "dates": self = .dates
      default: self = .column(try Column.read(name, fields))
      }
    }

    func layout(dates heading: String) -> CellTable.Column {
      switch self {
      case .id: CellTable.Column(heading: "ID")
      case .state: CellTable.Column(heading: "State", least: 4)
      case .marks: CellTable.Column(isRight: true)
      case .tags: CellTable.Column(heading: "Tags", least: 8)
      case .dates: CellTable.Column(heading: heading)
      case .column(let column):
        switch column.name {
        case "title": CellTable.Column(heading: "Title", least: 16, isMain: true)
        case "priority": CellTable.Column(heading: "Pri")
        case "list": CellTable.Column(heading: "List", least: 8, keepsEnd: true)
        case "age": CellTable.Column(heading: column.heading, isRight: true)
        default:
          switch column.kind {
          case .number, .count, .rank, .duration, .lead:
            CellTable.Column(heading: column.heading, isRight: true)
          case .date, .word: CellTable.Column(heading: column.heading)
          default: CellTable.Column(heading: column.heading, least: column.own == nil ? 12 : 8)
          }
        }
      }
    }
  }

  private let parts: [Part]
  private let cells: TaskCells
  /// The paths of tasks whose last change is not pushed.
  private let unpushed: Set<String>
  package private(set) var table: CellTable
  package private(set) var overdue = 0
  package private(set) var waiting = 0

  /// - Parameter heading: The heading of the dates.
  package init(_ parts: [Part], _ cells: TaskCells, dates heading: String, unpushed: Set<String>) {
    self.parts = parts
    self.cells = cells
    self.unpushed = unpushed
    table = CellTable(parts.map { $0.layout(dates: heading) }, twoLinesBelow: 60)
  }

  package mutating func reserve(rows: Int) { table.reserve(rows: rows) }

  package mutating func add(heading: String) { table.add(heading: heading) }

  /// The cells by which a task of a tree is indented. Deeper ones stand below each other.
  package static func indentation(_ depth: Int) -> Int { 2 * min(depth, 20) }

  /// - Parameter depth: How deep the task is in a tree.
  package mutating func add(_ row: ListRow, shortLength: Int, depth: Int = 0) {
    let isOver = row.isDone || row.isDeleted
    let isWaiting = !unpushed.isEmpty && unpushed.contains(row.path.text.string)
    if cells.isLate(row) { overdue += 1 }
    if isWaiting { waiting += 1 }
    let cells = cells
    for part in parts {
      switch part {
      case .id: table.add(.id) { row.id.appendVisible(first: shortLength, to: &$0) }
      case .state:
        table.add(isOver ? .done : .state) {
          cells.appendState(row, to: &$0)
        }
      case .marks:
        table.add(isOver ? .done : .mark) {
          cells.appendMarks(row, isWaiting, to: &$0)
        }
      case .tags: table.add(isOver ? .done : .tag) { cells.appendTags(row, to: &$0) }
      case .dates: table.add(cells.lookOfDates(row)) { cells.appendDates(row, to: &$0) }
      case .column(let column):
        table.add(isOver ? .done : cells.look(of: column, row)) {
          guard column.name == "title" else { return column.append(row, cells.context, to: &$0) }
          $0 += [UInt8](repeating: 0x20, count: ListTable.indentation(depth))
          row.appendShownTitle(to: &$0)
        }
      }
    }
  }
}
