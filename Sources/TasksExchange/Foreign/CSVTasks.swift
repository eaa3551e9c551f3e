import TasksCore

/// A table with a row for each task (RFC 4180). The header names the columns as JSON does; other columns are properties.
///
/// What a table lacks a column for is left as it is: a table may have few of them.
package struct CSVTasks: ForeignFormat {
  package static let name = "csv"
  package static let tellsAll = true
  private let context: ForeignContext
  /// Whether a cell that a spreadsheet would run gets a `'` in front of it.
  package var isForSpreadsheets = false

  package init(_ context: ForeignContext) { self.context = context }

  package func print(_ tasks: [Task]) -> [UInt8] {
    var out: [UInt8] = []
    let properties = tasks.flatMap { $0.properties.map(\.name) }.uniqued()
    let columns = TaskColumn.all
    write(["id", "state"] + columns.map(\.name) + properties.map(\.string), to: &out)
    for task in tasks {
      let fields = [task.id.text.string, task.state.keyword.string] + columns.map { $0.text(task) }
      write(fields + properties.map { text(of: $0, in: task) }, to: &out)
    }
    return out
  }

  /// Properties of two tasks may have names that differ in their case.
  private func text(of name: Text, in task: Task) -> String {
    guard let value = task.properties.first(where: { $0.name == name })?.value else { return "" }
    return (context.fields[name]?.plain(value) ?? value).string
  }

  private func write(_ cells: [String], to out: inout [UInt8]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { out.append(0x2C) }
      // One apostrophe more keeps a cell that begins so as it is.
      let isQuoted =
        CSVTasks.isRun(cell) && isForSpreadsheets
        || CSVTasks.isRun(cell.drop { $0 == "'" }) && cell.first == "'"
      let bytes = (isQuoted ? [0x27] : []) + Array(cell.utf8)
      let isPlain =
        !bytes.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
        && bytes.first != 0x20 && bytes.last != 0x20
      if isPlain {
        out += bytes
      } else {
        out.append(0x22)
        for byte in bytes { out += byte == 0x22 ? [0x22, 0x22] : [byte] }
        out.append(0x22)
      }
    }
    out += [0x0D, 0x0A]
  }

  /// Whether a spreadsheet would run a cell.
  private static func isRun(_ cell: some StringProtocol) -> Bool {
    cell.utf8.first.map { [0x3D, 0x2B, 0x2D, 0x40].contains($0) } ?? false
  }

  package func read(_ bytes: [UInt8]) -> [ForeignRecord] {
    var table = CSVReader(bytes)
    guard let header = table.row(), !header.cells.isEmpty else { return [] }
    let names = header.cells.map { String($0.filter { !$0.isWhitespace || $0 == " " }) }
    guard names.contains(where: { TaskColumn.named($0)?.name == "title" }) else {
      return [.bad(line: 1, reason: "the first row names no column 'title'")]
    }
    var records: [ForeignRecord] = []
    while let row = table.row() {
      if row.cells == [""] { continue }
      records.append(
        row.isWhole ? record(row, names) : .bad(line: row.line, reason: "a quote is not closed"))
    }
    return records
  }

  private func record(_ row: CSVReader.Row, _ names: [String]) -> ForeignRecord {
    func bad(_ reason: String) -> ForeignRecord { .bad(line: row.line, reason: reason) }
    if row.cells.count > names.count { return bad("it has more cells than there are columns") }
    var task = context.task(nil, title: .empty)
    var said: Set<String> = []
    // A date comes before its parts, whatever the order of the columns.
    let cells = zip(names, row.cells).map { name, cell in
      let isQuoted = cell.first == "'" && CSVTasks.isRun(cell.drop { $0 == "'" })
      return (name, isQuoted ? String(cell.dropFirst()) : cell)
    }
    var isDone = false
    for (name, cell) in cells.ordered(by: { $0.0.utf8.count < $1.0.utf8.count }) {
      guard name.lowercased() != "id" else {
        if let id = context.id(foreign: Text(cell)) { (task.id, task.hasOwnID) = (id, true) }
        continue
      }
      if name.lowercased() == "done" {
        isDone = ["yes", "true", "1", "x", "done"].contains(cell.lowercased())
        continue
      }
      guard ["state", "status"].contains(name.lowercased()) else {
        guard let column = TaskColumn.named(name) else {
          said.insert(name)
          if !cell.isEmpty { task = task.applying(.property(name: Text(name), value: Text(cell))) }
          continue
        }
        said.insert(column.name)
        if !cell.isEmpty, !column.set(&task, cell) {
          return bad("'\(cell)' cannot be the value of the column \(name)")
        }
        continue
      }
      if cell.isEmpty { continue }
      said.insert("state")
      // A file may have keywords of its own.
      let isWord = cell.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x5F }
      let own = isWord ? State(Text(cell), isDone: false) : nil
      guard let state = context.workflow.state(named: Text(cell)) ?? own else {
        return bad("'\(cell)' is no state of this store")
      }
      task.state = state
    }
    if !said.contains("state"), isDone || task.closed != nil {
      task.state = context.done
      said.insert("state")
    }
    if task.title.isEmpty { return bad("it has no title") }
    return .task(ForeignTask(line: row.line, task: task, said: said))
  }
}

