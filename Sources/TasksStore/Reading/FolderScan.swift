import Platform

/// A scan of everything in a store's folder that could be a task, compared with the cache.
///
/// Skips hidden folders and repositories inside the store, and does not follow links. Takes the names in a folder
/// from the cache if the folder's own stamp is unchanged. Every file is checked, in a provisional scan in the
/// background.
package struct FolderScan {
  package struct File {
    package let path: String
    let stamp: FileStamp
  }

  struct Folder {
    let path: String
    /// Its number in the cache.
    let known: Int?
    fileprivate(set) var stamp = FileStamp.none
    /// The range of its subfolders in the folders of the scan.
    fileprivate(set) var folders = 0..<0
    /// How many files in it `isWanted` accepts.
    fileprivate(set) var fileCount = 0
    /// False if it has an entry that the cache cannot store.
    fileprivate(set) var isWhole = true
  }

  /// The files that are new or differ from the cache.
  package private(set) var files: [File] = []
  /// The numbers of the cache's rows whose files are gone or have changed.
  private(set) var stale: [Int] = []
  /// The store's own folder first; the subfolders of a folder are adjacent.
  private(set) var folders: [Folder] = [Folder(path: "", known: 0)]
  package private(set) var unreadable: [UnreadableFile] = []
  /// The time before the scan began, in nanoseconds since 1970.
  let begun = FileStamp.now()
  package private(set) var cache: TaskCache?
  private let root: String
  /// The passes over cached files whose results are not merged into `files` and `stale` yet.
  private var looks: [FileStatPass] = []

  /// - Parameters:
  ///   - ignored: A file name in the store's own folder that is never a task's.
  ///   - cache: The cache of a scan for tasks with the same `ignored`.
  ///   - isProvisional: Whether to trust the cache for the files of folders with an unchanged stamp. These files are
  ///     checked in the background; ``firstMistaken()`` waits for the result.
  ///   - isUnchecked: Whether not to check those files at all.
  ///   - isWanted: Whether a file with this name is looked for.
  package init(
    root: String, leaving ignored: String, cache: TaskCache? = nil, isProvisional: Bool = false,
    isUnchecked: Bool = false,
    for isWanted: (UnsafeRawBufferPointer) -> Bool = FolderScan.isNamedLikeTask
  ) {
    self.root = root
    self.cache = cache
    if cache?.folders.isEmpty != false { folders = [Folder(path: "", known: nil)] }
    var isSeen = [Bool](repeating: false, count: cache?.folders.count ?? 0)
    var next = 0
    while next < folders.count {
      var settled: [FolderRow] = []
      var others: [Int] = []
      while next < folders.count {
        if let known = folders[next].known { isSeen[known] = true }
        if let row = takeOver(next) { settled.append(row) } else { others.append(next) }
        next += 1
      }
      // Starts now, before the names of the other folders are read, which may add more folders.
      if let cache, !isUnchecked, !settled.isEmpty {
        looks.append(FileStatPass(at: settled, of: root, cache))
      }
      for number in others {
        let known = folders[number].known.flatMap { cache?.folders[$0] }
        var names = FolderNames(known, cache)
        names.read(
          folders[number].path, of: root, leaving: number == 0 ? ignored : nil, for: isWanted)
        note(names, number)
      }
    }
    if let cache {
      for (number, folder) in cache.folders.enumerated() where !isSeen[number] {
        stale += folder.files.map { Int(cache.files[$0].task) }
      }
    }
    if !isProvisional { finishLooks() }
  }

  /// Replaces the cache by a new one that has all files but some.
  mutating func goOn(with cache: TaskCache, _ others: [File]) {
    (self.cache, files, stale) = (cache, others, [])
  }

  mutating func finishLooks() {
    for look in looks {
      stale += look.changed.stale
      files += look.changed.files
    }
    looks = []
  }

  /// Returns the path of a file that the scan took from the cache although it has changed, or nil if there is none.
  func firstMistaken() -> String? {
    for look in looks {
      guard let row = look.changed.stale.first, let cache else { continue }
      let path = cache.files[Int(cache.rows[row].file)].path
      return String(decoding: cache.bytes(of: path), as: UTF8.self)
    }
    return nil
  }

  /// Returns how many wanted files a folder has.
  func fileCount(of path: String) -> Int {
    folders.first { $0.path == path }?.fileCount ?? 0
  }

  static func isNamedLikeTask(_ name: UnsafeRawBufferPointer) -> Bool {
    name.suffix(4).elementsEqual(".org".utf8) || name.suffix(3).elementsEqual(".md".utf8)
  }

  // // MARK: Folders with an unchanged stamp

  /// Returns the cache's row of a folder whose stamp is unchanged, after adding its subfolders to the scan.
  private mutating func takeOver(_ number: Int) -> FolderRow? {
    guard let cache, let known = folders[number].known else { return nil }
    let row = cache.folders[known]
    guard row.isSettled == 1, let status = status(of: folders[number].path),
      FileStamp(status) == row.stamp
    else { return nil }
    folders[number].stamp = row.stamp
    folders[number].fileCount = row.files.count
    folders[number].folders = folders.count..<folders.count + row.folders.count
    for child in row.folders {
      let path = String(decoding: cache.bytes(of: cache.folders[child].path), as: UTF8.self)
      folders.append(Folder(path: path, known: child))
    }
    return row
  }

  private func status(of folder: String) -> stat? {
    var status = stat()
    return lstat(root + "/" + folder, &status) == 0 ? status : nil
  }

  // // MARK: Folders that are listed

  private mutating func note(_ found: FolderNames, _ number: Int) {
    folders[number].stamp = found.stamp
    folders[number].fileCount = found.currentCount + found.files.count
    folders[number].isWhole = found.unreadable.isEmpty
    files += found.files
    unreadable += found.unreadable
    guard let cache else {
      return add(found.folders.map { Folder(path: $0, known: nil) }, to: number)
    }
    for place in found.known?.files ?? 0..<0 where !found.isCurrent(place) {
      stale.append(Int(cache.files[place].task))
    }
    let children = found.known?.folders ?? 0..<0
    var places: [String: Int] = [:]
    for child in children {
      places[String(decoding: cache.bytes(of: cache.folders[child].path), as: UTF8.self)] = child
    }
    add(
      found.folders.map { path in
        // Compares bytes: equal strings may differ in their Unicode form.
        let known = places[path].flatMap { child in
          cache.bytes(of: cache.folders[child].path).elementsEqual(path.utf8) ? child : nil
        }
        return Folder(path: path, known: known)
      }, to: number)
  }

  /// Adds subfolders ordered by name, as git's index has them, so that lookups in index order find the next one at
  /// once.
  private mutating func add(_ children: [Folder], to number: Int) {
    folders[number].folders = folders.count..<folders.count + children.count
    folders += children.sorted { $0.path < $1.path }
  }
}

