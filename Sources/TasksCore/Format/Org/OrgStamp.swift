/// One Org timestamp in a text, `<2026-11-27 Fri 17:00 ++1w -3d>`, with the places of its parts, so that
/// a change keeps the rest as it was (Org manual, "Timestamps").
struct OrgStamp {
  /// With both brackets.
  let range: Range<Int>
  let isActive: Bool
  let planning: Planning
  /// What stands between the brackets after the date, cut at blanks.
  private let words: [ArraySlice<UInt8>]

  /// Reads the stamp that starts at the first byte; nil when there is none.
  ///
  /// The weekday may be missing, wrong, or of any language; `9:00` is fine; repeater and warning stand in
  /// either order. A day past the end of its month runs on into the next, as Emacs reads it.
  init?(at text: ArraySlice<UInt8>) {
    guard let open = text.first, open == 0x3C || open == 0x5B else { return nil }
    let closing: UInt8 = open == 0x3C ? 0x3E : 0x5D
    guard let close = text.prefix(256).firstIndex(of: closing) else { return nil }
    let inside = text[(text.startIndex + 1)..<close]
    guard !inside.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == open }),
      let date = OrgStamp.date(inside.prefix(10)),
      inside.count == 10 || inside[inside.startIndex + 10].isBlank
    else { return nil }
    words = inside.dropFirst(10).split { $0.isBlank }
    var plan = Planning(Timestamp(date))
    for word in words { OrgStamp.read(word, into: &plan) }
    planning = plan
    isActive = open == 0x3C
    range = text.startIndex..<close + 1
  }

  /// Two stamps joined by `--`, or one: what a planning keyword may be followed by.
  static func planning(at text: ArraySlice<UInt8>) -> (planning: Planning, range: Range<Int>)? {
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
  static func moment(in text: ArraySlice<UInt8>) -> Timestamp? {
    let trimmed = text.trimmingBlanks
    if let stamp = OrgStamp(at: trimmed), stamp.range.upperBound == trimmed.endIndex {
      return stamp.planning.start
    }
    return Timestamp(iso: Text(bytes: trimmed).string)
  }

  /// The stamp with the parts of another plan: the weekday is kept while the date stays, words it does not
  /// know stay, and repeater and warning keep their order.
  func replacing(with plan: Planning) -> String {
    var parts = [plan.start.date.iso]
    var hasRepeater = false
    var hasWarning = false
    var hasTime = false
    let time = OrgStamp.timeText(plan)
    if plan.start.date != planning.start.date { parts.append(plan.start.date.weekdayName) }
    for word in words {
      switch OrgStamp.kind(of: word) {
      case .weekday:
        if plan.start.date == planning.start.date { parts.append(Text(bytes: word).string) }
      case .time:
        if let time, !hasTime {
          let isSame = plan.start.minute == planning.start.minute && plan.end == planning.end
          parts.append(isSame ? Text(bytes: word).string : time)
        }
        hasTime = true
      case .repeater:
        if !hasTime, let time { parts.append(time) }
        hasTime = true
        if let repeater = plan.repeater, !hasRepeater { parts.append(repeater.text) }
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
        parts.append(Text(bytes: word).string)
      }
    }
    if !hasTime, let time { parts.append(time) }
    if !hasRepeater, let repeater = plan.repeater { parts.append(repeater.text) }
    if !hasWarning, let warning = plan.warning { parts.append(warning.text) }
    let text = parts.joined(separator: " ")
    return (isActive ? "<\(text)>" : "[\(text)]") + OrgStamp.rangeEnd(plan, isActive: isActive)
  }

  /// A new stamp.
  static func print(_ plan: Planning, isActive: Bool = true) -> String {
    var parts = [plan.start.date.iso, plan.start.date.weekdayName]
    if let time = timeText(plan) { parts.append(time) }
    if let repeater = plan.repeater { parts.append(repeater.text) }
    if let warning = plan.warning { parts.append(warning.text) }
    let text = parts.joined(separator: " ")
    return (isActive ? "<\(text)>" : "[\(text)]") + rangeEnd(plan, isActive: isActive)
  }

  /// `[2026-11-20 Fri 09:15]`.
  static func printInactive(_ moment: Timestamp) -> String {
    print(Planning(moment), isActive: false)
  }

  // MARK: Stamps inside a body

  /// True when a text holds an active stamp that repeats.
  static func hasActiveRepeater(in text: Text) -> Bool {
    repeatingStamps(in: text.bytes).contains { $0.planning.isRepeating }
  }

  /// The text with each active repeating stamp moved on, as Org does when a task is done.
  static func repeatingActiveStamps(in text: Text, now: Timestamp) -> Text {
    let bytes = text.bytes
    let replacements = repeatingStamps(in: bytes).map {
      Replacement($0.range, $0.replacing(with: $0.planning.repeated(now: now)))
    }
    return Text(bytes: Replacement.apply(replacements, to: bytes))
  }

  /// The active stamps with a repeater in the task's own text: headings below it have their own dates.
  private static func repeatingStamps(in bytes: [UInt8]) -> [OrgStamp] {
    guard bytes.contains(0x3C) else { return [] }
    var found: [OrgStamp] = []
    for line in ByteLines(bytes[...]) {
      if OrgSyntax.isHeading(line.content) { break }
      var position = line.content.startIndex
      while let open = line.content[position...].firstIndex(of: 0x3C) {
        position = open + 1
        if let stamp = OrgStamp(at: line.content[open...]) {
          position = stamp.range.upperBound
          if stamp.planning.isRepeating { found.append(stamp) }
        }
      }
    }
    return found
  }

  // MARK: Parts

  private enum WordKind { case weekday, time, repeater, warning, unknown }

  private static func kind(of word: ArraySlice<UInt8>) -> WordKind {
    guard let first = word.first else { return .unknown }
    if first.isDigit { return times(word) == nil ? .unknown : .time }
    let text = Text(bytes: word).string
    if first == 0x2B || first == 0x2E { return Repeater(text) == nil ? .unknown : .repeater }
    if first == 0x2D { return Warning(text) == nil ? .unknown : .warning }
    return word.contains { $0.isDigit || $0 == 0x2B || $0 == 0x2D } ? .unknown : .weekday
  }

  private static func read(_ word: ArraySlice<UInt8>, into plan: inout Planning) {
    switch kind(of: word) {
    case .time:
      guard plan.start.minute == nil, let (start, end) = times(word) else { return }
      plan.start.minute = start
      plan.end = end.map { Timestamp(plan.start.date, minute: $0) }
    case .repeater: plan.repeater = plan.repeater ?? Repeater(Text(bytes: word).string)
    case .warning: plan.warning = plan.warning ?? Warning(Text(bytes: word).string)
    case .weekday, .unknown: break
    }
  }

  /// `10:00` or `10:00-11:30`, in minutes.
  private static func times(_ word: ArraySlice<UInt8>) -> (Int, Int?)? {
    let parts = word.split(separator: 0x2D, maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let start = minute(first) else { return nil }
    guard parts.count == 2 else { return (start, nil) }
    guard let end = minute(parts[1]) else { return nil }
    return (start, end)
  }

  private static func minute(_ word: ArraySlice<UInt8>) -> Int? {
    let parts = word.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      let hour = number(parts[0]), let minute = number(parts[1]), hour < 24, minute < 60
    else { return nil }
    return hour * 60 + minute
  }

  private static func date(_ text: ArraySlice<UInt8>) -> CivilDate? {
    let start = text.startIndex
    guard text.count == 10, text[start + 4] == 0x2D, text[start + 7] == 0x2D,
      let year = number(text[start..<start + 4]), let month = number(text[start + 5..<start + 7]),
      let day = number(text[start + 8..<start + 10]), (1...31).contains(day),
      let first = CivilDate(year: year, month: month, day: 1)
    else { return nil }
    return first.adding(days: day - 1)
  }

  static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 9, digits.allSatisfy(\.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }

  private static func timeText(_ plan: Planning) -> String? {
    guard let start = plan.start.minute else { return nil }
    guard let end = plan.end, let endMinute = end.minute, end.date == plan.start.date else {
      return Timestamp.clock(start)
    }
    return "\(Timestamp.clock(start))-\(Timestamp.clock(endMinute))"
  }

  /// The second stamp of a range that ends on another day.
  private static func rangeEnd(_ plan: Planning, isActive: Bool) -> String {
    guard let end = plan.end, end.date != plan.start.date || end.minute == nil else { return "" }
    return "--" + print(Planning(end), isActive: isActive)
  }
}
