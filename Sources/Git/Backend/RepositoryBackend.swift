import Platform

/// Who reads and writes a repository for us: libgit2, or the git program where libgit2 does not know the repository's
/// format.
///
/// What it hands out are plain values. One owner, one thread at a time.
protocol RepositoryBackend: AnyObject {
  /// Without slashes at their ends; see ``Repository``.
  var gitDirectory: String { get }
  var commonDirectory: String { get }
  var workTree: String { get }
  var format: ObjectFormat { get }
  /// Why it is the git program, as the end of a sentence; nil for libgit2.
  var reason: String? { get }

  /// From now on references are on the disk when a call that writes them returns, or not.
  func setDurable(_ durable: Bool) throws(GitError)

  // MARK: Objects

  /// - Throws: `noSuchObject`, also for one of another kind.
  func object(_ id: ObjectID, _ kind: ObjectKind) throws(GitError) -> [UInt8]
  func contains(_ id: ObjectID) throws(GitError) -> Bool
  /// Writes an object, which is not synced to the disk.
  func write(_ content: [UInt8], as kind: ObjectKind) throws(GitError) -> ObjectID
  /// The same for many.
  func write(blobs: [[UInt8]]) throws(GitError) -> [ObjectID]
  /// The commit that a revision stands for; nil when there is none, or more than one.
  func resolve(_ revision: String) throws(GitError) -> ObjectID?
  /// The id of a file of the work tree as git would add it, filters and all; nil where it cannot be told.
  func addedID(ofFile path: String) -> ObjectID?

  /// See ``tree(_:)``.
  var trees: StoredTrees { get set }

  // MARK: References

  /// What a reference leads to, through symbolic ones; nil when it does not exist.
  func reference(_ name: String) throws(GitError) -> ObjectID?
  /// The next reference of a symbolic one; nil for one that is none, or not there.
  func symbolicTarget(of name: String) throws(GitError) -> String?
  /// The full names below a prefix, sorted.
  func references(under prefix: String) throws(GitError) -> [String]
  /// - Throws: `referenceMoved`, `referenceLocked`.
  func updateReference(
    _ name: String, to new: ObjectID, from old: ObjectID?, message: String, author: Signature?
  ) throws(GitError)
  func removeReference(_ name: String) throws(GitError)
  /// Whether each reference is a file of its own below `gitDirectory` or `commonDirectory`, to be locked and moved
  /// as such.
  var hasReferenceFiles: Bool { get }

  // MARK: Settings

  func settings() throws(GitError) -> any Settings
  /// Sets a key in the repository's own file.
  func set(_ key: String, to value: String) throws(GitError)
  func remove(_ key: String) throws(GitError)
  func remotes() throws(GitError) -> [String]
}

extension RepositoryBackend {
  func write(blobs: [[UInt8]]) throws(GitError) -> [ObjectID] {
    try blobs.map { blob throws(GitError) in try write(blob, as: .blob) }
  }
}

/// The settings that git goes by in a repository; see ``Repository/string(_:)`` and those that follow it.
protocol Settings {
  func string(_ key: String) throws(GitError) -> String?
  func path(_ key: String) throws(GitError) -> String?
  func bool(_ key: String) throws(GitError) -> Bool?
  func integer(_ key: String) throws(GitError) -> Int?
  func strings(_ key: String) throws(GitError) -> [String]
}
