import Platform

/// A new index in a file aside, written before its turn has come, while the disk is waited for: what is left then are
/// the entries of the files that come to their places last.
final class IndexCopy {
  private let file: Int32
  private let path: String
  private var isPlaced = false

  /// Of its name; what a killed process leaves is cleared away by ``IndexLock/clearFiles(beside:)``.
  static let ending = ".tasks-new"

  /// Writes all that stays as it is.
  ///
  /// - Throws: `system`.
  init(of patch: IndexPatch, for indexPath: String) throws(GitError) {
    (path, file) = try IndexCopy.create(indexPath + IndexCopy.ending)
    let code = patch.withPieces(cacheTree: nil) { write($0, where: \.isFixed) }
    guard code == 0 else { throw .system(.call(doing: "write", path: path, code: code)) }
    // The disk gets it now, not when it stands in the index's place and everybody waits.
    DiskSync.beginWriteback(of: file)
  }

  deinit {
    close(file)
    if !isPlaced { unlink(path) }
  }

  /// A new file, of this process and of this copy alone.
  private static func create(_ stem: String) throws(GitError) -> (path: String, file: Int32) {
    for number in 0..<1_000 {
      let path = "\(stem).\(getpid())-\(number)"
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if file >= 0 { return (path, file) }
      guard errno == EEXIST else { throw .last("write", path) }
    }
    throw .system(.call(doing: "write", path: stem, code: EEXIST))
  }

  /// Writes what is known by now, and puts the copy in the index's place, whose lock the caller holds.
  ///
  /// - Parameters:
  ///   - modified: When it is said to be changed, in seconds since 1970.
  ///   - mode: Its rights; nil for those of any new file.
  /// - Throws: `system`.
  func place(
    at indexPath: String, _ patch: IndexPatch, _ trees: CacheTree?, modified: time_t,
    mode: mode_t?
  ) throws(GitError) {
    var code = patch.withPieces(cacheTree: trees) { pieces in
      let code = write(pieces, where: { !$0.isFixed })
      // Behind all of them.
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

  /// Writes some of the pieces where they belong, and stands behind the last of all then; the error number, 0 for none.
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
