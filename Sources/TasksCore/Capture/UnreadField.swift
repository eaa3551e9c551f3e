/// A field that can be cleared although its value could not be parsed. The unparsed text is among the task's
/// properties.
enum UnreadField {
  case priority, rank, list, scheduled, deadline, repeater, reminders, placeName, effort, parent,
    blockers

  /// The keys of the field in front matter.
  fileprivate var keys: [MarkdownKey] {
    switch self {
    case .priority: [.priority]
    case .rank: [.rank]
    case .list: [.list]
    case .scheduled: [.scheduled]
    case .deadline: [.due]
    case .repeater: [.repeat, .scheduledRepeat, .recurrenceAnchor]
    case .reminders: [.reminder]
    case .placeName: [.placeName]
    case .effort: [.effort]
    case .parent: [.parent]
    case .blockers: [.dependencies]
    }
  }

  /// The property in the drawer; nil for a field in the heading or on the planning line.
  fileprivate var property: OrgProperty? {
    switch self {
    case .priority, .scheduled, .deadline, .repeater: nil
    case .rank: .rank
    case .list: .list
    case .reminders: .reminders
    case .placeName: .placeName
    case .effort: .effort
    case .parent: .parent
    case .blockers: .blockers
    }
  }

  /// Returns the edit for an unparsed value that is not among the properties: a date in Org, any field in front
  /// matter. Applying it clears the value, or throws if the value cannot be cleared.
  fileprivate func edit(in format: Format) -> Edit? {
    switch self {
    case .scheduled: .scheduled(nil)
    case .deadline: .deadline(nil)
    case _ where format == .org: nil
    case .priority: .priority(nil)
    case .rank: .rank(nil)
    case .list: .list(nil)
    case .repeater: .property(name: "repeat", value: nil)
    case .reminders: .reminders([])
    case .placeName: .placeName(nil)
    case .effort: .effort(nil)
    case .parent: .parent(nil)
    case .blockers: .blockers([])
    }
  }
}

extension Task {
  /// Returns the edits that remove the unparsed values of these fields.
  func clearing(_ fields: [UnreadField]) -> [Edit] {
    if fields.isEmpty { return [] }
    let keys = fields.flatMap(\.keys)
    let names = fields.compactMap(\.property)
    let unread = properties.map(\.name).filter { name in
      switch format {
      case .org: OrgProperty.named(name).map(names.contains) ?? false
      case .markdown: MarkdownKey.named(name.bytes[...]).map { keys.contains($0.key) } ?? false
      }
    }
    return unread.map { .property(name: $0, value: nil) }
      + fields.compactMap { $0.edit(in: format) }
  }
}
