/// The two dates of a task as stored in their keys: `due` with `due_warning`, `scheduled` with `scheduled_end`,
/// and `repeat` for both. TaskNotes has a recurrence rule instead of `repeat`, and a key with the date the rule
/// counts from.
struct PlanningKeys: Equatable {
  /// The keys of one date.
  private struct Side: Equatable {
    var start: Timestamp?
    var end: Timestamp?
    /// An end in the same value as the start; a separate key for the end has precedence.
    var ownEnd: Timestamp?
    var warning: Warning?
    /// `.some(nil)` if the key states that the date does not repeat.
    var repeater: Repeater??
  }

  private var scheduledSide = Side()
  private var dueSide = Side()
  private var rule: RecurrenceRule?
  private var isFromCompletion: Bool?
  /// What the rule is for the dates there are, once it is settled.
  private(set) var ruled: RecurrenceRule.Repetition?

  /// The value of `scheduled_repeat` for a scheduled date that does not repeat although the deadline does.
  static let noRepeat = "none"

  /// True for Go's zero time, which dstask writes for no date.
  static func isNone(_ moment: ByteView) -> Bool {
    moment.count == 20 && moment.hasPrefix("0001-01-01T00:00:00Z")
  }

  /// Reads a value; returns false if it cannot be parsed.
  mutating func read(_ key: FrontMatterKey, _ entry: FrontMatterEntry, in bytes: ByteView) -> Bool {
    entry.text(in: bytes).map { read(key, $0) } ?? false
  }

  mutating func read(_ key: FrontMatterKey, _ text: Text) -> Bool {
    func take<Value>(_ value: Value?, _ field: inout Value?) -> Bool {
      guard let value else { return false }
      field = value
      return true
    }
    if text.withBytes(PlanningKeys.isNone) { return true }
    switch key {
    case .scheduled:
      scheduledSide.ownEnd = text.withBytes { Timestamp.yamlRange($0)?.end }
      return take(Timestamp(yaml: text), &scheduledSide.start)
    case .scheduledEnd: return take(Timestamp(yaml: text), &scheduledSide.end)
    case .scheduledWarning: return take(PlanningKeys.warning(text.string), &scheduledSide.warning)
    case .due:
      dueSide.ownEnd = text.withBytes { Timestamp.yamlRange($0)?.end }
      return take(Timestamp(yaml: text), &dueSide.start)
    case .dueEnd: return take(Timestamp(yaml: text), &dueSide.end)
    case .dueWarning: return take(PlanningKeys.warning(text.string), &dueSide.warning)
    case .repeat:
      guard let repeater = text.withBytes({ Repeater($0) }) else {
        return take(text.withBytes { RecurrenceRule($0) }, &rule)
      }
      rule = nil
      dueSide.repeater = .some(repeater)
      return true
    case .recurrenceAnchor: return take(PlanningKeys.isCompletion(text), &isFromCompletion)
    case .scheduledRepeat:
      let isNone = text.string.lowercased() == PlanningKeys.noRepeat
      return take(
        isNone ? .some(nil) : Repeater(text.string).map { .some($0) }, &scheduledSide.repeater)
    default: return false
    }
  }

  /// Whether a rule counts from the completion date; nil for an unknown word.
  static func isCompletion(_ word: Text) -> Bool? {
    word.withBytes { word in
      word.isSame(as: completion) ? true : word.isSame(as: onSchedule) ? false : nil
    }
  }

  static let completion: StaticString = "completion"
  static let onSchedule: StaticString = "scheduled"

  /// Resolves the rule; call after all keys are read, as the result depends on the date it applies to.
  mutating func settle() {
    guard rule != nil else { return }
    let start = scheduledSide.repeater == nil ? scheduledSide.start ?? dueSide.start : dueSide.start
    ruled = start.flatMap { ruled(on: $0.date) }
    dueSide.repeater = ruled.map { .some($0.repeater) }
  }

  /// What the rule is for a date; nil if there is none.
  func ruled(on date: CivilDate) -> RecurrenceRule.Repetition? {
    rule?.repetition(on: date, fromCompletion: isFromCompletion ?? false)
  }

  var scheduled: Planning? {
    planning(scheduledSide, (scheduledSide.repeater ?? dueSide.repeater) ?? nil)
  }

  var deadline: Planning? { planning(dueSide, dueSide.repeater ?? nil) }

  /// Keys of a date that is missing, and a rule that no repeater can express.
  var stray: [FrontMatterKey] {
    if self == PlanningKeys() { return [] }
    var stray: [FrontMatterKey] = []
    let isRuleRead = rule != nil && dueSide.repeater != nil
    if rule != nil, !isRuleRead { stray.append(.repeat) }
    if isFromCompletion != nil, !isRuleRead { stray.append(.recurrenceAnchor) }
    guard scheduledSide.start == nil || dueSide.start == nil else { return stray }
    if scheduledSide.start == nil { stray += [.scheduledEnd, .scheduledWarning, .scheduledRepeat] }
    if dueSide.start == nil {
      stray += [.dueEnd, .dueWarning]
      if scheduledSide.start == nil || scheduledSide.repeater != nil { stray.append(.repeat) }
    }
    return stray
  }

  private func planning(_ side: Side, _ repeater: Repeater?) -> Planning? {
    side.start.map {
      Planning($0, end: side.end ?? side.ownEnd, repeater: repeater, warning: side.warning)
    }
  }

  /// Parses `3d`; `-3d` is the same, and `--3d` applies to the first occurrence only, as in Org.
  private static func warning(_ text: String) -> Warning? {
    Warning(text) ?? Interval(text).map { Warning($0) }
  }

  static func text(_ warning: Warning) -> String {
    warning.isFirstOnly ? warning.text : warning.interval.text
  }
}
