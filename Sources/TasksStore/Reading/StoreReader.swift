import Platform
import TasksCore

/// Reads a store's folder: takes from the cache what it has, and parses the rest.
///
/// The result is exact, whatever happened to the files since the cache was written. A cached row counts only while
/// its file has the same stamp (``FileStamp``), and only files whose next change is sure to change the stamp are
/// cached.
package struct StoreReader {
  let root: String
  let workflow: Workflow
  let notes: NoteRule
  let program: String
  /// The path of the cache; its folder may be missing.
  let cachePath: String
  /// Returns whether a file was a task in the last commit, and has changed since. Called only for
  /// files that are no tasks now.
  var wasTask: (String, [UInt8]) -> Bool = { _, _ in false }
  /// Whether the next change puts files in order that other programs have emptied or copied; else they count as they
  /// are.
  var isMended = false
  /// Returns those of some paths in the store that git ignores. Asked about files outside the folders of months only.
  var ignored: ([String]) -> Set<String> = { _ in [] }
  /// The files with the patterns of what git ignores; another stamp of theirs makes the cache void.
  var ignoreFiles: [String] = []
  /// Shows what takes noticeably long, until it gets nil.
  var progress: (String?) -> Void = { _ in }

  package init(
    root: String, workflow: Workflow, notes: NoteRule = NoteRule(), program: String,
    cachePath: String,
    ignored: @escaping ([String]) -> Set<String> = { _ in [] }, ignoreFiles: [String] = [],
    progress: @escaping (String?) -> Void = { _ in }
  ) {
    self.root = root
    self.workflow = workflow
    self.notes = notes
    self.program = program
    self.cachePath = cachePath
    self.ignored = ignored
    self.ignoreFiles = ignoreFiles
    self.progress = progress
  }

  /// Returns whether enough files have changed to write the cache again. Writing costs as much as parsing 32 files,
  /// and one more for each 64 rows. Until then each command parses what changed so far, n²/2 files over n changes;
  /// the total is least if both costs are equal.
  private static func areMany(_ changed: Int, among rows: Int) -> Bool {
    changed * changed >= 64 + rows / 32
  }

  /// How far a reading trusts the cache.
  package enum Way {
    /// Checks each file before returning.
    case whole
    /// Trusts the cache for folders whose stamp is unchanged, and checks their files in the background; call
    /// `confirm()` before relying on the result.
    case provisional
    /// Trusts the cache for folders whose stamp is unchanged, and never checks their files.
    case unchecked
    /// Checks each file, and writes the cache again: a provisional reading was wrong, and would be wrong again.
    case again
  }

  package func read(leaving ignored: String, _ way: Way) -> (
    TaskTable, FolderScan, [UnreadableFile], misplaced: [String]
  ) {
    let fingerprint = fingerprint()
    var scan = FolderScan(
      root: root, leaving: ignored, cache: cache(fingerprint), isProvisional: way == .provisional,
      isUnchecked: way == .unchecked)
    let ignored = ignoredPaths(of: scan)
    renewCache(&scan, fingerprint, leaving: ignored, always: way == .again)
    var table = TaskTable(cache: scan.cache, without: scan.stale)
    var unreadable = scan.unreadable.filter { !ignored.contains($0.path) }
    var misplaced: [String] = []
    var new: [TaskRow] = []
    /// Copies of which the original is not there, or has another name now.
    var copies: [(task: Task, file: FolderScan.File)] = []
    for file in scan.files {
      do throws(ReadError) {
        // Encoded at once: ten thousand parsed tasks would take 10 MB.
        var document = ignored.contains(file.path) ? nil : try parse(file.path)
        if isMended, let found = document, let original = ConflictCopy.original(of: file.path) {
          if try isCopy(found, of: original) {
            misplaced.append(file.path)
            document = nil
          } else if found.task.hasOwnID, File.isMissing(root + "/" + original) {
            copies.append((found.shownTask, file))
            continue
          }
        }
        new.append(table.row(document?.shownTask, path: file.path, stamp: file.stamp))
      } catch .vacated where isMended {
        misplaced.append(file.path)
      } catch {
        unreadable.append(UnreadableFile(path: file.path, reason: error))
      }
    }
    table.insert(new)
    for (task, file) in copies {
      let isKnown = table.rows.contains { $0.id == IDKey(task.id) }
      if isKnown { misplaced.append(file.path) }
      table.insert([table.row(isKnown ? nil : task, path: file.path, stamp: file.stamp)])
    }
    table.dropStrangers()
    return (table, scan, unreadable, misplaced)
  }

  private func ignoredPaths(of scan: FolderScan) -> Set<String> {
    let strangers = (scan.files.map(\.path) + scan.unreadable.map(\.path))
      .filter { !TaskPath.isInMonth($0) }
    return strangers.isEmpty ? [] : ignored(strangers)
  }

  /// Writes the cache again if enough files have changed, or always; the scan goes on with the new one.
  private func renewCache(
    _ scan: inout FolderScan, _ fingerprint: UInt64, leaving ignored: Set<String>, always: Bool
  ) {
    func pays(_ news: Int) -> Bool {
      let rows = (scan.cache?.rows.count ?? 0) - scan.stale.count + news
      return always || StoreReader.areMany(max(news, scan.stale.count), among: rows)
    }
    guard pays(scan.files.count) else { return }
    scan.finishLooks()
    guard let draft = CacheDraft(for: cachePath, scan) else { return }
    // These take half a second.
    if scan.files.count > 5_000 { progress("reading \(scan.files.count) files") }
    defer { progress(nil) }
    // A younger file could change and keep its stamp. One that cannot be read comes again each time.
    var others: [FolderScan.File] = []
    for file in scan.files {
      do throws(ReadError) {
        guard file.stamp.isOlder(than: scan.begun), ConflictCopy.original(of: file.path) == nil
        else {
          others.append(file)
          continue
        }
        draft.add(file, ignored.contains(file.path) ? nil : try parse(file.path)?.shownTask)
      } catch {
        others.append(file)
      }
    }
    guard pays(scan.files.count - others.count),
      let cache = draft.finish(scan, to: cachePath, fingerprint: fingerprint)
    else { return }
    CacheFile.removeOld(beside: cachePath)
    scan.goOn(with: cache, others)
  }

  /// Returns the cache, or nil if there is none that this program can use.
  func cache() -> TaskCache? { cache(fingerprint()) }

  private func cache(_ fingerprint: UInt64) -> TaskCache? {
    TaskCache(cachePath, fingerprint: fingerprint)
  }

  /// Parses the file at a path; returns nil if it is not a task.
  package func parse(_ path: String) throws(ReadError) -> (any TaskDocument)? {
    let bytes = try StoreFile.read(root + "/" + path, limit: TaskReader.largestFile)
    let found = try TaskReader.read(bytes, path: path, workflow: workflow, notes: notes)
    if let found { return found }
    guard TaskPath.isOurs(path) || wasTask(path, bytes) else { return nil }
    // A note that has lost its tag, say, is not damaged.
    if try TaskReader.read(bytes, path: path, workflow: workflow) != nil { return nil }
    throw TaskReader.fault(of: bytes, path: path)
  }

  /// Whether a task is in a copy of another one's file that a program which carries files has made.
  private func isCopy(
    _ document: any TaskDocument, of original: String
  ) throws(ReadError) -> Bool {
    guard File.kind(root + "/" + original) == .regular, let other = try parse(original) else {
      return false
    }
    return !document.task.hasOwnID || document.task.id == other.task.id
  }

  /// Returns a hash of what parsing depends on besides the files: the program on disk, the keywords, which
  /// notes are tasks, the zone, and what git ignores.
  private func fingerprint() -> UInt64 {
    var hash = ByteHash()
    for keyword in workflow.keywords {
      keyword.state.keyword.bytes.withUnsafeBytes { hash.add($0) }
      hash.add(keyword.state.isDone ? 1 : 0)
    }
    if !notes.text.isEmpty { hash.add(ByteHash.of(notes.text)) }
    hash.add(UInt64(MemoryLayout<TaskRow>.stride))
    hash.add(UInt64(MemoryLayout<FileRow>.stride))
    hash.add(UInt64(MemoryLayout<FolderRow>.stride))
    for offset in LocalTime.zoneMark { hash.add(UInt64(bitPattern: Int64(offset))) }
    for file in ignoreFiles {
      var status = stat()
      if lstat(file, &status) == 0 {
        let stamp = FileStamp(status)
        for part in [stamp.mtime, stamp.ctime, stamp.size] { hash.add(UInt64(bitPattern: part)) }
      }
    }
    if let build = CacheFile.build(of: program) { hash.add(build) }
    return hash.value
  }
}
