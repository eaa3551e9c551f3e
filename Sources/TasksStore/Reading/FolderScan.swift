import Git
import TasksCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Everything in a store's folder that could be a task, with what the file system says of it.
///
/// Hidden folders and repositories inside the store are left alone; links are not followed. Paths are kept as
/// bytes in one piece, for a string each would take longer than the look itself.
struct FolderScan {
  struct File: BitwiseCopyable {
    /// Where the path stands among ``paths``.
    var start: UInt32
    let count: UInt32
    let hash: UInt64
    let stamp: FileStamp
    let user: UInt32
    let group: UInt32

    /// What git's index would keep of it.
    var status: FileStatus {
      FileStatus(
        mtime: stamp.mtime, ctime: stamp.ctime, inode: stamp.inode, user: user, group: group,
        size: stamp.size)
    }
  }

  private(set) var files: [File] = []
  private(set) var unreadable: [UnreadableFile] = []
  /// Before anything was looked at, in nanoseconds since 1970.
  let begun = FileStamp.now()
  private var paths: [UInt8] = []
  /// Still to be looked into.
  private var folders: [String] = []
  private let isWanted: @Sendable (UnsafeRawBufferPointer) -> Bool

  /// - Parameters:
  ///   - ignored: A name at the top that is no task's.
  ///   - isWanted: Says by its name whether a file is looked for.
  init(
    root: String, leaving ignored: String,
    for isWanted: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool = {
      FolderScan.isNamedLikeTask($0)
    }
  ) {
    self.isWanted = isWanted
    folders = [""]
    while !folders.isEmpty {
      let level = folders
      folders = []
      // Months lie side by side: each thread takes every other one.
      guard level.count >= 8 else {
        for folder in level { look(into: folder, of: root, leaving: ignored) }
        continue
      }
      let blank = self.blank()
      let look = { @Sendable (first: Int) in
        var part = blank
        for index in stride(from: first, to: level.count, by: 2) {
          part.look(into: level[index], of: root, leaving: ignored)
        }
        return part
      }
      let parts = TwoThreads.run({ look(0) }, { look(1) })
      append(parts.0)
      append(parts.1)
    }
  }

  /// The files by their paths.
  func slots() -> [UInt32] { HashSlots.make(files.lazy.map(\.hash)) }

  /// The place among ``files`` of a path.
  func place(of path: UnsafeRawBufferPointer, in slots: [UInt32]) -> Int? {
    let hash = ByteHash.of(path)
    return HashSlots.find(hash, slotCount: slots.count, slot: { slots[$0] }) { place in
      files[place].hash == hash && withPath(of: files[place]) { $0.isSame(as: path) }
    }
  }

  func path(of file: File) -> String {
    withPath(of: file) { String(decoding: $0, as: UTF8.self) }
  }

  func withPath<Result>(of file: File, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    paths.withUnsafeBytes {
      let start = Int(file.start)
      return body(UnsafeRawBufferPointer(rebasing: $0[start..<start + Int(file.count)]))
    }
  }

  private func blank() -> FolderScan {
    var blank = self
    blank.files = []
    blank.unreadable = []
    blank.paths = []
    blank.folders = []
    return blank
  }

  private mutating func append(_ part: FolderScan) {
    let shift = UInt32(paths.count)
    paths.append(contentsOf: part.paths)
    files.reserveCapacity(files.count + part.files.count)
    for var file in part.files {
      file.start += shift
      files.append(file)
    }
    folders.append(contentsOf: part.folders)
    unreadable.append(contentsOf: part.unreadable)
  }

  private mutating func look(into folder: String, of root: String, leaving ignored: String) {
    let place = folder.isEmpty ? root : root + "/" + folder
    guard let stream = opendir(place) else {
      unreadable.append(UnreadableFile(path: folder, reason: .noPermission))
      return
    }
    defer { closedir(stream) }
    let before = (files.count, unreadable.count, paths.count, folders.count)
    var prefix = folder
    if !folder.isEmpty { prefix += "/" }
    while let entry = readdir(stream) {
      let isStranger = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          take(name, Int32(entry.pointee.d_type), dirfd(stream), prefix, ignored)
        }
      }
      guard !isStranger || folder.isEmpty else {
        files.removeSubrange(before.0...)
        unreadable.removeSubrange(before.1...)
        paths.removeSubrange(before.2...)
        folders.removeSubrange(before.3...)
        return
      }
    }
  }

  /// Notes one name of a folder; true when it says that the folder is a repository of its own.
  private mutating func take(
    _ name: UnsafePointer<CChar>, _ type: Int32, _ folder: Int32, _ prefix: String,
    _ ignored: String
  ) -> Bool {
    let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name))
    if bytes.first == 0x2E { return bytes.elementsEqual(".git".utf8) }
    let isWanted = isWanted(bytes)
    // The kind is in the folder, on most file systems; only what may be a task is looked at.
    if type == Int32(DT_REG), !isWanted { return false }
    if type == Int32(DT_DIR) {
      folders.append(prefix + String(decoding: bytes, as: UTF8.self))
      return false
    }
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return false }
    switch status.st_mode & S_IFMT {
    case S_IFREG: if isWanted { add(prefix, bytes, status, ignored) }
    case S_IFDIR: folders.append(prefix + String(decoding: bytes, as: UTF8.self))
    default:
      var target = stat()
      let isFolder = fstatat(folder, name, &target, 0) == 0 && target.st_mode & S_IFMT == S_IFDIR
      if isWanted || isFolder {
        let path = prefix + String(decoding: bytes, as: UTF8.self)
        unreadable.append(UnreadableFile(path: path, reason: .notRegularFile))
      }
    }
    return false
  }

  private mutating func add(
    _ prefix: String, _ name: UnsafeRawBufferPointer, _ status: stat, _ ignored: String
  ) {
    let start = paths.count
    paths.append(contentsOf: prefix.utf8)
    paths.append(contentsOf: name)
    if prefix.isEmpty, name.elementsEqual(ignored.utf8) {
      paths.removeSubrange(start...)
      return
    }
    let hash = paths.withUnsafeBytes { ByteHash.of(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    files.append(
      File(
        start: UInt32(start), count: UInt32(paths.count - start), hash: hash,
        stamp: FileStamp(status), user: status.st_uid, group: status.st_gid))
  }

  static func isNamedLikeTask(_ name: UnsafeRawBufferPointer) -> Bool {
    name.suffix(4).elementsEqual(".org".utf8) || name.suffix(3).elementsEqual(".md".utf8)
  }
}
