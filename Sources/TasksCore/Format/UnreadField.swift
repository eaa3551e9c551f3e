/// A field that can be cleared although its value could not be parsed. The unparsed text is among the task's
/// properties.
enum UnreadField: Equatable {
  case priority, scheduled, deadline, repeater
  case field(PlainField)

  /// The keys of the field in front matter.
  fileprivate var keys: [FrontMatterKey] {
    switch self {
    case .priority: [.priority]
    case .scheduled: [.scheduled]
    case .deadline: [.due]
    case .repeater: [.repeat, .scheduledRepeat, .recurrenceAnchor]
    case .field(let field): [.field(field)]
    }
  }

  /// The property in the drawer; nil for a field in the heading or on the planning line.
  fileprivate var property: OrgProperty? {
    if case .field(let field) = self { .field(field) } else { nil }
  }

  /// Returns the edit for an unparsed value that is not among the properties: a date in Org, any field in front
  /// matter. Applying it clears the value, or throws if the value cannot be cleared.
  fileprivate func edit(in format: Format) -> Edit? {
    switch self {
    case .scheduled: .scheduled(nil)
    case .deadline: .deadline(nil)
    case _ where format == .org: nil
    case .priority: .priority(nil)
    case .repeater: .property(name: "repeat", value: nil)
    case .field(let field): .field(field, .nothing)
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
      case .markdown: FrontMatterKey.named(name.bytes[...]).map { keys.contains($0.key) } ?? false
      }
    }
    return unread.map { .property(name: $0, value: nil) }
      + fields.compactMap { $0.edit(in: format) }
  }
}
