/// The fields of a task that a listing shows, decoded from its record without making a ``Task``, because thousands
/// are shown at once.
///
/// Its texts point into the record and are valid only as long as the record is.
public struct TaskGlance {
  public let format: Format
  public let id: RecordText
  public let title: RecordText
  public let keyword: RecordText
  public let isDone: Bool
  public let priority: RecordText?
  public let list: RecordText?
  public let scheduled: Planning?
  public let deadline: Planning?
  public let closed: Timestamp?
  public let deleted: Timestamp?
  public let tags: [RecordText]
  let notes: RecordText?

  public var isDeleted: Bool { deleted != nil }
  /// Neither done nor in the trash.
  public var isOpen: Bool { !isDone && !isDeleted }

  /// The number of ticked checkboxes and of all checkboxes, as the cookie in a heading counts them; nil for a task
  /// without checkboxes.
  public var progress: (checked: Int, total: Int)? {
    guard let notes else { return nil }
    let progress = Checklist(notes.text, format: format).progress
    return progress.total == 0 ? nil : progress
  }

  /// Decodes the beginning of a task's record; nil if the bytes are not a record.
  public init?(record: UnsafeRawBufferPointer, format: Format) {
    var reader = RecordReader(record)
    guard let glance = reader.glance(format: format) else { return nil }
    self = glance
  }

  init(
    format: Format, id: RecordText, title: RecordText, keyword: RecordText, isDone: Bool,
    priority: RecordText?, scheduled: Planning?, deadline: Planning?,
    closed: Timestamp?, deleted: Timestamp?, tags: [RecordText], notes: RecordText?,
    list: RecordText?
  ) {
    self.format = format
    self.id = id
    self.title = title
    self.keyword = keyword
    self.isDone = isDone
    self.priority = priority
    self.list = list
    self.scheduled = scheduled
    self.deadline = deadline
    self.closed = closed
    self.deleted = deleted
    self.tags = tags
    self.notes = notes
  }

  /// Calls `body` with the fields of a task that has no record.
  public static func of(_ task: Task, _ body: (TaskGlance) -> Void) {
    var record: [UInt8] = []
    TaskRecord.write(task, to: &record)
    record.withUnsafeBytes { bytes in
      if let glance = TaskGlance(record: bytes, format: task.format) { body(glance) }
    }
  }
}

/// A text in a record, not copied.
public struct RecordText {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  public var text: Text { Text(stored: bytes) }

  public func begins(with byte: UInt8) -> Bool { bytes.first == byte }

  public func isSame(as text: Text) -> Bool {
    text.withUTF8 { $0.count == bytes.count && $0.elementsEqual(bytes) }
  }

  /// Appends the text with control characters escaped (``Visible``).
  public func appendVisible(to out: inout [UInt8]) { append(bytes, to: &out) }

  /// Appends the first `count` bytes of the text with control characters escaped.
  public func appendVisible(first count: Int, to out: inout [UInt8]) {
    append(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), to: &out)
  }

  private func append(_ bytes: UnsafeRawBufferPointer, to out: inout [UInt8]) {
    if Visible.isPrintableASCII(bytes) {
      out.append(contentsOf: bytes)
    } else {
      out.append(contentsOf: Visible.text(Text(stored: bytes)).utf8)
    }
  }
}
