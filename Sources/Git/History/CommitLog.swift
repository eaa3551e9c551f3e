import Platform

/// A commit with the files it changed against its first parent.
package struct LoggedCommit: Sendable {
  package let id: ObjectID
  package let tree: ObjectID
  /// When it was committed, in seconds since 1970.
  package let time: Int64
  package let parents: [ObjectID]
  package let changes: [FileChange]
  /// Why its changes are not known: an object is missing or damaged.
  package var damage: GitError?
}

extension Repository {
  /// Reads a history with the git program: `git rev-list` and `git diff-tree`, which no setting of the user's changes.
  /// Renames are not guessed. Replaced commits (git-replace(1)) and shallow clones count as git has them. Where git
  /// stops at a damaged object, the rest of the history is read without it.
  ///
  /// - Parameters:
  ///   - head: Where the history begins; every commit is read once, in the order of `git rev-list`.
  ///   - known: This commit and all before it are left out; one that does not exist any more hides nothing.
  ///   - folder: Changes outside of it are left out; empty, or with a slash at its end.
  ///   - willRead: Gets the number of commits before their changes are read.
  /// - Throws: `noSuchObject` if the head is missing, `programFailed`.
  package func log(
    from head: ObjectID, hiding known: ObjectID?, under folder: String,
    willRead: (Int) -> Void = { _ in }
  ) throws(GitError) -> [LoggedCommit] {
    let git = historyProgram
    let hidden = known.map { ["--ignore-missing", "^" + $0.hex] } ?? []
    let listed = try git.run(["rev-list", head.hex] + hidden)
    guard listed.succeeded else {
      if try !contains(head) { throw .noSuchObject(id: head, kind: "commit") }
      return try damagedLog(from: head, hiding: known, under: folder)
    }
    if listed.output.isEmpty { return [] }
    willRead(listed.output.count { $0 == UInt8(ascii: "\n") })
    try fetchTrees(["rev-list", "--format=%T", head.hex] + hidden, git)
    let output = try git.run(
      [
        "--literal-pathspecs", "diff-tree", "--stdin", "-r", "--raw", "-z", "--root", "--always",
        "--diff-merges=first-parent", "--no-renames", "--no-abbrev", "--ignore-submodules=none",
        "--format=%H %T %ct %P", "--encoding=UTF-8",
      ] + (folder.isEmpty ? [] : ["--", folder]), input: listed.output,
      environment: [
        // It reads the index without using it.
        "GIT_INDEX_FILE": gitDirectory + "/tasks/no-index",
        "GIT_NO_LAZY_FETCH": source.fetchesMissing ? nil : "1",
      ])
    guard output.succeeded else {
      return try damagedLog(from: head, hiding: known, under: folder)
    }
    return try CommitLogParser(output.output).commits()
  }
}

extension Repository {
  /// Fetches the trees of commits in one go if this is a partial clone; `git diff-tree` would fetch them one by one.
  ///
  /// - Throws: `notFetched`.
  private func fetchTrees(_ list: [String], _ git: GitProgram) throws(GitError) {
    guard try source.partialClone.isOne() else { return }
    let trees = try git.check(list).split(separator: UInt8(ascii: "\n"))
      .compactMap { ObjectID(hex: $0) }
    try fetchPromised(trees)
  }
}

/// Parses `git diff-tree --stdin --raw -z` with a line of the format `%H %T %ct %P` before each commit's changes
/// (git-diff(1), "Raw output format"). All parts end with a NUL.
private struct CommitLogParser {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func commits() throws(GitError) -> [LoggedCommit] {
    var parser = self
    var commits: [LoggedCommit] = []
    var next = parser.part()
    while let line = next {
      let words = parser.words(line)
      guard words.count >= 3, let id = ObjectID(hex: words[0]), let tree = ObjectID(hex: words[1])
      else { throw parser.failure(line) }
      // A damaged commit has no time.
      let time = Int64(words[2]) ?? 0
      var changes: [FileChange] = []
      next = parser.part()
      while let part = next, let record = parser.record(part) {
        guard let path = parser.part(), let change = parser.change(record, path) else {
          throw parser.failure(part)
        }
        changes.append(change)
        next = parser.part()
      }
      commits.append(
        LoggedCommit(
          id: id, tree: tree, time: time, parents: words[3...].compactMap { ObjectID(hex: $0) },
          changes: changes))
    }
    return commits
  }

