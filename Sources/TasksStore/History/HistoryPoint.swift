import Git
import TasksCore

/// A point in the history of a store, as people name it.
package struct HistoryPoint {
  package enum Place {
    /// The last commit of this branch that is not younger, in seconds since 1970.
    case moment(Int64)
    /// Before that many of the last changes of this branch.
    case changesAgo(Int)
    /// What git-rev-parse(1) reads as a commit.
    case revision
  }

  /// The word as typed.
  let word: String
  package let place: Place

  package init(_ word: String, _ place: Place) { (self.word, self.place) = (word, place) }
}

package struct PastCommit {
  let tree: ObjectID
  /// When it was committed, in seconds since 1970; for a moment, this moment.
  package let seconds: Int64
}

extension TaskStore {
  /// Whether this clone lacks the older commits.
  package var isShallow: Bool { repository.isShallow }

  /// Returns the commit of a point.
  ///
  /// - Throws: `beforeHistory`, `noSuchPoint`.
  package func commit(
    at point: HistoryPoint, local: (Int64) -> Timestamp
  ) throws -> PastCommit {
    switch point.place {
    case .revision:
      guard let id = try repository.resolve(point.word) else {
        throw StoreError.noSuchPoint(point.word)
      }
      let commit = try repository.commit(id)
      return PastCommit(tree: commit.tree, seconds: commit.committer.time)
    case .moment(let seconds):
      let history = try storeHistory()
      if let tree = history?.tree(at: seconds) { return PastCommit(tree: tree, seconds: seconds) }
      throw before(history, point, local)
    case .changesAgo(let count):
      let history = try storeHistory()
      if let commit = history?.commit(beforeChanges: count) {
        return PastCommit(tree: commit.tree, seconds: commit.time)
      }
      throw before(history, point, local)
    }
  }

  private func before(
    _ history: StoreHistory?, _ point: HistoryPoint, _ local: (Int64) -> Timestamp
  ) -> StoreError {
    .beforeHistory(
      point.word, start: history?.start.map(local), isShallow: isShallow)
  }
}

extension StoreHistory {
  /// The commits of this branch, newest first: of a merge, the first parent is followed.
  private func forEachOnBranch(_ body: (HistoryTable.Commit) -> Step) {
    var next = table.commits.first
    while let commit = next {
      if body(commit) == .stop { return }
      next = table.parents(of: commit).first.map { table.commits[Int($0)] }
    }
  }

  /// Returns the tree of the last commit of this branch that is not younger than a moment; nil when all are.
  ///
  /// - Parameter seconds: Since 1970.
  package func tree(at seconds: Int64) -> ObjectID? {
    var tree: ObjectID?
    forEachOnBranch { commit in
      guard commit.time <= seconds else { return .goOn }
      tree = commit.tree
      return .stop
    }
    return tree
  }

  /// Returns the last commit of this branch before so many of its commits that changed the store; nil if there are
  /// fewer.
  func commit(beforeChanges count: Int) -> HistoryTable.Commit? {
    var left = count
    var found: HistoryTable.Commit?
    forEachOnBranch { commit in
      if left == 0 {
        found = commit
        return .stop
      }
      if commit.changeCount > 0 { left -= 1 }
      return .goOn
    }
    return found
  }

  /// When the first commit of this branch was made, in seconds since 1970; of a shallow clone, the first it has.
  var start: Int64? {
    var time: Int64?
    forEachOnBranch { commit in
      time = commit.time
      return .goOn
    }
    return time
  }
}
