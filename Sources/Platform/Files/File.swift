/// Operations on files and folders, named by their paths.
package enum File {
  package enum Kind: Sendable { case regular, folder, other }

  /// Returns the status of a path without following a symbolic link (lstat(2)); nil if nothing exists there.
  package static func status(_ path: String) throws(SystemError) -> stat? {
    var status = stat()
    if lstat(path, &status) == 0 { return status }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw .last("look at", path)
  }

  /// Returns the kind of file at a path without following a symbolic link; nil if nothing exists there or it cannot
  /// be determined.
  package static func kind(_ path: String) -> Kind? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .regular
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// Whether nothing exists at a path, not even a broken symbolic link. False if that cannot be determined: what cannot be
  /// looked at is not taken for deleted.
  package static func isMissing(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 && [ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP].contains(errno)
  }

  /// Whether a folder on the way to a path may not be entered.
  package static func isForbidden(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 && errno == EACCES
  }

  /// Returns the size of a file in bytes, following symbolic links; nil if it does not exist.
  package static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  // MARK: Reading

  /// Reads a regular file.
  ///
  /// - Parameters:
  ///   - followsLinks: If false, a symbolic link is an error (`ELOOP`).
  ///   - limit: The most bytes to read; a larger file is an error (`EFBIG`).
  /// - Throws: `call`; its code is `EINVAL` for anything but a regular file.
  package static func read(
    _ path: String, followsLinks: Bool = true, limit: Int = .max
  ) throws(SystemError) -> [UInt8] {
    // Without O_NONBLOCK, opening a FIFO waits for a writer.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
    let file = open(path, flags)
    guard file >= 0 else { throw .last("open", path) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .last("look at", path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .call(doing: "read as a file", path: path, code: EINVAL)
    }
    guard status.st_size <= limit else { throw .call(doing: "read", path: path, code: EFBIG) }
    var failed: Int32 = 0
    var bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, filled in
      failed = fill(UnsafeMutableRawBufferPointer(buffer), from: file, &filled)
    }
    // Files of /proc report the size 0, and a file may grow while it is read.
    while failed == 0, bytes.count >= Int(status.st_size) {
      let count = bytes.count
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { more in
        var filled = 0
        failed = fill(more, from: file, &filled)
        bytes += more[..<filled]
      }
      if bytes.count < count + 4096 { break }
    }
    if failed != 0 { throw .call(doing: "read", path: path, code: failed) }
    return bytes
  }

  /// Reads the beginning of a file that another program may be writing, at most `count` bytes; nil if it cannot be read.
  package static func beginning(of path: String, _ count: Int) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var failed: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      failed = fill(UnsafeMutableRawBufferPointer(buffer), from: file, &filled)
    }
    return failed == 0 ? bytes : nil
  }

  /// Reads a regular file; returns nil if it does not exist.
  ///
  /// - Parameter followsLinks: If false, a symbolic link is an error (`ELOOP`).
  package static func readIfThere(
    _ path: String, followsLinks: Bool = true
  ) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) {
      return try read(path, followsLinks: followsLinks)
    } catch .call("open", _, ENOENT), .call("open", _, ENOTDIR) {
      return nil
    } catch {
      throw error
    }
  }

  /// Reads until the buffer is full or the file ends; returns an `errno`, 0 for none.
  private static func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from file: Int32, _ filled: inout Int
  ) -> Int32 {
    while filled < buffer.count {
      let count = systemRead(file, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return errno }
      if count == 0 { break }
      filled += count
    }
    return 0
  }

  /// Lists the names in a folder, without `.` and `..`, in no particular order; nil if it cannot be opened.
  package static func names(in folder: String) -> [(name: String, kind: Kind?)]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [(String, Kind?)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      let kind: Kind? =
        switch Int32(entry.pointee.d_type) {
        case Int32(DT_REG): .regular
        case Int32(DT_DIR): .folder
        case Int32(DT_UNKNOWN): self.kind(folder + "/" + name)
        default: .other
        }
      names.append((name, kind))
    }
    return names
  }

  // MARK: Writing

  /// Creates a file, or truncates an existing one, and writes its content.
  ///
  /// - Parameters:
  ///   - followsLinks: If false, a symbolic link at the path is an error (`ELOOP`).
  ///   - mode: The permissions of the file; nil for those of a new file.
  ///   - isDurable: Whether the file is synced to disk.
  ///   - makesFolder: Whether its folder is created if it is missing.
  /// - Throws: `call`; a regular file that could not be written in full is removed.
  package static func write(
    _ bytes: [UInt8], to path: String, followsLinks: Bool = false, mode: UInt32? = nil,
    isDurable: Bool = false, makesFolder: Bool = false
  ) throws(SystemError) {
    let flags =
      O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
    var file = open(path, flags, mode_t(mode ?? 0o666))
    if file < 0, errno == ENOENT, makesFolder, let slash = path.lastSlash {
      try makeFolder(String(path[..<slash]))
      file = open(path, flags, mode_t(mode ?? 0o666))
    }
    guard file >= 0 else { throw .last("create", path) }
    defer { close(file) }
    if let mode { fchmod(file, mode_t(mode)) }
    var code = bytes.withUnsafeBytes { writeAll($0, to: file) }
    if code == 0, isDurable, fsync(file) != 0 { code = errno }
    if code != 0 {
      // A device or a pipe that a user names stays.
      var status = stat()
      if fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG { unlink(path) }
      throw .call(doing: "write", path: path, code: code)
    }
  }

  /// Writes bytes at the position of an open file; returns an `errno`, 0 for none.
  package static func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int32 {
    var left = bytes[...]
    while !left.isEmpty {
      let count = systemWrite(
        file, UnsafeRawBufferPointer(rebasing: left).baseAddress, left.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return errno }
      left = left.dropFirst(count)
    }
    return 0
  }

  /// Writes a file that may be lost or damaged at any moment, such as a cache; errors are ignored.
  ///
  /// The file is overwritten in place: truncating it first costs many times as much in the file system.
  package static func note(_ bytes: [UInt8], at path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    guard pwrite(file, bytes, bytes.count, 0) == bytes.count, fstat(file, &status) == 0,
      status.st_size > bytes.count
    else { return }
    ftruncate(file, off_t(bytes.count))
  }

  /// Overwrites a file in place by one write of at most 4096 bytes, so that a killed process leaves the old or the
  /// new content.
  ///
  /// - Returns: False, with nothing written, if `bytes` is longer than 4096 bytes or shorter than the file, or if the
  ///   file has other hard links.
  package static func overwrite(_ path: String, _ bytes: [UInt8]) -> Bool {
    guard bytes.count <= 4096 else { return false }
    let file = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    var status = stat()
    return fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_nlink == 1 && status.st_size <= bytes.count
      && pwrite(file, bytes, bytes.count, 0) == bytes.count
  }

  // MARK: Names

  /// Renames a file, replacing what exists at the new path (rename(2)).
  package static func rename(_ from: String, to path: String) throws(SystemError) {
    guard systemRename(from, path) == 0 else { throw .last("write", path) }
  }

  /// Creates a hard link to a file.
  ///
  /// - Returns: False if the name is taken, the file is missing, or the file system has no hard links.
  package static func addName(_ name: String, to path: String) -> Bool {
    systemLink(path, name) == 0
  }

  /// Removes a file; a missing file is no error.
  package static func remove(_ path: String) throws(SystemError) {
    guard unlink(path) != 0, ![ENOENT, ENOTDIR, ENAMETOOLONG].contains(errno) else { return }
    throw .last("remove", path)
  }

  package static func removeIfEmpty(_ folder: String) { rmdir(folder) }

  /// Creates a folder and its missing parents.
  package static func makeFolder(_ path: String) throws(SystemError) {
    if mkdir(path, 0o777) == 0 { return }
    let code = errno
    if isFolder(path) { return }
    guard code == ENOENT, let slash = path.lastSlash, slash > path.startIndex else {
      throw .call(doing: "make the folder", path: path, code: code)
    }
    try makeFolder(String(path[..<slash]))
    if mkdir(path, 0o777) == 0 { return }
    let again = errno
    if isFolder(path) { return }
    throw .call(doing: "make the folder", path: path, code: again)
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  // MARK: Links and modes

  /// Returns a path with all symbolic links resolved, or the path itself if that fails.
  package static func realPath(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns the target of a symbolic link, as bytes; nil for anything else.
  package static func linkTarget(_ path: String) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return -1 }
      return readlink(path, start, bytes.count)
    }
    return count <= 0 ? nil : Array(buffer[..<count])
  }

  /// Creates a symbolic link, replacing an existing file.
  package static func link(_ path: String, to target: [UInt8]) throws(SystemError) {
    unlink(path)
    guard symlink(String(decoding: target, as: UTF8.self), path) == 0 else {
      throw .last("make the link", path)
    }
  }

  /// Whether git records a file as executable: the owner has execute permission.
  package static func isMarkedExecutable(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IXUSR != 0
  }

  /// Sets execute permission for each class of users that has read permission, or clears it for all.
  package static func setExecutable(_ path: String, _ isExecutable: Bool) throws(SystemError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last("look at", path) }
    guard (status.st_mode & S_IXUSR != 0) != isExecutable else { return }
    let readable = status.st_mode & 0o444
    let mode = isExecutable ? status.st_mode | readable >> 2 : status.st_mode & ~0o111
    guard chmod(path, mode & 0o777) == 0 else { throw .last("change the mode of", path) }
  }

  /// Returns the permission bits of a regular file; nil for anything else.
  package static func permissions(_ path: String) -> UInt32? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return UInt32(status.st_mode & 0o777)
  }
}

// System calls that share their names with functions of `File`.
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, buffer, count)
}
private func systemWrite(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, buffer, count)
}
private func systemRename(_ from: String, _ to: String) -> Int32 { rename(from, to) }
private func systemLink(_ path: String, _ name: String) -> Int32 { link(path, name) }
