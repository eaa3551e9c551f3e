import Platform

/// Commits through the git program, with the user's hooks, filters and signature as `git commit` does, but exact
/// paths only. It uses a temporary index; the user's index and work tree do not change.
struct GitProgramCommit {
  func prepare(
    _ files: [FileContent], in repository: borrowing Repository, onto old: ObjectID?,
    message: String, author: Signature, committer: Signature
  ) throws(GitError) -> PreparedCommit? {
    try Interruption.heeded { () throws(GitError) in
      try writeCommit(files, in: repository, onto: old, message, author, committer)
    }
  }

  private func writeCommit(
    _ files: [FileContent], in repository: borrowing Repository, onto old: ObjectID?,
    _ message: String, _ author: Signature, _ committer: Signature
  ) throws(GitError) -> PreparedCommit? {
    let run = CommitRun(in: repository, author, committer)
    defer { run.end() }
    let isLookedAt = try repository.hook(named: "pre-commit") != nil
    try run.beginIndex(old, isLookedAt, repository)
    let written = try stage(files, over: old, run.git, repository, run.environment)
    if isLookedAt { try run.refreshIndex() }
    try repository.runHook("pre-commit", environment: run.environment)
    let tree = try run.id(of: ["write-tree"])
    if let old, try repository.tree(ofCommit: old) == tree { return nil }
    let new = try run.commit(
      tree, old.map { [$0] } ?? [], message, for: "message", in: repository)
    let staged = try stagedByHooks(besides: files, from: old, to: tree, repository)
    // A name that is not UTF-8 was decoded with U+FFFD and could not be set in the index.
    if let odd = staged.first(where: { $0.path.unicodeScalars.contains("\u{FFFD}") }) {
      throw .hookFailed(
        name: "pre-commit", output: "it staged '\(odd.path)', a name that is not UTF-8")
    }
    return PreparedCommit(
      old: old, new: new, tree: tree,
      changes: try staged.map(\.forIndex) + changes(files, to: tree, repository), written: written)
  }

  /// Writes a merge commit of a tree that is already merged. The hook pre-merge-commit sees it in a temporary index;
  /// what the hook stages there is dropped.
  func merge(
    tree: ObjectID, parents: [ObjectID], in repository: borrowing Repository, message: String,
    author: Signature, committer: Signature
  ) throws(GitError) -> ObjectID {
    try Interruption.heeded { () throws(GitError) in
      try writeMerge(tree, parents, in: repository, message, author, committer)
    }
  }

  private func writeMerge(
    _ tree: ObjectID, _ parents: [ObjectID], in repository: borrowing Repository,
    _ message: String, _ author: Signature, _ committer: Signature
  ) throws(GitError) -> ObjectID {
    let run = CommitRun(in: repository, author, committer)
    defer { run.end() }
    let isLookedAt = try repository.hasMergeHook()
    try run.beginIndex(tree, isLookedAt, repository)
    if isLookedAt { try run.refreshIndex() }
    try repository.runHook("pre-merge-commit", environment: run.environment)
    return try run.commit(tree, parents, message, for: "merge", in: repository)
  }

  func finish(in repository: borrowing Repository) throws(GitError) {
    try repository.shareOwnFiles()
    do throws(GitError) {
      try repository.runHook("post-commit")
    } catch .hookFailed(_, let output) {
      // The commit exists already and cannot be refused.
      _ = Array(output.utf8).withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    }
  }

  /// Adds the files to the temporary index, each through the filters of its path.
  ///
  /// - Returns: The objects that were written without git; they are not synced yet.
  private func stage(
    _ files: [FileContent], over old: ObjectID?, _ git: GitProgram,
    _ repository: borrowing Repository, _ environment: [String: String?]
  ) throws(GitError) -> [ObjectID] {
    let base: ObjectID? = if let old { try repository.tree(ofCommit: old) } else { nil }
    let (blobs, written) = try ConvertedBlobs(git: git, environment: environment)
      .write(files, in: repository)
    var input: [UInt8] = []
    for (file, blob) in zip(files, blobs) {
      guard let blob else {
        input += Array("0 \(repository.format.nothing)\t\(file.path)\0".utf8)
        continue
      }
      let mode = try String(repository.mode(of: file, over: base).rawValue, radix: 8)
      input += Array("\(mode) \(blob.hex)\t\(file.path)\0".utf8)
    }
    try git.check(["update-index", "-z", "--index-info"], input: input, environment: environment)
    return written
  }

