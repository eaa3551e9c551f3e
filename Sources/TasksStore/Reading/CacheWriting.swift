import TasksCore

extension TaskCache {
  /// Replaces the cache with what was found.
  ///
  /// - Parameters:
  ///   - table: A row for each file that could be read.
  ///   - scan: The scan of the folders that the rows come from.
  static func write(_ table: TaskTable, _ scan: FolderScan, to path: String, fingerprint: UInt64) {
    // A younger file could change and keep its stamp.
    let lasting = table.rows.filter { table.stamp(of: $0).isOlder(than: scan.begun) }
    var (folders, files, paths) = arrange(lasting, of: table, scan)
    var header = Header(
      fingerprint: fingerprint, folderCount: UInt64(folders.count),
      rowCount: UInt64(lasting.count), tableSize: 0, size: 0, sum: 0)
    let pathsStart = UInt32(header.pathsStart)
    for index in folders.indices {
      folders[index].path.start = pathsStart + UInt32(paths.count)
      paths.append(contentsOf: scan.folders[index].path.utf8)
      paths.append(0)
    }
    header.tableSize = UInt64(header.pathsStart + paths.count)
    var rows = lasting
    for index in files.indices {
      files[index].path.start += pathsStart
      rows[Int(files[index].task)].file = UInt32(index)
    }
    header.size = header.tableSize
    for index in rows.indices {
      rows[index].flags.insert(.cached)
      rows[index].record.start = UInt32(header.size)
      header.size += UInt64(rows[index].record.count)
      guard header.size < 1 << 31 else { return }
    }
    var content = withUnsafeBytes(of: header) { Array($0) }
    content.reserveCapacity(Int(header.size))
    folders.withUnsafeBytes { content.append(contentsOf: $0) }
    rows.withUnsafeBytes { content.append(contentsOf: $0) }
    files.withUnsafeBytes { content.append(contentsOf: $0) }
    content += paths
    header.sum = header.sum(
      withTable: content.withUnsafeBytes { sum(of: $0[MemoryLayout<Header>.stride...]) })
    withUnsafeBytes(of: header) { content.replaceSubrange(0..<$0.count, with: $0) }
    for row in lasting { table.withRecord(of: row) { content.append(contentsOf: $0) } }
    StoreFile.replaceCache(path, content)
  }

  /// Returns the files ordered by folder and name, their paths, and which range of files each folder has.
  private static func arrange(
    _ rows: [TaskRow], of table: TaskTable, _ scan: FolderScan
  ) -> (folders: [FolderRow], files: [FileRow], paths: [UInt8]) {
    var unordered: [UInt8] = []
    var ends: [Int] = []
    for row in rows {
      table.withPath(of: row) { unordered.append(contentsOf: $0) }
      ends.append(unordered.count)
    }
    return unordered.withUnsafeBytes { unordered in
      var named = ends.indices.map { row in
        Named(row: row, path: unordered[(row == 0 ? 0 : ends[row - 1])..<ends[row]])
      }
      named.sort()
      var files: [FileRow] = []
      var paths: [UInt8] = []
      for file in named {
        let path = TaskRow.Piece(start: UInt32(paths.count), count: UInt32(file.path.count))
        files.append(
          FileRow(stamp: table.stamp(of: rows[file.row]), path: path, task: UInt64(file.row)))
        paths.append(contentsOf: file.path)
        paths.append(0)
      }
      var ranges: [String: Range<Int>] = [:]
      var start = 0
      for end in 1...max(named.count, 1) where !named.isEmpty {
        if end < named.count, named[end].folder.isSame(as: named[start].folder) { continue }
        ranges[String(decoding: named[start].folder, as: UTF8.self)] = start..<end
        start = end
      }
      return (scan.folders.map { row(of: $0, ranges[$0.path] ?? 0..<0, scan) }, files, paths)
    }
  }

  private static func row(
    of folder: FolderScan.Folder, _ files: Range<Int>, _ scan: FolderScan
  ) -> FolderRow {
    let isSettled =
      folder.isWhole && files.count == folder.fileCount && folder.stamp.isOlder(than: scan.begun)
    return FolderRow(
      stamp: folder.stamp,
      path: TaskRow.Piece(start: 0, count: UInt32(folder.path.utf8.count)),
      firstFile: UInt32(files.lowerBound), fileCount: UInt32(files.count),
      firstFolder: UInt32(folder.folders.lowerBound), folderCount: UInt32(folder.folders.count),
      isSettled: isSettled ? 1 : 0)
  }

  /// A file, ordered by folder and then by name.
  private struct Named: Comparable {
    let row: Int
    let path: UnsafeRawBufferPointer
    let folder: UnsafeRawBufferPointer
    private let name: UnsafeRawBufferPointer

    init(row: Int, path: Slice<UnsafeRawBufferPointer>) {
      self.row = row
      self.path = UnsafeRawBufferPointer(rebasing: path)
      let slash = path.lastIndex(of: UInt8(ascii: "/"))
      folder = UnsafeRawBufferPointer(rebasing: path[..<(slash ?? path.startIndex)])
      name = UnsafeRawBufferPointer(rebasing: path[(slash.map { $0 + 1 } ?? path.startIndex)...])
    }

    static func < (a: Named, b: Named) -> Bool {
      a.folder.isSame(as: b.folder) ? a.name.isBefore(b.name) : a.folder.isBefore(b.folder)
    }

    static func == (a: Named, b: Named) -> Bool { a.path.isSame(as: b.path) }
  }
}
