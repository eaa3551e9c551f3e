import Platform

/// A commit as far as its place in the history goes, but for its parents.
public struct CommitNode: BitwiseCopyable, Sendable {
  public let tree: ObjectID
  /// When it was committed, in seconds since 1970.
  public let time: Int64
}

/// Reads what a walk over a whole history needs of commits and folders, from their bytes as they are stored:
/// making libgit2's objects of them takes several times as long.
public final class HistoryReader {
  private let altered: HistoryOverrides
  /// For other threads, each with a reader of its own.
  public let packed: PackedObjects
  /// Nil in a reader of packs alone.
  private let source: (any RepositoryBackend)?
  private let format: ObjectFormat
  private let packs: [PackReader]
  private let graph: CommitGraph?
  private var learnt = LearntCommits()
  /// What was read last, each in the one slot its id has: a folder is compared with the one before it, and then with
  /// the one after it.
  private let folders = UnsafeMutablePointer<Folder>.allocate(capacity: HistoryReader.folderSlots)

  private struct Folder {
    var isRead = false
    var id = ObjectID.zero
    var bytes: [UInt8] = []
  }

  private static let folderSlots = 128

  public init(_ repository: borrowing Repository) throws(GitError) {
    altered = try HistoryOverrides(repository)
    // git itself has none where it is told of other parents.
    graph =
      altered.shallow.isEmpty
      ? CommitGraph(repository.commonDirectory + "/objects/info/commit-graph") : nil
    format = repository.format
    packed = PackedObjects(repository)
    packs = packed.readers()
    folders.initialize(repeating: Folder(), count: HistoryReader.folderSlots)
    source = repository.source
  }

  /// A reader of the folders in packs alone; of what is not there it says that it is missing.
  public init(_ packed: PackedObjects) {
    altered = .none
    graph = nil
    source = nil
    format = .sha1
    self.packed = packed
    packs = packed.readers()
    folders.initialize(repeating: Folder(), count: HistoryReader.folderSlots)
  }

  deinit {
    folders.deinitialize(count: HistoryReader.folderSlots)
    folders.deallocate()
  }

  // MARK: Commits

  /// What makes this history another than its commits say (git-replace(1), shallow clones), in lines.
  public var alterations: [String] { altered.lines }

  /// Reads a commit.
  ///
  /// - Parameter parents: Those of the commit go behind what is there already; none where a shallow clone ends.
  /// - Throws: `noSuchObject`.
  public func commit(_ id: ObjectID, parents: inout [ObjectID]) throws(GitError) -> CommitNode {
    let count = parents.count
    guard let node = try node(altered.object(for: id), &parents) else {
      throw .noSuchObject(id: id, kind: "commit")
    }
    if let others = altered.parents(of: id) { parents.replaceSubrange(count..., with: others) }
    return node
  }

  private func node(_ id: ObjectID, _ parents: inout [ObjectID]) throws(GitError) -> CommitNode? {
    if let known = graph?.commit(id, parents: &parents) { return known }
    if let known = learnt.commit(id, parents: &parents) { return known }
    for pack in packs {
      guard let place = pack.pack.place(of: id) else { continue }
      let node = pack.read(at: place) {
        $0 == .commit ? CommitNode($1, parents: &parents) : nil
      }
      if let node { return node }
    }
    return try otherObject(id, .commit).withUnsafeBytes { CommitNode($0, parents: &parents) }
  }

  /// Whether the commits of the packs are worth being read beforehand: they are many, but not so many that most
  /// will be of another history, and git has written no graph of them.
  public var isWorthLearning: Bool {
    graph == nil && (1_000...200_000).contains(packed.count)
  }

  public func learn(_ commits: CommitRows) { learnt = LearntCommits(commits) }

  /// How many commits were read beforehand.
  public var learntCount: Int { learnt.count }

  // MARK: Folders

  /// The folder at a path in a tree, nil when there is none; `""` is the tree itself.
  public func folder(_ path: String, in tree: ObjectID) throws(GitError) -> ObjectID? {
    var folder = tree
    for name in path.utf8.split(separator: UInt8(ascii: "/")) {
      let bytes = try self.folder(folder)
      guard let inner = bytes.withUnsafeBytes({ TreeBytes($0, format).folder(named: name) }) else {
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
    var found: [FileChange] = []
    try visitDifferences(from: old, to: new) { found.append($0.fileChange(prefix)) }
    return found
  }

  /// Visits these.
  public func visitDifferences(
    from old: ObjectID?, to new: ObjectID?, _ visit: (TreeDiffEntry) -> Void
  ) throws(GitError) {
    guard old != new else { return }
    let before: [UInt8] = if let old { try folder(old) } else { [] }
    let after: [UInt8] = if let new { try folder(new) } else { [] }
    let format = format
    let isSound = before.withUnsafeBytes { before in
      after.withUnsafeBytes { after in
        TreeBytes.differences(TreeBytes(before, format), TreeBytes(after, format), visit)
      }
    }
    guard isSound else {
      throw .libgit2(doing: "compare folders", code: -1, message: "one of them is damaged")
    }
  }

  /// The files that differ in what `differences(from:to:prefix:)` found, as `Repository.changes` finds them.
  public func files(
    in changes: [FileChange], _ selection: PathSelection
  ) throws(GitError) -> [FileChange] {
    var files: [FileChange] = []
    for change in changes {
      let (old, new) = change.folders
      if old == nil, new == nil {
        if selection.contains(change.path) { files.append(change) }
      } else if selection.reaches(change.path) {
        let inner = try differences(from: old, to: new, prefix: change.path + "/")
        files += try self.files(in: inner, selection)
      }
    }
    return files
  }

  /// Has git fetch those folders in one go, with the folders in them, that a partial clone has left out.
  ///
  /// - Throws: `notFetched`.
  public func fetchPromised(_ folders: [ObjectID]) throws(GitError) {
    try source?.fetchPromised(folders)
  }

  private func folder(_ id: ObjectID) throws(GitError) -> [UInt8] {
    let slot = id.spread & (HistoryReader.folderSlots - 1)
    if folders[slot].isRead, folders[slot].id == id { return folders[slot].bytes }
    let bytes = if let packed = packedFolder(id) { packed } else { try otherObject(id, .tree) }
    folders[slot] = Folder(isRead: true, id: id, bytes: bytes)
    return bytes
  }

  private func packedFolder(_ id: ObjectID) -> [UInt8]? {
    for pack in packs {
      guard let place = pack.pack.place(of: id) else { continue }
      if let bytes = pack.object(.tree, at: place) { return bytes }
    }
    return nil
  }

  // MARK: Objects

  /// An object that is in no pack, or in one that is read by others, or they tell what is wrong with it.
  private func otherObject(_ id: ObjectID, _ kind: ObjectKind) throws(GitError) -> [UInt8] {
    guard let source else { throw .noSuchObject(id: id, kind: kind.word) }
    return try source.object(id, kind)
  }
}
