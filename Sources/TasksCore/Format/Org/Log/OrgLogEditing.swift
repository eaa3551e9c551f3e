/// Editing the log: unchanged items keep their bytes, new ones go into a LOGBOOK drawer.
extension OrgDocument {
  package var logItems: [WrittenLogItem] { logbook.items }

  /// Removes the items that are not in `new`, and inserts the others in order among those that stay.
  func replacingLog(with new: [LogItem]) -> [Replacement] {
    if hasItemsOutsideDrawers, isReordering(to: new) { return [] }
    let edits = LogEdits(from: logItems, to: new)
    var replacements: [Replacement] = []
    var fresh: [LogItem] = []
    for (place, items) in edits.inserted {
      if let (offset, drawer) = offset(of: place) {
        let indent = bytes[drawer.opening].prefix { $0.isBlank }
        replacements.append(Replacement(offset..<offset, print(items, indent: indent)))
      } else {
        fresh += items
      }
    }
    if !fresh.isEmpty { replacements.append(newLogbook(fresh)) }
    return replacements + removing(edits.removed, whereEmptied: replacements.isEmpty)
  }

  /// Whether an item stands outside of the drawers: it keeps its place, so that the log is read in another order than it
  /// was set to.
  private var hasItemsOutsideDrawers: Bool {
    logItems.contains { item in
      !logbook.drawers.contains { $0.range.contains(item.range.lowerBound) }
    }
  }

  private func isReordering(to new: [LogItem]) -> Bool {
    guard new.count == logItems.count else { return false }
    var left = new
    for item in logItems {
      guard let index = left.firstIndex(of: item.item) else { return false }
      left.remove(at: index)
    }
    return true
  }

  /// The replacements for a log whose entries differ only in repeating timestamps; nil if more differs.
  func movingStamps(ofLog new: [LogItem]) -> [Replacement]? {
    guard new.count == task.log.count, new != task.log else { return nil }
    var replacements: [Replacement] = []
    for (old, new) in zip(logItems, new) where old.item != new {
      guard let entry = new.entry, let moved = OrgTimestamp.moved(old, in: bytes, to: entry) else {
        return nil
      }
      replacements += moved
    }
    let edited = reread(Replacement.apply(replacements, to: bytes))
    return edited?.task.log == new ? replacements : nil
  }

  /// The offset at which new items go into the log: the newest at the top of the first drawer, all others beside
  /// their neighbours if those are in a drawer. Nil if there is no drawer, as nothing is ever written outside of one.
  private func offset(of place: Range<Int>) -> (Int, OrgLogbook.Drawer)? {
    guard let first = logbook.drawers.first else { return nil }
    if place == 0..<0 { return (clear(first.opening.next, in: first), first) }
    func drawer(at offset: Int) -> OrgLogbook.Drawer? {
      logbook.drawers.first { $0.range.contains(offset) }
    }
    if place.lowerBound < logItems.count {
      let next = logItems[place.lowerBound].range.lowerBound
      if let drawer = drawer(at: next) { return (clear(next, in: drawer), drawer) }
    }
    if place.lowerBound > 0 {
      let previous = logItems[place.lowerBound - 1].range
      if let drawer = drawer(at: previous.lowerBound) {
        return (clear(previous.upperBound, in: drawer), drawer)
      }
    }
    return (
      place.lowerBound == 0 ? clear(first.opening.next, in: first) : first.closing.start, first
    )
  }

  private func print(_ items: some Sequence<LogItem>, indent: ArraySlice<UInt8>) -> [UInt8] {
    items.flatMap { OrgLogbook.print($0, indent: indent, lineEnd: lineEnd) }
  }

  /// Moves an insertion point past entries that are indented deeper than the drawer: each would become the note
  /// of an item inserted before it.
  private func clear(_ position: Int, in drawer: OrgLogbook.Drawer) -> Int {
    let indent = bytes[drawer.opening].indent
    var position = position
    while let item = logItems.first(where: { $0.range.lowerBound == position }),
      case .entry = item.item, item.range.upperBound <= drawer.closing.start,
      bytes[position...].prefix(while: { $0.isBlank }).count > indent
    {
      position = item.range.upperBound
    }
    return position
  }

  private func newLogbook(_ items: [LogItem]) -> Replacement {
    let indent = drawerIndent
    var text = Array(indent) + Array(":LOGBOOK:".utf8) + lineEnd
    text += print(items, indent: indent) + indent + Array(":END:".utf8)
    return inserting(text, at: drawerEnd)
  }

  /// Removes items, and drawers that lose their last item. Drawers that were empty before go too then, as
  /// otherwise each would be filled and removed in turn.
  private func removing(_ doomed: [WrittenLogItem], whereEmptied: Bool) -> [Replacement] {
    var rest = doomed[...]
    var gone: [Range<Int>] = []
    var all = logItems[...]
    var empty: [Range<Int>] = []
    var hasEmptied = false
    // Drawers and items are both in file order.
    for drawer in whereEmptied ? logbook.drawers : [] {
      let range = drawer.range
      let isBefore: (WrittenLogItem) -> Bool = { $0.range.lowerBound < range.lowerBound }
      let isInside: (WrittenLogItem) -> Bool = { $0.range.lowerBound < range.upperBound }
      all = all.drop(while: isBefore)
      gone += rest.prefix(while: isBefore).map(\.range)
      rest = rest.drop(while: isBefore)
      let inside = all.prefix(while: isInside)
      let doomed = rest.prefix(while: isInside)
      let isEmptied = !inside.isEmpty && inside.count == doomed.count
      hasEmptied = hasEmptied || isEmptied
      if inside.isEmpty { empty.append(range) }
      gone += isEmptied ? [range] : doomed.map(\.range)
      all = all[inside.endIndex...]
      rest = rest[doomed.endIndex...]
    }
    if hasEmptied { gone += empty }
    return (gone + rest.map(\.range)).map { Replacement($0, "") }
  }
}

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
