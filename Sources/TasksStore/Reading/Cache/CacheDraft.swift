import Platform
import TasksCore

/// A new cache on its way to the disk.
///
/// A record is written as soon as it is made, so that the records of a million tasks take no memory; the table follows
/// them in `finish`.
final class CacheDraft {
  private static let bufferSize = 1 << 18

  private let path: String
  private let file: Int32
  /// Bytes that are not written yet, and the size of the cache with them.
  private var waiting: [UInt8] = []
  private var size = 0
  private var code: Int32 = 0
  private var rows: [TaskRow] = []
  /// A file for each row, and their paths, without order.
  private var files: [FileRow] = []
  private var paths: [UInt8] = []

  /// Makes a draft with the rows of the scan's cache that are not stale.
  ///
  /// - Parameter path: The path of the cache; the draft lies beside it.
  /// - Returns: Nil if it cannot be written.
  init?(for path: String, _ scan: FolderScan) {
    self.path = CacheFile.waiting(for: path)
    file = open(self.path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard file >= 0 else { return nil }
    let count = (scan.cache?.rows.count ?? 0) + scan.files.count
    rows.reserveCapacity(count)
    files.reserveCapacity(count)
    paths.reserveCapacity(scan.files.reduce(0) { $0 + $1.path.utf8.count })
    write([UInt8](repeating: 0, count: MemoryLayout<CacheFile.Header>.stride))
    if let cache = scan.cache { add(cache, without: scan.stale) }
  }

  deinit {
    if file >= 0 { close(file) }
    unlink(path)
  }

  // MARK: Rows

  /// Adds a file that was read.
  ///
  /// - Parameter task: Nil for a file that is not a task.
  func add(_ file: FolderScan.File, _ task: Task?) {
    var record: [UInt8] = []
    if let task { TaskRecord.write(task, to: &record) }
    let row = record.withUnsafeBytes { TaskRow(task, path: file.path, record: $0) }
    Array(file.path.utf8).withUnsafeBytes { path in
      record.withUnsafeBytes { add(row, file.stamp, path: path, record: $0) }
    }
  }

  private func add(_ cache: TaskCache, without stale: [Int]) {
    var isStale = [Bool](repeating: false, count: cache.rows.count)
    for number in stale { isStale[number] = true }
    for (row, isStale) in zip(cache.rows, isStale) where !isStale {
      let file = cache.files[Int(row.file)]
      add(
        row, file.stamp, path: cache.bytes(of: file.path), record: cache.bytes(of: row.record))
    }
  }

  private func add(
    _ row: TaskRow, _ stamp: FileStamp, path: UnsafeRawBufferPointer,
    record: UnsafeRawBufferPointer
  ) {
    let place = TaskRow.Piece(start: UInt32(paths.count), count: UInt32(path.count))
    files.append(FileRow(stamp: stamp, path: place, task: 0))
    paths.append(contentsOf: path)
    var row = row
    row.flags.insert(.cached)
    // Past the limit nothing is placed.
    row.record = TaskRow.Piece(
      start: UInt32(truncatingIfNeeded: size), count: UInt32(record.count))
    rows.append(row)
    write(record)
  }

  // MARK: The table

  /// Writes the table, and puts the cache in its place.
  ///
  /// - Parameter scan: The scan of the folders that the rows come from.
  /// - Returns: Nil if it could not be written.
  func finish(_ scan: FolderScan, to path: String, fingerprint: UInt64) -> TaskCache? {
    write([UInt8](repeating: 0, count: -size & 7))
    var header = CacheFile.Header(
      TaskCache.kind, fingerprint: fingerprint,
      counts: [UInt32(scan.folders.count), UInt32(rows.count), 0, 0], start: size)
    let order = filesInOrder()
    writeFolders(of: scan, order, header)
    writeRows(order, header)
    for number in order { write(bytes(of: number) + [0]) }
    for folder in scan.folders { write(Array(folder.path.utf8) + [0]) }
    flush()
    // The checksum maps the file.
    (rows, files, paths) = ([], [], [])
    guard code == 0, size < 1 << 31, write(&header) else { return nil }
    CacheFile.place(self.path, at: path)
    return TaskCache(path, fingerprint: fingerprint)
  }

  private func write(_ header: inout CacheFile.Header) -> Bool {
    guard let mapped = MappedFile(path) else { return false }
    withExtendedLifetime(mapped) { header.seal(mapped.bytes) }
    return withUnsafeBytes(of: header) { pwrite(file, $0.baseAddress, $0.count, 0) == $0.count }
  }

  private func writeFolders(
    of scan: FolderScan, _ order: [UInt32], _ header: CacheFile.Header
  ) {
    var ranges: [ByteName: Range<Int>] = [:]
    var start = 0
    for end in 1...max(order.count, 1) where !order.isEmpty {
      let folder = folder(of: order[start])
      if end < order.count, self.folder(of: order[end]) == folder { continue }
      ranges[ByteName(folder)] = start..<end
      start = end
    }
    var pathStart = header.pathsStart + paths.count + files.count
    for folder in scan.folders {
      let files = ranges[ByteName(folder.path)] ?? 0..<0
      let isSettled =
        folder.isWhole && files.count == folder.fileCount
        && folder.stamp.isOlder(than: scan.begun)
      let count = folder.path.utf8.count
      let row = FolderRow(
        stamp: folder.stamp,
        path: TaskRow.Piece(
          start: UInt32(truncatingIfNeeded: pathStart), count: UInt32(count)),
        firstFile: UInt32(files.lowerBound), fileCount: UInt32(files.count),
        firstFolder: UInt32(folder.folders.lowerBound), folderCount: UInt32(folder.folders.count),
        isSettled: isSettled ? 1 : 0)
      withUnsafeBytes(of: row) { write($0) }
      pathStart += count + 1
    }
  }

  private func writeRows(_ order: [UInt32], _ header: CacheFile.Header) {
    var byID = rows.indices.map { UInt32($0) }
    byID.sort { rows[Int($0)].id.isBefore(rows[Int($1)].id) }
    for (place, number) in byID.enumerated() { files[Int(number)].task = UInt64(place) }
    for (place, number) in order.enumerated() { rows[Int(number)].file = UInt32(place) }
    for number in byID { withUnsafeBytes(of: rows[Int(number)]) { write($0) } }
    var pathStart = header.pathsStart
    for number in order {
      var file = files[Int(number)]
      file.path.start = UInt32(truncatingIfNeeded: pathStart)
      withUnsafeBytes(of: file) { write($0) }
      pathStart += Int(file.path.count) + 1
    }
  }

  private func filesInOrder() -> [UInt32] {
    var order = files.indices.map { UInt32($0) }
    paths.withUnsafeBytes { paths in
      let slashes = files.map { file in
        let path = paths[Int(file.path.start)..<Int(file.path.start + file.path.count)]
        return UInt32((path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex))
      }
      func part(_ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: paths[start..<end])
      }
      order.sort { a, b in
        let (one, two) = (files[Int(a)].path, files[Int(b)].path)
        let (slash, other) = (Int(slashes[Int(a)]), Int(slashes[Int(b)]))
        let (folder, second) = (part(Int(one.start), slash), part(Int(two.start), other))
        guard folder.isSame(as: second) else { return folder.isBefore(second) }
        return part(slash, Int(one.start + one.count))
          .isBefore(part(other, Int(two.start + two.count)))
      }
    }
    return order
  }

  private func bytes(of number: UInt32) -> ArraySlice<UInt8> {
    let path = files[Int(number)].path
    return paths[Int(path.start)..<Int(path.start + path.count)]
  }

  private func folder(of number: UInt32) -> ArraySlice<UInt8> {
    let path = bytes(of: number)
    return path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)]
  }

  // MARK: The file

  private func write(_ bytes: some Collection<UInt8>) {
    waiting.append(contentsOf: bytes)
    size += bytes.count
    if waiting.count >= CacheDraft.bufferSize { flush() }
  }

  private func flush() {
    if code == 0 { code = waiting.withUnsafeBytes { File.writeAll($0, to: file) } }
    waiting.removeAll(keepingCapacity: true)
  }
}
