/// The value of a ``PlainField`` in a property of an Org file.
enum OrgFieldValue {
  /// Parses a value; nil if it is not of this kind.
  static func read(_ bytes: some ByteSlice, _ kind: FieldKind) -> FieldValue? {
    switch kind {
    case .text, .name: bytes.isEmpty ? nil : .text(Text(bytes: bytes))
    case .count, .lead: OrgTimestamp.number(bytes).map { FieldValue($0) }
    case .duration: OrgDuration.minutes(bytes).map { FieldValue($0) }
    case .rank: Rank(bytes).map { .number($0.value) }
    case .flag(let word): word.isSameName(as: Text(bytes: bytes)) ? .flag(true) : nil
    case .date: OrgTimestamp.moment(in: bytes).map { .moment($0) }
    case .reminders: reminders(bytes).map { .list($0.map { .reminder($0.reminder) }) }
    case .id: ids(bytes).first.map { .text($0.text) }
    case .ids: idList(bytes).map { .list($0.map { .text($0.text) }) }
    case .coordinates:
      Location.Coordinates(Text(bytes: bytes).string).map { .text(Text($0.text)) }
    case .priority, .days, .word: kind.value(fromText: Text(bytes: bytes))
    case .number, .words: kind.value(ofProperty: Text(bytes: bytes))
    }
  }

  /// Prints a value; nil for nothing and for a value of another kind.
  static func print(_ value: FieldValue, _ kind: FieldKind) -> Text? {
    switch kind {
    case .text, .name, .rank, .priority, .coordinates, .days, .word: value.text
    case .number, .words: kind.property(value, in: .org)
    case .count, .lead: value.integer.map { Text(String($0)) }
    case .duration: value.integer.map { Text(Effort.text($0)) }
    case .flag(let word): value == .flag(true) ? word : nil
    case .date: value.moment.map { Text(OrgTimestamp.printInactive($0)) }
    case .reminders:
      value.isNothing
        ? nil : Text(value.members.compactMap { $0.reminder.map(print) }.joined(separator: " "))
    case .id: value.text.map { Text(bytes: Array("id:".utf8) + $0.bytes) }
    case .ids: value.text.map { Text(bytes: Array("ids(".utf8) + $0.bytes + [0x29]) }
    }
  }

  /// Prints a value that replaces `old`, with the parts of the old value that are outside of the field: other ids, the
  /// repeater of a date.
  static func print(
    _ value: FieldValue, _ field: PlainField, replacing old: ArraySlice<UInt8>
  ) -> Text? {
    let kept: Text? =
      switch field.kind {
      // It records the last completion, as Org writes it.
      case .date where field == .lastRepeat: nil
      case .id: value.text.flatMap { TaskID($0) }.flatMap { replacingID(in: old, with: $0) }
      case .date: value.moment.flatMap { replacingMoment(in: old, with: $0) }
      case .reminders where !value.isNothing:
        replacingReminders(in: old, with: value.members.compactMap(\.reminder))
      default: nil
      }
    return kept ?? print(value, field.kind)
  }

  private static func replacingMoment(in old: ArraySlice<UInt8>, with new: Timestamp) -> Text? {
    guard let stamp = OrgTimestamp(at: old), stamp.isActive, stamp.planning.isRepeating else {
      return nil
    }
    return Text(stamp.replacing(with: stamp.planning.moved(to: new), in: old))
  }

  /// An old value with another id: replaces the first id, which is the effective one, and keeps the rest. Nil if the
  /// old value has no id.
  private static func replacingID(in old: ArraySlice<UInt8>, with new: TaskID) -> Text? {
    guard let word = old.split(whereSeparator: \.isBlank).first(where: { id($0) != nil }) else {
      return nil
    }
    let text = Array("id:".utf8) + new.text.bytes
    return Text(bytes: old[..<word.startIndex] + text + old[word.endIndex...])
  }

  private static func print(_ reminder: Reminder) -> String {
    OrgTimestamp.print(Planning(reminder.at, repeater: reminder.repeater), isActive: false)
  }

