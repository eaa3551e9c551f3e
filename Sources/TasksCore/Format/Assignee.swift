/// Who works on a task: the property `assignee`, which holds a name, or a list of names as in Backlog.md.
extension Task {
  private static let assigneeProperty: Text = "assignee"

  /// The name; of a list, all names with commas between them. Nil for nobody.
  package var assignee: Text? { Task.assignee(in: properties) }

  /// The text of a property that is a list.
  static func propertyText(ofList texts: [Text]) -> Text { MarkdownProperty.text(ofTexts: texts) }

  static func assignee(in properties: [Task.Property]) -> Text? {
    let property = properties.first { $0.name.isSameName(as: assigneeProperty) }
    guard let value = property?.value, !value.isEmpty else { return nil }
    guard let names = MarkdownProperty.texts(of: value) else { return value }
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
    guard let name, let old, MarkdownProperty.texts(of: old) != nil else {
      return .property(name: property, value: name)
    }
    return .property(
      name: property, value: MarkdownProperty.text(ofTexts: Task.names(in: name)))
  }

  /// The names between commas.
  private static func names(in text: Text) -> [Text] {
    text.bytes.split(separator: 0x2C).map { Text(bytes: $0.trimmingBlanks) }
  }
}
