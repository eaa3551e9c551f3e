import TasksCore

/// A field that a history is narrowed to, by any of the names that people know it by: `deadline` or `due`, `notes`,
/// `prop.VENDOR`.
package struct FieldFilter: Sendable {
  private let name: Text

  /// - Parameter word: The name as typed; nil is returned for one that no field has.
  package init?(_ word: String, _ fields: OwnFields) {
    let word = word.lowercased()
    if word.hasPrefix("prop.") {
      name = Field.propertyName(Text(String(word.dropFirst(5))))
    } else if let date = DateField(rawValue: word) {
      switch date {
      case .deadline: name = "deadline"
      case .scheduled: name = "scheduled"
      case .created, .wait, .closed: name = Text(date.rawValue)
      case .until: name = PlainField.repeatUntil.name
      case .modified: return nil
      }
    } else if word == "pri" {
      name = "priority"
    } else if word == "assignee" {
      name = Field.propertyName("assignee")
    } else if let field = PlainField.typed(word) {
      name = field.name
    } else if let field = fields[Text(word)] {
      name = Field.propertyName(field.name)
    } else {
      guard FieldFilter.names.contains(word) else { return nil }
      name = Text(word)
    }
  }

  /// The names as in JSON.
  package static let names: [String] = {
    let names = (Field.table(for: .markdown) + [.closed]).map(\.name.string) + ["checkbox", "path"]
    return names.sorted()
  }()

  /// Returns whether a change is one of this field.
  package func matches(_ change: FieldChange) -> Bool {
    change.field.isSameName(as: name)
      || name == "checkbox" && change.field.bytes.starts(with: Array("checkbox ".utf8))
  }
}
