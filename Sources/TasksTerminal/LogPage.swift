import TasksCore

/// Prints changes of tasks, newest first: on a terminal under a heading for each day.
package struct LogPage {
  private let now: Timestamp
  /// Whether the fields of a task that was added are told too.
  private let showsAdded: Bool

  package init(now: Timestamp, showsAdded: Bool = false) {
    (self.now, self.showsAdded) = (now, showsAdded)
  }

  package func write(_ entries: [HistoryEntry], to output: inout Output) {
    var day: CivilDate?
    for entry in entries {
      heading(entry, after: &day, to: &output)
      write(entry, to: &output)
    }
  }

  private func heading(
    _ entry: HistoryEntry, after day: inout CivilDate?, to output: inout Output
  ) {
    guard output.terminal.width != nil, entry.time.date != day else { return }
    day = entry.time.date
    output.line(StyledLine(AgendaTable.heading(entry.time.date, today: now.date), [.bold]))
  }

  private func start(_ entry: HistoryEntry, to output: borrowing Output) -> StyledLine {
    guard output.terminal.width != nil else {
      return StyledLine(String(entry.commit.prefix(8)), [.id])
        + StyledLine("  \(entry.time.shown)  ")
    }
    let time = entry.time.minute.map(AgendaTable.clock) ?? ""
    let gap = String(repeating: " ", count: max(0, 7 - time.count))
    return StyledLine(gap + time + "  ", [.date])
      + StyledLine(String(entry.commit.prefix(8)), [.id]) + StyledLine("  ")
  }

  private func write(_ entry: HistoryEntry, to output: inout Output) {
    var line = start(entry, to: output)
    line.add(LogPage.verb(of: entry), [.state])
    let name = "  " + entry.who
    let title = "  " + ((entry.task?.title).map { ControlCharacters.escaped($0) } ?? "")
    let room = output.terminal.width.map { max(10, $0 - line.width) }
    // On a narrow terminal the title is worth more than the device.
    let device = room.map { $0 - CellWidth.of(name) < 20 } == true ? "" : name
    line.add(room.map { CellTable.cut(title, to: $0 - CellWidth.of(device)) } ?? title)
    line.add(device, [.dim])
    output.line(line)
    guard showsAdded || entry.change.old != nil && entry.change.new != nil else { return }
    LogPage.write(entry.fields, to: &output)
  }

  /// Writes changed fields, each on a line of its own.
  package static func write(_ fields: [FieldChange], to output: inout Output) {
    let rest = StyledLine(String(repeating: " ", count: 12))
    let head = StyledLine(String(repeating: " ", count: 10))
    for field in fields {
      let value = field.summary.bytes.dropFirst(field.field.bytes.count)
      let text = StyledLine(
        ControlCharacters.escaped(Text(bytes: Array(field.field.typedField.utf8) + value)))
      for line in text.filling(output.terminal.width, behind: head, rest: rest) {
        output.line(line)
      }
    }
  }

  /// Returns the operation, or the verb for a commit that was not made by `tasks`.
  package static func verb(of entry: HistoryEntry) -> String {
    let isRemovedByHand = entry.operation == "edit" && entry.change.new == nil
    if let operation = entry.operation, !isRemovedByHand {
      return ControlCharacters.escaped(Text(operation))
    }
    if entry.change.old == nil { return "added" }
    if entry.change.new == nil { return "removed" }
    return entry.change.isMove ? "moved" : "changed"
  }

  // MARK: Sums

  /// Writes a line for each commit: how many tasks it changed, and which fields how often.
  ///
  /// - Parameter count: The most lines.
  package func writeSums(_ entries: [HistoryEntry], of count: Int = .max, to output: inout Output) {
    var day: CivilDate?
    var rest = entries[...]
    var left = count
    while let first = rest.first, left > 0 {
      left -= 1
      let commit = rest.prefix { $0.commit == first.commit }
      rest = rest.dropFirst(commit.count)
      heading(first, after: &day, to: &output)
      var line = start(first, to: output)
      line.add(LogPage.verb(of: first), [.state])
      line.add("  \(commit.count.counted("task"))")
      let sums = LogPage.sums(of: commit)
      if !sums.isEmpty { line.add(": " + sums) }
      line.add("  " + first.who, [.dim])
      output.line(line)
    }
  }

  /// `2 added, 1 purged, state 3, title 1`, the most frequent first.
  private static func sums(of entries: ArraySlice<HistoryEntry>) -> String {
    let added = entries.count { $0.change.old == nil }
    let purged = entries.count { $0.change.new == nil }
    var counts: [String: Int] = [:]
    for entry in entries where entry.change.old != nil && entry.change.new != nil {
      for field in Set(
        entry.fields.map {
          $0.field.string.hasPrefix("checkbox ") ? "checkbox" : $0.field.typedField
        })
      {
        counts[field, default: 0] += 1
      }
    }
    let fields = counts.ordered { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
    let parts =
      (added > 0 ? ["\(added) added"] : []) + (purged > 0 ? ["\(purged) purged"] : [])
      + fields.map { "\(ControlCharacters.escaped(Text($0.key))) \($0.value)" }
    return parts.joined(separator: ", ")
  }
}

extension HistoryEntry {
  /// The person, and the device if it is known.
  package var who: String {
    ControlCharacters.escaped(Text(author + (device.map { " (\($0))" } ?? "")))
  }
}
