import Platform

// Functions of Platform's `File` that throw `GitError`.

func readFile(_ path: String) throws(GitError) -> [UInt8] {
  try GitError.system { () throws(SystemError) in try File.read(path) }
}

/// Reads a regular file; returns nil if it does not exist.
func readFileIfThere(_ path: String) throws(GitError) -> [UInt8]? {
  try GitError.system { () throws(SystemError) in try File.readIfThere(path) }
}

/// Returns the status of a path without following a symbolic link (lstat(2)); nil if nothing exists there.
func fileStatus(_ path: String) throws(GitError) -> stat? {
  try GitError.system { () throws(SystemError) in try File.status(path) }
}

/// Creates a folder and its missing parents.
func makeFolder(_ path: String) throws(GitError) {
  try GitError.system { () throws(SystemError) in try File.makeFolder(path) }
}

/// Creates or truncates a file and writes its content; it is not synced.
func writeFile(_ path: String, _ bytes: [UInt8]) throws(GitError) {
  try GitError.system { () throws(SystemError) in
    try File.write(bytes, to: path, followsLinks: true)
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
