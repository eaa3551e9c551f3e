import Platform

/// git's lock file of the index, `index.lock`, held from `init` until it is released.
///
/// The file is created with a mark in it, so that a lock file left by a killed process of this program can be told
/// from one of git.
package final class IndexLock {
  private static let mark = Array("tasks\n".utf8)
  /// The suffix of the temporary file that is linked to the lock's name.
  private static let ending = ".tasks-lock"

  /// Whether the lock file of an index was made by this program.
  package static func isOurs(_ path: String) -> Bool {
    (try? readFileIfThere(path)).flatMap { $0 } == mark
  }

  private let indexPath: String
  private var isHeld = true
  private var path: String { indexPath + ".lock" }

  /// Takes the lock, waiting up to `timeout` seconds for another process to release it.
  ///
  /// - Throws: `indexLocked`.
  init(of indexPath: String, timeout: Double) throws(GitError) {
    let marked = "\(indexPath)\(IndexLock.ending).\(getpid())"
    defer { removeLock(marked) }
    try writeFile(marked, Self.mark)
    var left = timeout
    while true {
      let code = try createLock(indexPath + ".lock", from: marked, Self.mark)
      if code == 0 { break }
      guard [EEXIST, EINTR].contains(code) else {
        throw .system(.call(doing: "create", path: indexPath + ".lock", code: code))
      }
      guard left > 0 else { throw .indexLocked(path: indexPath + ".lock") }
      usleep(20_000)
      left -= 0.02
    }
    self.indexPath = indexPath
  }

  deinit {
    release()
  }

  package func release() {
    if isHeld { removeLock(path) }
    isHeld = false
  }

  /// Removes the lock and temporary files that killed processes of this program left. The caller ensures that no
  /// other is running.
  static func clear(_ indexPath: String) {
    let path = indexPath + ".lock"
    if isOurs(path) { unlink(path) }
    clearFiles(beside: indexPath)
  }

  /// Removes the temporary files that killed processes of this program left next to an index. The caller ensures that
  /// no other is running.
  package static func clearFiles(beside indexPath: String) {
    guard let slash = indexPath.lastSlash else { return }
    let name = indexPath[indexPath.utf8.index(after: slash)...]
    let starts = [name + IndexLock.ending, name + IndexCopy.ending]
    for (name, _) in File.names(in: String(indexPath[..<slash])) ?? []
    where starts.contains(where: { name.hasPrefix($0) }) {
      unlink(indexPath[...slash] + name)
    }
  }
}

/// The temporary file of a new index. All unchanged entries are written in advance, while other files are synced;
/// only the entries of the changed files are written later.
final class IndexCopy {
  private let file: Int32
  private let path: String
  private var isPlaced = false

  /// The suffix of its name; ``IndexLock/clearFiles(beside:)`` removes the files that killed processes leave.
  static let ending = ".tasks-new"

  /// Creates the file and writes all segments that will not change.
  ///
  /// - Throws: `system`.
  init(of patch: IndexPatch, for indexPath: String) throws(GitError) {
    (path, file) = try createFile(indexPath + IndexCopy.ending + ".")
    let code = patch.withPieces(cacheTree: nil) { write($0, where: \.isFixed) }
    guard code == 0 else { throw .system(.call(doing: "write", path: path, code: code)) }
    // Starts the writeback now, so that the disk is not waited for after the rename, when other processes wait for
    // the lock.
    DiskSync.beginWriteback(of: file)
  }

  deinit {
    close(file)
    if !isPlaced { unlink(path) }
  }

  /// Writes the remaining segments and the checksum, and renames the file over the index, whose lock the caller
  /// holds.
  ///
  /// - Parameters:
  ///   - modified: The modification time to set, in seconds since 1970.
  ///   - mode: The permissions to set; nil for those of a new file.
  /// - Throws: `system`.
  func place(
    at indexPath: String, _ patch: IndexPatch, _ trees: CacheTree?, modified: time_t,
    mode: mode_t?
  ) throws(GitError) {
    var code = patch.withPieces(cacheTree: trees) { pieces in
      let code = write(pieces, where: { !$0.isFixed })
      // The file position is after the last segment.
      return code == 0
        ? patch.checksum(pieces).withUnsafeBytes { File.writeAll($0, to: file) } : code
    }
    let time = timespec(tv_sec: modified, tv_nsec: 0)
    if code == 0, futimens(file, [time, time]) != 0 { code = errno }
    if code == 0, let mode { fchmod(file, mode) }
    if code == 0, rename(path, indexPath) != 0 { code = errno }
    guard code == 0 else { throw .system(.call(doing: "write", path: indexPath, code: code)) }
    isPlaced = true
  }

  /// Writes some of the segments at their offsets and moves the file position to the end; returns an `errno`, 0 for
  /// none.
  private func write(
    _ pieces: [IndexSegment], where isWanted: (IndexSegment) -> Bool
  ) -> Int32 {
    var position = 0
    for piece in pieces {
      if isWanted(piece) {
        guard lseek(file, off_t(position), SEEK_SET) >= 0 else { return errno }
        let code = File.writeAll(piece.bytes, to: file)
        if code != 0 { return code }
      }
      position += piece.bytes.count
    }
    return lseek(file, off_t(position), SEEK_SET) < 0 ? errno : 0
  }
}
