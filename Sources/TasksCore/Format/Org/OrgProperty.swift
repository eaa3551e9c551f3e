/// The properties that store fields of a task.
///
/// A value that cannot be parsed leaves the field empty and stays among the task's other properties.
package enum OrgProperty: Hashable {
  case id
  case field(PlainField)
  case deleted

  /// In the order of a new drawer.
  package static let all = [OrgProperty.id] + PlainField.allCases.map { .field($0) } + [.deleted]

  /// Names of special properties, which Org computes itself: a property with such a name would never be read.
  static let reserved: [Text] = [
    "ALLTAGS", "BLOCKED", "CLOCKSUM", "CLOCKSUM_T", "CLOSED", "DEADLINE", "FILE", "ITEM",
    "PRIORITY",
    "SCHEDULED", "TAGS", "TIMESTAMP", "TIMESTAMP_IA", "TODO",
  ]

  package var name: Text { Text(key.description) }

  private var key: StaticString {
    switch self {
    case .id: "ID"
    case .field(let field): field.org
    case .deleted: "DELETED"
    }
  }

  static func named(_ name: Text) -> OrgProperty? { named(name.bytes[...]) }

  /// The field with this property name, ignoring case.
  static func named(_ name: some ByteSlice) -> OrgProperty? {
    if name.isSame(as: "ID") { return .id }
    if name.isSame(as: "DELETED") { return .deleted }
    return PlainField.named(org: { $0.utf8CodeUnitCount == name.count && name.isSame(as: $0) })
      .map { .field($0) }
  }

  /// Its position in a new drawer, from 0.
  var place: Int {
    switch self {
    case .id: 0
    case .field(let field): Int(field.rawValue) + 1
    case .deleted: OrgProperty.lastPlace - 1
    }
  }

  /// The position of a property in a new drawer; unknown ones come last.
  static func place(of name: some ByteSlice) -> Int { named(name)?.place ?? lastPlace }

  static let lastPlace = all.count

  /// Sets the field from a property value; returns false if the value cannot be parsed.
  func read(_ bytes: some ByteSlice, into task: inout Task) -> Bool {
    switch self {
    case .id:
      guard let id = TaskID(Text(bytes: bytes)) else { return false }
      task.id = id
      task.hasOwnID = true
    case .field(let field):
      guard let value = OrgFieldValue.read(bytes, field.kind) else { return false }
      field.set(value, in: &task)
    case .deleted:
      guard let moment = OrgTimestamp.moment(in: bytes) else { return false }
      task.deleted = moment
    }
    return true
  }

  // MARK: Edits

  /// The property that an edit changes, and its new value, nil to remove it. Nil for edits that do not concern
  /// a property.
  package static func change(by edit: Edit) -> (name: Text, value: Text?)? {
    switch edit {
    case .id(let id): (OrgProperty.id.name, id.text)
    case .field(let field, let value):
      (OrgProperty.field(field).name, OrgFieldValue.print(value, field.kind))
    case .deleted(let time):
      (OrgProperty.deleted.name, time.map { Text(OrgTimestamp.printInactive($0)) })
    case .own(let field, let value): (field.name, field.text(value, in: .org))
    case .property(let name, let value): (name, value)
    case .title, .state, .priority, .tags, .scheduled, .deadline, .closed, .notes, .log:
      nil
    }
  }

  /// Turns an edit of a property by name into the edit of the field it stores, and one of a store's own field into that of
  /// its property; returns any other edit unchanged. An empty text clears a field.
  package static func fieldEdit(for edit: Edit) -> Edit {
    switch edit {
    case .field(let field, .text(let text)) where text.isEmpty: .field(field, .nothing)
    case .property(let name, let value): named(name)?.edit(value) ?? edit
    case .own: change(by: edit).map { .property(name: $0.name, value: $0.value) } ?? edit
    default: edit
    }
  }

  /// The edit that sets the field to a property's value, or clears it for nil. Returns nil if the value cannot
  /// be parsed, or if it would remove the id.
  func edit(_ value: Text?) -> Edit? {
    switch self {
    case .id: return value.flatMap { TaskID($0) }.map { .id($0) }
    case .field(let field):
      guard let value else { return .field(field, .nothing) }
      return OrgFieldValue.read(value.bytes[...], field.kind).map { .field(field, $0) }
    case .deleted:
      guard let value else { return .deleted(nil) }
      return OrgTimestamp.moment(in: value.bytes[...]).map { .deleted($0) }
    }
  }
}
