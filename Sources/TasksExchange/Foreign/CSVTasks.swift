import TasksCore

/// A table with a row for each task (RFC 4180). The header names the columns as JSON does; other columns are properties.
///
/// What a table lacks a column for is left as it is: a table may have few of them.
package struct CSVTasks: ForeignFormat {
  package static let name = "csv"
  package static let ending = ".csv"
  package static let traits: Set<ForeignTrait> = [.tellsAll]
  package static let options: Set<ForeignOption> = [.spreadsheet]
  private let context: ForeignContext
  /// Whether a cell that a spreadsheet would run gets a `'` in front of it.
  private let isForSpreadsheets: Bool

  package init(_ context: ForeignContext) {
    self.context = context
    isForSpreadsheets = context.options.contains(.spreadsheet)
  }

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
      guard let state = context.state(named: cell, isDone: false) else {
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
    self.bytes = bytes[...]
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

/// A part of a task that a record can say by itself: a column of CSV, a key of JSON or a part of one.
struct TaskColumn: Sendable {
  let name: String
  let key: Text
  let aliases: [String]
  /// The text of a cell; empty for nothing.
  let text: @Sendable (Task) -> String
  /// Sets the value from the text of a cell, or clears it for an empty one; false if it is no value of the column.
  let set: @Sendable (inout Task, String) -> Bool

  /// In the order in which they are written. All of a task but its log and its other properties.
  static let all: [TaskColumn] =
    [
      TaskColumn(.title, aliases: ["summary", "subject", "name", "task"]),
      TaskColumn(.priority, aliases: ["pri"]), TaskColumn(.tags, aliases: ["tag", "labels"]),
    ] + planned(.scheduled, aliases: ["sched", "start"]) + planned(.deadline, aliases: ["due"])
    + [TaskColumn(.closed, aliases: ["completed"]), TaskColumn(.deleted)]
    + PlainField.allCases.map { field in
      let name = field.name.string.replacing("property ", with: "").lowercased()
      return TaskColumn(
        .plain(field), name: name == "alerts" ? "alert" : name, key: field.key,
        aliases: field.typed.map(\.description) + field.spellings(in: .markdown))
    } + [TaskColumn(.notes, aliases: ["note", "description"])]

  static func named(_ name: String) -> TaskColumn? {
    let name = name.lowercased()
    return all.first { $0.name == name } ?? all.first { $0.aliases.contains(name) }
  }

  private init(_ field: Field, name: String? = nil, key: Text? = nil, aliases: [String] = []) {
    (self.name, self.key) = (name ?? field.name.string, key ?? field.name)
    self.aliases = aliases
    text = { field.value(in: $0).text?.string ?? "" }
    set = { task, text in
      let value = text.isEmpty ? .nothing : TaskColumn.value(text, of: field)
      if let value { field.set(value, in: &task) }
      return value != nil
    }
  }

  private static func value(_ text: String, of field: Field) -> FieldValue? {
    switch field.kind {
    case .ids: FieldValue(list: text.split(separator: " ").map { .text(Text(String($0))) })
    case .words:
      // A tag may have its sign.
      FieldValue(
        list: text.split { $0 == " " || $0 == "," || $0 == ";" }
          .map { .text(Text(String($0.first == "+" ? $0.dropFirst() : $0))) }.uniqued())
    case .duration, .lead: (try? Effort.read(text)).map { FieldValue($0) }
    case _ where field.rule == .lines:
      .text(Text(lines: Array(text.utf8)[...]).trimmingBlankLines)
    default: field.kind.value(fromText: Text(text))
    }
  }

  /// A date, and its parts in columns of their own.
  private static func planned(_ date: PlannedDate, aliases: [String]) -> [TaskColumn] {
    let name = date.rawValue
    let start = TaskColumn(
      name: name, key: Text(name), aliases: aliases, text: { $0[date]?.start.iso ?? "" },
      set: { task, text in
        let start = Timestamp(iso: text)
        task[date] = start.map { task[date]?.moved(to: $0) ?? Planning($0) }
        return start != nil || text.isEmpty
      })
    return [start]
      + PlanningPart.allCases.map { part in
        TaskColumn(
          name: "\(name)_\(part)", key: part == .end ? "\(name)_end" : Text(part.rawValue),
          aliases: [], text: { $0[date].flatMap(part.text) ?? "" },
          set: { task, text in
            guard var plan = task[date] else { return text.isEmpty }
            let isValue = part.set(text.isEmpty ? nil : text, in: &plan)
            task[date] = plan
            return isValue
          })
      }
  }

  private init(
    name: String, key: Text, aliases: [String], text: @escaping @Sendable (Task) -> String,
    set: @escaping @Sendable (inout Task, String) -> Bool
  ) {
    (self.name, self.key, self.aliases, self.text, self.set) = (name, key, aliases, text, set)
  }
}