  /// Returns the changes that a hook has added to the commit, at paths where the user has not staged anything else.
  private func stagedByHooks(
    besides files: [FileContent], from old: ObjectID?, to tree: ObjectID,
    _ repository: borrowing Repository
  ) throws(GitError) -> [FileChange] {
    let paths = Set(files.map(\.path))
    let before: ObjectID? = if let old { try repository.tree(ofCommit: old) } else { nil }
    let others = try repository.changes(from: before, to: tree).filter { !paths.contains($0.path) }
    guard !others.isEmpty else { return [] }
    let index = try repository.index()
    return others.filter { index.entry($0.path)?.id == $0.old }
  }

  /// Returns the changes of the user's index for the files, with the entries of the commit: a hook may have changed
  /// them.
  private func changes(
    _ files: [FileContent], to tree: ObjectID, _ repository: borrowing Repository
  ) throws(GitError) -> [IndexChange] {
    var changes: [IndexChange] = []
    for file in files {
      // A folder of this name means that the file was removed.
      if let entry = try repository.entry(file.path, inTree: tree), entry.mode != .tree {
        changes.append(.set(path: file.path, id: entry.id, mode: entry.mode))
      } else {
        changes.append(.remove(path: file.path))
      }
    }
    return changes
  }
}

/// The temporary index and message of a commit through git, with git's environment for it.
private struct CommitRun {
  private let index: String
  let environment: [String: String?]
  let git: GitProgram

  init(in repository: borrowing Repository, _ author: Signature, _ committer: Signature) {
    index = "\(repository.gitDirectory)/tasks-commit.\(getpid())"
    var variables: [String: String?] = ["GIT_INDEX_FILE": index]
    for (role, person) in [("AUTHOR", author), ("COMMITTER", committer)] {
      variables["GIT_\(role)_NAME"] = Signature.clean(person.name)
      variables["GIT_\(role)_EMAIL"] = Signature.clean(person.email)
      variables["GIT_\(role)_DATE"] = "@\(person.time) \(person.zone)"
    }
    environment = variables
    // By default git does not sync loose objects, and assumes that names and messages are in the encoding of the
    // user's settings; here they are in UTF-8.
    var options = ["-c", "i18n.commitEncoding=UTF-8"]
    if repository.isDurable { options += ["-c", "core.fsync=committed,loose-object"] }
    git = GitProgram(folder: repository.workTree, options: options, heedsSignals: true)
  }

  private var message: String { index + ".message" }

  func end() { for path in [index, index + ".lock", message] { unlink(path) } }

  /// Creates the temporary index with the entries of a tree or commit.
  ///
  /// If a hook will read it, it starts as a copy of the user's index, as with `git commit PATH`: otherwise all files
  /// would look modified, and those that a sparse checkout leaves out would look deleted.
  func beginIndex(
    _ tree: ObjectID?, _ isLookedAt: Bool, _ repository: borrowing Repository
  ) throws(GitError) {
    if isLookedAt, let tree, let bytes = try readFileIfThere(repository.indexPath) {
      try writeFile(index, bytes)
      let outcome = try git.run(["read-tree", "--reset", tree.hex], environment: environment)
      if outcome.succeeded { return }
      unlink(index)
    }
    try git.check(["read-tree", tree?.hex ?? "--empty"], environment: environment)
  }

  /// It exits with 1 if any other file of the user differs.
  func refreshIndex() throws(GitError) {
    _ = try git.run(["update-index", "-q", "--refresh"], environment: environment)
  }

  /// Writes the commit object, after the hooks that edit the message.
  ///
  /// - Parameter kind: See ``Repository/runMessageHooks(_:for:environment:)``.
  func commit(
    _ tree: ObjectID, _ parents: [ObjectID], _ text: String, for kind: String,
    in repository: borrowing Repository
  ) throws(GitError) -> ObjectID {
    try writeFile(message, Array(text.utf8))
    try repository.runMessageHooks(message, for: kind, environment: environment)
    var arguments = ["commit-tree", "-F", message]
    if try repository.bool("commit.gpgSign") == true { arguments.append("-S") }
    for parent in parents { arguments += ["-p", parent.hex] }
    return try id(of: arguments + [tree.hex])
  }

  /// Runs git; returns the id that it prints.
  func id(of arguments: [String]) throws(GitError) -> ObjectID {
    let output = try git.check(arguments, environment: environment)
    let text = String(decoding: output.prefix { $0 != 0x0A }, as: UTF8.self)
    guard let id = ObjectID(hex: text) else {
      throw .programFailed(command: "git", status: 0, output: text)
    }
    return id
  }
}