  /// The bytes up to the next NUL; nil at the end.
  private mutating func part() -> Range<Int>? {
    guard position < bytes.count else { return nil }
    let end = bytes[position...].firstIndex(of: 0) ?? bytes.count
    defer { position = end + 1 }
    return position..<end
  }

  /// A change begins with a colon, the first of a commit with a line feed before it.
  private func record(_ part: Range<Int>) -> Range<Int>? {
    var start = part.lowerBound
    if start < part.upperBound, bytes[start] == UInt8(ascii: "\n") { start += 1 }
    guard start < part.upperBound, bytes[start] == UInt8(ascii: ":") else { return nil }
    return start + 1..<part.upperBound
  }

  private func words(_ part: Range<Int>) -> [String] {
    bytes[part].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// `100644 100755 OLD NEW M`; the mode 000000 stands for no file.
  private func change(_ record: Range<Int>, _ path: Range<Int>) -> FileChange? {
    let words = words(record)
    guard words.count == 5, let oldMode = UInt32(words[0], radix: 8),
      let newMode = UInt32(words[1], radix: 8), let old = ObjectID(hex: words[2]),
      let new = ObjectID(hex: words[3])
    else { return nil }
    return FileChange(
      path: String(decoding: bytes[path], as: UTF8.self), old: oldMode == 0 ? nil : old,
      new: newMode == 0 ? nil : new, oldMode: oldMode == 0 ? nil : FileMode(oldMode),
      newMode: newMode == 0 ? nil : FileMode(newMode))
  }

  private func failure(_ part: Range<Int>) -> GitError {
    .programFailed(
      command: "git diff-tree", status: 0, output: String(decoding: bytes[part], as: UTF8.self))
  }
}

extension Repository {
  /// Reads a history commit by commit, past objects that are missing or damaged: such a commit has no changes, or is
  /// missing among the parents of another, which has no changes either.
  ///
  /// - Parameters: As those of ``log(from:hiding:under:willRead:)``. Of what `known` hides, its first parents are read
  ///   again where another way leads to them.
  /// - Throws: `noSuchObject` if the head is missing.
  func damagedLog(
    from head: ObjectID, hiding known: ObjectID?, under folder: String
  ) throws(GitError) -> [LoggedCommit] {
    var commits: [LoggedCommit] = []
    var next = [try commit(head)]
    var seen: Set<ObjectID> = [head]
    while let info = next.popLast() {
      var (parents, changes): ([ObjectID], [FileChange]) = ([], [])
      var damage: GitError?
      for parent in info.parents {
        if parent == known || seen.contains(parent) {
          parents.append(parent)
          continue
        }
        do throws(GitError) {
          next.append(try commit(parent))
          seen.insert(parent)
          parents.append(parent)
        } catch {
          guard error.isOfOneObject else { throw error }
          if !isShallow { damage = error }
        }
      }
      if damage == nil {
        do throws(GitError) {
          changes = try self.changes(of: info, in: .under(folder))
        } catch {
          guard error.isOfOneObject else { throw error }
          damage = error
        }
      }
      commits.append(
        LoggedCommit(
          id: info.id, tree: info.tree, time: info.committer.time, parents: parents,
          changes: changes, damage: damage))
    }
    return commits
  }
}

extension Repository {
  /// What makes a history another than its commits say, in lines: the ends of a shallow clone and the references of
  /// git-replace(1). What was remembered of a history holds as long as these are the same.
  package func historyOverrides() throws(GitError) -> [String] {
    var lines = (try readFileIfThere(commonDirectory + "/shallow") ?? [])
      .split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }.sorted()
    guard try mayReplace(), try bool("core.useReplaceRefs") != false else { return lines }
    for name in try references(under: "refs/replace/") {
      lines.append("\(name) \(try reference(name)?.hex ?? "")")
    }
    return lines
  }

  /// False if there is no replacement for sure: listing all references takes its time.
  private func mayReplace() throws(GitError) -> Bool {
    for name in ["/refs/replace", "/reftable"] {
      if try fileStatus(commonDirectory + name) != nil { return true }
    }
    guard let packed = MappedFile(commonDirectory + "/packed-refs") else { return false }
    return withExtendedLifetime(packed) { packed.bytes.holds(" refs/replace/") }
  }
}
