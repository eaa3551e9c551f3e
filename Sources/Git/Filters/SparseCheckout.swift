import Platform

extension Repository {
  /// Returns the files of a change that the patterns of a sparse checkout leave out of the work tree.
  ///
  /// Only git interprets the patterns. It gets a temporary index of these files alone and an empty work tree: in the
  /// real one `git sparse-checkout reapply` would also delete ignored files of the user. Only one process may call
  /// this at a time.
  ///
  /// - Throws: `programFailed`, `programNotStarted`, `system`.
  package func leftOut(among files: [TreeEntry]) throws(GitError) -> [String] {
    guard !files.isEmpty, try bool("core.sparseCheckout") == true else { return [] }
    let folder = "\(gitDirectory)/tasks/sparse"
    let (index, empty) = (folder + "/index", folder + "/empty")
    func clear() {
      for name in [index, index + ".lock"] { unlink(name) }
      rmdir(empty)
      rmdir(folder)
    }
    // A killed process may have left files.
    clear()
    for path in [gitDirectory + "/tasks", folder, empty] where mkdir(path, 0o777) != 0 {
      let code = errno
      if code != EEXIST { throw .system(.call(doing: "make the folder", path: path, code: code)) }
    }
    defer { clear() }
    let options = ["index.sparse=false", "core.hooksPath=/dev/null", "core.fsmonitor=false"]
    let git = GitProgram(folder: empty, options: options.flatMap { ["-c", $0] })
    let places: [String: String?] = [
      "GIT_DIR": gitDirectory, "GIT_WORK_TREE": empty, "GIT_INDEX_FILE": index,
    ]
    let lines = files.flatMap { file in
      Array("\(String(file.mode.rawValue, radix: 8)) \(file.id.hex) 0\t\(file.path)\0".utf8)
    }
    try git.check(["update-index", "-z", "--index-info"], input: lines, environment: places)
    try git.check(["sparse-checkout", "reapply"], environment: places)
    return try git.check(["ls-files", "-z", "-t"], environment: places).split(separator: 0)
      .filter { $0.starts(with: "S ".utf8) }
      .map { String(decoding: $0.dropFirst(2), as: UTF8.self) }
  }

  /// Whether a sparse checkout leaves a file out of the work tree.
  package func isLeftOut(_ path: String) throws(GitError) -> Bool {
    guard try fileStatus(workTree + "/" + path) == nil else { return false }
    return try index().entry(path)?.isSkipWorktree == true
  }

  /// Counts the files under a folder that a sparse checkout leaves out of the work tree. A file that exists anyway is
  /// not counted, whatever the index says.
  package func leftOutCount(under folder: String) throws(GitError) -> Int {
    var count = 0
    for entry in try index().entries(under: folder) where entry.isSkipWorktree {
      if try fileStatus(workTree + "/" + entry.path) == nil { count += 1 }
    }
    return count
  }
}
