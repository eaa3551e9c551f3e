import Platform

/// Reads and writes a repository: through libgit2, or through the git program if libgit2 does not support the
/// repository's format.
///
/// It returns plain values. It has one owner and is used by one thread at a time.
package protocol RepositoryBackend: AnyObject {
  /// The directories have no slash at the end; see ``Repository``.
  var gitDirectory: String { get }
  var commonDirectory: String { get }
  var workTree: String { get }
  var format: ObjectFormat { get }
  /// Why the git program is used, as the end of a sentence; nil for libgit2.
  var reason: String? { get }

  /// Sets whether references are synced to the disk when a call that writes them returns.
  func setDurable(_ durable: Bool) throws(GitError)

  // MARK: Objects

  /// Whether git fetches an object that a partial clone lacks when it is asked for.
  var fetchesMissing: Bool { get set }

  /// Reads an object.
  ///
  /// - Throws: `noSuchObject`, also if the object has another type.
  func object(_ id: ObjectID, _ kind: ObjectKind) throws(GitError) -> [UInt8]
  func contains(_ id: ObjectID) throws(GitError) -> Bool
  /// Writes an object; it is not synced to the disk.
  func write(_ content: [UInt8], as kind: ObjectKind) throws(GitError) -> ObjectID
  /// Writes many blobs, as `write(_:as:)` does.
  func write(blobs: [[UInt8]]) throws(GitError) -> [ObjectID]
  /// Resolves a revision to a commit; nil if it names none, or is ambiguous.
  func resolve(_ revision: String) throws(GitError) -> ObjectID?

  /// The cache of ``tree(_:)``.
  var trees: StoredTrees { get set }

  // MARK: References

  /// Returns the object that a reference points to, following symbolic references; nil if it does not exist.
  func reference(_ name: String) throws(GitError) -> ObjectID?
  /// Returns the target of a symbolic reference; nil if it is not symbolic, or does not exist.
  func symbolicTarget(of name: String) throws(GitError) -> String?
  /// Lists the full names of all references with a prefix, sorted.
  func references(under prefix: String) throws(GitError) -> [String]
  /// Creates or moves a reference; see ``Repository/updateReference(_:to:from:message:author:)``.
  ///
  /// - Throws: `referenceMoved`, `referenceLocked`.
  func updateReference(
    _ name: String, to new: ObjectID, from old: ObjectID?, message: String, author: Signature?
  ) throws(GitError)
  func removeReference(_ name: String) throws(GitError)
  /// Whether each reference is a file of its own in `gitDirectory` or `commonDirectory`, which can be locked and
  /// renamed as such.
  var hasReferenceFiles: Bool { get }

  // MARK: Settings

  func settings() throws(GitError) -> any Settings
  func set(_ key: String, to value: String) throws(GitError)
  func remove(_ key: String) throws(GitError)
  func remotes() throws(GitError) -> [String]
}

extension RepositoryBackend {
  package func write(blobs: [[UInt8]]) throws(GitError) -> [ObjectID] {
    try blobs.map { blob throws(GitError) in try write(blob, as: .blob) }
  }
}

/// The config that applies to a repository; see ``Repository/string(_:)`` and the functions after it.
package protocol Settings {
  func string(_ key: String) throws(GitError) -> String?
  func path(_ key: String) throws(GitError) -> String?
  func bool(_ key: String) throws(GitError) -> Bool?
  func strings(_ key: String) throws(GitError) -> [String]
}
