/// An Org timestamp in a text, `<2026-11-27 Fri 17:00 ++1w -3d>`, with the byte ranges of its parts, so that a
/// change keeps the rest unchanged (Org manual, "Timestamps").
package struct OrgTimestamp {
  /// Including both brackets.
  package let range: Range<Int>
  package let isActive: Bool
  package let planning: Planning
  /// The text after the date, up to the closing bracket.
  private let tail: Range<Int>
  /// True if a time of 24:00 or later moves the start to the next day.
  private let runsOver: Bool
  /// True if such a time moves only the end to the next day.
  private let endsLate: Bool

  /// Parses the timestamp that starts at the first byte; returns nil if there is none.
  ///
  /// The weekday may be missing, wrong, or in any language; `9:00` is accepted; repeater and warning may be in
  /// either order. As in Emacs, a day past the end of its month continues into the next month, and `24:00` into
  /// the next day.
  package init?(at text: some ByteSlice) {
    guard let open = text.first, open == 0x3C || open == 0x5B else { return nil }
    let closing: UInt8 = open == 0x3C ? 0x3E : 0x5D
    let start = text.startIndex + 1
    let most = min(text.endIndex, start + 255)
    guard most - start > 10, let date = OrgTimestamp.date(text[start..<start + 10]) else {
      return nil
    }
    var close = start + 10
    while close < most, text[close] != closing {
      let byte = text[close]
      if byte == 0x0A || byte == 0x0D || byte == open { return nil }
      close += 1
    }
    guard close < most, close - start == 10 || text[start + 10].isBlank else { return nil }
    tail = (start + 10)..<close
    var plan = Planning(Timestamp(date))
    var position = tail.lowerBound
    while position < close {
      let start = text[position..<close].endOfBlanks
      position = text[start..<close].endOfWord
      OrgTimestamp.read(text[start..<position], into: &plan)
    }
    planning = plan
    runsOver = plan.start.date != date
    endsLate = !runsOver && plan.end.map { $0.date != date } ?? false
    isActive = open == 0x3C
    range = text.startIndex..<close + 1
  }

  /// True if the timestamp repeats; an inactive one does not.
  var comesAgain: Bool { isActive && planning.isRepeating }

  /// Parses one timestamp or a range of two joined by `--`: the value of a planning keyword.
  static func planning(at text: some ByteSlice) -> (planning: Planning, range: Range<Int>)? {
    guard let first = OrgTimestamp(at: text) else { return nil }
    let rest = text[first.range.upperBound...]
    guard rest.hasPrefix("--"), let second = OrgTimestamp(at: rest.dropFirst(2)) else {
      return (first.planning, first.range)
    }
    var plan = first.planning
    plan.end = second.planning.end ?? second.planning.start
    return (plan, first.range.lowerBound..<second.range.upperBound)
  }

  /// Parses a single date in a property or a log: the start of a timestamp, or an ISO date.
  static func moment(in text: some ByteSlice) -> Timestamp? {
    let trimmed = text.trimmingBlanks
    if let stamp = OrgTimestamp(at: trimmed), stamp.range.upperBound == trimmed.endIndex {
      return stamp.planning.start
    }
    return Timestamp(iso: trimmed)
  }

  /// Prints the timestamp with another plan. Keeps the weekday if the date is the same, unknown words, and the
  /// order of repeater and warning.
  func replacing(with plan: Planning, in bytes: some ByteSlice) -> String {
    var parts = [plan.start.date.iso]
    var hasRepeater = false
    var hasWarning = false
    var hasTime = false
    let late = endsLate ? OrgTimestamp.lateTimeText(plan) : nil
    let time = late ?? OrgTimestamp.timeText(plan)
    let staysDay = plan.start.date == planning.start.date && !runsOver
    if !staysDay { parts.append(plan.start.date.weekdayName) }
    for word in bytes[tail].split(whereSeparator: \.isBlank) {
      switch OrgTimestamp.kind(of: word) {
      case .weekday:
        if staysDay { parts.append(Text(bytes: word).string) }
      case .time:
        if let time, !hasTime {
          let isSame =
            plan.start.minute == planning.start.minute && plan.end == planning.end && !runsOver
          parts.append(isSame ? Text(bytes: word).string : time)
        }
        hasTime = true
      case .repeater:
        if !hasTime, let time { parts.append(time) }
        hasTime = true
        // A second repeater has no effect and is kept.
        if let repeater = plan.repeater {
          parts.append(hasRepeater ? Text(bytes: word).string : repeater.text)
        }
        hasRepeater = true
      case .warning:
        if !hasTime, let time { parts.append(time) }
        hasTime = true
        // A new repeater comes before the warning.
        if planning.repeater == nil, let repeater = plan.repeater, !hasRepeater {
          parts.append(repeater.text)
          hasRepeater = true
        }
        if let warning = plan.warning, !hasWarning { parts.append(warning.text) }
        hasWarning = true
      case .unknown:
        // Emacs reads a time only right after the day.
        if !hasTime, let time { parts.append(time) }
        hasTime = true
        parts.append(Text(bytes: word).string)
      }
    }
    if !hasTime, let time { parts.append(time) }
    if !hasRepeater, let repeater = plan.repeater { parts.append(repeater.text) }
    if !hasWarning, let warning = plan.warning { parts.append(warning.text) }
    let text = parts.spaced
    return (isActive ? "<\(text)>" : "[\(text)]") + (late == nil ? rangeEnd(plan, in: bytes) : "")
  }

  /// Prints the second timestamp of a range, which may have a repeater of its own.
  private func rangeEnd(_ plan: Planning, in bytes: some ByteSlice) -> String {
    let rest = bytes[range.upperBound...]
    guard let end = plan.end, OrgTimestamp.isOfTwo(plan), rest.hasPrefix("--"),
      let second = OrgTimestamp(at: rest.dropFirst(2)), second.planning.end == nil
    else { return OrgTimestamp.rangeEnd(plan, isActive: isActive) }
    var next = second.planning
    next.start = end
    return "--" + second.replacing(with: next, in: bytes)
  }

  /// Prints a new timestamp.
  package static func print(_ plan: Planning, isActive: Bool = true) -> String {
    var parts = [plan.start.date.iso, plan.start.date.weekdayName]
    if let time = timeText(plan) { parts.append(time) }
    if let repeater = plan.repeater { parts.append(repeater.text) }
    if let warning = plan.warning { parts.append(warning.text) }
    let text = parts.spaced
    return (isActive ? "<\(text)>" : "[\(text)]") + rangeEnd(plan, isActive: isActive)
  }

  /// The timestamp in active form: an inactive one holds a date, but no agenda shows it.
  static func active(_ stamp: String) -> String {
    stamp.hasPrefix("[") ? String(stamp.map { $0 == "[" ? "<" : $0 == "]" ? ">" : $0 }) : stamp
  }

  /// Prints `[2026-11-20 Fri 09:15]`.
  static func printInactive(_ moment: Timestamp) -> String {
    print(Planning(moment), isActive: false)
  }

  // MARK: Parts

  private enum WordKind { case weekday, time, repeater, warning, unknown }

  private static func kind(of word: some ByteSlice) -> WordKind {
    guard let first = word.first else { return .unknown }
    if first.isDigit { return times(word) == nil ? .unknown : .time }
    if first == 0x2B || first == 0x2E { return Repeater(word) == nil ? .unknown : .repeater }
    if first == 0x2D { return Warning(word) == nil ? .unknown : .warning }
    for byte in word where byte.isDigit || byte == 0x2B || byte == 0x2D { return .unknown }
    return .weekday
  }

  private static func read(_ word: some ByteSlice, into plan: inout Planning) {
    guard let first = word.first else { return }
    if first.isDigit {
      guard plan.start.minute == nil, let (start, end) = times(word) else { return }
      let day = plan.start
      plan.start = day.adding(minutes: start)
      plan.end = end.map { day.adding(minutes: $0) }
    } else if first == 0x2B || first == 0x2E {
      plan.repeater = plan.repeater ?? Repeater(word)
    } else if first == 0x2D {
      plan.warning = plan.warning ?? Warning(word)
    }
  }

  /// Parses `10:00` or `10:00-11:30` into minutes; the rest of the word is ignored, as in Emacs.
  private static func times(_ word: some ByteSlice) -> (Int, Int?)? {
    // The usual form.
    if let time = Timestamp.minute(iso: word) { return (time, nil) }
    guard let (start, rest) = minute(word) else { return nil }
    guard rest.first == 0x2D else { return (start, nil) }
    return (start, minute(rest.dropFirst())?.0)
  }

  /// Parses `9:05` or `09:05`, and returns the text after it; seconds are ignored, as in Org. Org accepts any
  /// two digits for hours and minutes.
  private static func minute<Word: ByteSlice>(_ word: Word) -> (Int, rest: Word)? {
    let hour = word.prefix { $0.isDigit }
    let rest = word[hour.endIndex...]
    guard (1...2).contains(hour.count), let minute = part(rest.prefix(3)),
      let hours = number(hour)
    else { return nil }
    let seconds = rest.dropFirst(3)
    return (hours * 60 + minute, part(seconds.prefix(3)) == nil ? seconds : seconds.dropFirst(3))
  }

  /// Parses `:05`, minutes or seconds.
  private static func part(_ word: some ByteSlice) -> Int? {
    guard word.first == 0x3A, word.count == 3 else { return nil }
    return number(word.dropFirst())
  }

  private static func date(_ text: some ByteSlice) -> CivilDate? {
    guard let (year, month, day) = Timestamp.day(iso: text) else { return nil }
    if let date = CivilDate(year: year, month: month, day: day) { return date }
    // After year 9990 a day must exist, as the calendar ends at 9999.
    guard (1...9990).contains(year), let first = CivilDate(year: year, month: 1, day: 1) else {
      return nil
    }
    return first.adding(months: month - 1).adding(days: day - 1)
  }

  static func number(_ digits: some ByteSlice) -> Int? { digits.wholeNumber }

  private static func timeText(_ plan: Planning) -> String? {
    guard let start = plan.start.minute else { return nil }
    guard let end = plan.end, let endMinute = end.minute, end.date == plan.start.date else {
      return Timestamp.clock(start)
    }
    return "\(Timestamp.clock(start))-\(Timestamp.clock(endMinute))"
  }

  /// Prints `23:00-24:30`; nil if the end is not on the day after the start.
  private static func lateTimeText(_ plan: Planning) -> String? {
    guard let start = plan.start.minute, let end = plan.end, let minute = end.minute,
      end.date == plan.start.date.adding(days: 1)
    else { return nil }
    return "\(Timestamp.clock(start))-\(Timestamp.clock(minute + 1440))"
  }

  /// True if a range needs two timestamps: one is enough only for two times on the same day.
  private static func isOfTwo(_ plan: Planning) -> Bool {
    guard let end = plan.end else { return false }
    return end.date != plan.start.date || end.minute == nil || plan.start.minute == nil
  }

  /// Prints the second timestamp of a range that needs two.
  private static func rangeEnd(_ plan: Planning, isActive: Bool) -> String {
    guard let end = plan.end, isOfTwo(plan) else { return "" }
    return "--" + print(Planning(end), isActive: isActive)
  }
}

