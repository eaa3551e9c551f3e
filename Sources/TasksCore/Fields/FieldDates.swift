extension Field {
  /// Returns the field SCHEDULED or DEADLINE (merge.md, "One task: fields"). In Org the value includes the repeater
  /// and the warning; in Markdown it includes the warning only, because the repeater is a field of its own.
  static func dates(_ format: Format, isDeadline: Bool = false) -> Field {
    @Sendable func date(of task: Task) -> Planning? { isDeadline ? task.deadline : task.scheduled }
    @Sendable func edit(_ plan: Planning?) -> Edit {
      isDeadline ? .deadline(plan) : .scheduled(plan)
    }
    let hasOwnRepeater = format == .org
    return Field(
      isDeadline ? "deadline" : "scheduled",
      read: { task in
        var plan = date(of: task)
        if !hasOwnRepeater { plan?.repeater = nil }
        return FieldValue(plan?.fieldText)
      },
      carry: { source, target in
        var plan = date(of: source)
        if !hasOwnRepeater { plan?.repeater = date(of: target)?.repeater }
        if isDeadline { target.deadline = plan } else { target.scheduled = plan }
      },
      parse: { text, task, _ in
        guard let text else { return [edit(nil)] }
        guard var plan = Planning(fieldText: text.string) else { return nil }
        if !hasOwnRepeater, plan.repeater == nil { plan.repeater = date(of: task)?.repeater }
        return [edit(plan)]
      })
  }

  /// The repeaters of both dates of a Markdown task. The value is `++1w` if both dates have the same repeater or
  /// there is only one date. Otherwise it is `scheduled ++1w deadline ++2w`, or `deadline ++2w` if the other date
  /// has none.
  package static let repeats = Field(
    "repeat",
    read: { FieldValue(text($0.scheduled, $0.deadline)) },
    carry: { source, target in
      let shared = source.scheduled?.repeater ?? source.deadline?.repeater
      // A date that `source` lacks takes the repeater that the dates of `source` share.
      target.scheduled?.repeater = source.scheduled.map(\.repeater) ?? shared
      target.deadline?.repeater = source.deadline.map(\.repeater) ?? shared
    },
    parse: { text, task, _ in
      guard let read = repeaters(text) else { return nil }
      var edits: [Edit] = []
      if var plan = task.scheduled, plan.repeater != read.scheduled {
        plan.repeater = read.scheduled
        edits.append(.scheduled(plan))
      }
      if var plan = task.deadline, plan.repeater != read.deadline {
        plan.repeater = read.deadline
        edits.append(.deadline(plan))
      }
      return edits
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
