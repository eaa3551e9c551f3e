/// The two dates of a task as their keys say them: `due` with `due_warning`, `scheduled` with `scheduled_end`,
/// and `repeat`, which holds for both. TaskNotes has a rule in its place, and what that counts from.
struct MarkdownPlan: Equatable {
  /// A date's own keys.
  private struct Side: Equatable {
    var start: Timestamp?
    var end: Timestamp?
    /// Written behind the start; a key for the end counts more.
    var ownEnd: Timestamp?
    var warning: Warning?
    /// Nil in it where the key says that the date does not repeat.
    var repeater: Repeater??
  }

  private var scheduledSide = Side()
  private var dueSide = Side()
  private var rule: RecurrenceRule?
  private var isFromCompletion: Bool?

  /// The word for a scheduled date that does not repeat although `repeat` is there for the other.
  static let noRepeat = "none"

  /// dstask writes the first moment of Go's calendar for none.
  static func isNone(_ moment: ByteView) -> Bool {
    moment.count == 20 && moment.hasPrefix("0001-01-01T00:00:00Z")
  }

  /// False when the value is no date, no span, no repeater.
  mutating func read(_ key: MarkdownKey, _ entry: FrontMatterEntry, in bytes: ByteView) -> Bool {
    entry.text(in: bytes).map { read(key, $0) } ?? false
  }

  mutating func read(_ key: MarkdownKey, _ text: Text) -> Bool {
    func take<Value>(_ value: Value?, _ field: inout Value?) -> Bool {
      guard let value else { return false }
      field = value
      return true
    }
    if text.withBytes(MarkdownPlan.isNone) { return true }
    switch key {
    case .scheduled:
      scheduledSide.ownEnd = text.withBytes { Timestamp.yamlRange($0)?.end }
      return take(Timestamp(yaml: text), &scheduledSide.start)
    case .scheduledEnd: return take(Timestamp(yaml: text), &scheduledSide.end)
    case .scheduledWarning: return take(MarkdownPlan.warning(text.string), &scheduledSide.warning)
    case .due:
      dueSide.ownEnd = text.withBytes { Timestamp.yamlRange($0)?.end }
      return take(Timestamp(yaml: text), &dueSide.start)
    case .dueEnd: return take(Timestamp(yaml: text), &dueSide.end)
    case .dueWarning: return take(MarkdownPlan.warning(text.string), &dueSide.warning)
    case .repeat:
      guard let repeater = text.withBytes({ Repeater($0) }) else {
        return take(text.withBytes { RecurrenceRule($0) }, &rule)
      }
      rule = nil
      dueSide.repeater = .some(repeater)
      return true
    case .recurrenceAnchor: return take(MarkdownPlan.isCompletion(text), &isFromCompletion)
    case .scheduledRepeat:
      let isNone = text.string.lowercased() == MarkdownPlan.noRepeat
      return take(
        isNone ? .some(nil) : Repeater(text.string).map { .some($0) }, &scheduledSide.repeater)
    default: return false
    }
  }

  /// Whether a rule counts from the day the task was done; nil for a word that says neither.
  static func isCompletion(_ word: Text) -> Bool? {
    word.withBytes { word in
      word.isSame(as: completion) ? true : word.isSame(as: onSchedule) ? false : nil
    }
  }

  static let completion: StaticString = "completion"
  static let onSchedule: StaticString = "scheduled"

  /// Once all is read: what the rule comes to depends on the date it holds for.
  mutating func settle() {
    guard let rule else { return }
    let start = scheduledSide.repeater == nil ? scheduledSide.start ?? dueSide.start : dueSide.start
    let repeater = start.flatMap {
      rule.repeater(on: $0.date, fromCompletion: isFromCompletion ?? false)
    }
    dueSide.repeater = repeater.map { .some($0) }
  }

  var scheduled: Planning? {
    planning(scheduledSide, (scheduledSide.repeater ?? dueSide.repeater) ?? nil)
  }

  var deadline: Planning? { planning(dueSide, dueSide.repeater ?? nil) }

  /// Keys that hold for a date which is not there, and a rule that no repeater can say.
  var stray: [MarkdownKey] {
    if self == MarkdownPlan() { return [] }
    var stray: [MarkdownKey] = []
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

  /// `3d`; `-3d` is the same, and `--3d` counts for the first occurrence only, as in Org.
  private static func warning(_ text: String) -> Warning? {
    Warning(text) ?? Interval(text).map { Warning($0) }
  }

  static func text(_ warning: Warning) -> String {
    warning.isFirstOnly ? warning.text : warning.interval.text
  }
}
