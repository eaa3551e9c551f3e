#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The error of the last system call on a path.
func systemError(_ doing: String, _ path: String) -> GitError {
  .system(doing: doing, path: path, code: errno)
}

/// Reads a whole file.
///
/// - Throws: `system`.
func readFile(_ path: String) throws(GitError) -> [UInt8] {
  guard let bytes = try readFileIfThere(path) else {
    throw .system(doing: "open", path: path, code: ENOENT)
  }
  return bytes
}

/// As `readFile`, but nil when there is no such file.
func readFileIfThere(_ path: String) throws(GitError) -> [UInt8]? {
  let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  if file < 0 {
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw systemError("open", path)
  }
  defer { close(file) }
  var status = stat()
  guard fstat(file, &status) == 0 else { throw systemError("look at", path) }
  guard status.st_mode & S_IFMT == S_IFREG else {
    throw .system(doing: "read as a file", path: path, code: EINVAL)
  }
  var filled = 0
  var failed: Int32 = 0
  var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
  while true {
    if filled == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
    let count = bytes.withUnsafeMutableBytes {
      read(file, $0.baseAddress?.advanced(by: filled), $0.count - filled)
    }
    if count < 0 {
      if errno == EINTR { continue }
      failed = errno
      break
    }
    if count == 0 { break }
    filled += count
  }
  if failed != 0 { throw .system(doing: "read", path: path, code: failed) }
  bytes.removeLast(bytes.count - filled)
  return bytes
}

/// What lstat says of a path, nil when there is nothing.
func fileStatus(_ path: String) throws(GitError) -> stat? {
  var status = stat()
  if lstat(path, &status) == 0 { return status }
  if errno == ENOENT || errno == ENOTDIR { return nil }
  throw systemError("look at", path)
}

/// Syncs a file or a folder to the disk; one that is not there is left out.
func syncToDisk(_ path: String) throws(GitError) {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  if file < 0 {
    if errno == ENOENT { return }
    throw systemError("open", path)
  }
  defer { close(file) }
  while fsync(file) != 0 {
    if errno == EINTR { continue }
    throw systemError("write to the disk", path)
  }
}

/// Writes a file anew; it is not synced.
func writeFile(_ path: String, _ bytes: [UInt8]) throws(GitError) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
  guard file >= 0 else { throw systemError("create", path) }
  defer { close(file) }
  var done = 0
  while done < bytes.count {
    let count = bytes.withUnsafeBytes {
      write(file, $0.baseAddress?.advanced(by: done), $0.count - done)
    }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { throw systemError("write", path) }
    done += count
  }
}
