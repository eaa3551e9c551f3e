/// Who works on a task: the property `assignee`, which holds a name, or a list of names as in Backlog.md.
extension Task {
  private static let assigneeProperty: Text = "assignee"

  /// The name; of a list, all names with commas between them. Nil for nobody.
  package var assignee: Text? {
    guard let value = property(named: Task.assigneeProperty), !value.isEmpty else { return nil }
    guard let names = Task.list(value) else { return value }
    return names.isEmpty ? nil : Text(names.map(\.string).joined(separator: ", "))
  }

  /// Returns the edit that assigns the task to somebody, or to nobody. A list stays a list.
  func assigning(_ name: Text?) -> Edit {
    let old = property(named: Task.assigneeProperty)
    let property = Task.assigneeProperty
    guard let name, let old, Task.list(old) != nil else {
      return .property(name: property, value: name)
    }
    let plain = Text("[\(name.string)]")
    let quoted = Text(bytes: [0x5B] + JSONString.quoted(name.bytes) + [0x5D])
    return .property(name: property, value: Task.list(plain) == [name] ? plain : quoted)
  }

  /// The names in a value that is a list.
  private static func list(_ value: Text) -> [Text]? {
    MarkdownProperty.elements(of: value)?.compactMap { element in
      if case .text(let name) = element { name } else { nil }
    }
  }
}
