import TasksCore

struct TaskwarriorValues {
  let json: JSONValue
  let context: ForeignContext

  struct Failure: Error { let reason: String }

  // MARK: Texts

  /// The texts of an array, or of one text with commas, as before Taskwarrior 2.6.
  func list(_ name: Text) -> [Text] {
    switch json[name] {
    case .array(let elements):
      elements.compactMap { element in
        element.text ?? element.number.map { Text($0.shortestDecimal) }
      }
    case .string(let text):
      text.bytes.split(separator: 0x2C).map { Text(bytes: $0.trimmingBlanks) }
    default: []
    }
  }

  /// The texts of a JSON array in a text.
  func texts(_ name: Text) -> [Text] {
    value(in: name).elements.compactMap(\.text)
  }

  /// The JSON in a text; null if there is none.
  func value(in name: Text) -> JSONValue {
    json[name].text.flatMap { try? JSONValue($0.bytes) } ?? .null
  }

  /// An attribute that is a text with something in it.
  func text(_ name: Text) -> Text? {
    json[name].text.flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: Dates

  /// - Parameter json: Whose date it is, if not that of the task itself.
  func date(_ name: Text, in json: JSONValue? = nil) throws(Failure) -> TaskwarriorDate? {
    let value = (json ?? self.json)[name]
    if value == .null || value == .string(.empty) { return nil }
    guard let date = TaskwarriorDate(value, context) else {
      throw Failure(reason: "its \(name) is no date: \(ControlCharacters.escaped(value.printed))")
    }
    return date
  }

  /// A moment, or what it was exactly if the attribute is as written.
  func moment(_ name: Text, exact: Text) throws(Failure) -> Timestamp? {
    let date = try date(name)
    guard let words = text(exact)?.string.split(separator: " ") else { return date?.moment }
    if words == ["-"] { return nil }
    let isWritten = words.first == "-" || words.first.map { Text(String($0)) } == date?.text
    return isWritten ? words.last.flatMap { Timestamp(iso: String($0)) } : date?.moment
  }

  /// The date of an attribute, with what is kept of it beside: exactly that if the attribute is as written, else moved.
  func plan(
    _ name: Text, exact: Text, at current: JSONValue?
  ) throws(Failure) -> Planning? {
    let date = try date(name, in: current)
    let text = text(exact)?.string ?? ""
    let written = text.prefix { $0 != " " }
    let kept = Planning(fieldText: String(text.dropFirst(written.count + 1)))
    guard let date else { return written == "-" ? kept : nil }
    guard let kept else { return Planning(date.planned) }
    return Text(String(written)) == date.text ? kept : kept.moved(to: date.planned)
  }
}

/// A moment as Taskwarrior has it: in UTC, `20261127T160000Z`.
struct TaskwarriorDate {
  /// The local time; a day if the text names nothing else.
  let moment: Timestamp
  /// Since 1970.
  let seconds: Int64

  /// Taskwarrior 2.6.2 crashes on a moment before 1980.
  private static let written = 315_532_800..<last
  /// The first second of the year 10000.
  private static let last: Int64 = 253_402_300_800

  /// Reads also the extended format, a day, local time without a zone, and seconds since 1970.
  init?(_ json: JSONValue, _ context: ForeignContext) {
    guard
      let text = json.text?.string ?? json.number.flatMap({ Int64(exactly: $0) }).map(String.init)
    else { return nil }
    let bytes = Array(text.utf8)
    if (9...12).contains(bytes.count), bytes.allSatisfy(\.isDigit), let seconds = Int64(text) {
      guard seconds < TaskwarriorDate.last else { return nil }
      (self.seconds, moment) = (seconds, context.local(seconds))
      return
    }
    guard let utc = ForeignContext.seconds(utc: text) else { return nil }
    let time = bytes.firstIndex { [0x54, 0x20].contains($0) }.map { bytes[$0...] } ?? []
    if time.contains(where: { [0x5A, 0x7A, 0x2B, 0x2D].contains($0) }) {
      (seconds, moment) = (utc, context.local(utc))
    } else {
      let date = ForeignContext.civil(utc)
      moment = time.isEmpty ? Timestamp(date.date) : date
      seconds = context.seconds(moment)
    }
  }