/// Reads the rows of a table, with commas, semicolons or tabs between the cells, whichever the first row has most.
struct CSVReader {
  struct Row {
    let line: Int
    var cells: [String] = []
    /// False if the end came within quotes.
    var isWhole = true
  }

  private let bytes: ArraySlice<UInt8>
  private let separator: UInt8
  private var place: Int
  private var line = 1

  init(_ bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
    place = self.bytes.startIndex
    let first = self.bytes.prefix { $0 != 0x0A }
    func count(_ byte: UInt8) -> Int { first.count { $0 == byte } }
    separator = [0x2C, 0x3B, 0x09].max { count($0) < count($1) } ?? 0x2C
  }

  /// The next row; nil at the end.
  mutating func row() -> Row? {
    guard place < bytes.endIndex else { return nil }
    var row = Row(line: line)
    while true {
      let (cell, isWhole) = cell()
      row.cells.append(cell)
      if !isWhole { row.isWhole = false }
      guard place < bytes.endIndex else { return row }
      let end = bytes[place]
      place += 1
      if end == separator { continue }
      if end == 0x0D, place < bytes.endIndex, bytes[place] == 0x0A { place += 1 }
      line += 1
      return row
    }
  }

  private mutating func cell() -> (text: String, isWhole: Bool) {
    var out: [UInt8] = []
    if place < bytes.endIndex, bytes[place] == 0x22 {
      place += 1
      while place < bytes.endIndex {
        let byte = bytes[place]
        place += 1
        if byte == 0x22 {
          guard place < bytes.endIndex, bytes[place] == 0x22 else {
            out += rest()
            return (String(decoding: out, as: UTF8.self), true)
          }
          place += 1
        }
        if byte == 0x0A { line += 1 }
        out.append(byte)
      }
      return (String(decoding: out, as: UTF8.self), false)
    }
    out += rest()
    return (String(decoding: out, as: UTF8.self), true)
  }

  /// What stands up to the end of the cell.
  private mutating func rest() -> ArraySlice<UInt8> {
    let start = place
    while place < bytes.endIndex, bytes[place] != separator, bytes[place] != 0x0A,
      bytes[place] != 0x0D
    { place += 1 }
    return bytes[start..<place]
  }
}

/// A part of a task that a record can say by itself: a column of CSV, a key of JSON.
struct TaskColumn: Sendable {
  /// As in JSON; the parts of `repeat` and `warning` follow the name of their date.
  let name: String
  /// Other names of the column.
  var aliases: [String] = []
  /// The text of a cell; empty for nothing.
  let text: @Sendable (Task) -> String
  /// Sets the value from the text of a cell, or clears it for an empty one; false if it is no value of the column.
  let set: @Sendable (inout Task, String) -> Bool

