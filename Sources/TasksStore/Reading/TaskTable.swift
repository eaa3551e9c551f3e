import TasksCore

/// The tasks of a store in rows, by the order of their ids; each is read out of its record when it is asked for.
struct TaskTable {
  private(set) var rows: [TaskRow] = []
  private let cache: TaskCache?
  /// Paths and records of what was read just now.
  private var own: [UInt8] = []

  init(cache: TaskCache? = nil) { self.cache = cache }

  // MARK: Making

  mutating func reserve(_ count: Int) { rows.reserveCapacity(count) }

  /// Takes over a row that the cache has.
  mutating func append(cached row: TaskRow) {
    var row = row
    row.flags.insert(.cached)
    rows.append(row)
  }

  /// Writes down what a file says; nil for one that is no task.
  mutating func append(_ task: Task?, path: String, hash: UInt64, stamp: FileStamp) {
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
    rows.append(
      TaskRow(
        stamp: stamp, hash: hash, id: IDKey(task?.id ?? TaskID(ofPath: path)),
        rank: task?.rank?.value ?? 0,
        path: TaskRow.Piece(start: UInt32(start), count: UInt32(recordStart - start)),
        record: record, sum: withBytes(record, isCached: false) { ByteHash.of($0) }, flags: flags))
  }

  mutating func append(_ task: Task) {
    append(task, path: task.path, hash: ByteHash.of(task.path), stamp: .none)
  }

  mutating func remove(_ paths: Set<String>) {
    let hashes = Set(paths.map { ByteHash.of($0) })
    rows = rows.filter { !hashes.contains($0.hash) || !paths.contains(path(of: $0)) }
  }

  /// Leaves out files that are no tasks.
  mutating func dropStrangers() {
    if rows.contains(where: { !$0.flags.contains(.task) }) {
      rows.removeAll { !$0.flags.contains(.task) }
    }
  }

  mutating func sort() {
    rows.sort { $0.id.isBefore($1.id) }
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
    withRecord(of: row) { bytes in
      ByteHash.of(bytes) == row.sum ? TaskRecord.read(bytes, path: path(of: row)) : nil
    }
  }

  func withRecord<Result>(of row: TaskRow, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withBytes(row.record, isCached: row.flags.contains(.cached), body)
  }

  /// The row of a path; nil when no file there was read.
  func row(at path: String) -> TaskRow? {
    let hash = ByteHash.of(path)
    return rows.first { $0.hash == hash && self.path(of: $0) == path }
  }

  private func withBytes<Result>(
    _ piece: TaskRow.Piece, isCached: Bool, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let range = Int(piece.start)..<Int(piece.start) + Int(piece.count)
    guard isCached, let cache else {
      return own.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
    return body(UnsafeRawBufferPointer(rebasing: cache.bytes[range]))
  }
}
