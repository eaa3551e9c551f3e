import TasksCore

extension FieldChange {
  /// The change as people say it: `deadline: Fri → tomorrow 9:00`, `ticked “find the number”`; nil for what another
  /// change of the same commit says already.
  package func told(now: Timestamp) -> Text? {
    guard case .value(let old, let new) = change else { return summary }
    // The state says that a task was closed.
    if field == "closed" { return nil }
    if field.bytes.starts(with: Array("checkbox ".utf8)), case .flag(let isChecked) = new {
      let text = field.string.dropFirst("checkbox ".count)
      return Text("\(isChecked ? "ticked" : "cleared") \(text)")
    }
    let dates = RelativeDate(now: now)
    func date(_ value: FieldValue) -> String? {
      if value.isNothing { return "nothing" }
      if let moment = value.moment { return dates.text(moment) }
      guard case .text(let text) = value, let plan = Planning(fieldText: text.string) else {
        return nil
      }
      let rest = plan.fieldText.dropFirst(plan.start.iso.utf8.count)
      return dates.text(plan.start) + rest
    }
    guard let before = date(old), let after = date(new) else { return summary }
    return Text("\(field): \(before) → \(after)")
  }
}
