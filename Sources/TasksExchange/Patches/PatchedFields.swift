import TasksCore

/// The fields that patches give a task.
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

  /// The fields of a version of a task.
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
