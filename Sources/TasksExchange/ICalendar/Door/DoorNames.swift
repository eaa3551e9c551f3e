import TasksCore

/// The properties of a task that hold what only clients of the CalDAV door say of it.
package enum DoorNames {
  static let prefix = "ics-"
  /// The UID as it was written, where it cannot be an id.
  package static let uid: Text = "ics-uid"
  /// The name that a client gave the resource.
  package static let name: Text = "ics-name"
  /// A number of PRIORITY other than the usual one of its letter.
  static let priority: Text = "ics-priority"
  /// A rule that no repeater expresses.
  static let rule: Text = "ics-rrule"
  /// An alarm that is neither an alert nor a reminder; further ones are numbered, as overrides are.
  static let alarm = "ics-alarm"
  /// What a client says of the alerts and reminders, by their triggers.
  static let alarms: Text = "ics-alarms"
  /// What a client says of single dates of a task that repeats. It is not printed.
  static let override = "ics-override"

  private static let own: Set<String> = [
    "uid", "name", "priority", "rrule", "alarm", "alarms", "override",
  ]

  /// The name of a property without the number of a second one of its kind: `ics-X-OC` of `ics-X-OC-2`.
  static func kind(_ name: Text) -> String {
    let text = name.string
    let digits = text.utf8.reversed().prefix(while: \.isDigit).count
    let isNumber = digits > 0 && text.utf8.dropLast(digits).last == 0x2D
    return isNumber ? String(decoding: text.utf8.dropLast(digits + 1), as: UTF8.self) : text
  }

  /// The name of the lines that a property may hold, `X-OC` of `ics-X-OC-2`; nil if it is none of theirs.
  static func lineName(_ property: Text) -> String? {
    guard property.string.lowercased().hasPrefix(prefix) else { return nil }
    let name = String(kind(property).dropFirst(prefix.count))
    return own.contains(name.lowercased()) ? nil : name
  }

  /// The kind of properties for the lines of a name, and whether the name follows from that of the property.
  static func kind(ofLine name: String) -> (kind: String, isTold: Bool) {
    let kind = kind(Text(prefix + name))
    let isOwn = own.contains(kind.dropFirst(prefix.count).lowercased())
    let isTold = !isOwn && kind == prefix + name && !name.hasPrefix("_")
    return (prefix + (isOwn ? "_" : "") + name, isTold)
  }
}

extension Task {
  /// The properties of a kind, the first one and those that are numbered.
  func properties(ofKind kind: String) -> [Property] {
    properties.filter { Text(DoorNames.kind($0.name)).isSameName(as: Text(kind)) }
  }

  /// Adds a property of a kind, with a number if there is one already; false if clients have used up their room.
  mutating func add(_ value: Text, ofKind kind: String) -> Bool {
    let used = properties.filter { $0.name.string.lowercased().hasPrefix(DoorNames.prefix) }
      .reduce(0) { $0 + $1.value.bytes.count }
    guard used + value.bytes.count <= WrittenLine.most else { return false }
    let count = properties(ofKind: kind).count
    let names = (count + 1...count + 10_000).lazy.map { Text($0 == 1 ? kind : "\(kind)-\($0)") }
    guard let name = names.first(where: { property(named: $0) == nil }) else { return false }
    properties.append(Property(name, value))
    return true
  }
}
