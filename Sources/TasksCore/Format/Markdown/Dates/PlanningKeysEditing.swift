extension MarkdownDocument {
  /// The replacements that set both dates; keys whose value stays the same are not touched.
  func replacingPlans(
    _ scheduled: Planning?, _ deadline: Planning?, _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    let (repeater, own) = repeats(scheduled, deadline)
    let hasRule = hasRule
    if hasRule { try refuseOtherRule(scheduled, deadline) }
    let (start, end) = places(of: scheduled, .scheduled, .scheduledEnd)
    let (due, dueEnd) = places(of: deadline, .due, .dueEnd)
    let values: [(FrontMatterKey, YAMLWriter.Value?)] = [
      (.scheduled, start), (.scheduledEnd, end),
      (.scheduledWarning, scheduled?.warning.map { .text(Text(PlanningKeys.text($0))) }),
      (.due, due), (.dueEnd, dueEnd),
      (.dueWarning, deadline?.warning.map { .text(Text(PlanningKeys.text($0))) }),
      (.repeat, repeater.map { .quoted($0.text) }),
      (.scheduledRepeat, own),
    ]
    var replacements: [Replacement] = []
    for (key, value) in values {
      if key == .repeat, hasRule { continue }
      guard let entry = fields.source(key) else {
        // A key of a date that was missing would now apply to this one.
        if value == nil, isDated(key, scheduled, deadline), let stray = strayEntry(key) {
          replacements.append(editor.removing(stray))
        } else if let value {
          replacements += try editor.set(key, to: value)
        }
        continue
      }
      var old = PlanningKeys()
      var new = PlanningKeys()
      _ = bytes.withView { old.read(key, entry, in: $0) }
      if let text = value?.text { _ = new.read(key, text) }
      if old != new { replacements += try editor.set(key, to: value) }
    }
    return replacements
  }

  /// The values of the keys for a date's start and end. An end in the same value as the start stays there if
  /// possible.
  private func places(
    of plan: Planning?, _ start: FrontMatterKey, _ end: FrontMatterKey
  ) -> (start: YAMLWriter.Value?, end: YAMLWriter.Value?) {
    guard let plan, let last = plan.end, let minute = last.minute, let first = plan.start.minute,
      last.date == plan.start.date, minute > first, fields.source(end) == nil,
      let old = text(under: start),
      old.withBytes({ Timestamp.yamlRange($0) != nil })
    else { return (moment(plan?.start, start), moment(plan?.end, end)) }
    return (.literal(text(of: plan.start, like: old) + "-" + Timestamp.clock(minute)), nil)
  }

  /// The values of `repeat` and `scheduled_repeat`: if the dates agree, `repeat` applies to both.
  private func repeats(
    _ scheduled: Planning?, _ deadline: Planning?
  ) -> (both: Repeater?, scheduled: YAMLWriter.Value?) {
    func value(_ repeater: Repeater?) -> YAMLWriter.Value? { repeater.map { .quoted($0.text) } }
    let own = fields.source(.scheduledRepeat) != nil
    guard let scheduled else { return (deadline?.repeater, nil) }
    guard let deadline else {
      return own && fields.source(.repeat) == nil
        ? (nil, value(scheduled.repeater)) : (scheduled.repeater, nil)
    }
    if scheduled.repeater == deadline.repeater {
      return (deadline.repeater, own ? value(scheduled.repeater) : nil)
    }
    guard scheduled.repeater != nil else {
      return (deadline.repeater, .literal(PlanningKeys.noRepeat))
    }
    return (deadline.repeater, value(scheduled.repeater))
  }

  /// True if the date that a key belongs to is set.
  private func isDated(_ key: FrontMatterKey, _ scheduled: Planning?, _ deadline: Planning?) -> Bool
  {
    switch key {
    case .scheduled, .scheduledEnd, .scheduledWarning, .scheduledRepeat: scheduled != nil
    case .due, .dueEnd, .dueWarning: deadline != nil
    default: true
    }
  }

  private func strayEntry(_ key: FrontMatterKey) -> FrontMatterEntry? {
    frontMatter.entries.first { entry in
      var plan = PlanningKeys()
      return entry.field?.key == key && bytes.withView { plan.read(key, entry, in: $0) }
    }
  }
}

/// The rule under `recurrence` belongs to TaskNotes: it is read, and stays as it is whatever date it applies to.
extension MarkdownDocument {
  /// True if the file has such a rule, even one that no repeater can express; false if our own key is present, which
  /// has precedence.
  var hasRule: Bool {
    let entries = frontMatter.entries.lazy.filter {
      $0.field?.key == .repeat && !$0.isEmptyField(in: bytes[...])
    }
    let entry =
      fields.source(.repeat) ?? entries.first { $0.field?.spelling == 0 } ?? entries.first
    let text = entry?.text(in: bytes[...])
    return text.map { $0.withBytes { RecurrenceRule($0) } != nil } ?? false
  }

  /// Refuses another repeater than the one that the rule is read as. If a date changes alone, the rule applies to the
  /// new one, and may then say nothing that a repeater can express.
  func refuseOtherRule(_ scheduled: Planning?, _ deadline: Planning?) throws(EditError) {
    var plan = PlanningKeys()
    for key in [FrontMatterKey.repeat, .recurrenceAnchor] {
      if let entry = frontMatter.entries.first(where: { $0.field?.key == key }) {
        _ = bytes.withView { plan.read(key, entry, in: $0) }
      }
    }
    for (new, old) in [(scheduled, task.scheduled), (deadline, task.deadline)] {
      guard let new, new.repeater != old?.repeater,
        new.repeater != plan.ruled(on: new.start.date)?.repeater,
        old != nil || new.repeater != nil
      else { continue }
      throw .notEditable("TaskNotes keeps the rule under `recurrence`; change it there")
    }
  }
}

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
