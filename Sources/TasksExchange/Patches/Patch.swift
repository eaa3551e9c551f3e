import TasksCore

/// One commit's change of one task, field by field (requirements, R14).
///
/// A patch has the same id wherever it is exported, and names those that it followed. So a set of patches has one
/// meaning, in whatever order they arrive and however often (``TaskPatches``).
package struct Patch: Hashable, Sendable {
  enum Operation: String, Sendable { case add, edit, remove }

  /// `COMMIT-TASK`.
  package let id: Text
  /// The last patches of the task that the commit knew of: several where it followed changes of several devices.
  package let after: [Text]
  package let task: TaskID
  /// Nil for a commit that is not ours.
  let device: Text?
  /// In seconds since 1970.
  let time: Int64
  let operation: Operation
  let body: [PatchChange]

  /// Makes the patch that turns one version of a task into another; nil if no field differs.
  ///
  /// - Parameters:
  ///   - old: The version that the patches before it give; nil for no task.
  ///   - new: Nil for a task that was removed.
  package init?(
    id: Text, after: [Text], task: TaskID, device: Text?, time: Int64, from old: TaskFields?,
    to new: TaskFields?
  ) {
    body = PatchChange.changes(from: old, to: new)
    guard !body.isEmpty else { return nil }
    operation = old == nil ? .add : new == nil ? .remove : .edit
    (self.id, self.after, self.task, self.device, self.time) = (id, after, task, device, time)
  }

  /// Makes the patch of a merge, which turns what the patches before it give into the task as it is.
  ///
  /// - Parameters:
  ///   - old: Nil for a task that is removed.
  ///   - decided: Fields that devices had changed to different values. The merge has decided them, also where its value
  ///     is the one that the patches give.
  package init?(
    id: Text, after: [Text], task: TaskID, device: Text?, time: Int64, from old: PatchedFields?,
    to new: PatchedFields?, deciding decided: [Text] = []
  ) {
    let isEdit = old != nil && new != nil
    body = PatchChange.changes(
      from: old ?? PatchedFields(), to: new ?? PatchedFields(), stating: isEdit ? decided : [])
    guard !body.isEmpty else { return nil }
    operation = old == nil ? .add : new == nil ? .remove : .edit
    (self.id, self.after, self.task, self.device, self.time) = (id, after, task, device, time)
  }

  // MARK: JSON

  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.name("after")
      json.array(after) { $0.string($1) }
      json.member("task", task.text)
      json.member("device", device)
      json.name("time")
      json.string(Patch.text(ofTime: time))
      json.name("operation")
      json.string(operation.rawValue)
      json.name("body")
      json.object { json in
        for change in body {
          json.key(change.field)
          json.object { change.change.write(to: &$0) { $1.write(to: &$0) } }
        }
      }
    }
  }

  /// The patch on a line of its own.
  package var line: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    writer.endLine()
    return writer.bytes
  }

  /// Why a JSON value is not a patch: a key that is missing or has a value that it cannot have.
  package struct Failure: Error, Hashable, Sendable {
    package let key: Text
  }

  /// Reads what ``write(to:)`` prints. Keys that are not known are left out: later versions may add some.
  package init(_ json: JSONValue) throws(Failure) {
    guard let id = json["id"].text, !id.isEmpty else { throw Failure(key: "id") }
    guard let after = FieldKind.all(json["after"].elements, \.text) else {
      throw Failure(key: "after")
    }
    guard let task = json["task"].text.flatMap({ TaskID($0) }) else { throw Failure(key: "task") }
    guard let time = json["time"].text.flatMap({ Patch.time(ofText: $0) }) else {
      throw Failure(key: "time")
    }
    guard let operation = json["operation"].text.flatMap({ Operation(rawValue: $0.string) }) else {
      throw Failure(key: "operation")
    }
    guard case .object(let members) = json["body"] else { throw Failure(key: "body") }
    var body: [PatchChange] = []
    for member in members {
      guard let change = PatchChange(member.name, json: member.value) else {
        throw Failure(key: Text(bytes: Array("body.".utf8) + member.name.bytes))
      }
      body.append(change)
    }
    (self.id, self.after, self.task, device) = (id, after, task, json["device"].text)
    (self.time, self.operation, self.body) = (time, operation, body)
  }

  // MARK: Time

  /// Returns `2026-11-20T08:15:00Z`: the same on every device.
  static func text(ofTime seconds: Int64) -> String {
    let (day, second) = (
      Int((Double(seconds) / 86_400).rounded(.down)), Int(((seconds % 86_400) + 86_400) % 86_400)
    )
    let parts = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(CivilDate(dayNumber: day).iso)T\(parts.joined(separator: ":"))Z"
  }

  static func time(ofText text: Text) -> Int64? {
    let bytes = text.bytes
    guard bytes.count == 20, bytes[10] == 0x54, bytes[16] == 0x3A, bytes[19] == 0x5A,
      let (year, month, day) = Timestamp.day(iso: bytes[...]),
      let date = CivilDate(year: year, month: month, day: day),
      let minute = Timestamp.minute(iso: bytes[11..<16]),
      let second = bytes[...].twoDigits(at: 17), second < 61
    else { return nil }
    return Int64(date.dayNumber) * 86_400 + Int64(minute) * 60 + Int64(second)
  }
}

extension PatchChange {
  fileprivate init?(_ field: Text, json: JSONValue) {
    guard case .object(let members) = json else { return nil }
    let names = Set(members.map(\.name))
    if names.contains("new") {
      self.init(field, .value(old: json["old"], new: json["new"]))
    } else if names.contains("add") || names.contains("remove") {
      self.init(field, .members(add: json["add"].elements, remove: json["remove"].elements))
    } else {
      return nil
    }
  }
}

/// Patches as they arrive: in any order, several times, from several devices.
package struct PatchSet: Sendable {
  private var patches: [Text: Patch] = [:]

  package init() {}

  package var count: Int { patches.count }

  /// Adds a patch. Adding it again changes nothing.
  ///
  /// - Returns: False for another patch with the id of one that is there, which would leave the result to the order of
  ///   arrival.
  package mutating func add(_ patch: Patch) -> Bool {
    guard let known = patches[patch.id] else {
      patches[patch.id] = patch
      return true
    }
    return known == patch
  }

  /// The tasks with their patches, in the order of their ids.
  package var tasks: [(id: TaskID, patches: TaskPatches)] {
    Dictionary(grouping: patches.values, by: \.task).ordered { $0.key < $1.key }
      .map { ($0.key, TaskPatches($0.value)) }
  }
}
