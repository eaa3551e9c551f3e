/// Consecutive property edits that are applied together: reading the file again after each of thousands would
/// take minutes.
struct PropertyRun {
  /// Changes of different properties, none of which is a field.
  let changes: [(name: Text, value: Text?)]

  /// Up to this many edits are applied one by one.
  private static let few = 16

  /// The run at the start of `edits`; nil if it is short.
  ///
  /// - Parameter isField: Whether a name belongs to a field.
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

  func changing(_ task: Task) -> PropertyRun {
    let values = PropertyValues(task.properties)
    return PropertyRun(changes.filter { values[$0.name] != $0.value })
  }

  /// True if the edits are the only difference between two tasks.
  func leads(from old: Task, to new: Task) -> Bool {
    var expected = old
    expected.properties = new.properties
    guard expected == new else { return false }
    var values = PropertyValues(old.properties)
    for change in changes { values[change.name] = change.value }
    return values == PropertyValues(new.properties)
  }
}

/// Names of properties.
package enum PropertyName {
  /// True for a name that both formats can hold, and by which neither has a field.
  package static func isFree(_ name: Text) -> Bool {
    do {
      try OrgChecks.check(property: name, value: "x")
      try MarkdownChecks.check(property: name, value: "x")
      return OrgProperty.named(name) == nil
    } catch {
      return false
    }
  }
}
