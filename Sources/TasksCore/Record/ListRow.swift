/// A task of a listing, decoded from its record without making a ``Task``, because thousands are shown at once.
///
/// What a line of `list` shows is decoded at once, any other field when it is asked for. The texts point into the record
/// and are valid only as long as the record is.
package struct ListRow {
  let format: Format
  package let path: BorrowedText
  package let id: BorrowedText
  package let title: BorrowedText
  package let keyword: BorrowedText
  package let isDone: Bool
  package let priority: BorrowedText?
  package let scheduled: Planning?
  package let deadline: Planning?
  package let closed: Timestamp?
  package let deleted: Timestamp?
  package let tags: [BorrowedText]
  package let list: BorrowedText?
  package let notes: BorrowedText?
  private let fields: RecordReader
  private let known: RecordFields
  private let record: UnsafeRawBufferPointer

  package var isDeleted: Bool { deleted != nil }
  /// Neither done nor in the trash.
  package var isOpen: Bool { !isDone && !isDeleted }

  /// The number of ticked checkboxes and of all checkboxes, as the cookie in a heading counts them; nil for a task
  /// without checkboxes.
  package var progress: (checked: Int, total: Int)? {
    guard let notes else { return nil }
    let progress = Checklist(notes.text, format: format).progress
    return progress.total == 0 ? nil : progress
  }

  /// The short id.
  ///
  /// - Parameter length: Its length in bytes.
  package func short(_ length: Int) -> String {
    var bytes: [UInt8] = []
    id.appendVisible(first: length, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The effort in minutes.
  package var effort: Int? { value(of: .effort).integer }

  package var reminders: [Reminder] { value(of: .reminders).members.compactMap(\.reminder) }

  /// The tasks that must be done first.
  package var blockers: [TaskID] {
    value(of: .blockers).members.compactMap { $0.text.flatMap { TaskID($0) } }
  }

  /// True if the notes hold more than checkboxes.
  package func hasNotes(besides boxes: Int) -> Bool {
    guard let notes else { return false }
    if boxes == 0 { return true }
    let lines = notes.bytes.split(separator: 0x0A).count { !$0.isBlankLine }
    return lines > boxes
  }

  private var log: [LogItem] {
    guard known.contains(.log) else { return [] }
    var reader = fields
    return reader.log(in: known)
  }

  package var clocks: [Clock] { log.compactMap(\.clock) }

  /// How many values that merges dropped its log has.
  package var droppedValues: Int { log.count(where: \.isDroppedValue) }

  package var runningClock: Clock? { clocks.first(where: \.isRunning) }

  /// True if a value of its file cannot be read.
  package var hasUnreadValues: Bool { known.contains(.unread) }

  /// Whether the task is open and hidden until later.
  package func isHidden(_ now: Timestamp) -> Bool { known.contains(.field(.wait)) && hides(now) }

  package var isWaiting: Bool { waits }

  package var repeats: RepeatRule { RepeatRule(value) }

  /// True for a habit (``Task/isHabit``).
  package var isHabit: Bool {
    scheduled?.isRepeating == true && value(of: .habit) == .flag(true)
  }

  /// True for a task that no agenda shows: commented out, or archived.
  package var isHiddenFromAgenda: Bool {
    known.contains(.commented) || tags.contains { $0.isSame(as: "ARCHIVE") }
  }

  /// The active timestamps (``Task/timestamps``). The whole task is decoded only if its record may hold one.
  package var timestamps: [ActiveTimestamp] { mayHaveTimestamps ? task?.timestamps ?? [] : [] }

  /// The title as people see it, with control characters escaped.
  package var shownTitle: String {
    ControlCharacters.escaped(Markup.shown(title: title.text, format))
  }

  package func appendShownTitle(to out: inout [UInt8]) {
    guard title.bytes.contains(0x5B) else { return title.appendVisible(to: &out) }
    out += shownTitle.utf8
  }

  package var task: Task? { TaskRecord.read(record, path: path.text.string) }

  /// Whether a `<` before a digit is in the record.
  private var mayHaveTimestamps: Bool {
    ByteView.reading(record.bindMemory(to: UInt8.self)) { bytes in
      var place = bytes.place(of: 0x3C, from: bytes.startIndex)
      while place < bytes.endIndex {
        if bytes[(place + 1)...].first?.isDigit == true { return true }
        place = bytes.place(of: 0x3C, from: place + 1)
      }
      return false
    }
  }

  package func value(of field: PlainField) -> FieldValue {
    var reader = fields
    return known.contains(.field(field)) ? reader.value(of: field, in: known) : .nothing
  }

  /// What a line of a list says of the fields that it says by their names.
  package var named: [(field: PlainField, value: FieldValue)] {
    PlainField.named.compactMap { field in
      let value = value(of: field)
      return value.isNothing ? nil : (field, value)
    }
  }

  /// The value of a property that is no field of ours.
  package func property(named name: Text) -> Text? {
    properties.first { $0.name.isSameName(as: name) }?.value
  }

  package func value(of field: OwnField) -> FieldValue {
    property(named: field.name).flatMap { field.read($0) } ?? .nothing
  }

  package var propertyNames: [Text] { properties.map(\.name) }

  /// Who works on the task (``Task/assignee``).
  package var assignee: Text? { Task.assignee(in: properties) }

  private var properties: [Task.Property] {
    guard known.contains(.properties) else { return [] }
    var reader = fields
    return reader.properties(in: known)
  }

  /// Decodes a task's record; nil if the bytes are not a record.
  ///
  /// - Parameter path: The task's path in the store, as UTF-8.
  package init?(
    record: UnsafeRawBufferPointer, path: UnsafeRawBufferPointer
  ) {
    var reader = RecordReader(record)
    let known = RecordFields(rawValue: reader.number())
    self.known = known
    self.record = record
    self.path = BorrowedText(path)
    // Of the two extensions, `.md` alone ends in this letter.
    format = path.last == UInt8(ascii: "d") ? .markdown : .org
    id = BorrowedText(reader.slice())
    title = BorrowedText(reader.slice())
    keyword = BorrowedText(reader.slice())
    isDone = known.contains(.done)
    priority = known.contains(.priority) ? BorrowedText(reader.slice()) : nil
    scheduled = known.contains(.scheduled) ? reader.planning() : nil
    deadline = known.contains(.deadline) ? reader.planning() : nil
    closed = known.contains(.closed) ? reader.stamp() : nil
    deleted = known.contains(.deleted) ? reader.stamp() : nil
    tags = known.contains(.tags) ? reader.list { BorrowedText($0.slice()) } : []
    notes = known.contains(.notes) ? BorrowedText(reader.slice()) : nil
    fields = reader
    list = known.contains(.field(.list)) ? reader.text(of: .list, in: known) : nil
    guard reader.isSound else { return nil }
  }

  /// Calls `body` with the row of a task that has no record.
  package static func of(_ task: Task, _ body: (ListRow) -> Void) {
    var record: [UInt8] = []
    TaskRecord.write(task, to: &record)
    var path = task.path
    path.withUTF8 { path in
      record.withUnsafeBytes { bytes in
        if let row = ListRow(record: bytes, path: UnsafeRawBufferPointer(path)) { body(row) }
      }
    }
  }
}

/// A text in a record, not copied.
package struct BorrowedText {
  package let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  package var text: Text { Text(stored: bytes) }

  package func begins(with byte: UInt8) -> Bool { bytes.first == byte }

  package func isSame(as text: Text) -> Bool {
    text.withUTF8 { $0.count == bytes.count && $0.elementsEqual(bytes) }
  }

  /// Whether two names are the same in any form (``Text/isAlike(_:)``).
  func isAlike(_ other: Text) -> Bool {
    isSame(as: other) || bytes.contains { $0 >= 0x80 } && text.isAlike(other)
  }

  func isWithin(_ other: Text) -> Bool {
    isSame(as: other) || bytes.contains { $0 >= 0x80 || $0 == 0x2F } && text.isWithin(other)
  }

  /// Appends the text with control characters escaped (``ControlCharacters``).
  package func appendVisible(to out: inout [UInt8]) { append(bytes, to: &out) }

  /// Appends the first `count` bytes of the text with control characters escaped.
  package func appendVisible(first count: Int, to out: inout [UInt8]) {
    append(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), to: &out)
  }

  private func append(_ bytes: UnsafeRawBufferPointer, to out: inout [UInt8]) {
    if ControlCharacters.isPrintableASCII(bytes) {
      out.append(contentsOf: bytes)
    } else {
      out.append(contentsOf: ControlCharacters.escaped(Text(stored: bytes)).utf8)
    }
  }
}
