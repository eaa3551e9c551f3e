import Git
import Platform
import TasksCore

/// What this clone has read from and written into a folder of plain files: a history of its own, whose last commit has
/// the files as they were known last. It is never pushed.
struct PlainFolderHistory {
  /// Earlier states that are looked through for what a file was made of.
  private static let mostStates = 100

  let store: TaskStore
  let ref: String

  static let folder = "refs/tasks/folder/"

  init(of name: String, branch: String, in store: TaskStore) {
    self.store = store
    ref = "\(PlainFolderHistory.folder)\(name)/\(branch.dropFirst("refs/heads/".count))"
  }

  private func tree() throws -> ObjectID? {
    try store.repository.reference(ref).map { try store.repository.tree(ofCommit: $0) }
  }

  func files() throws -> [TreeEntry] {
    try tree().map { try store.repository.files(inTree: $0) } ?? []
  }

  /// Notes files that were read or written, and others that are gone.
  func note(_ seen: [PlainFile], gone: [String], _ message: String) throws {
    var changes = gone.map { TreeChange.remove(path: $0) }
    for file in seen {
      changes.append(
        .write(path: file.path, id: try store.repository.writeBlob(file.bytes), mode: .file))
    }
    let old = try store.repository.reference(ref)
    let before = try tree()
    guard !changes.isEmpty || old == nil else { return }
    let after = try store.repository.updating(tree: before, changes).id
    guard after != before else { return }
    let (author, committer) = try store.signatures()
    try store.locked {
      let commit = try store.repository.writeCommit(
        tree: after, parents: old.map { [$0] } ?? [], author: author, committer: committer,
        message: "\(message)\n")
      try store.repository.updateReference(ref, to: commit, from: old, message: "tasks sync")
    }
  }

  /// Returns the earlier contents of a file and of copies that were made of it, the latest first.
  func versions(of path: String) throws -> [[UInt8]] {
    let slash = path.lastSlash
    let folder = slash.map { String(path[..<$0]) } ?? ""
    let stem = path.prefix(path.count - (Format(path: path)?.rawValue.count ?? 0) - 1)
    var found: [ObjectID] = []
    var state = try store.repository.reference(ref)
    for _ in 0..<PlainFolderHistory.mostStates {
      guard let commit = state else { break }
      let tree = try store.repository.tree(ofCommit: commit)
      for entry in try store.repository.files(inTree: tree, under: folder)
      where entry.path.hasPrefix(stem) && !found.contains(entry.id) {
        found.append(entry.id)
      }
      state = try store.repository.commit(commit).parents.first
    }
    return try found.map { try store.repository.blob($0) }
  }
}