  /// In the order in which they are written. All of a task but its log and its other properties.
  static let all: [TaskColumn] =
    [
      TaskColumn(
        name: "title", aliases: ["summary", "subject", "name", "task"], text: { $0.title.string },
        set: {
          $0.title = Text($1); return true
        }),
      TaskColumn(
        name: "priority", aliases: ["pri"], text: { $0.priority?.text ?? "" },
        set: { task, text in value(text, Priority(text)) { task.priority = $0 } }),
      TaskColumn(
        name: "tags", aliases: ["tag", "labels"],
        text: { $0.tags.map(\.string).joined(separator: " ") },
        set: { task, text in
          let words = text.split { $0 == " " || $0 == "," || $0 == ";" }
          task.tags = words.map { Text(String($0.first == "+" ? $0.dropFirst() : $0)) }.uniqued()
          return true
        }),
    ] + date("scheduled", ["sched", "start"], { $0.scheduled }, { $0.scheduled = $1 })
    + date("deadline", ["due"], { $0.deadline }, { $0.deadline = $1 }) + [
      moment("closed", ["completed"], { $0.closed }, { $0.closed = $1 }),
      moment("deleted", [], { $0.deleted }, { $0.deleted = $1 }),
    ] + PlainField.allCases.map(plain) + [
      TaskColumn(
        name: "notes", aliases: ["note", "description"], text: { $0.notes.string },
        set: { task, text in
          task.notes = Text(lines: Array(text.utf8)[...]).trimmingBlankLines
          return true
        })
    ]

  static func named(_ name: String) -> TaskColumn? {
    let name = name.lowercased()
    return all.first { $0.name == name } ?? all.first { $0.aliases.contains(name) }
  }

  private static func value<Value>(
    _ text: String, _ value: @autoclosure () -> Value?, _ set: (Value?) -> Void
  ) -> Bool {
    let value = text.isEmpty ? nil : value()
    guard value != nil || text.isEmpty else { return false }
    set(value)
    return true
  }

  private static func moment(
    _ name: String, _ aliases: [String], _ get: @escaping @Sendable (Task) -> Timestamp?,
    _ set: @escaping @Sendable (inout Task, Timestamp?) -> Void
  ) -> TaskColumn {
    TaskColumn(
      name: name, aliases: aliases, text: { get($0)?.iso ?? "" },
      set: { task, text in value(text, Timestamp(iso: text)) { set(&task, $0) } })
  }

  private static func date(
    _ name: String, _ aliases: [String], _ get: @escaping @Sendable (Task) -> Planning?,
    _ put: @escaping @Sendable (inout Task, Planning?) -> Void
  ) -> [TaskColumn] {
    func part(
      _ suffix: String, _ text: @escaping @Sendable (Planning) -> String?,
      _ set: @escaping @Sendable (inout Planning, String) -> Bool
    ) -> TaskColumn {
      TaskColumn(
        name: "\(name)_\(suffix)", text: { get($0).flatMap(text) ?? "" },
        set: { task, text in
          guard var planning = get(task) else { return text.isEmpty }
          guard set(&planning, text) else { return false }
          put(&task, planning)
          return true
        })
    }
    return [
      TaskColumn(
        name: name, aliases: aliases, text: { get($0)?.start.iso ?? "" },
        set: { task, text in
          value(text, Timestamp(iso: text)) { start in
            put(&task, start.map { get(task)?.moved(to: $0) ?? Planning($0) })
          }
        }),
      part("end", { $0.end?.iso }) { plan, text in
        value(text, Timestamp(iso: text)) { plan.end = $0 }
      },
      part("repeat", { $0.repeater?.text }) { plan, text in
        value(text, Repeater(text)) { plan.repeater = $0 }
      },
      part("warning", { $0.warning.map { $0.isFirstOnly ? $0.text : $0.interval.text } }) {
        plan, text in
        value(text, Warning(text.hasPrefix("--") ? text : "-\(text)")) { plan.warning = $0 }
      },
    ]
  }

  private static func plain(_ field: PlainField) -> TaskColumn {
    let name = field.name.string.replacing("property ", with: "").lowercased()
    return TaskColumn(
      name: name == "alerts" ? "alert" : name,
      aliases: field.typed.map(\.description) + field.markdown.map(\.description),
      text: { field.value(in: $0).text?.string ?? "" },
      set: { task, text in
        value(text, fieldValue(text, field.kind)) { field.set($0 ?? .nothing, in: &task) }
      })
  }

  private static func fieldValue(_ text: String, _ kind: FieldKind) -> FieldValue? {
    switch kind {
    case .ids: FieldValue(list: text.split(separator: " ").map { .text(Text(String($0))) })
    case .minutes, .lead: (try? Effort.read(text)).map { FieldValue($0) }
    default: kind.value(fromText: Text(text))
    }
  }
}
