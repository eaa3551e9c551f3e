import Platform

/// The files that differ from what the cache has of them.
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