/// What is known of a file besides its content. A row has the same layout in memory and in the cache, where rows are
/// ordered by folder and name, as the scan visits them and much as git's index orders its entries.
struct FileRow: BitwiseCopyable {
  var stamp: FileStamp
  var path: TaskRow.Piece
  /// The number of the file's row among the rows of tasks.
  var task: UInt64
}

/// What the cache knows of a folder of the store. A row has the same layout in memory and in the cache.
///
/// Adding or removing a name changes the folder's own stamp. While that stays the same, the names need not be read
/// again (as with git's untracked cache, gitformat-index(5)).
struct FolderRow: BitwiseCopyable {
  var stamp: FileStamp
  var path: TaskRow.Piece
  /// The range of the folder's own files, ordered by name, in the files of the cache.
  var firstFile: UInt32
  var fileCount: UInt32
  /// The range of its subfolders in the folders of the cache.
  var firstFolder: UInt32
  var folderCount: UInt32
  /// 1 if the cache has every entry of the folder, so that its stamp can be relied on; 0 otherwise.
  var isSettled: UInt64

  var files: Range<Int> { Int(firstFile)..<Int(firstFile) + Int(fileCount) }
  var folders: Range<Int> { Int(firstFolder)..<Int(firstFolder) + Int(folderCount) }
}

/// Compares the files of folders whose names come from the cache with their stamps in the cache. From 2,000 files on
/// a background thread begins at once, and the thread that asks for the result joins in; each takes the next folder
/// when it has finished one.
final class FileStatPass {
  private let look: @Sendable () -> ChangedFiles
  /// Nil below 2,000 files.
  private let side: BackgroundThread<ChangedFiles>?

  init(at folders: [FolderRow], of root: String, _ cache: TaskCache) {
    // Safe to share: the cache is read-only.
    nonisolated(unsafe) let cache = cache
    let turns = WorkQueue(folders.count)
    look = {
      var changed = ChangedFiles()
      while let number = turns.next() { changed.look(into: folders[number], of: root, cache) }
      return changed
    }
    let count = folders.reduce(0) { $0 + $1.files.count }
    side = count < 2000 ? nil : BackgroundThread(look)
  }

  /// The files that differ from the cache, once all have been checked.
  private(set) lazy var changed: ChangedFiles = {
    var changed = look()
    if let side { changed.add(side.result()) }
    return changed
  }()
}

struct ChangedFiles {
  /// The numbers of their rows in the cache.
  private(set) var stale: [Int] = []
  /// Those that still exist, for they may be tasks now.
  private(set) var files: [FolderScan.File] = []

  var isEmpty: Bool { stale.isEmpty }

  mutating func add(_ other: ChangedFiles) {
    stale += other.stale
    files += other.files
  }

  mutating func look(into folder: FolderRow, of root: String, _ cache: TaskCache) {
    let path = String(decoding: cache.bytes(of: folder.path), as: UTF8.self)
    let descriptor = open(root + "/" + path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    for place in folder.files {
      let file = cache.files[place]
      let name = cache.name(ofFile: place, in: folder)
      let status = FileStamp.status(of: name, in: descriptor, AT_SYMLINK_NOFOLLOW)
      let stamp = status.flatMap { $0.st_mode & S_IFMT == S_IFREG ? FileStamp($0) : nil }
      if stamp == file.stamp { continue }
      stale.append(Int(file.task))
      if let stamp {
        let path = String(decoding: cache.bytes(of: file.path), as: UTF8.self)
        files.append(FolderScan.File(path: path, stamp: stamp))
      }
    }
  }
}
