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
  /// The change reduced to the addition of the new file.
  fileprivate var addition: FileChange {
    FileChange(path: path, old: nil, new: new, oldMode: nil, newMode: newMode)
  }
}

/// The tasks that lie elsewhere after some changes: a file went, and another came with the same task in it, in another
/// folder, under another name, or with the other ending where it was converted.
struct TaskMoves {
  private var sources: [String: FileChange] = [:]
  private var destinations: [String: FileChange] = [:]

  /// - Parameter id: The id of the task in a file; nil where there is none. Files whose names or contents tell already
  ///   are not asked for.
  init(_ changes: [FileChange], id: (CommittedFile) -> TaskID?) {
    let gone = changes.filter { $0.new == nil }
    let come = changes.filter { $0.old == nil }
    guard !gone.isEmpty, !come.isEmpty else { return }
    pair(gone.map { (TaskPath.twin(of: $0.path), $0) }, come.map { ($0.path, $0) })
    pair(
      gone.map { (TaskPath.idInName($0.path), $0) }, come.map { (TaskPath.idInName($0.path), $0) })
    pair(gone.map { ($0.old, $0) }, come.map { ($0.new, $0) })
    let left = gone.filter { destinations[$0.path] == nil }
    let new = come.filter { sources[$0.path] == nil }
    guard !left.isEmpty, !new.isEmpty else { return }
    func keyed(_ change: FileChange) -> (TaskID?, FileChange) {
      let file = (change.old ?? change.new).map { CommittedFile(path: change.path, id: $0) }
      return (file.flatMap(id), change)
    }
    let ids = new.map(keyed)
    guard ids.contains(where: { $0.0 != nil }) else { return }
    pair(left.map(keyed), ids)
  }

  /// The file that went when this one came with its task.
  func source(of change: FileChange) -> FileChange? {
    change.old == nil ? sources[change.path] : nil
  }

  /// The file that came with the task of this one, which went.
  func destination(of change: FileChange) -> FileChange? {
    change.new == nil ? destinations[change.path] : nil
  }

  /// Pairs the files of one key. Of several that went nobody could tell which was moved; of several that came, copies
  /// of one task, the first by path counts.
  private mutating func pair<Key: Hashable>(
    _ gone: [(Key?, FileChange)], _ come: [(Key?, FileChange)]
  ) {
    var left: [Key: [FileChange]] = [:]
    for case (let key?, let change) in gone where destinations[change.path] == nil {
      left[key, default: []].append(change)
    }
    guard !left.isEmpty else { return }
    for case (let key?, let change) in come where sources[change.path] == nil {
      guard let files = left[key], files.count == 1 else { continue }
      left[key] = nil
      sources[change.path] = files[0]
      destinations[files[0].path] = change
    }
  }
}
