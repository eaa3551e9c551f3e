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
