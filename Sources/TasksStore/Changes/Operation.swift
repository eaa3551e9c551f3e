import Git
import Platform

/// The properties of a commit that decide whether undo and redo apply to it.
struct Operation {
  let isOurs: Bool
  let isOfThisDevice: Bool
  let isUndo: Bool
  let isUndone: Bool
  let isMerge: Bool
  let isRedo: Bool

  var undoable: Bool { isOurs && isOfThisDevice && !isUndo && !isUndone && !isMerge }
  var undoableByAll: Bool { isOurs && !isUndo && !isUndone && !isMerge }
  var redoable: Bool { isUndo && isOfThisDevice && !isUndone }
  var endsRedo: Bool { isOurs && isOfThisDevice && !isUndo && !isRedo && !isMerge }
}

extension TaskStore {
  /// Returns up to `limit` commits that `isWanted` accepts, newest first. Does not read past one for which `isLast`
  /// is true.
  func operations(
    touching path: String? = nil, limit: Int = 1,
    until isLast: (Operation) -> Bool = { _ in false }, isWanted: (Operation) -> Bool
  ) throws -> [CommitInfo] {
    guard let history = try storeHistory() else { return [] }
    var found: [CommitInfo] = []
    var undone: Set<String> = []
    let selection = path.map { PathSelection.exactly([$0]) } ?? .under(prefix)
    let trail = path.map { _ in TaskTrail(store: self, history: history) }
    try history.walk(
      selection, following: { visit throws(GitError) in try trail?.formerPaths(visit) ?? [] }
    ) { visit throws(GitError) in
      let commit = try repository.commit(visit.id)
      let verb = commit.trailers(named: CommitMessage.operationTrailer).last
      let device = commit.trailers(named: CommitMessage.deviceTrailer).last
      let isUndone = undone.contains(commit.id.hex)
      let operation = Operation(
        isOurs: verb != nil && verb != "init" && commit.trailers(named: Inbox.foundTrailer).isEmpty,
        isOfThisDevice: device == self.device.id,
        isUndo: verb == "undo", isUndone: isUndone,
        isMerge: commit.parents.count > 1 || verb == GitsMerges.operation, isRedo: verb == "redo")
      if isWanted(operation) {
        found.append(commit)
      } else if !isUndone {
        // An undo that was itself undone undoes nothing, nor does a redo that is about to be undone.
        undone.formUnion(commit.trailers(named: Reversal.undoesTrailer))
        undone.formUnion(commit.trailers(named: Reversal.redoesTrailer))
      }
      return found.count >= limit || isLast(operation) ? .stop : .goOn
    }
    return found
  }
}
