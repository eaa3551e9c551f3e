import Git
import Platform

/// A file of lines in a clone's `.git/tasks` that only its owner can read, and that several processes may change.
package struct OwnerFile {
  /// How long to wait for another process, in seconds.
  private static let patience = 10.0

  private let store: TaskStore
  private let path: String

  package init(_ name: String, of store: TaskStore) {
    self.store = store
    path = store.notesFolder + "/" + name
  }

  /// Returns the lines; none if there is no file.
  package func lines() throws -> [Substring] {
    String(decoding: try StoreFile.readIfThere(path) ?? [], as: UTF8.self).split(separator: "\n")
  }

  /// Writes the file anew, alone among the processes that do so. When it returns, the lines are on the disk.
  ///
  /// - Throws: `locked` if another process holds the file for too long; what `body` throws.
  package func change<Result>(_ body: (inout [Substring]) throws -> Result) throws -> Result {
    let lockPath = path + ".lock"
    guard
      let lock = try StoreLock.take(
        lockPath, timeout: OwnerFile.patience, workTree: store.repository.workTree)
    else { throw StoreError.locked(path: path, owner: StoreLock.owner(of: lockPath)) }
    return try withExtendedLifetime(lock) {
      let old = try lines()
      var new = old
      let result = try body(&new)
      if new != old { try write(new) }
      return result
    }
  }

  private func write(_ lines: [Substring]) throws {
    let new = path + ".new"
    unlink(new)
    let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw StoreFile.failure("write", path) }
    let text = Array(lines.map { $0 + "\n" }.joined().utf8)
    let code = text.withUnsafeBytes { File.writeAll($0, to: file) }
    close(file)
    guard code == 0 else {
      throw StoreError(SystemError.call(doing: "write", path: path, code: code))
    }
    try DiskSync.sync(file: new)
    try StoreFile.rename(new, to: path)
  }
}
