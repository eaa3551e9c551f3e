/// A binary encoding of a task for a cache. Decoding returns an equal task.
///
/// The path and the format are not included, because the cache keeps the path. The encoding may differ between
/// builds of the program and has no version number. Damaged bytes are detected.
///
///     optional values   one bit each, in a number at the front
///     numbers           seven bits a byte, low ones first; signed numbers in zigzag encoding
///     texts             length in bytes, then the bytes
///     lists             count, then the elements
package enum TaskRecord {
  package static func write(_ task: Task, to bytes: inout [UInt8]) {
    var writer = RecordWriter(bytes: bytes)
    bytes = []
    writer.task(task)
    bytes = writer.bytes
  }

  /// Decodes a task; nil if the bytes are not a record.
  package static func read(_ bytes: UnsafeRawBufferPointer, path: String) -> Task? {
    guard let format = Format(path: path) else { return nil }
    var reader = RecordReader(bytes)
    let task = reader.task(path: path, format: format)
    return reader.isWhole ? task : nil
  }

  /// Calls `body` with the list and with each tag in a record; false if the bytes are not a record.
  package static func forEachName(
    in record: UnsafeRawBufferPointer, _ body: (NameKind, BorrowedText) -> Void
  ) -> Bool {
    var reader = RecordReader(record)
    return reader.forEachName(body)
  }

  /// Whether a task may have alerts: it has a date. Nothing else of the record is decoded.
  package static func mayRemind(_ record: UnsafeRawBufferPointer) -> Bool {
    var reader = RecordReader(record)
    let known = RecordFields(rawValue: reader.number())
    return known.contains(.scheduled) || known.contains(.deadline)
      || known.contains(.field(.reminders))
  }

  /// Returns the id in a record, and whether the task's file contains it; nil if the bytes are not a record.
  package static func id(_ bytes: UnsafeRawBufferPointer) -> (id: TaskID, isOwn: Bool)? {
    var reader = RecordReader(bytes)
    return reader.firstID()
  }
}

/// What tasks name that has names of its own.
package enum NameKind: String, Sendable { case tags, lists }

/// The optional values that a record contains, one bit each.
struct RecordFields: OptionSet {
  let rawValue: Int

  static let ownID = RecordFields(rawValue: 1 << 0)
  static let done = RecordFields(rawValue: 1 << 1)
  static let priority = RecordFields(rawValue: 1 << 2)
  static let scheduled = RecordFields(rawValue: 1 << 3)
  static let deadline = RecordFields(rawValue: 1 << 4)
  static let closed = RecordFields(rawValue: 1 << 5)
  static let deleted = RecordFields(rawValue: 1 << 6)
  static let tags = RecordFields(rawValue: 1 << 7)
  static let notes = RecordFields(rawValue: 1 << 8)
  static let properties = RecordFields(rawValue: 1 << 9)
  static let log = RecordFields(rawValue: 1 << 10)
  static let commented = RecordFields(rawValue: 1 << 11)

  static let unread = RecordFields(ofField: UInt8(PlainField.allCases.count))

  static func field(_ field: PlainField) -> RecordFields { RecordFields(ofField: field.rawValue) }

  /// - Parameter number: The number of a plain field.
  init(ofField number: UInt8) { rawValue = 1 << (12 + Int(number)) }

  init(rawValue: Int) { self.rawValue = rawValue }

  init(of task: Task) {
    self = []
    func note(_ field: RecordFields, _ isThere: Bool) { if isThere { formUnion(field) } }
    note(.ownID, task.hasOwnID)
    note(.done, task.state.isDone)
    note(.priority, task.priority != nil)
    note(.scheduled, task.scheduled != nil)
    note(.deadline, task.deadline != nil)
    note(.closed, task.closed != nil)
    note(.deleted, task.deleted != nil)
    note(.tags, !task.tags.isEmpty)
    note(.notes, !task.notes.isEmpty)
    for field in PlainField.allCases { note(.field(field), !field.value(in: task).isNothing) }
    note(.properties, !task.properties.isEmpty)
    note(.log, !task.log.isEmpty)
    note(.commented, task.isCommented)
    note(.unread, task.hasUnreadValues)
  }
}
