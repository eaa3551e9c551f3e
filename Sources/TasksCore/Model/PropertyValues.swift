/// The values of properties by name, for many look-ups; ``Task/property(named:)`` searches linearly each time. If a
/// name occurs twice, the first value counts.
struct PropertyValues: Equatable {
  private var values: [[UInt8]: Text]

  init(_ properties: [Task.Property]) {
    values = Dictionary(properties.map { ($0.name.foldedName, $0.value) }) { first, _ in first }
  }

  subscript(name: Text) -> Text? {
    get { values[name.foldedName] }
    set { values[name.foldedName] = newValue }
  }

  var names: Dictionary<[UInt8], Text>.Keys { values.keys }
}

extension [Task.Property] {
  /// Returns the properties with some values changed. Nil removes a property; new properties are appended.
  func replacing(_ changes: [(name: Text, value: Text?)]) -> [Task.Property] {
    var left: [[UInt8]: Text?] = Dictionary(
      changes.map { ($0.name.foldedName, $0.value) }, uniquingKeysWith: { _, last in last })
    var out: [Task.Property] = []
    out.reserveCapacity(count + changes.count)
    for property in self {
      guard let value = left.removeValue(forKey: property.name.foldedName) else {
        out.append(property)
        continue
      }
      if let value { out.append(Task.Property(property.name, value)) }
    }
    for change in changes {
      if let value = left.removeValue(forKey: change.name.foldedName), let value {
        out.append(Task.Property(change.name, value))
      }
    }
    return out
  }
}
