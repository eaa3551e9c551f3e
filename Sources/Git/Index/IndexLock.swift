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
    defer { unlink(marked) }
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

  /// Releases the lock.
  package func release() {
    if isHeld { unlink(path) }
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
