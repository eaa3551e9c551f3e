import TasksCore

/// The tasks of a store as rows ordered by id; a task is decoded from its record when it is asked for.
package struct TaskTable {
  package private(set) var rows: TaskRows
  private let cache: TaskCache?
  /// The files read by this run, and a buffer with their paths and records.
  private var ownFiles: [FileRow] = []
  private var own: [UInt8] = []

  /// - Parameter stale: The numbers of the cache's rows that are out of date.
  init(cache: TaskCache? = nil, without stale: [Int] = []) {
    self.cache = cache
    rows = TaskRows(cache)
    rows.change(leavingOut: stale, adding: [])
  }

  // MARK: Making

  /// Inserts rows of files that were just read.
  mutating func insert(_ new: [TaskRow]) { rows.change(leavingOut: [], adding: new) }

  package mutating func replace(_ old: [Task], with new: [Task]) {
    let gone = old.flatMap { places(of: $0) }
    let added = new.map { row($0, path: $0.path, stamp: .none) }
    rows.change(leavingOut: gone, adding: added)
  }

  mutating func replace(files paths: Set<String>, with new: [Task]) {
    let gone = paths.isEmpty ? [] : rows.numbers { paths.contains(path(of: $0)) }
    let added = new.map { row($0, path: $0.path, stamp: .none) }
    rows.change(leavingOut: gone, adding: added)
  }

  private func places(of task: Task) -> [Int] {
    let key = IDKey(task.id)
    return rows[rows.position(of: key)...].indices.prefix { !key.isBefore(rows[$0].id) }
      .filter { path(of: rows[$0]) == task.path }
  }

  mutating func dropStrangers() {
    rows.change(leavingOut: rows.numbers { !$0.flags.contains(.task) }, adding: [])
  }

  /// Encodes a task, or nil for a file that is not a task, and returns its row.
  mutating func row(_ task: Task?, path: String, stamp: FileStamp) -> TaskRow {
    let start = own.count
    own.append(contentsOf: path.utf8)
    let recordStart = own.count
    ownFiles.append(
      FileRow(
        stamp: stamp,
        path: TaskRow.Piece(start: UInt32(start), count: UInt32(recordStart - start)), task: 0))
    if let task { TaskRecord.write(task, to: &own) }
    let record = TaskRow.Piece(
      start: UInt32(recordStart), count: UInt32(own.count - recordStart))
    var row = withBytes(record, isCached: false) { TaskRow(task, path: path, record: $0) }
    row.record = record
    row.file = UInt32(ownFiles.count - 1)
    return row
  }

  // MARK: Reading out

  private func file(of row: TaskRow) -> FileRow {
    let number = Int(row.file)
    if row.flags.contains(.cached), let cache { return cache.files[number] }
    return ownFiles[number]
  }

  package func path(of row: TaskRow) -> String {
    withPath(of: row) { String(decoding: $0, as: UTF8.self) }
  }

  func withPath<Result>(of row: TaskRow, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withBytes(file(of: row).path, isCached: row.flags.contains(.cached), body)
  }

  /// Returns the task of a row, or nil if the cache is damaged.
  package func task(of row: TaskRow) -> Task? {
    withSoundRecord(of: row) { TaskRecord.read($0, path: path(of: row)) } ?? nil
  }

  /// Returns nil if the record's hash does not match: the cache is damaged.
  func withSoundRecord<Result>(
    of row: TaskRow, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    withBytes(row.record, isCached: row.flags.contains(.cached)) { record in
      ByteHash.of(record) == row.sum ? body(record) : nil
    }
  }

  func hasFile(at path: String) -> Bool { stamp(ofPath: path) != nil }

  /// Returns the stamp that the file at a path had before it was read, or nil if it was not read.
  func stamp(ofPath path: String) -> FileStamp? {
    var path = path
    return path.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      if let row = rows.own.first(where: { row in withPath(of: row) { $0.isSame(as: bytes) } }) {
        return file(of: row).stamp
      }
      var folder = 0
      guard let cache, let place = cache.place(ofPath: bytes, near: &folder),
        rows.hasCached(Int(cache.files[place].task))
      else { return nil }
      return cache.files[place].stamp
    }
  }

  private func withBytes<Result>(
    _ piece: TaskRow.Piece, isCached: Bool, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    if isCached, let cache { return body(cache.bytes(of: piece)) }
    let range = Int(piece.start)..<Int(piece.start) + Int(piece.count)
    return own.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }
}

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
    static let clocked = Flags(rawValue: 32)
    static let clocking = Flags(rawValue: 64)
    static let hasParent = Flags(rawValue: 128)
    static let hasBlockers = Flags(rawValue: 256)
    /// A value of its file cannot be read.
    static let unread = Flags(rawValue: 512)
    /// It has a date until which it is hidden.
    static let hasWait = Flags(rawValue: 1024)
    /// It is archived or commented out.
    static let aside = Flags(rawValue: 2048)
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
    if task?.isHiddenFromAgenda == true { flags.insert(.aside) }
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
  var isClocking: Bool { flags.contains(.clocking) }

  /// Whether its log has values that merges dropped and that were not settled yet.
  package var hasDroppedValues: Bool { flags.contains(.dropped) }

  /// Whether a value of its file cannot be read.
  package var hasUnreadValues: Bool { flags.contains(.unread) }

  var hasWait: Bool { flags.contains(.hasWait) }
  /// Archived, commented out, or with a date until which it is hidden.
  var mayBeHidden: Bool { !flags.isDisjoint(with: [.aside, .hasWait]) }
  /// Archived or commented out (``Task/isHiddenFromAgenda``).
  var isAside: Bool { flags.contains(.aside) }
  var hasParent: Bool { flags.contains(.hasParent) }
  var hasBlockers: Bool { flags.contains(.hasBlockers) }
}
