import TasksCore

extension TaskCache {
  /// Puts a cache of what was found in place of the one there is.
  ///
  /// - Parameters:
  ///   - table: A row for each file that could be read.
  ///   - scan: The look at the folders that the rows come from.
  static func write(_ table: TaskTable, _ scan: FolderScan, to path: String, fingerprint: UInt64) {
    // Others could change and keep their stamp.
    var rows = table.rows.filter { $0.stamp.isOlder(than: scan.begun) }
    var paths: [UInt8] = []
    for index in rows.indices {
      let start = UInt32(paths.count)
      table.withPath(of: rows[index]) { paths.append(contentsOf: $0) }
      paths.append(0)
      rows[index].path.start = start
    }
    var (folders, files) = paths.withUnsafeBytes { arrange(rows, scan, paths: $0) }
    var header = Header(
      fingerprint: fingerprint, folderCount: UInt64(folders.count), rowCount: UInt64(rows.count),
      tableSize: 0, size: 0, sum: 0)
    let pathsStart = UInt32(header.pathsStart)
    for index in folders.indices {
      folders[index].path.start = pathsStart + UInt32(paths.count)
      paths.append(contentsOf: scan.folders[index].path.utf8)
      paths.append(0)
    }
    header.tableSize = UInt64(header.pathsStart + paths.count)
    var records: [UInt8] = []
    for (index, row) in table.rows.lazy.filter({ $0.stamp.isOlder(than: scan.begun) }).enumerated()
    {
      rows[index].path.start += pathsStart
      rows[index].flags.insert(.cached)
      rows[index].record.start = UInt32(Int(header.tableSize) + records.count)
      table.withRecord(of: row) { records.append(contentsOf: $0) }
      guard Int(header.tableSize) + records.count < 1 << 31 else { return }
    }
    header.size = header.tableSize + UInt64(records.count)
    var content = withUnsafeBytes(of: header) { Array($0) }
    content.reserveCapacity(Int(header.size))
    folders.withUnsafeBytes { content.append(contentsOf: $0) }
    rows.withUnsafeBytes { content.append(contentsOf: $0) }
    files.withUnsafeBytes { content.append(contentsOf: $0) }
    content += paths
    header.sum = header.sum(
      withTable: content.withUnsafeBytes { sum(of: $0[MemoryLayout<Header>.stride...]) })
    withUnsafeBytes(of: header) { content.replaceSubrange(0..<$0.count, with: $0) }
    StoreFile.replaceCache(path, content + records)
  }

  /// The rows by folder and name, and what folder has which of them.
  private static func arrange(
    _ rows: [TaskRow], _ scan: FolderScan, paths: UnsafeRawBufferPointer
  ) -> (folders: [FolderRow], files: [UInt32]) {
    /// How much of a path is its folder, and what comes behind its slash.
    struct Named {
      let row: UInt32
      let folder: UnsafeRawBufferPointer
      let name: UnsafeRawBufferPointer
    }
    var named: [Named] = []
    named.reserveCapacity(rows.count)
    for (number, row) in rows.enumerated() {
      let start = Int(row.path.start)
      let path = paths[start..<start + Int(row.path.count)]
      let slash = path.lastIndex(of: UInt8(ascii: "/"))
      named.append(
        Named(
          row: UInt32(number),
          folder: UnsafeRawBufferPointer(rebasing: path[..<(slash ?? path.startIndex)]),
          name: UnsafeRawBufferPointer(rebasing: path[(slash.map { $0 + 1 } ?? path.startIndex)...])
        ))
    }
    named.sort { a, b in
      a.folder.isSame(as: b.folder) ? a.name.isBefore(b.name) : a.folder.isBefore(b.folder)
    }
    var ranges: [String: Range<Int>] = [:]
    var start = 0
    for end in 1...max(named.count, 1) where !named.isEmpty {
      if end < named.count, named[end].folder.isSame(as: named[start].folder) { continue }
      ranges[String(decoding: named[start].folder, as: UTF8.self)] = start..<end
      start = end
    }
    let folders = scan.folders.map { folder in
      let files = ranges[folder.path] ?? 0..<0
      let isSettled =
        folder.isWhole && files.count == folder.fileCount
        && folder.stamp.isOlder(than: scan.begun)
      return FolderRow(
        stamp: folder.stamp,
        path: TaskRow.Piece(start: 0, count: UInt32(folder.path.utf8.count)),
        firstFile: UInt32(files.lowerBound), fileCount: UInt32(files.count),
        firstFolder: UInt32(folder.folders.lowerBound), folderCount: UInt32(folder.folders.count),
        isSettled: isSettled ? 1 : 0)
    }
    return (folders, named.map(\.row))
  }
}
