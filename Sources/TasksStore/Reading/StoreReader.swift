import TasksCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads a store's folder: what the cache knows is taken from there, the rest is parsed.
///
/// The result is exact whatever happened to the files in between. A file's row counts only while the file has the
/// same stamp (``FileStamp``), and only files whose next change must get another one are put into the cache.
struct StoreReader {
  let root: String
  let workflow: Workflow
  /// The path of this program.
  let program: String
  /// Where the cache lies; its folder may be missing.
  let cachePath: String

  /// Repairing the cache costs as much as parsing that many files.
  private static let patience = 64

  func read(leaving ignored: String) -> (TaskTable, FolderScan, [UnreadableFile]) {
    let scan = FolderScan(root: root, leaving: ignored)
    let fingerprint = fingerprint()
    let cache = TaskCache(cachePath, fingerprint: fingerprint)
    var table = TaskTable(cache: cache)
    var unreadable = scan.unreadable
    var unknown: [FolderScan.File] = []
    var indices: [Int] = []
    indices.reserveCapacity(scan.files.count)
    for file in scan.files {
      let found = scan.withPath(of: file) { cache?.row(hash: file.hash, path: $0) }
      if let found, found.row.stamp == file.stamp {
        indices.append(found.index)
      } else {
        unknown.append(file)
      }
    }
    // By their numbers, which are those of the order of ids, so that sorting finds little to do.
    indices.sort()
    table.reserve(scan.files.count)
    if let cache { for index in indices { table.append(cached: cache.row(index)) } }
    var news = 0
    for file in unknown {
      let path = scan.path(of: file)
      do throws(ReadError) {
        let task = try parse(path)
        table.append(task?.task, path: path, hash: file.hash, stamp: file.stamp)
        if file.stamp.isOlder(than: scan.begun) { news += 1 }
      } catch {
        unreadable.append(UnreadableFile(path: path, reason: error))
      }
    }
    table.sort()
    let gone = (cache?.count ?? 0) - indices.count
    if max(news, gone) >= StoreReader.patience + table.rows.count / 256 {
      TaskCache.write(table, to: cachePath, fingerprint: fingerprint) {
        $0.stamp.isOlder(than: scan.begun)
      }
    }
    table.dropStrangers()
    return (table, scan, unreadable)
  }

  /// The task in a file, nil when the file is none.
  func parse(_ path: String) throws(ReadError) -> (any TaskDocument)? {
    let bytes = try StoreFile.read(root + "/" + path, limit: TaskReader.largestFile)
    if let document = try TaskReader.read(bytes, path: path, workflow: workflow) { return document }
    guard TaskPath.isOurs(path) else { return nil }
    throw .malformed(line: 1, "it is no task any more: its heading has no keyword")
  }

  /// What the parsing depends on beside the files: the program as it is on the disk, and the keywords.
  private func fingerprint() -> UInt64 {
    var hash = ByteHash()
    for keyword in workflow.keywords {
      keyword.state.keyword.bytes.withUnsafeBytes { hash.add($0) }
      hash.add(keyword.state.isDone ? 1 : 0)
    }
    hash.add(UInt64(MemoryLayout<TaskRow>.stride))
    var status = stat()
    if stat(program, &status) == 0 {
      let stamp = FileStamp(status)
      hash.add(UInt64(bitPattern: stamp.mtime))
      hash.add(UInt64(bitPattern: stamp.size))
      hash.add(stamp.inode)
    }
    return hash.value
  }
}
