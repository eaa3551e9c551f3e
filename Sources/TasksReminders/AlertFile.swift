import Git
import Platform
import TasksCore
import TasksPlanning
import TasksStore

/// The file of an ``AlertLedger`` of this clone, which several processes may write at once.
struct AlertFile {
  /// Past this size in bytes only the last alerts are kept.
  private static let largest = 1 << 17
  private static let kept = 500
  /// How long to wait for another process, in seconds. A lock is held for a write to the disk.
  private static let timeout = 10.0

  let path: String
  private let store: TaskStore
  private let rules: AlertRules

  /// - Parameter name: `alerts` for those of this device, `pushes` for what was sent to a phone.
  init(_ name: String, of store: TaskStore, _ rules: AlertRules) {
    path = store.notesFolder + "/" + name
    (self.store, self.rules) = (store, rules)
  }

  /// When the file was written last, in local time; nil if there is none.
  var lastWritten: Timestamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return LocalTime.timestamp(at: Int64(status.modified.tv_sec))
  }

  func read() throws -> AlertLedger { AlertLedger(try StoreFile.readIfThere(path) ?? []) }

  /// Adds lines after what `body` sees of the file, alone among the processes that do so. When it returns, the lines
  /// are on the disk.
  ///
  /// - Throws: `locked` if another process holds the file for too long.
  func append<Result>(
    now: Timestamp, _ body: (AlertLedger) throws -> (lines: String, result: Result)
  ) throws -> Result {
    guard
      let lock = try StoreLock.take(
        path + ".lock", timeout: AlertFile.timeout, workTree: store.repository.workTree)
    else { throw StoreError.locked(path: path, owner: StoreLock.owner(of: path + ".lock")) }
    return try withExtendedLifetime(lock) {
      let old = try StoreFile.readIfThere(path) ?? []
      let ledger = AlertLedger(old)
      let (lines, result) = try body(ledger)
      let text = ledger.opening(now: now) + lines
      if !text.isEmpty { try write((ledger.isCut ? "\n" : "") + text, isNew: old.isEmpty) }
      if old.count > AlertFile.largest { try compact() }
      return result
    }
  }

  private func write(_ text: String, isNew: Bool) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard file >= 0 else { throw StoreFile.failure("write", path) }
    defer { close(file) }
    let code = Array(text.utf8).withUnsafeBytes { File.writeAll($0, to: file) }
    guard code == 0 else {
      throw StoreError(SystemError.call(doing: "write", path: path, code: code))
    }
    guard store.settings.isDurable else { return }
    try DiskSync.sync(file: path)
    if isNew { try DiskSync.sync(folder: store.notesFolder) }
  }

  private func compact() throws {
    let text = try read().compacted(keeping: AlertFile.kept, rules)
    let new = path + ".new"
    try StoreFile.write(Array(text.utf8), to: new, durable: store.settings.isDurable)
    try StoreFile.rename(new, to: path)
  }
}
