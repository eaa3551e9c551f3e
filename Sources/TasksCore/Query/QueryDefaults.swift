extension Query {
  /// Returns a draft of a new task with what the query asks of every task: tags, and fields that the draft does not
  /// set. Conditions under `or` and `not`, dates and texts add nothing.
  package func completing(_ draft: Draft) -> Draft {
    var draft = draft
    for case .term(let term) in root.conditions {
      switch term {
      case .tag(let tag): draft.add(tag: tag)
      case .priority(let priority?) where draft.priority == .keep:
        draft.priority = .set(priority)
      case .field(let field, .equal(let value)) where draft[field] == .keep:
        draft[field] = .set(value)
      case .field(.list, .within(let list)) where draft[.list] == .keep:
        draft[.list] = .set(.text(list))
      case .own(let field, .property(.equal(let text))) where draft[own: field] == .keep:
        draft[own: field] = .set(.text(text))
      case .own(let field, .value(.equal(let value))) where draft[own: field] == .keep:
        draft[own: field] = .set(value)
      default: break
      }
    }
    return draft
  }
}

extension Query.Node {
  /// The conditions that all must hold.
  fileprivate var conditions: [Query.Node] {
    if case .all(let nodes) = self { nodes.flatMap(\.conditions) } else { [self] }
  }
}
