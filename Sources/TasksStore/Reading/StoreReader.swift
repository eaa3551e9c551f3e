import TasksCore

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

  /// Whether so many files beside the cache are worth a new one. That costs as much as parsing 32 files, and one more
  /// for each 64 rows. Of n changes between two of them each parses what changed before it, n²/2 in all: least is
  /// lost where both come to the same.
  private static func areMany(_ changed: Int, among rows: Int) -> Bool {
    changed * changed >= 64 + rows / 32
  }

  /// How sure a reading is from the beginning.
  enum Way {
    /// Each file has been looked at.
    case whole
    /// What the cache says of files in folders with the same names as then counts until it is confirmed.
    case provisional
    /// Each file has been looked at, and the cache is to say so: what was taken for granted was wrong, and would be the
    /// next time.
    case again
  }

  func read(leaving ignored: String, _ way: Way) -> (TaskTable, FolderScan, [UnreadableFile]) {
    let fingerprint = fingerprint()
    let scan = FolderScan(
      root: root, leaving: ignored, cache: cache(fingerprint), isProvisional: way == .provisional)
    var table = TaskTable(cache: scan.cache, without: scan.stale)
    var unreadable = scan.unreadable
    var new: [TaskRow] = []
    var news = 0
    for file in scan.files {
      do throws(ReadError) {
        // Written down at once: ten thousand tasks as they are parsed take 10 MB.
        new.append(table.row(try parse(file.path)?.shownTask, path: file.path, stamp: file.stamp))
        if file.stamp.isOlder(than: scan.begun) { news += 1 }
      } catch {
        unreadable.append(UnreadableFile(path: file.path, reason: error))
      }
    }
    table.insert(new)
    if way == .again || StoreReader.areMany(max(news, scan.stale.count), among: table.rows.count) {
      TaskCache.write(table, scan, to: cachePath, fingerprint: fingerprint)
      CacheFile.removeOld(beside: cachePath)
    }
    table.dropStrangers()
    return (table, scan, unreadable)
  }

  /// The files as they were last read; nil when nothing is known of them.
  func cache() -> TaskCache? { cache(fingerprint()) }

  private func cache(_ fingerprint: UInt64) -> TaskCache? {
    TaskCache(cachePath, fingerprint: fingerprint)
  }

  /// The task in a file, nil when the file is none.
  func parse(_ path: String) throws(ReadError) -> (any TaskDocument)? {
    let bytes = try StoreFile.read(root + "/" + path, limit: TaskReader.largestFile)
    if let document = try TaskReader.read(bytes, path: path, workflow: workflow) { return document }
    guard TaskPath.isOurs(path) else { return nil }
    throw .malformed(line: 1, "it is no longer a task: its heading has no keyword")
  }

  /// What the parsing depends on beside the files: the program as it is on the disk, and the keywords.
  private func fingerprint() -> UInt64 {
    var hash = ByteHash()
    for keyword in workflow.keywords {
      keyword.state.keyword.bytes.withUnsafeBytes { hash.add($0) }
      hash.add(keyword.state.isDone ? 1 : 0)
    }
    hash.add(UInt64(MemoryLayout<TaskRow>.stride))
    hash.add(UInt64(MemoryLayout<FileRow>.stride))
    hash.add(UInt64(MemoryLayout<FolderRow>.stride))
    if let build = CacheFile.build(of: program) { hash.add(build) }
    return hash.value
  }
}
