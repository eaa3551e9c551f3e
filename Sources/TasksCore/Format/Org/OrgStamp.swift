/// One Org timestamp in a text, `<2026-11-27 Fri 17:00 ++1w -3d>`, with the places of its parts, so that
/// a change keeps the rest as it was (Org manual, "Timestamps").
struct OrgStamp {
  /// With both brackets.
  let range: Range<Int>
  let isActive: Bool
  let planning: Planning
  /// What stands between the brackets after the date.
  private let tail: Range<Int>
  /// Whether a time past midnight stands there, which is one of the next day; and whether it is only the end's.
  private let runsOver: Bool
  private let endsLate: Bool

  /// Reads the stamp that starts at the first byte; nil when there is none.
  ///
  /// The weekday may be missing, wrong, or of any language; `9:00` is fine; repeater and warning stand in
  /// either order. A day past the end of its month runs on into the next, and `24:00` into the next day, as Emacs
  /// reads it.
  init?(at text: some ByteSlice) {
    guard let open = text.first, open == 0x3C || open == 0x5B else { return nil }
    let closing: UInt8 = open == 0x3C ? 0x3E : 0x5D
    let start = text.startIndex + 1
    let most = min(text.endIndex, start + 255)
    guard most - start > 10, let date = OrgStamp.date(text[start..<start + 10]) else { return nil }
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
      OrgStamp.read(text[start..<position], into: &plan)
    }
    planning = plan
    runsOver = plan.start.date != date
    endsLate = !runsOver && plan.end.map { $0.date != date } ?? false
    isActive = open == 0x3C
    range = text.startIndex..<close + 1
  }

  /// What is not active does not come again.
  var comesAgain: Bool { isActive && planning.isRepeating }

  /// Two stamps joined by `--`, or one: what a planning keyword may be followed by.
  static func planning(at text: some ByteSlice) -> (planning: Planning, range: Range<Int>)? {
    guard let first = OrgStamp(at: text) else { return nil }
    let rest = text[first.range.upperBound...]
    guard rest.hasPrefix("--"), let second = OrgStamp(at: rest.dropFirst(2)) else {
      return (first.planning, first.range)
    }
    var plan = first.planning
    plan.end = second.planning.end ?? second.planning.start
    return (plan, first.range.lowerBound..<second.range.upperBound)
  }

  /// A moment alone, as it stands in a property or a log: the stamp's start.
  static func moment(in text: some ByteSlice) -> Timestamp? {
    let trimmed = text.trimmingBlanks
    if let stamp = OrgStamp(at: trimmed), stamp.range.upperBound == trimmed.endIndex {
      return stamp.planning.start
    }
    return Timestamp(iso: trimmed)
  }

  /// The stamp with the parts of another plan: the weekday is kept while the date stays, words it does not
  /// know stay, and repeater and warning keep their order.
  func replacing(with plan: Planning, in bytes: some ByteSlice) -> String {
    var parts = [plan.start.date.iso]
    var hasRepeater = false
    var hasWarning = false
    var hasTime = false
    let late = endsLate ? OrgStamp.lateTimeText(plan) : nil
    let time = late ?? OrgStamp.timeText(plan)
    let staysDay = plan.start.date == planning.start.date && !runsOver
    if !staysDay { parts.append(plan.start.date.weekdayName) }
    for word in bytes[tail].split(whereSeparator: \.isBlank) {
      switch OrgStamp.kind(of: word) {
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
        // A second one counts for nothing, and stays.
        if let repeater = plan.repeater {
          parts.append(hasRepeater ? Text(bytes: word).string : repeater.text)
        }
        hasRepeater = true
      case .warning:
        if !hasTime, let time { parts.append(time) }
        hasTime = true
        // A new repeater stands before the warning.
        if planning.repeater == nil, let repeater = plan.repeater, !hasRepeater {
          parts.append(repeater.text)
          hasRepeater = true
        }
        if let warning = plan.warning, !hasWarning { parts.append(warning.text) }
        hasWarning = true
      case .unknown:
        // Emacs reads a time only where it stands right behind the day.
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

  /// The second stamp of a range, which may have a repeater of its own.
  private func rangeEnd(_ plan: Planning, in bytes: some ByteSlice) -> String {
    let rest = bytes[range.upperBound...]
    guard let end = plan.end, OrgStamp.isOfTwo(plan), rest.hasPrefix("--"),
      let second = OrgStamp(at: rest.dropFirst(2)), second.planning.end == nil
    else { return OrgStamp.rangeEnd(plan, isActive: isActive) }
    var next = second.planning
    next.start = end
    return "--" + second.replacing(with: next, in: bytes)
  }

  /// A new stamp.
  static func print(_ plan: Planning, isActive: Bool = true) -> String {
    var parts = [plan.start.date.iso, plan.start.date.weekdayName]
    if let time = timeText(plan) { parts.append(time) }
    if let repeater = plan.repeater { parts.append(repeater.text) }
    if let warning = plan.warning { parts.append(warning.text) }
    let text = parts.spaced
    return (isActive ? "<\(text)>" : "[\(text)]") + rangeEnd(plan, isActive: isActive)
  }

  /// A stamp that an agenda shows: one in square brackets where a date stands says when, but nobody is told.
  static func active(_ stamp: String) -> String {
    stamp.hasPrefix("[") ? String(stamp.map { $0 == "[" ? "<" : $0 == "]" ? ">" : $0 }) : stamp
  }

  /// `[2026-11-20 Fri 09:15]`.
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

  /// `10:00` or `10:00-11:30`, in minutes; what else the word says is passed over, as Emacs does.
  private static func times(_ word: some ByteSlice) -> (Int, Int?)? {
    // Most are as we write them.
    if let time = Timestamp.minute(iso: word) { return (time, nil) }
    guard let (start, rest) = minute(word) else { return nil }
    guard rest.first == 0x2D else { return (start, nil) }
    return (start, minute(rest.dropFirst())?.0)
  }

  /// `9:05` or `09:05`, and what stands behind it; seconds are passed over, as Org does. Any two digits are a number
  /// of hours or minutes to it.
  private static func minute<Word: ByteSlice>(_ word: Word) -> (Int, rest: Word)? {
    let hour = word.prefix { $0.isDigit }
    let rest = word[hour.endIndex...]
    guard (1...2).contains(hour.count), let minute = part(rest.prefix(3)),
      let hours = number(hour)
    else { return nil }
    let seconds = rest.dropFirst(3)
    return (hours * 60 + minute, part(seconds.prefix(3)) == nil ? seconds : seconds.dropFirst(3))
  }

  /// `:05`, of an hour or of a minute.
  private static func part(_ word: some ByteSlice) -> Int? {
    guard word.first == 0x3A, word.count == 3 else { return nil }
    return number(word.dropFirst())
  }

  private static func date(_ text: some ByteSlice) -> CivilDate? {
    guard let (year, month, day) = Timestamp.day(iso: text) else { return nil }
    if let date = CivilDate(year: year, month: month, day: day) { return date }
    // The last days of the calendar have nothing to run on into.
    guard (1...9990).contains(year), let first = CivilDate(year: year, month: 1, day: 1) else {
      return nil
    }
    return first.adding(months: month - 1).adding(days: day - 1)
  }

  static func number(_ digits: some ByteSlice) -> Int? {
    guard !digits.isEmpty, digits.count <= 9 else { return nil }
    var value = 0
    for digit in digits {
      guard digit.isDigit else { return nil }
      value = value * 10 + Int(digit & 0x0F)
    }
    return value
  }

  private static func timeText(_ plan: Planning) -> String? {
    guard let start = plan.start.minute else { return nil }
    guard let end = plan.end, let endMinute = end.minute, end.date == plan.start.date else {
      return Timestamp.clock(start)
    }
    return "\(Timestamp.clock(start))-\(Timestamp.clock(endMinute))"
  }

  /// `23:00-24:30`; nil where the end is not in the night that follows.
  private static func lateTimeText(_ plan: Planning) -> String? {
    guard let start = plan.start.minute, let end = plan.end, let minute = end.minute,
      end.date == plan.start.date.adding(days: 1)
    else { return nil }
    return "\(Timestamp.clock(start))-\(Timestamp.clock(minute + 1440))"
  }

  /// Whether a range is none of two times on one day, for which one stamp will do.
  private static func isOfTwo(_ plan: Planning) -> Bool {
    guard let end = plan.end else { return false }
    return end.date != plan.start.date || end.minute == nil || plan.start.minute == nil
  }

  /// The second stamp of a range that takes two.
  private static func rangeEnd(_ plan: Planning, isActive: Bool) -> String {
    guard let end = plan.end, isOfTwo(plan) else { return "" }
    return "--" + print(Planning(end), isActive: isActive)
  }
}
