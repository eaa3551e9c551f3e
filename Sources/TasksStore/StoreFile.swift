import Git
import TasksCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Files of the work tree, read and written with care: only regular files are opened, no link is followed,
/// and a file is replaced as a whole or not at all.
enum StoreFile {
  enum Kind { case regular, folder, other }

  /// What stands at a path itself; nil when nothing does.
  static func kind(_ path: String) -> Kind? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .regular
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// The bytes of a regular file.
  static func read(_ path: String, limit: Int = .max) throws(ReadError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ELOOP { throw .notRegularFile }
      if errno == EACCES || errno == EPERM { throw .noPermission }
      throw .failed(message(errno))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .notRegularFile
    }
    guard status.st_size <= limit else { throw .tooLarge }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, filled in
      while filled < buffer.count {
        let count = readBytes(
          descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
        if count < 0, errno == EINTR { continue }
        if count < 0 { failure = errno }
        if count <= 0 { break }
        filled += count
      }
    }
    guard failure == 0 else { throw .failed(message(failure)) }
    return bytes
  }

  /// The bytes of a regular file; nil where none is.
  ///
  /// - Throws: `unreadable` where that cannot be told: what is there must not be taken for gone.
  static func readIfThere(_ path: String) throws(StoreError) -> [UInt8]? {
    do throws(ReadError) {
      return try read(path)
    } catch {
      // In a folder that is closed to us nothing can be told.
      if error == .notRegularFile || error != .noPermission && kind(path) == nil { return nil }
      throw .unreadable(path: path, error)
    }
  }

  /// Writes a new file beside its place; `rename` puts it there. It has the mode of the file it replaces.
  ///
  /// - Parameter makesFolder: Whether its folder is made where there is none.
  static func write(
    _ bytes: [UInt8], to path: String, modeOf old: String? = nil, durable: Bool,
    makesFolder: Bool = false
  ) throws(StoreError) {
    // Opening a pipe with a name would wait for somebody who reads from it.
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    var descriptor = open(path, flags, 0o666)
    if descriptor < 0, errno == ENOENT, makesFolder,
      let slash = path.lastSlash
    {
      try makeFolder(String(path[..<slash]))
      descriptor = open(path, flags, 0o666)
    }
    guard descriptor >= 0 else { throw failure("create", path) }
    defer { close(descriptor) }
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        writeBytes(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let error = failure("write", path)
        unlink(path)
        throw error
      }
      done += count
    }
    var status = stat()
    if let old, lstat(old, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      fchmod(descriptor, status.st_mode & 0o777)
    }
    if durable, fsync(descriptor) != 0 {
      let error = failure("write", path)
      unlink(path)
      throw error
    }
  }

  /// Writes down what may vanish or be damaged at any moment: in place, as emptying a file first costs the file system
  /// many times as much. Where it cannot be written it is left.
  static func note(_ bytes: [UInt8], at path: String) {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = open(path, flags, 0o666)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count,
      fstat(descriptor, &status) == 0, status.st_size > bytes.count
    else { return }
    ftruncate(descriptor, off_t(bytes.count))
  }

  /// Writes a file in place, which must not be longer than what is written, and no more than a page: so it is there
  /// as a whole or not at all, whenever the process is killed.
  ///
  /// - Returns: Whether it was done. Not where the file has other names, too.
  static func overwrite(_ path: String, _ bytes: [UInt8]) -> Bool {
    guard bytes.count <= 4096 else { return false }
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_nlink == 1 && status.st_size <= bytes.count
      && pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
  }

  static func rename(_ from: String, to path: String) throws(StoreError) {
    guard renameFile(from, path) == 0 else { throw failure("write", path) }
  }

  /// Gives a file another name, so that it stays when the first one is taken from it.
  ///
  /// - Returns: False where something has that name, there is no such file, or none may have two.
  static func addName(_ name: String, to path: String) -> Bool { linkFile(path, name) == 0 }

  /// Puts a cache in place of the one there is; other processes may do the same at once. One that cannot be
  /// written is left out: the next reader only takes longer.
  static func replaceCache(_ path: String, _ bytes: [UInt8]) {
    let waiting = "\(path).\(getpid())"
    do throws(StoreError) {
      try write(bytes, to: waiting, durable: false)
      try rename(waiting, to: path)
    } catch {
      try? remove(waiting)
    }
    removeLeft(beside: path)
  }

  /// Removes what processes that were killed have left of caches: whoever writes one puts its number behind the name.
  private static func removeLeft(beside path: String) {
    let folder = path.lastSlash.map { String(path[..<$0]) } ?? "."
    for (name, kind) in names(in: folder) ?? [] where kind == .regular {
      guard let dot = name.lastIndex(of: "."), let owner = Int32(name[name.index(after: dot)...]),
        owner > 0, kill(owner, 0) != 0, errno == ESRCH
      else { continue }
      try? remove("\(folder)/\(name)")
    }
  }

  /// Removes a file; one that is not there is no error.
  static func remove(_ path: String) throws(StoreError) {
    // A folder on the way may be a file now, and no file has a name that its file system does not take.
    guard unlink(path) != 0, ![ENOENT, ENOTDIR, ENAMETOOLONG].contains(errno) else { return }
    throw failure("remove", path)
  }

  /// Removes a folder if nothing is in it.
  static func removeIfEmpty(_ folder: String) { rmdir(folder) }

  static func makeFolder(_ path: String) throws(StoreError) {
    if mkdir(path, 0o777) == 0 { return }
    let code = errno
    if kind(path) == .folder { return }
    errno = code
    guard code == ENOENT, let slash = path.lastSlash, slash > path.startIndex else {
      throw failure("make the folder", path)
    }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o777) == 0 || kind(path) == .folder else {
      throw failure("make the folder", path)
    }
  }

  /// What names a folder's files is on the disk when this returns.
  static func syncFolder(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// The names in a folder, in no order; nil when it cannot be opened.
  static func names(in folder: String) -> [(name: String, kind: Kind?)]? {
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

  static func failure(_ doing: String, _ path: String) -> StoreError {
    let code = errno
    return .file(doing: doing, path: path, reason: message(code))
  }

  static func message(_ code: Int32) -> String { String(cString: strerror(code)) }
}

// `read`, `write` and `rename` are names of our own above.
private func readBytes(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  guard let buffer else { return 0 }
  return read(file, buffer, count)
}

private func writeBytes(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  guard let buffer else { return 0 }
  return write(file, buffer, count)
}

private func renameFile(_ from: String, _ to: String) -> Int32 { rename(from, to) }
private func linkFile(_ path: String, _ name: String) -> Int32 { link(path, name) }

extension StoreFile {
  static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }
}

extension StoreFile {
  /// What a symbolic link says; nil for anything else.
  static func target(_ path: String) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return -1 }
      return readlink(path, start, bytes.count)
    }
    return count < 0 ? nil : Array(buffer[..<count])
  }

  /// Makes a symbolic link, in place of whatever file stands there.
  static func link(_ path: String, to target: [UInt8]) throws(StoreError) {
    unlink(path)
    guard symlink(String(decoding: target, as: UTF8.self), path) == 0 else {
      throw failure("make the link", path)
    }
  }

  /// Whether git would say so of a file, whoever may run it.
  static func isMarkedExecutable(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IXUSR != 0
  }

  /// Gives a file the executable bits git knows, or takes them away.
  static func setExecutable(_ path: String, _ isExecutable: Bool) throws(StoreError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw failure("look at", path) }
    guard (status.st_mode & S_IXUSR != 0) != isExecutable else { return }
    let readable = status.st_mode & 0o444
    let mode = isExecutable ? status.st_mode | readable >> 2 : status.st_mode & ~0o111
    guard chmod(path, mode & 0o777) == 0 else { throw failure("change the mode of", path) }
  }
}
