/// Encodes tasks as described at ``TaskRecord``.
struct RecordWriter {
  var bytes: [UInt8]

  mutating func task(_ task: Task) {
    number(RecordFields(of: task).rawValue)
    // The fields that a listing shows come first, for ``ListRow``.
    text(task.id.text)
    text(task.title)
    text(task.state.keyword)
    if let priority = task.priority { text(Text(priority.text)) }
    if let scheduled = task.scheduled { planning(scheduled) }
    if let deadline = task.deadline { planning(deadline) }
    if let closed = task.closed { stamp(closed) }
    if let deleted = task.deleted { stamp(deleted) }
    list(task.tags) { $0.text($1) }
    if !task.notes.isEmpty { text(task.notes) }
    for field in PlainField.allCases { value(field.value(in: task)) }
    list(task.properties) {
      $0.text($1.name)
      $0.text($1.value)
    }
    list(task.log) { $0.item($1) }
  }

  // MARK: Parts

  /// Writes a list. An empty one is represented by a cleared bit in ``RecordFields`` only.
  private mutating func list<Element>(
    _ elements: [Element], _ write: (inout RecordWriter, Element) -> Void
  ) {
    guard !elements.isEmpty else { return }
    number(elements.count)
    for element in elements { write(&self, element) }
  }

  /// Writes the value of a plain field by its type; nothing is represented by a cleared bit only.
  private mutating func value(_ value: FieldValue) {
    switch value {
    case .nothing: break
    case .text(let value):
      number(0)
      text(value)
    case .number(let value):
      number(1)
      real(value)
    case .flag(let flag): number(flag ? 3 : 2)
    case .moment(let moment):
      number(4)
      stamp(moment)
    case .reminder(let reminder):
      number(6)
      stamp(reminder.at)
      optional(reminder.repeater) { $0.repeater($1) }
    case .list(let members):
      number(5)
      number(members.count)
      for member in members { self.value(member) }
    }
  }

  private mutating func item(_ item: LogItem) {
    switch item {
    case .entry(let entry): self.entry(entry)
    case .clock(let clock):
      number(4)
      stamp(clock.start)
      optional(clock.end) { $0.stamp($1) }
    }
  }

  private mutating func entry(_ entry: LogEntry) {
    switch entry.kind {
    case .state(let from, let to):
      number(0)
      optional(from) { $0.text($1) }
      text(to)
    case .note: number(1)
    case .dropped(let field, let value):
      number(2)
      text(field)
      optional(value) { $0.text($1) }
    case .other(let line):
      number(3)
      text(line)
    }
    optional(entry.at) { $0.stamp($1) }
    optional(entry.note) { $0.text($1) }
  }

  private mutating func planning(_ planning: Planning) {
    stamp(planning.start)
    optional(planning.end) { $0.stamp($1) }
    optional(planning.repeater) { $0.repeater($1) }
    optional(planning.warning) {
      $0.interval($1.interval)
      $0.number($1.isFirstOnly ? 1 : 0)
    }
  }

  private mutating func repeater(_ repeater: Repeater) {
    text(Text(repeater.kind.rawValue))
    interval(repeater.interval)
    optional(repeater.limit) { $0.interval($1) }
  }

  private mutating func interval(_ interval: Interval) {
    number(interval.count)
    bytes.append(interval.unit.rawValue.asciiValue ?? 0)
  }

  private mutating func stamp(_ stamp: Timestamp) {
    number(stamp.date.dayNumber)
    number(stamp.minute ?? -1)
  }

  private mutating func optional<Value>(
    _ value: Value?, _ write: (inout RecordWriter, Value) -> Void
  ) {
    bytes.append(value == nil ? 0 : 1)
    if let value { write(&self, value) }
  }

  // MARK: Elements

  private mutating func text(_ text: Text) {
    text.withUTF8 { utf8 in
      number(utf8.count)
      bytes.append(contentsOf: utf8)
    }
  }

  private mutating func real(_ value: Double) {
    withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func number(_ value: Int) {
    var rest = UInt64(bitPattern: Int64(value << 1) ^ Int64(value >> 63))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
