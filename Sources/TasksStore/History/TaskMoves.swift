import Git
import Platform
import TasksCore

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
