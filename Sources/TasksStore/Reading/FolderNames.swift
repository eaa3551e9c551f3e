import Git
import Platform
import TasksCore

/// The entries of one folder of a store, found by listing it.
struct FolderNames {
  let known: FolderRow?
  private let cache: TaskCache?
  /// The folder's own stamp, taken before its names were read.
  private(set) var stamp = FileStamp.none
  /// For each file that the cache has in this folder, whether it is unchanged; and how many are.
  private var isCurrent: [Bool]
  private(set) var currentCount = 0
  private(set) var files: [FolderScan.File] = []
  private(set) var folders: [String] = []
  private(set) var unreadable: [UnreadableFile] = []
  /// Whether a name is not all ASCII, or has a backslash.
  private var hasOddNames = false

  init(_ known: FolderRow?, _ cache: TaskCache?) {
    self.known = known
    self.cache = cache
    isCurrent = [Bool](repeating: false, count: known?.files.count ?? 0)
  }

  /// - Parameters:
  ///   - folder: The path in the store; empty for the store itself.
  ///   - ignored: A file name that is never a task's.
  ///   - isWanted: Whether a file with this name is looked for.
  mutating func read(
    _ folder: String, of root: String, leaving ignored: String?,
    for isWanted: (UnsafeRawBufferPointer) -> Bool
  ) {
    guard let stream = opendir(folder.isEmpty ? root : root + "/" + folder) else {
      unreadable.append(UnreadableFile(path: folder, reason: .noPermission))
      return
    }
    defer { closedir(stream) }
    var status = stat()
    if fstat(dirfd(stream), &status) == 0 { stamp = FileStamp(status) }
    let prefix = folder.isEmpty ? "" : folder + "/"
    while let entry = readdir(stream) {
      let isStranger = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name))
          if bytes.first == 0x2E { return bytes.elementsEqual(".git".utf8) }
          let isWanted = isWanted(bytes) && ignored.map { !bytes.elementsEqual($0.utf8) } ?? true
          take(bytes, Int32(entry.pointee.d_type), in: dirfd(stream), isWanted, prefix)
          return false
        }
      }
      // A repository inside the store is left out.
      if isStranger, !folder.isEmpty { return forget() }
    }
    if hasOddNames { leaveTwins() }
  }

  private mutating func forget() {
    for place in current { mark(place, false) }
    (files, folders, unreadable) = ([], [], [])
  }

  private var current: [Int] { (known?.files ?? 0..<0).filter { isCurrent($0) } }

  /// - Parameter place: The number of a file that the cache has in this folder.
  func isCurrent(_ place: Int) -> Bool { isCurrent[place - (known?.files.lowerBound ?? 0)] }

  private mutating func mark(_ place: Int, _ isSame: Bool) {
    let number = place - (known?.files.lowerBound ?? 0)
    currentCount += (isSame ? 1 : 0) - (isCurrent[number] ? 1 : 0)
    isCurrent[number] = isSame
  }

  private mutating func take(
    _ name: UnsafeRawBufferPointer, _ type: Int32, in folder: Int32, _ isWanted: Bool,
    _ prefix: String
  ) {
    let path = { prefix + String(decoding: name, as: UTF8.self) }
    // Most file systems give the kind with the name, so that only possible tasks need a stat.
    if type == Int32(DT_REG), !isWanted { return }
    let isOdd = !name.allSatisfy { $0 < 0x80 && $0 != 0x5C }
    if isOdd {
      hasOddNames = true
      guard String(decoding: name, as: UTF8.self).utf8.elementsEqual(name) else {
        return leave(path(), .nameNotUTF8, isWanted || type == Int32(DT_DIR))
      }
    }
    if isOdd || name.first == 0x67 || name.first == 0x47,
      TreeName.isOfGit(String(decoding: name, as: UTF8.self))
    {
      return leave(path(), .nameOfGit, isWanted || type == Int32(DT_DIR))
    }
    if type == Int32(DT_DIR) { return folders.append(path()) }
    guard let status = FileStamp.status(of: name, in: folder, AT_SYMLINK_NOFOLLOW) else {
      return leave(path(), .noPermission, isWanted && errno == EACCES)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      guard isWanted else { return }
      let stamp = FileStamp(status)
      if let cache, let known, let place = cache.place(of: name, in: known),
        cache.files[place].stamp == stamp
      {
        mark(place, true)
      } else {
        files.append(FolderScan.File(path: path(), stamp: stamp))
      }
    case S_IFDIR: folders.append(path())
    default:
      let target = FileStamp.status(of: name, in: folder, 0)
      let isFolder = target.map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
      leave(path(), .notRegularFile, isWanted || isFolder)
    }
  }

  private mutating func leave(_ path: String, _ reason: ReadError, _ isTold: Bool) {
    if isTold { unreadable.append(UnreadableFile(path: path, reason: reason)) }
  }

  /// Leaves out files whose paths differ in their Unicode form only. Swift strings compare such paths as equal, so
  /// one file would be taken for the other.
  private mutating func leaveTwins() {
    var seen: Set<String> = []
    var twins: Set<String> = []
    func path(_ place: Int) -> String {
      guard let cache else { return "" }
      return String(decoding: cache.bytes(of: cache.files[place].path), as: UTF8.self)
    }
    let paths = files.map(\.path) + current.map(path) + folders
    for path in paths where !seen.insert(path).inserted { twins.insert(path) }
    if twins.isEmpty { return }
    unreadable += paths.filter(twins.contains).map {
      UnreadableFile(path: $0, reason: .nameSpeltTwice)
    }
    files.removeAll { twins.contains($0.path) }
    for place in current where twins.contains(path(place)) { mark(place, false) }
    folders.removeAll(where: twins.contains)
  }
}

/// A store's folder in the work tree.
struct TaskFolder {
  let root: String

  /// Returns the paths of the files of `.tasks` (settings and templates), in no order.
  func settings() -> [String] {
    var paths: [String] = []
    var folders = [".tasks"]
    while let folder = folders.popLast() {
      for (name, kind) in File.names(in: root + "/" + folder) ?? [] where isSetting(name) {
        if kind == .folder { folders.append(folder + "/" + name) }
        if kind == .regular { paths.append(folder + "/" + name) }
      }
    }
    return paths
  }

  /// Returns false for the temporary files that editors and our own writer leave next to a file.
  private func isSetting(_ name: String) -> Bool {
    !name.hasPrefix(".") && !name.hasPrefix("#") && !name.hasSuffix("~")
      && !name.hasSuffix(".tasks-new")
  }

  func read(_ path: String) throws(ReadError) -> [UInt8] {
    try StoreFile.read(root + "/" + path, limit: TaskReader.largestFile)
  }
}

/// A file that looks like a task and cannot be read.
package struct UnreadableFile: Sendable, Equatable {
  package let path: String
  package let reason: ReadError

  package init(path: String, reason: ReadError) {
    (self.path, self.reason) = (path, reason)
  }

  /// Whether a word is the beginning of the id in the file's name.
  package func isNamed(_ word: String) -> Bool {
    word.utf8.count >= TaskID.shortest && TaskID(ofPath: path).hasPrefix(word)
  }
}
