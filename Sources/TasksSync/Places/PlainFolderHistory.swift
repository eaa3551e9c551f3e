import Git
import Platform
import TasksCore
import TasksStore

/// What this clone has read from and written into a folder of plain files: a history of its own, whose last commit has
/// the files as they were known last. It is never pushed.
///
/// What is read is prepared before the store's commit that takes it over, and adopted after it: if the program is killed in
/// between, the next sync finds out from that commit whether it was taken.
struct PlainFolderHistory {
  /// Earlier states that are looked through for what a file was made of.
  private static let maxStates = 100

  let store: TaskStore
  let ref: String
  private let preparedRef: String

  /// In the message of the store's commit: what was taken over with it.
  static let trailer = "Tasks-Folder"

  private static let folders = ["refs/tasks/folder/", "refs/tasks/folder-read/"]

  init(of name: String, branch: String, in store: TaskStore) {
    self.store = store
    let place = "\(name)/\(branch.dropFirst("refs/heads/".count))"
    ref = PlainFolderHistory.folders[0] + place
    preparedRef = PlainFolderHistory.folders[1] + place
  }

  /// The folders of refs about a place.
  static func folders(of name: String) -> [String] { folders.map { "\($0)\(name)/" } }

  private func tree() throws -> ObjectID? {
    try store.repository.reference(ref).map { try store.repository.tree(ofCommit: $0) }
  }

  func files() throws -> [TreeEntry] {
    try tree().map { try store.repository.files(inTree: $0) } ?? []
  }

  // MARK: Noting

  /// Notes files that were written, and others that are gone.
  func note(_ seen: [PlainFile], gone: [String]) throws {
    guard let new = try commit(seen, gone: gone, "written") else { return }
    try move(ref, to: new)
  }

  /// Prepares what was read for the time when the store has it.
  ///
  /// - Parameter token: What the trailer of the store's commit says.
  func prepare(_ seen: [PlainFile], gone: [String], _ token: String) throws {
    if let new = try commit(seen, gone: gone, "read \(token)") {
      try move(preparedRef, to: new)
    } else {
      try store.repository.removeReference(preparedRef)
    }
  }

  func adopt() throws {
    guard let prepared = try store.repository.reference(preparedRef) else { return }
    try move(ref, to: prepared)
    try store.repository.removeReference(preparedRef)
  }

  /// Adopts what was prepared by a sync that was killed, if the store has it.
  func recover() throws {
    guard let prepared = try store.repository.reference(preparedRef) else { return }
    let token = try store.repository.commit(prepared).subject.dropFirst("read ".count)
    let found = try GitProgram(folder: store.root).check([
      "log", "-1", "--format=%H", "--fixed-strings", "--grep=\(Self.trailer): \(token)", "HEAD",
    ])
    if found.isEmpty {
      try store.repository.removeReference(preparedRef)
    } else {
      try adopt()
    }
  }

  /// - Returns: Nil if nothing differs.
  private func commit(_ seen: [PlainFile], gone: [String], _ message: String) throws -> ObjectID? {
    var changes = gone.map { TreeChange.remove(path: $0) }
    for file in seen {
      changes.append(
        .write(path: file.path, id: try store.repository.writeBlob(file.bytes), mode: .file))
    }
    let old = try store.repository.reference(ref)
    let before = try tree()
    let after = try store.repository.updating(tree: before, changes).id
    guard after != before else { return nil }
    let (author, committer) = try store.signatures()
    return try store.repository.writeCommit(
      tree: after, parents: old.map { [$0] } ?? [], author: author, committer: committer,
      message: "\(message)\n")
  }

  private func move(_ ref: String, to new: ObjectID) throws {
    try store.repository.updateReference(
      ref, to: new, from: try store.repository.reference(ref), message: "tasks sync")
  }

  // MARK: Earlier contents

  /// Returns the earlier contents of a file and of copies that were made of it, the latest first.
  func versions(of path: String) throws -> [[UInt8]] {
    let folder = path.lastSlash.map { String(path[..<$0]) } ?? ""
    var found: [ObjectID] = []
    var state = try store.repository.reference(ref)
    for _ in 0..<PlainFolderHistory.maxStates {
      guard let commit = state else { break }
      let tree = try store.repository.tree(ofCommit: commit)
      for entry in try store.repository.files(inTree: tree, under: folder)
      where (entry.path == path || ConflictCopy.original(of: entry.path) == path)
        && !found.contains(entry.id)
      {
        found.append(entry.id)
      }
      state = try store.repository.commit(commit).parents.first
    }
    return try found.map { try store.repository.blob($0) }
  }
}
