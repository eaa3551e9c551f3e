import TasksCore

/// The tasks of a store in rows, by the order of their ids; each is read out of its record when it is asked for.
struct TaskTable {
  private(set) var rows: TaskRows
  private let cache: TaskCache?
  /// Paths and records of what was read just now.
  private var own: [UInt8] = []

  /// - Parameter stale: The numbers of the cache's rows that do not count any more.
  init(cache: TaskCache? = nil, without stale: [Int] = []) {
    self.cache = cache
    rows = TaskRows(cache)
    rows.change(leavingOut: stale, adding: [])
  }

  // MARK: Making

  /// Writes down what files say, and puts them in their order; nil for one that is no task.
  mutating func insert(_ files: [(path: String, task: Task?, stamp: FileStamp)]) {
    let new = files.map { row($0.task, path: $0.path, stamp: $0.stamp) }
    rows.change(leavingOut: [], adding: new)
  }

  /// Puts tasks in the place of others.
  mutating func replace(_ old: [Task], with new: [Task]) {
    let gone = old.flatMap { places(of: $0) }
    let added = new.map { row($0, path: $0.path, stamp: .none) }
    rows.change(leavingOut: gone, adding: added)
  }

  /// Where a task stands, by its id and its path.
  private func places(of task: Task) -> [Int] {
    let key = IDKey(task.id)
    return rows[rows.position(of: key)...].indices.prefix { !key.isBefore(rows[$0].id) }
      .filter { path(of: rows[$0]) == task.path }
  }

  /// Leaves out files that are no tasks.
  mutating func dropStrangers() {
    rows.change(leavingOut: rows.numbers { !$0.flags.contains(.task) }, adding: [])
  }

  private mutating func row(_ task: Task?, path: String, stamp: FileStamp) -> TaskRow {
    let start = own.count
    own.append(contentsOf: path.utf8)
    let recordStart = own.count
    if let task { TaskRecord.write(task, to: &own) }
    let record = TaskRow.Piece(
      start: UInt32(recordStart), count: UInt32(own.count - recordStart))
    var flags: TaskRow.Flags = task == nil ? [] : .task
    if task?.isDone == true { flags.insert(.done) }
    if task?.isDeleted == true { flags.insert(.deleted) }
    if task?.log.contains(where: \.isDroppedValue) == true { flags.insert(.dropped) }
    return TaskRow(
      stamp: stamp, id: IDKey(task?.id ?? TaskID(ofPath: path)), rank: task?.rank?.value ?? 0,
      path: TaskRow.Piece(start: UInt32(start), count: UInt32(recordStart - start)),
      record: record, sum: withBytes(record, isCached: false) { ByteHash.of($0) }, flags: flags)
  }

  // MARK: Reading out

  func path(of row: TaskRow) -> String {
    withPath(of: row) { String(decoding: $0, as: UTF8.self) }
  }

  func withPath<Result>(of row: TaskRow, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withBytes(row.path, isCached: row.flags.contains(.cached), body)
  }

  /// The task of a row; nil when the cache is damaged.
  func task(of row: TaskRow) -> Task? {
    withSoundRecord(of: row) { TaskRecord.read($0, path: path(of: row)) } ?? nil
  }

  /// Nil when the cache is damaged.
  func withSoundRecord<Result>(
    of row: TaskRow, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    withRecord(of: row) { ByteHash.of($0) == row.sum ? body($0) : nil }
  }

  func withRecord<Result>(of row: TaskRow, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withBytes(row.record, isCached: row.flags.contains(.cached), body)
  }

  /// The row of a path; nil when no file there was read.
  func row(at path: String) -> TaskRow? {
    var path = path
    return path.withUTF8 { bytes in
      rows.first { row in
        row.path.count == bytes.count
          && withPath(of: row) { $0.isSame(as: UnsafeRawBufferPointer(bytes)) }
      }
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
