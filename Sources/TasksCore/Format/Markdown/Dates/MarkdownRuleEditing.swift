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
