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
    /// 0 for nothing.
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

  /// A change with its path in the repository.
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

  /// In front of commits, parents, changes and the names, each with a NUL behind it. All numbers are the machine's
  /// own.
  private struct Header: BitwiseCopyable {
    var name: UInt64 = 0x3279_726f_7473_6968
    /// Of what the table depends on beside the commits.
    var fingerprint: UInt64
    var commits: UInt64
    var parents: UInt64
    var changes: UInt64
    var names: UInt64
    /// Of all that follows.
    var sum: UInt64

    init(fingerprint: UInt64, _ table: HistoryTable, _ names: [UInt8], _ sum: UInt64) {
      self.fingerprint = fingerprint
      commits = UInt64(table.commits.count)
      parents = UInt64(table.parents.count)
      changes = UInt64(table.changes.count)
      self.names = UInt64(names.count)
      self.sum = sum
    }
  }

  init() {}

  /// Nil when there is none, or it is damaged or somebody else's.
  init?(at path: String, fingerprint: UInt64) {
    guard let file = MappedFile(path), file.bytes.count >= MemoryLayout<Header>.stride else {
      return nil
    }
    let header = file.bytes.loadUnaligned(as: Header.self)
    var rest = file.bytes[MemoryLayout<Header>.stride...]
    guard header.name == Header(fingerprint: 0, HistoryTable(), [], 0).name,
      header.fingerprint == fingerprint,
      ByteHash.of(UnsafeRawBufferPointer(rebasing: rest)) == header.sum,
      let commits = HistoryTable.take(header.commits, of: Commit.self, from: &rest),
      let parents = HistoryTable.take(header.parents, of: UInt32.self, from: &rest),
      let changes = HistoryTable.take(header.changes, of: Change.self, from: &rest),
      header.names == rest.count
    else { return nil }
    self.commits = commits
    self.parents = parents
    self.changes = changes
    names = rest.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    guard isSound else { return nil }
  }

  private static func take<Row: BitwiseCopyable>(
    _ count: UInt64, of type: Row.Type, from rest: inout Slice<UnsafeRawBufferPointer>
  ) -> [Row]? {
    let (size, isTooLarge) = count.multipliedReportingOverflow(by: UInt64(MemoryLayout<Row>.stride))
    guard !isTooLarge, size <= UInt64(rest.count) else { return nil }
    let bytes = UnsafeRawBufferPointer(rebasing: rest.prefix(Int(size)))
    rest = rest.dropFirst(Int(size))
    return [Row](unsafeUninitializedCapacity: Int(count)) { rows, filled in
      UnsafeMutableRawBufferPointer(rows).copyMemory(from: bytes)
      filled = Int(count)
    }
  }

  /// Puts the table in place of the one there is. One that cannot be written is left out: the next reader only
  /// takes longer.
  func write(to path: String, fingerprint: UInt64) {
    var names: [UInt8] = []
    for name in self.names {
      names += name.utf8
      names.append(0)
    }
    let start = MemoryLayout<Header>.stride
    var file = [UInt8](repeating: 0, count: start)
    file.reserveCapacity(
      start + MemoryLayout<Commit>.stride * commits.count
        + MemoryLayout<UInt32>.stride * parents.count + MemoryLayout<Change>.stride * changes.count
        + names.count)
    commits.withUnsafeBytes { file.append(contentsOf: $0) }
    parents.withUnsafeBytes { file.append(contentsOf: $0) }
    changes.withUnsafeBytes { file.append(contentsOf: $0) }
    file += names
    file.withUnsafeMutableBytes { file in
      let sum = ByteHash.of(UnsafeRawBufferPointer(rebasing: file[start...]))
      file.storeBytes(of: Header(fingerprint: fingerprint, self, names, sum), as: Header.self)
    }
    StoreFile.replaceCache(path, file)
  }
}
