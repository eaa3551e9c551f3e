import Clibgit2

/// A commit as far as its place in the history goes.
public struct CommitNode: Hashable, Sendable {
  public let tree: ObjectID
  /// None where a shallow clone ends.
  public let parents: [ObjectID]
  /// When it was committed, in seconds since 1970.
  public let time: Int64
}

/// Reads what a walk over a whole history needs of commits and folders, from their bytes as they are stored:
/// making libgit2's objects of them takes several times as long.
public final class HistoryReader {
  /// The commits whose parents this clone does not have.
  public let shallow: Set<ObjectID>
  private let store: OpaquePointer
  private let packs: [PackFile]
  private let graph: CommitGraph?
  private let packFolder: String
  private var learnt: [ObjectID: CommitNode] = [:]
  /// What was read last: a folder is compared with the one before it, and then with the one after it.
  private var folders: [ObjectID: [UInt8]] = [:]

  private static let keptFolders = 256

  public init(_ repository: borrowing Repository) throws(GitError) {
    let handle = repository.handle
    let lines = try readFileIfThere(repository.commonDirectory + "/shallow") ?? []
    shallow = Set(
      String(decoding: lines, as: UTF8.self).split(separator: "\n")
        .compactMap { ObjectID(hex: String($0)) })
    // git itself has none where it is told of other parents.
    graph =
      shallow.isEmpty ? CommitGraph(repository.commonDirectory + "/objects/info/commit-graph") : nil
    let inflater = Inflater()
    packFolder = repository.commonDirectory + "/objects/pack"
    packs = PackFile.indices(in: packFolder).compactMap {
      PackFile(index: $0, inflater: inflater)
    }
    store = try made("open the objects") { git_repository_odb($0, handle) }
  }

  deinit { git_odb_free(store) }

  /// - Throws: `noSuchObject`.
  public func commit(_ id: ObjectID) throws(GitError) -> CommitNode {
    if let known = graph?.commit(id) { return known }
    let found: CommitNode? =
      if let known = learnt[id] { known } else { try object(id, .commit) { CommitNode($0) } }
    guard let node = found else {
      throw .noSuchObject(id: id, kind: "commit")
    }
    guard shallow.contains(id) else { return node }
    return CommitNode(tree: node.tree, parents: [], time: node.time)
  }

  // MARK: Many commits

  /// The commits of one of equal parts of a repository's packs: each part can be read in a thread of its own, before
  /// it is known which commits lead where.
  ///
  /// - Parameter folder: See `packFolderWithoutGraph`.
  public static func packedCommits(
    part: Int, of parts: Int, in folder: String
  ) -> [(id: ObjectID, node: CommitNode)] {
    let inflater = Inflater()
    return PackFile.indices(in: folder).flatMap {
      PackFile(index: $0, inflater: inflater)?.commits(part: part, of: parts) ?? []
    }
  }

  /// The folder of the packs whose commits are worth being read beforehand: they are many, but not so many that most
  /// will be of another history, and git has written no graph of them.
  public var packFolderWithoutGraph: String? {
    let count = packs.reduce(0) { $0 + $1.count }
    return graph == nil && (1_000...200_000).contains(count) ? packFolder : nil
  }

  public func learn(_ commits: [(id: ObjectID, node: CommitNode)]) {
    learnt.reserveCapacity(learnt.count + commits.count)
    for (id, node) in commits { learnt[id] = node }
  }

  // MARK: Folders

  /// The folder at a path in a tree, nil when there is none; `""` is the tree itself.
  public func folder(_ path: String, in tree: ObjectID) throws(GitError) -> ObjectID? {
    var folder = tree
    for name in path.utf8.split(separator: UInt8(ascii: "/")) {
      let bytes = try self.folder(folder)
      guard let inner = bytes.withUnsafeBytes({ TreeBytes($0).folder(named: name) }) else {
        return nil
      }
      folder = inner
    }
    return folder
  }

  /// What two folders (nil: empty ones) themselves have that differs, folders in them as a whole, sorted as git
  /// sorts trees.
  ///
  /// - Parameter prefix: Before each name.
  public func differences(
    from old: ObjectID?, to new: ObjectID?, prefix: String = ""
  ) throws(GitError) -> [FileChange] {
    guard old != new else { return [] }
    let before: [UInt8] = if let old { try folder(old) } else { [] }
    let after: [UInt8] = if let new { try folder(new) } else { [] }
    let found = before.withUnsafeBytes { before in
      after.withUnsafeBytes { after in
        TreeBytes.differences(TreeBytes(before), TreeBytes(after), prefix)
      }
    }
    guard let found else {
      throw .libgit2(doing: "compare folders", code: -1, message: "one of them is damaged")
    }
    return found
  }

  /// The files that differ in what `differences(from:to:prefix:)` found, as `Repository.changes` finds them.
  public func files(
    in changes: [FileChange], _ selection: PathSelection
  ) throws(GitError) -> [FileChange] {
    var files: [FileChange] = []
    for change in changes {
      let old = change.oldMode == .tree ? change.old : nil
      let new = change.newMode == .tree ? change.new : nil
      if old == nil, new == nil {
        if selection.contains(change.path) { files.append(change) }
      } else if selection.reaches(change.path) {
        let inner = try differences(from: old, to: new, prefix: change.path + "/")
        files += try self.files(in: inner, selection)
      }
    }
    return files
  }

  private func folder(_ id: ObjectID) throws(GitError) -> [UInt8] {
    if let known = folders[id] { return known }
    let bytes = try object(id, .tree) { [UInt8]($0) }
    if folders.count >= HistoryReader.keptFolders { folders.removeAll(keepingCapacity: true) }
    folders[id] = bytes
    return bytes
  }

  // MARK: Objects

  private func object<Result>(
    _ id: ObjectID, _ kind: PackFile.Kind, _ read: (UnsafeRawBufferPointer) -> Result
  ) throws(GitError) -> Result {
    for pack in packs {
      guard let place = pack.place(of: id) else { continue }
      let result = pack.read(at: place) { $0 == kind ? read($1) : nil }
      if let result { return result }
    }
    return try looseObject(id, kind, read)
  }

  /// An object that is in no pack, or in one that libgit2 reads or tells what is wrong with it.
  private func looseObject<Result>(
    _ id: ObjectID, _ kind: PackFile.Kind, _ read: (UnsafeRawBufferPointer) -> Result
  ) throws(GitError) -> Result {
    var oid = id.oid
    var found: OpaquePointer?
    let code = git_odb_read(&found, store, &oid)
    defer { git_odb_object_free(found) }
    if code == GIT_ENOTFOUND.rawValue { throw .noSuchObject(id: id, kind: "\(kind)") }
    try check(code, "read the \(kind) \(id)")
    guard git_odb_object_type(found).rawValue == Int32(kind.rawValue) else {
      throw .noSuchObject(id: id, kind: "\(kind)")
    }
    return read(
      UnsafeRawBufferPointer(start: git_odb_object_data(found), count: git_odb_object_size(found)))
  }
}
