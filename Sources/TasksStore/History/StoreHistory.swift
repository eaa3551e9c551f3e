import Git
import Platform

/// The history of a store's folder, from HEAD on, remembered from one command to the next.
package struct StoreHistory {
  /// A commit that changed files of the store.
  package struct Visit {
    package let id: ObjectID
    /// When it was committed, in seconds since 1970.
    let time: Int64
    /// None where a shallow clone ends.
    package let parents: [ObjectID]
    /// Against the first parent.
    package let changes: [FileChange]
    fileprivate let number: Int
  }

  package let table: HistoryTable
  /// The commits whose changes are not known, and why.
  package let damaged: [(commit: ObjectID, reason: GitError)]
  private let prefix: String

  /// Nil when there is no commit yet.
  ///
  /// - Parameters:
  ///   - path: Where the table lies; its folder may be missing.
  ///   - allowance: Writing the table again costs as much as reading that many commits.
  ///   - progress: Shows what is done if it takes noticeably long, until it gets nil.
  /// - Throws: `noSuchObject`.
  package init?(
    of repository: borrowing Repository, prefix: String, path: String, allowance: Int = 64,
    progress: (String?) -> Void = { _ in }
  ) throws(GitError) {
    guard let head = try repository.head().id else { return nil }
    let fingerprint = try StoreHistory.fingerprint(repository.historyOverrides(), prefix)
    let old = HistoryTable(at: path, fingerprint: fingerprint)
    if let old, old.commits.first?.id == head {
      (table, damaged) = (old, [])
    } else {
      let new = try repository.log(from: head, hiding: old?.commits.first?.id, under: prefix) {
        if $0 > 2_000 { progress("reading the history") }
      }
      progress(nil)
      var builder = HistoryBuilder(new, prefix: prefix, old: old)
      table = try builder.table(from: head)
      damaged = new.compactMap { commit in commit.damage.map { (commit.id, $0) } }
      // Reading 16 changes takes as long as reading a commit.
      let cost = new.reduce(new.count) { $0 + $1.changes.count / 16 }
      // What is damaged may be mended.
      if damaged.isEmpty, cost >= allowance + table.commits.count / 256 {
        table.write(to: path, fingerprint: fingerprint)
      }
    }
    self.prefix = prefix
  }

  private static func fingerprint(_ overrides: [String], _ prefix: String) -> UInt64 {
    var hash = ByteHash()
    hash.add(ByteHash.of(prefix))
    for line in overrides { hash.add(ByteHash.of(line)) }
    hash.add(UInt64(MemoryLayout<HistoryTable.Commit>.stride))
    hash.add(UInt64(MemoryLayout<HistoryTable.Change>.stride))
    return hash.value
  }

  /// Visits the commits that changed selected files, newest first and none before its children.
  ///
  /// - Parameter former: The paths that files of a visit had before. From this visit on they are selected, too.
  package func walk(
    _ selection: PathSelection,
    following former: (Visit) throws(GitError) -> Set<String> = { _ in [] },
    _ visit: (Visit) throws(GitError) -> Step
  ) throws(GitError) {
    var selection = selection
    var isSelected = names(in: selection)
    for (number, commit) in table.commits.enumerated() {
      let changes = table.changes(of: commit)
      guard changes.contains(where: { isSelected[Int($0.name)] }) else { continue }
      var files = files(in: changes.filter { isSelected[Int($0.name)] })
      let parents = table.parents(of: commit).map { table.commits[Int($0)].id }
      func made() -> Visit {
        Visit(
          id: commit.id, time: commit.time, parents: parents, changes: files, number: number)
      }
      let paths = try former(made())
      if !paths.isEmpty {
        selection.add(paths)
        isSelected = names(in: selection)
        files = self.files(in: changes.filter { isSelected[Int($0.name)] })
      }
      if try visit(made()) == .stop { return }
    }
  }

  /// For each path of the table, whether it is selected.
  private func names(in selection: PathSelection) -> [Bool] {
    table.names.map { selection.contains(prefix.isEmpty ? $0 : prefix + $0) }
  }

  private func files(in changes: some Sequence<HistoryTable.Change>) -> [FileChange] {
    changes.map { table.fileChange($0, prefix: prefix) }
  }

  /// All files of the store that a commit took away.
  func removals(_ visit: Visit) -> [FileChange] {
    files(in: table.changes(of: table.commits[visit.number]).filter { $0.newMode == 0 })
  }
}

extension TaskStore {
  /// Reads the history, and says which of its commits are damaged; nil when there is no commit yet.
  package func storeHistory() throws(GitError) -> StoreHistory? {
    let history = try readHistory()
    for (commit, reason) in history?.damaged ?? [] {
      context.say("what commit \(commit.hex.prefix(8)) changed is not known: \(reason)")
    }
    return history
  }

  /// Reads the history without a message of what is damaged; nil when there is no commit yet.
  func readHistory() throws(GitError) -> StoreHistory? {
    try StoreHistory(
      of: repository, prefix: prefix, path: notesFolder + "/history", progress: context.progress)
  }
}
