/// The timestamps in log entries, which move with the task's dates as those in its notes do.
extension OrgTimestamp {
  /// A log entry with its repeating timestamps moved to their next date; nil if it has none.
  ///
  /// - Parameter now: Nil to find out only whether the entry has such timestamps.
  static func moving(_ entry: LogEntry, now: Timestamp?) -> LogEntry? {
    let (kind, note) = (entry.kind, entry.note)
    var line: Text?
    var isInLine = false
    switch kind {
    case .dropped(_, let value):
      line = value
      isInLine = value.map { RepeatingTimestamps.isIn(title: $0) } ?? false
    case .other(let words):
      // The line may be a comment, in which timestamps do not count.
      line = words
      isInLine = RepeatingTimestamps.isIn(notes: words)
    case .state, .note: break
    }
    let isInNote = note.map { RepeatingTimestamps.isIn(notes: $0) } ?? false
    guard isInLine || isInNote else { return nil }
    guard let now else { return entry }
    var moved = entry
    if isInLine, let line {
      if case .dropped(let field, _) = kind {
        moved.kind = .dropped(
          field: field, value: RepeatingTimestamps.repeated(inTitle: line, now: now))
      } else {
        moved.kind = .other(RepeatingTimestamps.repeated(inNotes: line, now: now))
      }
    }
    if isInNote, let note { moved.note = RepeatingTimestamps.repeated(inNotes: note, now: now) }
    return moved
  }

  /// The replacements that set each repeating timestamp of an entry to its text in another entry; nil if they
  /// do not correspond one to one.
  static func moved(_ item: WrittenLogItem, in bytes: [UInt8], to new: LogEntry) -> [Replacement]? {
    let from = RepeatingTimestamps.all(in: Array(bytes[item.range]))
    var words: [ArraySlice<UInt8>] = []
    func add(_ text: Text, _ stamps: [InlineTimestamp]) {
      words += stamps.map { text.bytes[$0.range] }
    }
    switch new.kind {
    case .dropped(_, let value?): add(value, RepeatingTimestamps.all(inLine: value.bytes[...]))
    case .other(let line): add(line, RepeatingTimestamps.all(in: line.bytes))
    default: break
    }
    if let note = new.note { add(note, RepeatingTimestamps.all(in: note.bytes)) }
    guard !from.isEmpty, from.count == words.count else { return nil }
    return zip(from, words).map { stamp, text in
      let start = item.range.lowerBound + stamp.range.lowerBound
      return Replacement(start..<start + stamp.range.count, Array(text))
    }
  }
}

extension OrgDocument {
  package func movingStamps(now: Timestamp) -> [Edit] {
    var edits: [Edit] = []
    let title = RepeatingTimestamps.repeated(inTitle: task.title, now: now)
    if title != task.title { edits.append(.title(title)) }
    for property in task.properties {
      let moved = RepeatingTimestamps.repeated(inProperty: property.value, now: now)
      if moved != property.value { edits.append(.property(name: property.name, value: moved)) }
    }
    let notes = RepeatingTimestamps.repeated(inNotes: task.notes, now: now)
    if notes != task.notes { edits.append(.notes(notes)) }
    let log = task.log.map { $0.mapEntry { OrgTimestamp.moving($0, now: now) ?? $0 } }
    if log != task.log { edits.append(.log(log)) }
    return edits
      + repeatingFields.compactMap { property, value in
        // `Task` stores the repeaters of reminders only.
        let edit = property.edit(RepeatingTimestamps.repeated(inProperty: value, now: now))
        return edit.flatMap { task.applying($0) == task ? nil : $0 }
      }
  }

  /// The fields' properties that contain a repeating timestamp.
  var repeatingFields: [(property: OrgProperty, value: Text)] {
    guard let drawer else { return [] }
    return OrgProperty.all.compactMap { property in
      // LAST_REPEAT records the last completion and is set by completing the task.
      guard property != .field(.lastRepeat), let value = drawer.value(of: property, in: bytes),
        case let text = Text(bytes: value), RepeatingTimestamps.isIn(property: text)
      else { return nil }
      return (property, text)
    }
  }
}
