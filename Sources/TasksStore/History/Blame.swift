import TasksCore

/// Who set each field of a task last, when, and from what, and the same of each line of its notes: what git-blame(1) is for
/// the lines of a file.
package struct Blame: Sendable {
  /// A field, a member of a set, or a line of the notes.
  package struct Row: Sendable {
    package let field: Text
    package let value: FieldValue
    /// The number of a line of the notes, from 1.
    package let line: Int?
    /// What it was before; nothing if it was not set.
    package let old: FieldValue
    /// The change that set it; nil if the history does not reach back to it.
    package let entry: HistoryEntry?
  }

  let task: Task
  package private(set) var rows: [Row] = []

  /// - Parameter entries: The history of the task, newest first.
  package init(of task: Task, _ entries: [HistoryEntry]) {
    self.task = task
    for field in Field.table(for: task.format) + [.closed] + Blame.properties(of: task) {
      switch field.rule {
      case .log, .clocks, .lines: continue
      case .set: addMembers(of: field, entries)
      case .local, .rank, .box: addValue(of: field, entries)
      }
    }
    addNotes(entries)
  }

  private static func properties(of task: Task) -> [Field] {
    var seen: Set<Text> = [Field.propertyName("ID")]
    return task.properties.map { Field.property($0.name) }.filter { seen.insert($0.name).inserted }
  }

  private mutating func addValue(of field: Field, _ entries: [HistoryEntry]) {
    let value = field.value(in: task)
    guard !value.isNothing else { return }
    func change(_ entry: HistoryEntry) -> (old: FieldValue, new: FieldValue)? {
      for change in entry.fields where change.field == field.name {
        if case .value(let old, let new) = change.change { return (old, new) }
      }
      return nil
    }
    // A merge may have kept the value of an older change. After a conversion, none may be spelled like it.
    let entry =
      entries.first { change($0).map { $0.new == value } ?? ($0.change.old == nil) }
      ?? entries.first { change($0) != nil }
    let old = entry.flatMap(change)?.old ?? .nothing
    rows.append(Row(field: field.name, value: value, line: nil, old: old, entry: entry))
  }

  private mutating func addMembers(of field: Field, _ entries: [HistoryEntry]) {
    for member in field.value(in: task).members {
      let entry = entries.first { entry in
        for change in entry.fields where change.field == field.name {
          if case .members(let added, _) = change.change { return added.contains(member) }
        }
        return entry.change.old == nil
      }
      rows.append(Row(field: field.name, value: member, line: nil, old: .nothing, entry: entry))
    }
  }

  /// A line is of the newest change that has more of such lines after it than before. Of equal lines, the last is of the
  /// newest change.
  private mutating func addNotes(_ entries: [HistoryEntry]) {
    let lines = task.notes.lines
    guard !task.notes.isEmpty, !task.hasEncryptedNotes else { return }
    var places: [Text: [Int]] = [:]
    for (place, line) in lines.enumerated() { places[line, default: []].append(place) }
    var found: [HistoryEntry?] = lines.map { _ in nil }
    for entry in entries {
      // A merge that has decided nothing about the notes has brought lines of others together.
      let isTold = entry.fields.contains {
        $0.field == "notes" || $0.field.bytes.starts(with: Array("checkbox ".utf8))
      }
      guard let new = entry.change.new, isTold, new.notes != entry.change.old?.notes else {
        continue
      }
      var counts: [Text: Int] = [:]
      for line in new.notes.lines { counts[line, default: 0] += 1 }
      for line in entry.change.old?.notes.lines ?? [] { counts[line, default: 0] -= 1 }
      for (line, count) in counts where count > 0 {
        for _ in 0..<count {
          guard let place = places[line]?.popLast() else { break }
          found[place] = entry
        }
      }
    }
    for (place, line) in lines.enumerated() {
      rows.append(
        Row(
          field: "notes", value: .text(line), line: place + 1, old: .nothing, entry: found[place]))
    }
  }
}