  /// An old value with other reminders: those that stay keep their text, and one that replaces another keeps what
  /// else its timestamp holds. Nil if the old value cannot be parsed.
  private static func replacingReminders(
    in old: ArraySlice<UInt8>, with new: [Reminder]
  ) -> Text? {
    guard let known = reminders(old) else { return nil }
    let hunks = LineDifference(known.map(\.reminder), new).hunks
    if hunks.allSatisfy({ $0.old.count == $0.new.count }) {
      return Text(
        bytes: replacingInPlace(hunks.flatMap { Array($0.old) }, of: known, in: old, with: new))
    }
    var words = new.map { Array(print($0).utf8) }
    var (x, y) = (0, 0)
    let end = LineDifference.Hunk(old: known.count..<known.count, new: new.count..<new.count)
    for hunk in hunks + [end] {
      while x < hunk.old.lowerBound {
        words[y] = Array(old[known[x].range])
        (x, y) = (x + 1, y + 1)
      }
      for (oldIndex, newIndex) in zip(hunk.old, hunk.new) {
        guard let stamp = known[oldIndex].stamp else { continue }
        words[newIndex] = Array(replacing(stamp, in: old, with: new[newIndex]).utf8)
      }
      (x, y) = (hunk.old.upperBound, hunk.new.upperBound)
    }
    return Text(bytes: Array(words.joined(separator: [0x20])))
  }

  private static func replacing(
    _ stamp: OrgTimestamp, in old: ArraySlice<UInt8>, with new: Reminder
  ) -> String {
    var plan = stamp.planning.moved(to: new.at)
    plan.repeater = new.repeater
    return stamp.replacing(with: plan, in: old)
  }

  private static func replacingInPlace(
    _ changed: [Int], of known: [(reminder: Reminder, range: Range<Int>, stamp: OrgTimestamp?)],
    in old: ArraySlice<UInt8>, with new: [Reminder]
  ) -> [UInt8] {
    var out = Array(old)
    for index in changed.reversed() {
      let (_, range, stamp) = known[index]
      let text = stamp.map { replacing($0, in: old, with: new[index]) } ?? print(new[index])
      out.replaceSubrange(
        range.lowerBound - old.startIndex..<range.upperBound - old.startIndex, with: text.utf8)
    }
    return out
  }

  // MARK: Parts

  /// Parses ids: `id:b3x9…`, `[[id:b3x9…]]` or the bare id, separated by blanks. Other words are skipped.
  private static func ids(_ bytes: some ByteSlice) -> [TaskID] {
    bytes.split { $0.isBlank }.compactMap { id($0) }
  }

  private static func id(_ word: some ByteSlice) -> TaskID? {
    var word = word
    if word.hasPrefix("[["), let close = word.firstIndex(of: 0x5D) {
      word = word[..<close].dropFirst(2)
    }
    if word.first == 0x22, word.last == 0x22, word.count > 2 {
      word = word.dropFirst().dropLast()
    }
    if word.hasPrefix("id:") { word = word.dropFirst(3) }
    return TaskID(Text(bytes: word))
  }

  /// Parses `ids(c4… d5…)`, the only form of org-edna's conditions that is a plain list of tasks, also several of them.
  private static func idList(_ bytes: some ByteSlice) -> [TaskID]? {
    var found: [TaskID] = []
    var rest = bytes.trimmingBlanks
    while !rest.isEmpty {
      guard rest.hasPrefix("ids("), let end = rest.firstIndex(of: 0x29) else { return nil }
      let inside = rest[..<end].dropFirst(4)
      guard !inside.contains(0x28) else { return nil }
      found += ids(inside)
      rest = rest[(end + 1)...].trimmingBlanks
    }
    return found.isEmpty ? nil : found.uniqued()
  }

  /// Parses one or more dates: each with its byte range and its timestamp, which is nil for a plain ISO
  /// date.
  private static func reminders(
    _ bytes: some ByteSlice
  ) -> [(reminder: Reminder, range: Range<Int>, stamp: OrgTimestamp?)]? {
    var found: [(reminder: Reminder, range: Range<Int>, stamp: OrgTimestamp?)] = []
    var rest = bytes.trimmingBlanks
    while !rest.isEmpty {
      if let stamp = OrgTimestamp(at: rest) {
        let reminder = Reminder(stamp.planning.start, repeater: stamp.planning.repeater)
        found.append((reminder, stamp.range, stamp))
      } else {
        let word = rest.prefix { !$0.isBlank && $0 != 0x2C }
        guard let moment = Timestamp(iso: word) else { return nil }
        found.append((Reminder(moment), word.startIndex..<word.endIndex, nil))
      }
      rest = rest[(found.last?.range.upperBound ?? rest.endIndex)...].drop {
        $0.isBlank || $0 == 0x2C
      }
    }
    return found.isEmpty ? nil : found
  }
}
