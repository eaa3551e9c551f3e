import CPlatform

package enum DiskSync {
  /// Syncs files and folders, and returns once they are on the disk.
  ///
  /// One sync of the whole file system is cheaper than many of single files. It is used if all paths are on one
  /// device and little other data waits to be written there.
  ///
  /// - Parameters:
  ///   - files: Absolute paths; missing files and symbolic links are skipped.
  ///   - folders: Absolute paths of folders whose entries changed.
  ///   - places: Folders that determine which devices `files` and `folders` are on.
  package static func sync(
    files: [String], folders: [String], places: [String]
  ) throws(SystemError) {
    #if os(Linux)
      if files.count + folders.count > 2, syncFileSystem(of: places, for: files.count) { return }
    #endif
    for file in files { try sync(file: file) }
    for folder in folders { try sync(folder: folder) }
  }

  /// Syncs a file or a folder; skips a missing one, and a symbolic link, which may lead to a device.
  package static func sync(file path: String) throws(SystemError) {
    try sync(path, ignoring: [ENOENT, ENOTDIR, ELOOP])
  }

  /// Syncs the entries of a folder. Some file systems cannot open or sync a folder; they keep the order themselves.
  package static func sync(folder path: String) throws(SystemError) {
    try sync(path, ignoring: [ENOENT, ENOTDIR, ELOOP, EACCES, EISDIR, EINVAL, EBADF])
  }

  /// Starts to write an open file to the disk without waiting, on systems that support it.
  package static func beginWriteback(of file: Int32) {
    #if os(Linux)
      platform_begin_writeback(file)
    #endif
  }

  private static func sync(_ path: String, ignoring harmless: [Int32]) throws(SystemError) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    if file < 0 {
      if harmless.contains(errno) { return }
      throw .last("open", path)
    }
    defer { close(file) }
    while fsync(file) != 0 {
      if errno == EINTR { continue }
      if harmless.contains(errno) { return }
      throw .last("write to the disk", path)
    }
  }

  #if os(Linux)
    /// Syncs the whole file system (syncfs(2)); returns false, with nothing done, if the places are on several
    /// devices or other programs have much unwritten data, which the sync would wait for.
    ///
    /// - Parameter count: How many files were just written: each has one dirty page, and about three more for its
    ///   name and inode.
    private static func syncFileSystem(of places: [String], for count: Int) -> Bool {
      let devices = places.map { path in
        var status = stat()
        return stat(path, &status) == 0 ? status.st_dev : 0
      }
      let limit = 64 << 20 + count * (16 << 10)
      guard let place = places.first, Set(devices).count == 1,
        PendingWrites.amount.map({ $0 < limit }) ?? false
      else { return false }
      let folder = open(place, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
      guard folder >= 0 else { return false }
      defer { close(folder) }
      return platform_syncfs(folder) == 0
    }
  #endif
}

#if os(Linux)
  /// Data written on this machine that is not on a disk yet.
  private enum PendingWrites {
    /// The amount in bytes; nil if the kernel does not report it (proc(5), meminfo).
    static var amount: Int? {
      guard let bytes = try? File.readIfThere("/proc/meminfo") else { return nil }
      var sum: Int?
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        let words = line.split(separator: UInt8(ascii: " "))
        guard let name = words.first, words.count == 3,
          name.elementsEqual("Dirty:".utf8) || name.elementsEqual("Writeback:".utf8),
          let count = Int(String(decoding: words[1], as: UTF8.self))
        else { continue }
        sum = (sum ?? 0) + count << 10
      }
      return sum
    }
  }
#endif
