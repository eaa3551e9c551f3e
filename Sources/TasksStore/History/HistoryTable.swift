import Git
import Platform

/// The commits before a HEAD, newest first and none before its children, with the files of the store's folder that each
/// changed.
///
/// What is said of a commit holds for ever, for its id is made of it; only where a shallow clone ends, or with
/// `git replace`, its parents are others.
package struct HistoryTable {
  package struct Commit: BitwiseCopyable {
    package var id: ObjectID
    var tree: ObjectID
    var time: Int64
    package var parentCount: UInt32
    var changeCount: UInt32
    /// The first of its parents and of its changes.
    var parents: UInt32
    var changes: UInt32
  }

  package struct Change: BitwiseCopyable {
    package var old: ObjectID
    package var new: ObjectID
    /// 0 where there is no file.
    package var oldMode: UInt32
    package var newMode: UInt32
    package var name: UInt32
  }

  package var commits: [Commit] = []
  /// Numbers of commits.
  package var parents: [UInt32] = []
  /// Against the first parent.
  var changes: [Change] = []
  /// The paths of files in the store's folder, each once.
  package var names: [String] = []

  package func parents(of commit: Commit) -> ArraySlice<UInt32> {
    parents[Int(commit.parents)..<Int(commit.parents + commit.parentCount)]
  }

  package func changes(of commit: Commit) -> ArraySlice<Change> {
    changes[Int(commit.changes)..<Int(commit.changes + commit.changeCount)]
  }

  package func fileChange(_ change: Change, prefix: String) -> FileChange {
    let (oldMode, newMode) = (
      FileMode(rawValue: change.oldMode), FileMode(rawValue: change.newMode)
    )
    return FileChange(
      path: prefix + names[Int(change.name)], old: oldMode == nil ? nil : change.old,
      new: newMode == nil ? nil : change.new, oldMode: oldMode, newMode: newMode)
  }

  /// Whether every number is that of something.
  private var isSound: Bool {
    func isIn(_ start: UInt32, _ count: UInt32, _ limit: Int) -> Bool {
      Int(start) + Int(count) <= limit
    }
    return commits.allSatisfy {
      isIn($0.parents, $0.parentCount, parents.count)
        && isIn($0.changes, $0.changeCount, changes.count)
    } && parents.allSatisfy { $0 < commits.count } && changes.allSatisfy { $0.name < names.count }
  }

  // MARK: The file

  private static let kind: UInt64 = 0x3379_726f_7473_6968

  init() {}

  /// Reads commits, parents, changes and the names, each with a NUL after it. Returns nil if there is none, or it is
  /// damaged or somebody else's.
  init?(at path: String, fingerprint: UInt64) {
    guard let cache = CacheFile(path, HistoryTable.kind, fingerprint: fingerprint) else {
      return nil
    }
    let counts = cache.header.counts
    var start = Int(cache.header.start)
    guard let commits = cache.rows(counts[0], of: Commit.self, from: &start),
      let parents = cache.rows(counts[1], of: UInt32.self, from: &start),
      let changes = cache.rows(counts[2], of: Change.self, from: &start),
      let names = cache.rows(counts[3], of: UInt8.self, from: &start)
    else { return nil }
    (self.commits, self.parents, self.changes) = (commits, parents, changes)
    self.names = names.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    guard isSound else { return nil }
  }

  func write(to path: String, fingerprint: UInt64) {
    var (content, names): ([UInt8], [UInt8]) = ([], [])
    for name in self.names { names += Array(name.utf8) + [0] }
    commits.withUnsafeBytes { content.append(contentsOf: $0) }
    parents.withUnsafeBytes { content.append(contentsOf: $0) }
    changes.withUnsafeBytes { content.append(contentsOf: $0) }
    let counts = [commits.count, parents.count, changes.count, names.count].map { UInt32($0) }
    CacheFile.write(
      content + names, to: path, HistoryTable.kind, fingerprint: fingerprint, counts: SIMD4(counts))
  }
}
