import TasksCore

/// What is known of the task in a file without its record: enough to choose and to order tasks by. A row looks the
/// same in memory and in the cache.
struct TaskRow: BitwiseCopyable {
  struct Flags: OptionSet, BitwiseCopyable {
    let rawValue: UInt32

    /// The file is a task; others are remembered too, so that they are not read again.
    static let task = Flags(rawValue: 1)
    static let done = Flags(rawValue: 2)
    static let deleted = Flags(rawValue: 4)
    /// Its log has values that merges dropped.
    static let dropped = Flags(rawValue: 8)
    /// File and record are in the cache, not among what was read just now.
    static let cached = Flags(rawValue: 16)
  }

  /// Bytes of the cache's file, or of the table's own.
  struct Piece: BitwiseCopyable {
    var start: UInt32
    var count: UInt32
  }

  var id: IDKey
  /// 0 for a task without one.
  var rank: Double
  var record: Piece
  /// Of the record's bytes.
  var sum: UInt64
  var flags: Flags
  /// The number of its file, among those of the cache or of the table.
  var file: UInt32

  var isOpen: Bool { flags.isDisjoint(with: [.done, .deleted]) }
}

/// What a listing can choose by before a task is read out.
public struct TaskHead {
  private let flags: TaskRow.Flags

  init(_ row: TaskRow) { flags = row.flags }

  public var isDone: Bool { flags.contains(.done) }
  public var isDeleted: Bool { flags.contains(.deleted) }
  /// Neither finished nor in the trash.
  public var isOpen: Bool { !isDone && !isDeleted }
  /// Whether merges dropped values that nobody has looked at yet.
  public var hasDroppedValues: Bool { flags.contains(.dropped) }
}
