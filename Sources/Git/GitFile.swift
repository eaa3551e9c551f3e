import Platform

// `File` of Platform with the errors of this module.

func readFile(_ path: String) throws(GitError) -> [UInt8] {
  try GitError.system { () throws(SystemError) in try File.read(path) }
}

/// As `readFile`, but nil if no such file exists.
func readFileIfThere(_ path: String) throws(GitError) -> [UInt8]? {
  try GitError.system { () throws(SystemError) in try File.readIfThere(path) }
}

/// The status of what is at a path itself; nil if nothing is.
func fileStatus(_ path: String) throws(GitError) -> stat? {
  try GitError.system { () throws(SystemError) in try File.status(path) }
}

/// Creates a folder and its parents, as far as they are missing.
func makeFolder(_ path: String) throws(GitError) {
  try GitError.system { () throws(SystemError) in try File.makeFolder(path) }
}

/// Writes a file anew; it is not synced.
func writeFile(_ path: String, _ bytes: [UInt8]) throws(GitError) {
  try GitError.system { () throws(SystemError) in
    try File.write(bytes, to: path, followsLinks: true)
  }
}

/// Whether a regular file has the content that an id names.
func isContent(
  of file: String, _ status: stat, named id: ObjectID
) throws(GitError) -> Bool {
  guard status.st_mode & S_IFMT == S_IFREG, let content = try readFileIfThere(file) else {
    return false
  }
  return ObjectID.ofBlob(content, id.format) == id
}
