import Git
import Platform
import TasksCore

/// Finds where tasks lay before they were moved, by their names, their contents or the ids in them.
struct TaskTrail {
  let store: TaskStore
  let history: StoreHistory

  /// The paths that files of a commit had before it, where these are others.
  func formerPaths(_ visit: StoreHistory.Visit) throws(GitError) -> Set<String> {
    var paths: Set<String> = []
    let contents = OldContents(store)
    let come = visit.changes.filter { $0.old == nil && store.isTaskPath($0.path) }
    if !come.isEmpty {
      let gone = history.removals(visit).filter { store.isTaskPath($0.path) }
      let moves = TaskMoves(come + gone) { store.taskID(of: $0, in: contents) }
      for change in come { if let source = moves.source(of: change) { paths.insert(source.path) } }
    }
    for parent in visit.parents.dropFirst() {
      let versions = try store.versions(of: visit, in: parent, contents)
      for (path, version) in versions where version.path != path { paths.insert(version.path) }
    }
    return paths
  }
}

extension TaskStore {
  /// The changed files of a merge as another of its parents has them, by the paths that they have now: a task that
  /// lies elsewhere there is found where it is.
  func versions(
    of visit: StoreHistory.Visit, in parent: ObjectID, _ contents: OldContents
  ) throws(GitError) -> [String: CommittedFile] {
    let tree = try repository.tree(ofCommit: parent)
    var versions: [String: CommittedFile] = [:]
    var missing: [FileChange] = []
    for change in visit.changes where change.new != nil && isTaskPath(change.path) {
      if let entry = try repository.entry(change.path, inTree: tree) {
        versions[change.path] = CommittedFile(path: change.path, id: entry.id)
      } else {
        missing.append(change.addition)
      }
    }
    guard !missing.isEmpty else { return versions }
    let gone = try repository.changes(
      from: tree, to: try repository.tree(ofCommit: visit.id), in: .under(prefix)
    ).filter { $0.new == nil && isTaskPath($0.path) }
    let moves = TaskMoves(missing + gone) { taskID(of: $0, in: contents) }
    for change in missing {
      guard let source = moves.source(of: change), let id = source.old else { continue }
      versions[change.path] = CommittedFile(path: source.path, id: id)
    }
    return versions
  }

  /// The id of the task in a file; nil for one that is none, or cannot be read.
  func taskID(of file: CommittedFile, in contents: OldContents) -> TaskID? {
    let bytes = (try? contents.bytes(Optional(file.id), at: file.path)).flatMap { $0 }
    guard let bytes else { return nil }
    return (try? parse(bytes, path: file.path.dropping(prefix)))?.task.id
  }
}

extension FileChange {
  /// The same where nothing was before.
  fileprivate var addition: FileChange {
    FileChange(path: path, old: nil, new: new, oldMode: nil, newMode: newMode)
  }
}