  /// The date of a task: midnight stands for the day.
  var planned: Timestamp { moment.minute == 0 ? Timestamp(moment.date) : moment }

  var text: Text { Text(ForeignContext.utc(seconds)) }

  /// Prints a moment; nil if Taskwarrior has no such time.
  static func text(_ moment: Timestamp, _ context: ForeignContext) -> Text? {
    let seconds = context.seconds(moment)
    return written.contains(seconds) ? Text(ForeignContext.utc(seconds)) : nil
  }
}

package enum TaskwarriorID {
  /// 8f7a2f4e-6c0b-8d5a-9b1e-3d2c5a7e9f10: the namespace of the UUIDs that are made of our ids.
  private static let space: [UInt8] = [
    0x8F, 0x7A, 0x2F, 0x4E, 0x6C, 0x0B, 0x8D, 0x5A, 0x9B, 0x1E, 0x3D, 0x2C, 0x5A, 0x7E, 0x9F, 0x10,
  ]

  /// Returns the UUID of a task: its id if that is one, else a UUID of version 8 made of the SHA-256 of the namespace
  /// and the id (RFC 9562, 5.8 and B.2). Version 5 would do the same with SHA-1.
  package static func uuid(of id: TaskID) -> Text {
    isUUID(id.text.bytes) ? id.text : uuid(named: id.text.bytes)
  }

  /// The UUID of the present instance of a task that repeats: the one that it has in Taskwarrior, or one of ours.
  static func instance(of task: Task) -> Text {
    keptInstance(of: task)?.value ?? instance(of: uuid(of: task.id))
  }

  static func instance(of template: Text) -> Text {
    uuid(named: Array("instance ".utf8) + template.bytes)
  }

  static func keptInstance(of task: Task) -> Task.Property? {
    task.properties.first { $0.name == "instance" && isUUID($0.value.bytes) }
  }

  static func uuid(named name: [UInt8]) -> Text {
    var bytes = Array(SHA256.digest(of: space + name).prefix(16))
    bytes[6] = 0x80 | bytes[6] & 0x0F
    bytes[8] = 0x80 | bytes[8] & 0x3F
    let digits = Array("0123456789abcdef".utf8)
    var out: [UInt8] = []
    for (place, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(place) { out.append(0x2D) }
      out += [digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
    }
    return Text(bytes: out)
  }

  package static func isUUID(_ bytes: [UInt8]) -> Bool {
    bytes.count == 36
      && bytes.enumerated().allSatisfy { place, byte in
        [8, 13, 18, 23].contains(place)
          ? byte == 0x2D : byte.isDigit || (0x61...0x66).contains(byte | 0x20)
      }
  }
}

struct TaskwarriorState: Equatable {
  enum Status: String { case pending, completed, deleted }

  var status: Status
  var isStarted = false

  init(_ status: Status, isStarted: Bool) { (self.status, self.isStarted) = (status, isStarted) }

  init(_ state: State, _ context: ForeignContext) {
    if state.isDone {
      status = state == context.canceled && state != context.done ? .deleted : .completed
    } else {
      status = .pending
      isStarted = state == context.started && state != context.open
    }
  }

  func state(_ context: ForeignContext) -> State {
    switch status {
    case .completed: context.done
    case .deleted: context.canceled
    case .pending: isStarted ? context.started : context.open
    }
  }

  /// When a task was started: as its log says, or else when it was made.
  static func start(of task: Task, _ context: ForeignContext) -> Text {
    let entered = task.entries.first { entry in
      if case .state(_, let keyword) = entry.kind { keyword == task.state.keyword } else { false }
    }
    return [entered?.at, task.created].lazy
      .compactMap { $0.flatMap { TaskwarriorDate.text($0, context) } }.first ?? "20000101T000000Z"
  }
}
