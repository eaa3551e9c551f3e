/// The dates of a task that can have an end, a repeater and a warning.
package enum PlannedDate: String, CaseIterable, Sendable { case scheduled, deadline }

extension Task {
  package subscript(date: PlannedDate) -> Planning? {
    get { date == .scheduled ? scheduled : deadline }
    set { if date == .scheduled { scheduled = newValue } else { deadline = newValue } }
  }
}

/// A part of a date that has a name and a text of its own in JSON and in tables.
package enum PlanningPart: String, CaseIterable, Sendable {
  case end, `repeat`, warning

  package func text(of plan: Planning) -> String? {
    switch self {
    case .end: plan.end?.iso
    case .repeat: plan.repeater?.text
    case .warning: plan.warning?.fieldText
    }
  }

  /// Sets the part from its text, or removes it; false if the text is none that it can have.
  package func set(_ text: String?, in plan: inout Planning) -> Bool {
    switch self {
    case .end: plan.end = text.flatMap { Timestamp(iso: $0) }
    case .repeat: plan.repeater = text.flatMap { Repeater($0) }
    case .warning: plan.warning = text.flatMap { Warning(fieldText: $0) }
    }
    return (self.text(of: plan) == nil) == (text == nil)
  }
}

extension Field {
  /// Returns the field SCHEDULED or DEADLINE (merge.md, "One task: fields"). In Org the value includes the repeater
  /// and the warning; in Markdown it includes the warning only, because the repeater is a field of its own.
  static func date(_ date: PlannedDate, _ format: Format) -> Field {
    let hasOwnRepeater = format == .org
    return Field(
      Text(date.rawValue), .text,
      get: { task in
        var plan = task[date]
        if !hasOwnRepeater { plan?.repeater = nil }
        return FieldValue(plan?.fieldText)
      },
      edit: { date == .scheduled ? .scheduled($0.scheduled) : .deadline($0.deadline) },
      carry: { source, target in
        var plan = source[date]
        if !hasOwnRepeater { plan?.repeater = target[date]?.repeater }
        target[date] = plan
      },
      parse: { text, task, _ in
        func edit(_ plan: Planning?) -> Edit {
          date == .scheduled ? .scheduled(plan) : .deadline(plan)
        }
        guard let text else { return [edit(nil)] }
        guard var plan = Planning(fieldText: text.string) else { return nil }
        if !hasOwnRepeater, plan.repeater == nil { plan.repeater = task[date]?.repeater }
        return [edit(plan)]
      })
  }

  /// The repeaters of both dates of a Markdown task. The value is `++1w` if both dates have the same repeater or
  /// there is only one date. Otherwise it is `scheduled ++1w deadline ++2w`, or `deadline ++2w` if the other date
  /// has none.
  package static let repeats = Field(
    "repeat", .text, get: { FieldValue(text($0.scheduled, $0.deadline)) },
    edit: { .scheduled($0.scheduled) },
    carry: { source, target in
      let shared = source.scheduled?.repeater ?? source.deadline?.repeater
      // A date that `source` lacks takes the repeater that the dates of `source` share.
      for date in PlannedDate.allCases {
        target[date]?.repeater = source[date].map(\.repeater) ?? shared
      }
    },
    parse: { text, task, _ in
      guard let read = repeaters(text) else { return nil }
      var wanted = task
      wanted.scheduled?.repeater = read.scheduled
      wanted.deadline?.repeater = read.deadline
      return wanted.edits(from: task)
    })

  private static func text(_ scheduled: Planning?, _ deadline: Planning?) -> String? {
    let (one, two) = (scheduled?.repeater, deadline?.repeater)
    if one == two || scheduled == nil || deadline == nil { return (one ?? two)?.text }
    let words = [one.map { "scheduled \($0.text)" }, two.map { "deadline \($0.text)" }]
    return words.compactMap { $0 }.joined(separator: " ")
  }

  private static func repeaters(_ text: Text?) -> (scheduled: Repeater?, deadline: Repeater?)? {
    guard let text else { return (nil, nil) }
    let words = text.string.split(separator: " ")
    if words.count == 1, let repeater = Repeater(words[0]) { return (repeater, repeater) }
    guard words.count == 2 || words.count == 4, let last = Repeater(words[words.count - 1]) else {
      return nil
    }
    switch (words.count, words[0], words[words.count - 2]) {
    case (2, "scheduled", _): return (last, nil)
    case (2, "deadline", _): return (nil, last)
    case (4, "scheduled", "deadline"): return Repeater(words[1]).map { ($0, last) }
    default: return nil
    }
  }
}
