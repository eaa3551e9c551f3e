/// Many edits of properties in a row, to be made in one go: reading a file anew for each of thousands would take
/// minutes.
struct PropertyRun {
  /// Of different names, none of them a field's.
  let changes: [(name: Text, value: Text?)]

  /// Fewer are made one by one.
  private static let few = 16

  /// The run that edits begin with; nil where it is short.
  ///
  /// - Parameter isField: Whether a name is that of a field.
  init?(_ edits: ArraySlice<Edit>, isField: (Text) -> Bool) {
    guard edits.count > PropertyRun.few else { return nil }
    var changes: [(name: Text, value: Text?)] = []
    var names: Set<[UInt8]> = []
    for edit in edits {
      guard case .property(let name, let value) = edit, !isField(name),
        names.insert(name.foldedName).inserted
      else { break }
      changes.append((name, value))
    }
    guard changes.count > PropertyRun.few else { return nil }
    self.changes = changes
  }

  private init(_ changes: [(name: Text, value: Text?)]) { self.changes = changes }

  var count: Int { changes.count }
  var edits: [Edit] { changes.map { .property(name: $0.name, value: $0.value) } }

  /// Those that change something.
  func changing(_ task: Task) -> PropertyRun {
    let values = PropertyValues(task.properties)
    return PropertyRun(changes.filter { values[$0.name] != $0.value })
  }

  /// Whether the edits, and nothing else, lie between two tasks.
  func leads(from old: Task, to new: Task) -> Bool {
    var expected = old
    expected.properties = new.properties
    guard expected == new else { return false }
    var values = PropertyValues(old.properties)
    for change in changes { values[change.name] = change.value }
    return values == PropertyValues(new.properties)
  }
}
