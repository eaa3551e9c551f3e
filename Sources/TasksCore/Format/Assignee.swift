/// Who works on a task: the property `assignee`, which holds a name, or a list of names as in Backlog.md.
extension Task {
  private static let assigneeProperty: Text = "assignee"

  /// The name; of a list, all names with commas between them. Nil for nobody.
  package var assignee: Text? { Task.assignee(in: properties) }

  static func assignee(in properties: [Task.Property]) -> Text? {
    let property = properties.first { $0.name.isSameName(as: assigneeProperty) }
    guard let value = property?.value, !value.isEmpty else { return nil }
    guard let names = Task.list(value) else { return value }
    return names.isEmpty ? nil : Text(names.map(\.string).joined(separator: ", "))
  }

  /// Returns true if somebody of this name works on the task, without regard to case: `ann` is also `@ann` and
  /// `Ann Smith (laptop)`.
  func isAssigned(to name: Text) -> Bool {
    func folded(_ name: Text) -> ArraySlice<UInt32> {
      let letters = CaseFolding.folded(name.composed.string)
      return letters.first == 0x40 ? letters.dropFirst() : letters[...]
    }
    let wanted = folded(name)
    return Task.names(in: assignee ?? .empty).map(folded).contains { name in
      name.elementsEqual(wanted) || name.starts(with: wanted + [0x20])
    }
  }

  /// Returns the edit that assigns the task to somebody, or to nobody. A list stays a list.
  func assigning(_ name: Text?) -> Edit {
    let old = property(named: Task.assigneeProperty)
    let property = Task.assigneeProperty
    guard let name, let old, Task.list(old) != nil else {
      return .property(name: property, value: name)
    }
    let names = Task.names(in: name)
    let plain = Text("[\(names.map(\.string).joined(separator: ", "))]")
    let quoted = names.map { JSONString.quoted($0.bytes) }.joined(separator: [0x2C, 0x20])
    let isPlain = Task.list(plain) == names
    return .property(
      name: property, value: isPlain ? plain : Text(bytes: [0x5B] + quoted + [0x5D]))
  }

  /// The names between commas.
  private static func names(in text: Text) -> [Text] {
    text.bytes.split(separator: 0x2C).map { Text(bytes: $0.trimmingBlanks) }
  }

  /// The names in a value that is a list.
  private static func list(_ value: Text) -> [Text]? {
    MarkdownProperty.elements(of: value)?.compactMap { element in
      if case .text(let name) = element { name } else { nil }
    }
  }
}
