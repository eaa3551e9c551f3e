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
  var failed: Int32 = 0
  var bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, filled in
    failed = fill(UnsafeMutableRawBufferPointer(buffer), from: file, &filled)
  }
  // A file of the system's that does not say how long it is, or one that grows.
  var more = [UInt8](repeating: 0, count: 4096)
  while failed == 0, bytes.count >= Int(status.st_size) {
    var filled = 0
    failed = more.withUnsafeMutableBytes { fill($0, from: file, &filled) }
    bytes += more[..<filled]
    if filled < more.count { break }
  }
  if failed != 0 { throw .system(doing: "read", path: path, code: failed) }
  return bytes
}

/// Reads until the buffer is full or the file ends; the error number, 0 for none.
private func fill(
  _ buffer: UnsafeMutableRawBufferPointer, from file: Int32, _ filled: inout Int
) -> Int32 {
  while filled < buffer.count {
    let count = read(file, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
    if count < 0, errno == EINTR { continue }
    if count < 0 { return errno }
    if count == 0 { break }
    filled += count
  }
  return 0
}

/// What lstat says of a path, nil when there is nothing.
func fileStatus(_ path: String) throws(GitError) -> stat? {
  var status = stat()
  if lstat(path, &status) == 0 { return status }
  if errno == ENOENT || errno == ENOTDIR { return nil }
  throw systemError("look at", path)
}

/// What a symbolic link says; nil for anything else.
func linkTarget(_ path: String) -> String? {
  var buffer = [CChar](repeating: 0, count: 4096)
  let count = readlink(path, &buffer, buffer.count)
  guard count > 0 else { return nil }
  return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Syncs a file or a folder to the disk; one that is not there is left out, and so is a link,
/// which may lead to a device.
func syncToDisk(_ path: String) throws(GitError) {
  try syncToDisk(path, passingOver: [ENOENT, ENOTDIR, ELOOP])
}

/// Syncs the names in a folder, where its file system can do so: some cannot open or sync a folder at all, and keep
/// the order themselves.
func syncFolderToDisk(_ path: String) throws(GitError) {
  try syncToDisk(path, passingOver: [ENOENT, ENOTDIR, ELOOP, EACCES, EISDIR, EINVAL, EBADF])
}

private func syncToDisk(_ path: String, passingOver harmless: [Int32]) throws(GitError) {
  let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
  if file < 0 {
    if harmless.contains(errno) { return }
    throw systemError("open", path)
  }
  defer { close(file) }
  while fsync(file) != 0 {
    if errno == EINTR { continue }
    if harmless.contains(errno) { return }
    throw systemError("write to the disk", path)
  }
}

/// Makes a folder, and those above it, where there is none.
func makeFolder(_ path: String) throws(GitError) {
  if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
  guard errno == ENOENT, let slash = path.lastSlash, slash > path.startIndex else {
    throw systemError("make the folder", path)
  }
  try makeFolder(String(path[..<slash]))
  guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
    throw systemError("make the folder", path)
  }
}

/// Writes a file anew; it is not synced.
func writeFile(_ path: String, _ bytes: [UInt8]) throws(GitError) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o666)
  guard file >= 0 else { throw systemError("write", path) }
  defer { close(file) }
  let code = bytes.withUnsafeBytes { writeAll($0, to: file) }
  if code != 0 { throw .system(doing: "write", path: path, code: code) }
}

/// Writes bytes where an open file stands; the error number, 0 for none.
func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int32 {
  var left = bytes[...]
  while !left.isEmpty {
    let count = write(file, UnsafeRawBufferPointer(rebasing: left).baseAddress, left.count)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return errno }
    left = left.dropFirst(count)
  }
  return 0
}

/// Whether a regular file holds exactly what an id names.
func isContent(
  of file: String, _ status: stat, named id: ObjectID
) throws(GitError) -> Bool {
  guard status.st_mode & S_IFMT == S_IFREG, let content = try readFileIfThere(file) else {
    return false
  }
  return ObjectID.ofBlob(content, id.format) == id
}