/// A duration as Org writes efforts and clock sums (org-duration): `90`, `1:30`, `1h 30min`, `2d`.
package enum OrgDuration {
  package static func minutes(_ bytes: some ByteSlice) -> Int? {
    let text = bytes.trimmingBlanks
    if let plain = OrgTimestamp.number(text) { return plain }
    let parts = text.split(separator: 0x3A, omittingEmptySubsequences: false)
    if (2...3).contains(parts.count) {
      guard let hours = OrgTimestamp.number(parts[0]), parts[1].count == 2,
        let minutes = OrgTimestamp.number(parts[1]),
        parts.count == 2 || (parts[2].count == 2 && OrgTimestamp.number(parts[2]) != nil)
      else { return nil }
      return hours * 60 + minutes
    }
    return withUnits(text)
  }

  private static func withUnits(_ text: some ByteSlice) -> Int? {
    let sizes: [(StaticString, Int)] = [
      ("min", 1), ("h", 60), ("d", 1440), ("w", 10080), ("m", 43200), ("y", 525_600),
    ]
    var total = 0
    var rest = text
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isDigit }
      rest = rest[digits.endIndex...]
      guard let count = OrgTimestamp.number(digits),
        let (unit, size) = sizes.first(where: { rest.hasPrefix($0.0) })
      else { return nil }
      total += count * size
      // JSON numbers are exact up to 2^53.
      guard total < 1 << 53 else { return nil }
      rest = rest.dropFirst(unit.utf8CodeUnitCount).trimmingLeadingBlanks
    }
    return text.isEmpty ? nil : total
  }
}
