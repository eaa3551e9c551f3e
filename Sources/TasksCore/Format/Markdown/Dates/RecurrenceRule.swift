/// A recurrence rule as TaskNotes for Obsidian stores it under `recurrence`: `FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH`, often
/// after the start date, `DTSTART:20251201;`.
///
/// A rule that says more than a repeater, days and a last day becomes no repeater: a part of it would produce dates that
/// it does not include. So does one that counts, which counts from a start that is not the task's date.
struct RecurrenceRule: Equatable {
  /// Nil for a rule that is none of a calendar.
  private let rule: CalendarRecurrence?

  /// Returns nil if the text is not a rule.
  init?(_ text: some ByteSlice) {
    var (parts, names): ([Text], [Text]) = ([], [])
    for part in text.split(separator: 0x3B) {
      var part = part.trimmingBlanks[...]
      if part.hasPrefixIgnoringCase("RRULE:") { part = part.dropFirst(6) }
      if part.isEmpty || part.hasPrefixIgnoringCase("DTSTART:") { continue }
      parts.append(Text(bytes: part))
      names.append(Text(bytes: part.prefix { $0 != 0x3D }))
    }
    guard names.contains(where: { $0.isSameName(as: "FREQ") }) else { return nil }
    rule =
      names.uniqued().count == names.count
      ? CalendarRecurrence(parts.map(\.string).joined(separator: ";")) : nil
  }

  struct Repetition: Equatable {
    var repeater: Repeater
    var days: RepeatDays?
    var until: Timestamp?
  }

  /// What the rule means for a task with this date; nil if no repeater and days produce the same dates.
  ///
  /// - Parameter fromCompletion: Whether the rule counts from the completion date instead of the task's date. A
  ///   rule for a weekday still produces that weekday, the next one.
  func repetition(on date: CivilDate, fromCompletion: Bool) -> Repetition? {
    guard let rule, rule.count == nil, let (interval, days) = rule.repeats(on: date) else {
      return nil
    }
    let isNarrow = !rule.byDay.isEmpty || !rule.byMonthDay.isEmpty || !rule.byMonth.isEmpty
    if fromCompletion, isNarrow, interval.count > 1 { return nil }
    return Repetition(
      repeater: Repeater(fromCompletion && !isNarrow ? .restart : .catchUp, interval), days: days,
      until: rule.until.map { Timestamp($0.wall.date) })
  }
}
