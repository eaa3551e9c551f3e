/// A task as compact bytes, for a cache: what is read back equals what was written.
///
/// The path and the format are left out, for whoever keeps the bytes keeps the path. The form belongs to one build
/// of the program, so it has no version; damaged bytes are noticed, not trusted.
///
///     optional values   one bit each, in a number at the front
///     numbers           seven bits a byte, low ones first, small negative ones folded in (zigzag)
///     texts             length in bytes, then the bytes
///     lists             count, then the elements
public enum TaskRecord {
  /// Puts the task's record behind what is there.
  public static func write(_ task: Task, to bytes: inout [UInt8]) {
    var writer = RecordWriter(bytes: bytes)
    bytes = []
    writer.task(task)
    bytes = writer.bytes
  }

  /// The task of a record; nil when the bytes are none.
  public static func read(_ bytes: UnsafeRawBufferPointer, path: String) -> Task? {
    guard let format = Format(path: path) else { return nil }
    var reader = RecordReader(bytes)
    let task = reader.task(path: path, format: format)
    return reader.isWhole ? task : nil
  }

  /// The id in a record, and whether the file names it; nil when the bytes are none.
  public static func id(_ bytes: UnsafeRawBufferPointer) -> (id: TaskID, isOwn: Bool)? {
    var reader = RecordReader(bytes)
    return reader.firstID()
  }
}

/// Which of a task's optional values a record holds, a bit each.
struct RecordFields: OptionSet {
  let rawValue: Int

  static let ownID = RecordFields(rawValue: 1 << 0)
  static let done = RecordFields(rawValue: 1 << 1)
  static let important = RecordFields(rawValue: 1 << 2)
  static let priority = RecordFields(rawValue: 1 << 3)
  static let rank = RecordFields(rawValue: 1 << 4)
  static let list = RecordFields(rawValue: 1 << 5)
  static let created = RecordFields(rawValue: 1 << 6)
  static let scheduled = RecordFields(rawValue: 1 << 7)
  static let deadline = RecordFields(rawValue: 1 << 8)
  static let closed = RecordFields(rawValue: 1 << 9)
  static let deleted = RecordFields(rawValue: 1 << 10)
  static let lastRepeat = RecordFields(rawValue: 1 << 11)
  static let firstAlert = RecordFields(rawValue: 1 << 12)
  static let secondAlert = RecordFields(rawValue: 1 << 13)
  static let placeName = RecordFields(rawValue: 1 << 14)
  static let coordinates = RecordFields(rawValue: 1 << 15)
  static let radius = RecordFields(rawValue: 1 << 16)
  static let effort = RecordFields(rawValue: 1 << 17)
  static let parent = RecordFields(rawValue: 1 << 18)
  static let tags = RecordFields(rawValue: 1 << 19)
  static let reminders = RecordFields(rawValue: 1 << 20)
  static let blockers = RecordFields(rawValue: 1 << 21)
  static let properties = RecordFields(rawValue: 1 << 22)
  static let log = RecordFields(rawValue: 1 << 23)
  static let clocks = RecordFields(rawValue: 1 << 24)
  static let notes = RecordFields(rawValue: 1 << 25)

  init(rawValue: Int) { self.rawValue = rawValue }

  init(of task: Task) {
    self = []
    func note(_ field: RecordFields, _ isThere: Bool) { if isThere { formUnion(field) } }
    note(.ownID, task.hasOwnID)
    note(.done, task.state.isDone)
    note(.important, task.isImportant)
    note(.priority, task.priority != nil)
    note(.rank, task.rank != nil)
    note(.list, task.list != nil)
    note(.created, task.created != nil)
    note(.scheduled, task.scheduled != nil)
    note(.deadline, task.deadline != nil)
    note(.closed, task.closed != nil)
    note(.deleted, task.deleted != nil)
    note(.lastRepeat, task.lastRepeat != nil)
    note(.firstAlert, task.firstAlert != nil)
    note(.secondAlert, task.secondAlert != nil)
    note(.placeName, task.place.name != nil)
    note(.coordinates, task.place.coordinates != nil)
    note(.radius, task.place.radius != nil)
    note(.effort, task.effort != nil)
    note(.parent, task.parent != nil)
    note(.tags, !task.tags.isEmpty)
    note(.reminders, !task.reminders.isEmpty)
    note(.blockers, !task.blockers.isEmpty)
    note(.properties, !task.properties.isEmpty)
    note(.log, !task.log.isEmpty)
    note(.clocks, !task.clocks.isEmpty)
    note(.notes, !task.notes.isEmpty)
  }
}
