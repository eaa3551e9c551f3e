/// Decodes tasks as described at ``TaskRecord``, from bytes that may be damaged.
struct RecordReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private(set) var isSound = true

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// True if all fields could be decoded and no bytes are left.
  var isWhole: Bool { isSound && position == bytes.count }

  mutating func task(path: String, format: Format) -> Task {
    let fields = RecordFields(rawValue: number())
    let id = self.id()
    let title = text()
    let state = State(text(), isDone: fields.contains(.done))
    var task = Task(id: id, path: path, format: format, title: title, state: state)
    task.hasOwnID = fields.contains(.ownID)
    task.isCommented = fields.contains(.commented)
    task.hasUnreadValues = fields.contains(.unread)
    if fields.contains(.priority) { task.priority = required(Priority(text().string)) }
    if fields.contains(.scheduled) { task.scheduled = planning() }
    if fields.contains(.deadline) { task.deadline = planning() }
    if fields.contains(.closed) { task.closed = stamp() }
    if fields.contains(.deleted) { task.deleted = stamp() }
    if fields.contains(.tags) { task.tags = list { $0.text() } }
    if fields.contains(.notes) { task.notes = text() }
    for field in PlainField.allCases where fields.contains(.field(field)) {
      field.set(value(), in: &task)
    }
    if fields.contains(.properties) { task.properties = properties() }
    if fields.contains(.log) { task.log = list { $0.logItem() } }
    return task
  }

  private mutating func properties() -> [Task.Property] {
    list { reader in
      let name = reader.text()
      return Task.Property(name, reader.text())
    }
  }

  /// Decodes the properties, and passes over the plain fields before them.
  mutating func properties(in fields: RecordFields) -> [Task.Property] {
    for field in PlainField.allCases where fields.contains(.field(field)) { _ = value() }
    return fields.contains(.properties) ? properties() : []
  }

  /// Decodes the log, and passes over the plain fields and the properties before it.
  mutating func log(in fields: RecordFields) -> [LogItem] {
    _ = properties(in: fields)
    return fields.contains(.log) ? list { $0.logItem() } : []
  }

  /// Returns the task's id, and whether its file contains it; nil if the bytes are not a record.
  mutating func firstID() -> (id: TaskID, isOwn: Bool)? {
    let fields = RecordFields(rawValue: number())
    let id = self.id()
    return isSound ? (id, fields.contains(.ownID)) : nil
  }

  /// Calls `body` with each tag and with the list, and passes over all else.
  ///
  /// - Returns: False if the bytes are not a record.
  mutating func forEachName(_ body: (NameKind, BorrowedText) -> Void) -> Bool {
    let fields = RecordFields(rawValue: number())
    // The id, the title, the keyword and the priority.
    for _ in 0..<(fields.contains(.priority) ? 4 : 3) { _ = slice() }
    if fields.contains(.scheduled) { _ = planning() }
    if fields.contains(.deadline) { _ = planning() }
    if fields.contains(.closed) { _ = stamp() }
    if fields.contains(.deleted) { _ = stamp() }
    var tagsLeft = fields.contains(.tags) ? number() : 0
    while tagsLeft > 0, isSound {
      body(.tags, BorrowedText(slice()))
      tagsLeft -= 1
    }
    guard fields.contains(.field(.list)) else { return isSound }
    if fields.contains(.notes) { _ = slice() }
    if let list = text(of: .list, in: fields) { body(.lists, list) }
    return isSound
  }

  // MARK: Plain fields, one after the other

  /// Decodes a field that the record has, and passes over the fields before it.
  mutating func value(of field: PlainField, in fields: RecordFields) -> FieldValue {
    pass(to: field, in: fields)
    return value()
  }

  /// The same for a field that is a text, without copying it.
  mutating func text(of field: PlainField, in fields: RecordFields) -> BorrowedText? {
    pass(to: field, in: fields)
    return number() == 0 ? BorrowedText(slice()) : nil
  }

  private mutating func pass(to field: PlainField, in fields: RecordFields) {
    // By number, because the list of all cases is made anew each time.
    for number in 0..<field.rawValue where fields.contains(RecordFields(ofField: number)) {
      skipValue()
    }
  }

  private mutating func skipValue() {
    switch number() {
    case 0: _ = slice()
    case 1: _ = real()
    case 4: _ = stamp()
    case 6: _ = reminder()
    case 5: _ = list { $0.value(isMember: true) }
    default: break
    }
  }

  // MARK: Parts

  /// - Parameter isMember: True in a list, which has no lists in it.
  private mutating func value(isMember: Bool = false) -> FieldValue {
    switch number() {
    case 0: return .text(text())
    case 1: return .number(real())
    case 2: return .flag(false)
    case 3: return .flag(true)
    case 4: return .moment(stamp())
    case 6: return .reminder(reminder())
    case 5 where !isMember: return .list(list { $0.value(isMember: true) })
    default:
      isSound = false
      return .nothing
    }
  }

  mutating func list<Element>(_ read: (inout RecordReader) -> Element) -> [Element] {
    let count = number()
    // Each element takes at least one byte. The check keeps a damaged count from reserving memory for millions.
    guard count >= 0, count <= bytes.count - position else {
      isSound = false
      return []
    }
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for _ in 0..<count where isSound { elements.append(read(&self)) }
    return elements
  }

  private mutating func logItem() -> LogItem {
    let kind: LogEntry.Kind
    switch number() {
    case 0:
      let from = optional { $0.text() }
      kind = .state(from: from, to: text())
    case 1: kind = .note
    case 2:
      let field = text()
      kind = .dropped(field: field, value: optional { $0.text() })
    case 3: kind = .other(text())
    default:
      let start = stamp()
      return .clock(Clock(start: start, end: optional { $0.stamp() }))
    }
    let at = optional { $0.stamp() }
    // The note was unindented when the file was parsed.
    return .entry(LogEntry(kind, at: at, cut: optional { $0.text() }))
  }

  mutating func planning() -> Planning {
    let start = stamp()
    let end = optional { $0.stamp() }
    let repeater = optional { $0.repeater() }
    let warning = optional { reader in
      let interval = reader.interval()
      return Warning(interval, isFirstOnly: reader.number() == 1)
    }
    return Planning(start, end: end, repeater: repeater, warning: warning)
  }

  private mutating func reminder() -> Reminder {
    let at = stamp()
    return Reminder(at, repeater: optional { $0.repeater() })
  }

  private mutating func repeater() -> Repeater {
    let kind = required(Repeater.Kind(rawValue: text().string)) ?? .cumulate
    let interval = interval()
    return Repeater(kind, interval, limit: optional { $0.interval() })
  }

  private mutating func interval() -> Interval {
    let count = number()
    let letter = Character(Unicode.Scalar(byte()))
    return Interval(count, required(Interval.Unit(rawValue: letter)) ?? .day)
  }

  mutating func stamp() -> Timestamp {
    let day = number()
    let minute = number()
    // Far more than a calendar needs, and small enough to avoid overflow.
    guard (-1 << 40...1 << 40).contains(day) else {
      isSound = false
      return Timestamp(CivilDate(dayNumber: 0))
    }
    return Timestamp(CivilDate(dayNumber: day), minute: minute < 0 ? nil : minute)
  }

  private mutating func id() -> TaskID { required(TaskID(text())) ?? .none }

  private mutating func optional<Value>(_ read: (inout RecordReader) -> Value) -> Value? {
    byte() == 1 ? read(&self) : nil
  }

  private mutating func required<Value>(_ value: Value?) -> Value? {
    if value == nil { isSound = false }
    return value
  }

  // MARK: Elements

  private mutating func text() -> Text { Text(stored: slice()) }

  mutating func slice() -> UnsafeRawBufferPointer {
    let count = number()
    guard count >= 0, count <= bytes.count - position else {
      isSound = false
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    position += count
    return UnsafeRawBufferPointer(rebasing: bytes[position - count..<position])
  }

  private mutating func real() -> Double {
    guard bytes.count - position >= 8 else {
      isSound = false
      return 0
    }
    let bits = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
    position += 8
    return Double(bitPattern: UInt64(littleEndian: bits))
  }

  mutating func number() -> Int {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64 {
      let byte = byte()
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return Int(bitPattern: UInt(value >> 1)) ^ -Int(value & 1) }
      shift += 7
    }
    isSound = false
    return 0
  }

  private mutating func byte() -> UInt8 {
    guard position < bytes.count else {
      isSound = false
      return 0
    }
    defer { position += 1 }
    return bytes[position]
  }
}
