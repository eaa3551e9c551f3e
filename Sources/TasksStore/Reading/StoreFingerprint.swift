import Git
import Platform

/// Differs when anything may have changed that is shown of a store: a file of a task, a commit, a setting, an alert.
package struct StoreFingerprint: Hashable, Sendable {
  fileprivate var hash = ByteHash()

  package var text: String { String(hash.value, radix: 36) }

  package static func == (a: StoreFingerprint, b: StoreFingerprint) -> Bool {
    a.hash.value == b.hash.value
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(hash.value) }

  fileprivate mutating func add(_ stamp: FileStamp?) {
    hash.add(UInt64(bitPattern: stamp?.mtime ?? 0))
    hash.add(UInt64(bitPattern: stamp?.ctime ?? 0))
    hash.add(UInt64(bitPattern: stamp?.size ?? 0))
    hash.add(stamp?.inode ?? 0)
  }
}

extension TaskStore {
  /// Returns the present mark.
  ///
  /// - Parameter checksFiles: Whether a file that was written in place differs too, which costs a call for each file.
  ///   Whatever is created, renamed or replaced changes its folder.
  package func mark(checksFiles: Bool) -> StoreFingerprint {
    var mark = StoreFingerprint()
    let git = repository.gitDirectory
    for path in [git + "/HEAD", git + "/index", root + "/.tasks/config", notesFolder + "/alerts"] {
      mark.add(FileStamp(ofFile: path))
    }
    let reader = reader
    let scan = FolderScan(
      root: root, leaving: inboxFile, cache: reader.cache(), isUnchecked: !checksFiles)
    for folder in scan.folders { mark.add(folder.stamp) }
    guard checksFiles else { return mark }
    for file in scan.files.sorted(by: { $0.path < $1.path }) { mark.add(file.stamp) }
    mark.hash.add(UInt64(scan.stale.count))
    if let counts = try? aheadBehind() {
      mark.hash.add(UInt64(counts.ahead) << 32 | UInt64(counts.behind))
    }
    return mark
  }
}
