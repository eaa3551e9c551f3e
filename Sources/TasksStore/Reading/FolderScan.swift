import Git
import Platform

/// A look at everything in a store's folder that could be a task: what is as the cache has it, and what is not.
///
/// Hidden folders and repositories inside the store are left alone; links are not followed. The names in a folder
/// whose own stamp is as it was come from the cache; each file is looked at in any case, if perhaps later.
struct FolderScan {
  struct File {
    let path: String
    let stamp: FileStamp
  }

  struct Folder {
    let path: String
    /// Its number in the cache.
    let known: Int?
    fileprivate(set) var stamp = FileStamp.none
    /// The folders in it among those of the scan.
    fileprivate(set) var folders = 0..<0
    /// How many files in it are wanted.
    fileprivate(set) var fileCount = 0
    /// False where something is in it that no cache can remember.
    fileprivate(set) var isWhole = true
  }

  /// Those the cache does not have as they are.
  private(set) var files: [File] = []
  /// The numbers of the cache's rows whose files are gone, or other ones now.
  private(set) var stale: [Int] = []
  /// The store's own first, those in one folder side by side.
  private(set) var folders: [Folder] = [Folder(path: "", known: 0)]
  private(set) var unreadable: [UnreadableFile] = []
  /// Before anything was looked at, in nanoseconds since 1970.
  let begun = FileStamp.now()
  let cache: TaskCache?
  private let root: String
  /// Those that whoever relies on this scan has still to wait for.
  private var looks: [FileStatPass] = []

  /// - Parameters:
  ///   - ignored: A name at the top that is no task's.
  ///   - cache: Of a scan with the same `ignored` and for tasks.
  ///   - isProvisional: Whether files in a folder with the same names are taken to be as the cache has them, and
  ///     looked at meanwhile; ``firstMistaken()`` waits for that.
  ///   - isWanted: Says by its name whether a file is looked for.
  init(
    root: String, leaving ignored: String, cache: TaskCache? = nil, isProvisional: Bool = false,
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
      // Begun before the names of the others are read, and more folders perhaps found.
      if let cache, !settled.isEmpty { looks.append(FileStatPass(at: settled, of: root, cache)) }
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

  private mutating func finishLooks() {
    for look in looks {
      stale += look.changed.stale
      files += look.changed.files
    }
    looks = []
  }

  /// Whether many files are being looked at meanwhile.
  var isUnderWay: Bool { looks.contains(where: \.isAtSide) }

  /// One of the files that were taken to be as the cache has them and are not; nil where all are so, or none was taken
  /// so.
  func firstMistaken() -> String? {
    for look in looks {
      guard let row = look.changed.stale.first, let cache else { continue }
      let path = cache.files[Int(cache.rows[row].file)].path
      return String(decoding: cache.bytes(of: path), as: UTF8.self)
    }
    return nil
  }

  /// How many files in a folder are wanted, whether they can be read or not.
  func fileCount(of path: String) -> Int {
    folders.first { $0.path == path }?.fileCount ?? 0
  }

  static func isNamedLikeTask(_ name: UnsafeRawBufferPointer) -> Bool {
    name.suffix(4).elementsEqual(".org".utf8) || name.suffix(3).elementsEqual(".md".utf8)
  }

  // MARK: Folders that are as they were

  /// The cache's row of a folder that has the same names as then; what is in it is noted.
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

  // MARK: Folders whose names are read

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
        // Equal to the byte, and not as texts only.
        let known = places[path].flatMap { child in
          cache.bytes(of: cache.folders[child].path).elementsEqual(path.utf8) ? child : nil
        }
        return Folder(path: path, known: known)
      }, to: number)
  }

  /// By their names, as git's index has them: so looking one up after the other finds each beside the last.
  private mutating func add(_ children: [Folder], to number: Int) {
    folders[number].folders = folders.count..<folders.count + children.count
    folders += children.sorted { $0.path < $1.path }
  }
}
