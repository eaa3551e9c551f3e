import TasksCore

/// A value of another program for which a task has no field, as a property that both formats can hold.
struct ForeignProperty {
  let property: Task.Property
  /// True if its line breaks became blanks.
  let isChanged: Bool

  /// - Parameter format: The name of the foreign format. It is put before a name that is a field's here, or that is none
  ///   for a property.
  /// - Returns: Nil if nothing is left of the value.
  init?(_ name: Text, _ value: Text, of format: String) {
    let line = ForeignProperty.line(value)
    if line.isEmpty { return nil }
    isChanged = line != value
    property = Task.Property(ForeignProperty.name(name, of: format), line)
  }

  /// Null and what is empty give no property; what is no text is JSON.
  init?(_ name: Text, json: JSONValue, of format: String) {
    switch json {
    case .null, .array([]), .object([]): return nil
    case .string(let text): self.init(name, text, of: format)
    default: self.init(name, json.printed, of: format)
    }
  }

  static func prefix(of format: String) -> [UInt8] { Array("\(format)_".utf8) }

  private static func name(_ name: Text, of format: String) -> Text {
    if PropertyName.isFree(name) { return name }
    var scalars = String.UnicodeScalarView()
    for scalar in name.string.unicodeScalars {
      scalars.append(scalar.isTagCharacter || scalar == "-" || scalar == "." ? scalar : "_")
    }
    return Text("\(format)_\(String(scalars))")
  }

  /// A text on one line: other control characters than tabs become blanks.
  static func line(_ text: Text) -> Text {
    guard text.hasControlCharacters else { return Text(bytes: text.bytes[...].trimmingBlanks) }
    var scalars = String.UnicodeScalarView()
    for scalar in text.string.unicodeScalars {
      let isControl = scalar != "\t" && scalar.properties.generalCategory == .control
      scalars.append(isControl ? " " : scalar)
    }
    return Text(bytes: Array(String(scalars).utf8)[...].trimmingBlanks)
  }
}

extension [Task.Property] {
  /// Appends a property unless there is one of the name.
  mutating func append(foreign new: ForeignProperty) {
    if !contains(where: { $0.name.isSameName(as: new.property.name) }) { append(new.property) }
  }
}
