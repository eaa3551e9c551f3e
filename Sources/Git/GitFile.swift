import Platform

// Functions of Platform's `File` that throw `GitError`.

package func readFile(_ path: String) throws(GitError) -> [UInt8] {
  try GitError.system { () throws(SystemError) in try File.read(path) }
}

func readFileIfThere(_ path: String) throws(GitError) -> [UInt8]? {
  try GitError.system { () throws(SystemError) in try File.readIfThere(path) }
}

/// Returns the status of a path without following a symbolic link (lstat(2)); nil if nothing exists there.
package func fileStatus(_ path: String) throws(GitError) -> stat? {
  try GitError.system { () throws(SystemError) in try File.status(path) }
}

func makeFolder(_ path: String) throws(GitError) {
  try GitError.system { () throws(SystemError) in try File.makeFolder(path) }
}

/// Creates or truncates a file and writes its content; it is not synced.
package func writeFile(_ path: String, _ bytes: [UInt8]) throws(GitError) {
  try GitError.system { () throws(SystemError) in
    try File.write(bytes, to: path, followsLinks: true)
  }
}

/// Creates a file whose name no other process and no other file has.
///
/// - Parameters:
///   - stem: What its path begins with.
///   - folder: Its folder, which is created if it is missing.
func createFile(
  _ stem: String, mode: mode_t = 0o666, in folder: String? = nil
) throws(GitError) -> (path: String, file: Int32) {
  for number in 0..<1_000 {
    let path = "\(stem)\(getpid())-\(number)"
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    if file >= 0 { return (path, file) }
    if errno == ENOENT, let folder {
      try makeFolder(folder)
    } else if errno != EEXIST {
      throw .last("write", path)
    }
  }
  throw .system(.call(doing: "write", path: stem, code: EEXIST))
}

/// Creates a lock file with the content of a draft: as a hard link, or as a file of its own on file systems without
/// hard links.
///
/// - Returns: An `errno`, 0 if the lock was created; `EEXIST` if another process holds it.
/// - Throws: `system` if the lock could be created, but not written.
func createLock(_ path: String, from draft: String, _ content: [UInt8]) throws(GitError) -> Int32 {
  if link(draft, path) == 0 { return 0 }
  if [EEXIST, ENOENT, ENOTDIR, EINTR].contains(errno) { return errno }
  let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
  guard file >= 0 else { return errno }
  defer { close(file) }
  guard write(file, content, content.count) == content.count, fsync(file) == 0 else {
    let error = GitError.last("write", path)
    unlink(path)
    throw error
  }
  return 0
}

/// Removes a lock file. A failure that passes, as of a network's disk, is waited for: every later command would wait for
/// the lock.
func removeLock(_ path: String) {
  for attempt in 0..<5 {
    if attempt > 0 { usleep(20_000) }
    if unlink(path) == 0 || errno == ENOENT { return }
  }
}

/// Whether a path is a regular file whose content is the blob with this id.
func isContent(
  of file: String, _ status: stat, named id: ObjectID
) throws(GitError) -> Bool {
  guard status.st_mode & S_IFMT == S_IFREG, let content = try readFileIfThere(file) else {
    return false
  }
  return ObjectID.ofBlob(content, id.format) == id
}
