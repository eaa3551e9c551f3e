import TasksCore

/// What is known of the task in a file without its record: enough to filter and to sort. A row has the same layout in
/// memory and in the cache.
package struct TaskRow: BitwiseCopyable {
  struct Flags: OptionSet, BitwiseCopyable {
    let rawValue: UInt32

    /// The file is a task. Other files have rows too, so that they are not read again.
    static let task = Flags(rawValue: 1)
    static let done = Flags(rawValue: 2)
    static let deleted = Flags(rawValue: 4)
    /// Its log has values that merges dropped.
    static let dropped = Flags(rawValue: 8)
    /// File and record are in the cache, not in the buffers of this reading.
    static let cached = Flags(rawValue: 16)
    /// Its log has clocks.
    static let clocked = Flags(rawValue: 32)
    /// One of them runs.
    static let clocking = Flags(rawValue: 64)
    static let hasParent = Flags(rawValue: 128)
    static let hasBlockers = Flags(rawValue: 256)
    /// A value of its file cannot be read.
    static let unread = Flags(rawValue: 512)
    /// It has a date until which it is hidden.
    static let hasWait = Flags(rawValue: 1024)
  }

  /// A range of bytes of the cache file or of the table's own buffer.
  struct Piece: BitwiseCopyable {
    var start: UInt32
    var count: UInt32
  }

  package var id: IDKey
  /// 0 for a task without one.
  var rank: Double
  var record: Piece
  /// The hash of the record's bytes.
  var sum: UInt64
  var flags: Flags
  /// The number of its file in the cache or in the table.
  var file: UInt32

  /// Makes a row that is in no table yet.
  ///
  /// - Parameters:
  ///   - task: Nil for a file that is not a task.
  ///   - path: The path of its file in the store.
  init(_ task: Task?, path: String, record bytes: UnsafeRawBufferPointer) {
    id = IDKey(task?.id ?? TaskID(ofPath: path))
    rank = task?.rank?.value ?? 0
    record = Piece(start: 0, count: UInt32(bytes.count))
    sum = ByteHash.of(bytes)
    flags = task == nil ? [] : .task
    if task?.isDone == true { flags.insert(.done) }
    if task?.isDeleted == true { flags.insert(.deleted) }
    for item in task?.log ?? [] {
      if item.isDroppedValue { flags.insert(.dropped) }
      guard let clock = item.clock else { continue }
      flags.insert(.clocked)
      if clock.isRunning { flags.insert(.clocking) }
    }
    if task?.hasUnreadValues == true { flags.insert(.unread) }
    if task?.wait != nil { flags.insert(.hasWait) }
    if task?.parent != nil { flags.insert(.hasParent) }
    if task?.blockers.isEmpty == false { flags.insert(.hasBlockers) }
    file = 0
  }

  var isOpen: Bool { flags.isDisjoint(with: [.done, .deleted]) }
}

/// What a listing can filter by before a task is decoded.
package struct TaskHead {
  private let flags: TaskRow.Flags

  init(_ row: TaskRow) { flags = row.flags }

  package var isDone: Bool { flags.contains(.done) }
  package var isDeleted: Bool { flags.contains(.deleted) }
  /// Neither finished nor in the trash.
  package var isOpen: Bool { !isDone && !isDeleted }

  package func isIn(_ group: TaskGroup) -> Bool {
    switch group {
    case .open: isOpen
    case .finished: isDone && !isDeleted
    case .deleted: isDeleted
    case .all: !isDeleted
    }
  }

  package var hasClocks: Bool { flags.contains(.clocked) }
  /// Whether one of its clocks runs.
  var isClocking: Bool { flags.contains(.clocking) }

  /// Whether its log has values that merges dropped and that were not settled yet.
  package var hasDroppedValues: Bool { flags.contains(.dropped) }

  /// Whether a value of its file cannot be read.
  package var hasUnreadValues: Bool { flags.contains(.unread) }

  /// Whether it is hidden until a date, passed or not.
  var hasWait: Bool { flags.contains(.hasWait) }
  var hasParent: Bool { flags.contains(.hasParent) }
  /// Whether it names tasks that must be done first.
  var hasBlockers: Bool { flags.contains(.hasBlockers) }
}
