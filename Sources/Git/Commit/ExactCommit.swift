import Platform

package struct FileContent: Hashable, Sendable {
  package let path: String
  /// The content; nil removes the file.
  package let content: [UInt8]?
  /// The mode; nil keeps that of the parent commit, and makes a new file not executable.
  package let mode: FileMode?

  package init(path: String, content: [UInt8]?, mode: FileMode? = nil) {
    self.path = path
    self.content = content
    self.mode = mode
  }
}

/// A commit whose objects are written, but that no reference points to yet.
package struct PreparedCommit: Hashable, Sendable {
  /// The commit that HEAD was at; nil on a branch without a commit.
  package let old: ObjectID?
  package let new: ObjectID
  package let tree: ObjectID
  /// The changes that make the index match the commit.
  package let changes: [IndexChange]
  /// The objects to sync before a reference points to them.
  package let written: [ObjectID]

  package init(
    old: ObjectID?, new: ObjectID, tree: ObjectID, changes: [IndexChange],
    written: [ObjectID] = []
  ) {
    (self.old, self.new, self.tree) = (old, new, tree)
    (self.changes, self.written) = (changes, written)
  }
}

extension Repository {
  /// Writes the objects of a commit that changes exact paths of HEAD and nothing else, whatever is in the index.
  ///
  /// The caller then syncs the objects, writes the files, and calls `putIndex` and `moveHead`.
  ///
  /// - Parameters:
  ///   - old: The first parent, which HEAD is at; nil for a branch without a commit.
  ///   - merging: Further parents.
  /// - Returns: Nil if nothing would change and there are no further parents.
  /// - Throws: `invalidPath`, `noSuchObject`.
  package func prepareCommit(
    _ files: [FileContent], onto old: ObjectID?, merging: [ObjectID] = [], message: String,
    author: Signature, committer: Signature
  ) throws(GitError) -> PreparedCommit? {
    var base: ObjectID?
    if let old { base = try tree(ofCommit: old) }
    var treeChanges: [TreeChange] = []
    var indexChanges: [IndexChange] = []
    let written = try writeBlobs(files.compactMap(\.content))
    var ids = written[...]
    for file in files {
      guard file.content != nil, let id = ids.popFirst() else {
        treeChanges.append(.remove(path: file.path))
        indexChanges.append(.remove(path: file.path))
        continue
      }
      let mode = try mode(of: file, over: base)
      treeChanges.append(.write(path: file.path, id: id, mode: mode))
      indexChanges.append(.set(path: file.path, id: id, mode: mode))
    }
    let updated = try updating(tree: base, treeChanges)
    if updated.id == base, merging.isEmpty { return nil }
    let parents = (old.map { [$0] } ?? []) + merging
    let new = try writeCommit(
      tree: updated.id, parents: parents, author: author, committer: committer, message: message)
    return PreparedCommit(
      old: old, new: new, tree: updated.id, changes: indexChanges,
      written: written + updated.written + [new])
  }

  func mode(of file: FileContent, over base: ObjectID?) throws(GitError) -> FileMode {
    if let mode = file.mode { return mode }
    guard let base, let there = try entry(file.path, inTree: base) else { return .file }
    return there.mode == .executable ? .executable : .file
  }
}

extension Repository {
  /// The hooks that `git merge` runs before it commits.
  private static let mergeHooks = ["pre-merge-commit", "prepare-commit-msg", "commit-msg"]

  package func hasMergeHook() throws(GitError) -> Bool {
    for name in Repository.mergeHooks where try hook(named: name) != nil { return true }
    return false
  }

  /// Writes a merge commit as `git merge` would: runs the user's hooks, and signs it if `commit.gpgSign` is set. No
  /// reference moves. The message is not cleaned up; only a hook may change it.
  ///
  /// - Throws: `hookFailed` if a hook refuses.
  package func writeMerge(
    tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature, message: String
  ) throws(GitError) -> ObjectID {
    var needsGit = try bool("commit.gpgSign") == true
    if !needsGit { needsGit = try hasMergeHook() }
    guard needsGit else {
      return try writeCommit(
        tree: tree, parents: parents, author: author, committer: committer, message: message)
    }
    return try GitProgramCommit().merge(
      tree: tree, parents: parents, in: self, message: message, author: author,
      committer: committer)
  }
}

extension Repository {
  /// Returns the path of a hook that git would run; nil if there is none or it is not executable. A relative
  /// `core.hooksPath` is resolved from the top of the work tree.
  package func hook(named name: String) throws(GitError) -> String? {
    var folder = commonDirectory + "/hooks"
    if let setting = try path("core.hooksPath") {
      folder = setting.hasPrefix("/") ? setting : workTree + "/" + setting
    }
    let path = withoutSlash(folder) + "/" + name
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0
    else { return nil }
    return path
  }

  /// Runs a hook, if it exists, as `git commit` does: at the top of the work tree, with git's variables set as git
  /// would set them. Variables that point this process to another repository are not inherited. Writes the hook's
  /// output to standard error.
  ///
  /// - Returns: Whether the hook exists.
  /// - Throws: `hookFailed`, `programNotStarted`, `interrupted`.
  @discardableResult
  func runHook(
    _ name: String, _ arguments: [String] = [], environment: [String: String?] = [:]
  ) throws(GitError) -> Bool {
    guard let path = try hook(named: name) else { return false }
    var variables = GitProgram.withoutLocal
    variables["GIT_PREFIX"] = ""
    variables["GIT_EDITOR"] = ":"
    variables["GIT_INDEX_FILE"] = gitDirectory + "/index"
    if gitDirectory != workTree + "/.git" { variables["GIT_DIR"] = gitDirectory }
    variables.merge(environment) { _, given in given }
    let hook = ChildProcess(path, arguments, folder: workTree, environment: variables)
    let (status, said) = try GitError.system { () throws(SystemError) in
      try hook.runAsHook()
    }
    guard status == .exited(0) else {
      throw .hookFailed(name: name, output: String(decoding: said, as: UTF8.self))
    }
    _ = said.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    return true
  }

  /// Runs the hooks that read and edit a commit message, prepare-commit-msg and commit-msg.
  ///
  /// - Parameters:
  ///   - message: The path of the file with the message.
  ///   - kind: The second argument of prepare-commit-msg (githooks(5)).
  /// - Throws: `hookFailed`, also if the message is empty afterwards: git refuses a commit without a message.
  func runMessageHooks(
    _ message: String, for kind: String, environment: [String: String?]
  ) throws(GitError) {
    let hooks = [("prepare-commit-msg", [message, kind]), ("commit-msg", [message])]
    for (name, arguments) in hooks {
      guard try runHook(name, arguments, environment: environment) else { continue }
      let isEmpty = try readFile(message).allSatisfy { $0 == 0x20 || (9...13).contains($0) }
      if isEmpty { throw .hookFailed(name: name, output: "it left no message") }
    }
  }
}
