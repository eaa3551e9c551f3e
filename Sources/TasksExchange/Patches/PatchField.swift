import TasksCore

/// How the keys of a task's JSON (``TaskJSON``) take part in patches: whatever JSON tells of a task, its patches tell.
package enum PatchField {
  private static let forms = Dictionary(
    TaskKey.all.map { ($0.name, $0.form) }, uniquingKeysWith: { first, _ in first })

  static func form(_ key: Text) -> TaskKey.Form { forms[key] ?? .plain }

  /// Fields that have a meaning only together, the leading one first.
  ///
  /// A patch that changes one of them lists the leading one and all others that have a value before or after it. What
  /// is not listed has none. So the changes of two devices never mix within a unit.
  static let units: [[Text]] =
    [["state", "done", "closed"]]
    + PlannedDate.allCases.map(\.rawValue).map { date in
      [Text(date), Text("\(date)_end"), Text("repeat.\(date)"), Text("warning.\(date)")]
    }

  /// Returns whether a value is that of an absent field: null, false, `[]` or `{}`.
  package static func isNothing(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .bool(false), .array([]), .object([]): true
    default: false
    }
  }

  /// Splits the name of a field into a key and a member of its object.
  static func parts(of name: Text) -> (key: Text, member: Text?) {
    let bytes = name.bytes
    guard let dot = bytes.firstIndex(of: 0x2E) else { return (name, nil) }
    let key = Text(bytes: bytes[..<dot])
    return form(key) == .group ? (key, Text(bytes: bytes[(dot + 1)...])) : (name, nil)
  }

  static func name(_ key: Text, _ member: Text) -> Text {
    Text(bytes: key.bytes + [0x2E] + member.bytes)
  }
}

/// The fields of one version of a task, as their JSON.
package struct TaskFields: Sendable {
  private static let keys = TaskKey.all.filter { $0.form != .derived }

  /// For each key.
  private let values: [[UInt8]]

  package init(_ task: Task) {
    values = TaskFields.keys.map { key in
      var writer = JSONWriter()
      key.write(task, &writer)
      return writer.bytes
    }
  }

  private func value(_ number: Int) -> JSONValue { (try? JSONValue(values[number])) ?? .null }

  /// Calls `body` with the fields whose values differ in two versions, nil for no task.
  static func differences(
    from old: TaskFields?, to new: TaskFields?,
    _ body: (_ name: Text, _ form: TaskKey.Form, _ old: JSONValue, _ new: JSONValue) -> Void
  ) {
    for (number, key) in keys.enumerated() {
      if let old, let new, old.values[number] == new.values[number] { continue }
      let (before, after) = (old?.value(number) ?? .null, new?.value(number) ?? .null)
      if before == after || PatchField.isNothing(before) && PatchField.isNothing(after) { continue }
      guard key.form == .group else {
        body(key.name, key.form, before, after)
        continue
      }
      for member in (before.members + after.members).map(\.name).uniqued()
      where before[member] != after[member] {
        body(PatchField.name(key.name, member), .plain, before[member], after[member])
      }
    }
  }

  /// Calls `body` with each field that has a value.
  func each(_ body: (_ name: Text, _ value: JSONValue) -> Void) {
    TaskFields.differences(from: nil, to: self) { name, _, _, new in body(name, new) }
  }

  /// The value of a field that is named; null if it has none.
  subscript(name: Text) -> JSONValue {
    let (key, member) = PatchField.parts(of: name)
    guard let number = TaskFields.keys.firstIndex(where: { $0.name == key }) else { return .null }
    let value = value(number)
    return member.map { value[$0] } ?? value
  }
}

package struct PatchedFields: Equatable, Sendable {
  private struct Entry: Equatable {
    var value: JSONValue
    /// The entries are in the order in which they came.
    let number: Int

    static func == (a: Entry, b: Entry) -> Bool { a.value == b.value }
  }

  private var entries: [Text: Entry] = [:]
  private var count = 0

  package static func == (a: PatchedFields, b: PatchedFields) -> Bool { a.entries == b.entries }

  init() {}

  package init(_ fields: TaskFields) {
    fields.each { set($0, to: $1) }
  }

  subscript(field: Text) -> JSONValue { entries[field]?.value ?? .null }

  package mutating func apply(_ body: [PatchChange]) {
    for unit in PatchField.units where body.contains(where: { $0.field == unit[0] }) {
      for field in unit { entries[field] = nil }
    }
    for change in body { set(change.field, to: change.applied(to: self[change.field])) }
  }

  private mutating func set(_ field: Text, to value: JSONValue) {
    guard !PatchField.isNothing(value) else {
      entries[field] = nil
      return
    }
    if entries[field] != nil {
      entries[field]?.value = value
    } else {
      entries[field] = Entry(value: value, number: count)
      count += 1
    }
  }

  /// The task with these fields.
  ///
  /// - Throws: If a field is missing, or has a value that it cannot have.
  package func task(_ id: TaskID) throws(TaskJSONReader.Failure) -> Task {
    var members = [JSONValue.Member(name: "id", value: .string(id.text))]
    var groups: [Text: [JSONValue.Member]] = [:]
    for (field, entry) in entries.ordered(by: { $0.value.number < $1.value.number }) {
      let (key, member) = PatchField.parts(of: field)
      if let member {
        groups[key, default: []].append(JSONValue.Member(name: member, value: entry.value))
      } else {
        members.append(JSONValue.Member(name: field, value: entry.value))
      }
    }
    for (key, group) in groups {
      members.append(JSONValue.Member(name: key, value: .object(group)))
    }
    if entries["done"] == nil {
      members.append(JSONValue.Member(name: "done", value: .bool(false)))
    }
    return try TaskJSONReader.task(.object(members))
  }

  /// The names of fields that no task has here: a later version has written them.
  package var unknown: [Text] {
    TaskJSONReader.unknownKeys(
      in: .object(
        entries.keys.map { JSONValue.Member(name: PatchField.parts(of: $0).key, value: .null) })
    ).uniqued().sorted()
  }

  /// The names of the fields that have another value there, in alphabetical order.
  package func differences(to other: PatchedFields) -> [Text] {
    Set(entries.keys).union(other.entries.keys).filter { self[$0] != other[$0] }.sorted()
  }
}
