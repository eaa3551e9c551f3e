/// A field under whose name something may stand that no value of its kind was read from: it is among the properties
/// then, and clearing the field takes it away.
enum UnreadField {
  case priority, rank, list, scheduled, deadline, repeater, reminders, placeName, effort, parent,
    blockers

  /// In front matter.
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

  /// In a drawer; nil for what stands in the heading or on the line of dates.
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

  /// What clears a value that cannot be read and is no property either, or has the file say that it cannot: a date of
  /// Org, anything in front matter.
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
  /// The edits that take away what stands there unread.
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
