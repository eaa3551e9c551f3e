import Platform

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
