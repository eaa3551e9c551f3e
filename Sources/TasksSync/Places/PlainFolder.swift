import Git
import Platform
import TasksCore
import TasksStore

/// A folder of plain files for apps that know nothing of git: one file a task, as in the store, without those in the
/// trash.
///
/// Each sync merges what was changed there since this clone has read it last, and then writes what is new here. Files
/// that are no tasks are left alone.
struct PlainFolder: SyncPlace {
  /// The file that says of which store the folder is. Without it, a folder is not taken for one: that of a stick that is
  /// not there may be an empty one, and all tasks would be missing.
  static let marker = ".tasks-folder"

  /// Absolute.
  let path: String
  /// The first commit of the store.
  let storeID: String
  let target: SyncTarget
  /// Where things about it are kept here.
  let notes: String
  let store: TaskStore
  let run: SyncRun

  var name: String { target.remote }
  /// Whether files that are missing are meant to be, however many.
  var isSure: Bool { run.isSure }

  var summary: String { "the plain files in \(path)" }

  var history: PlainFolderHistory {
    PlainFolderHistory(of: name, branch: target.branch, in: store)
  }

  // MARK: The marker

  /// Returns the first commit of the store of a folder; nil for another folder.
  static func storeID(of path: String) -> String? {
    guard let bytes = File.beginning(of: "\(path)/\(marker)", 4096) else { return nil }
    let line = bytes.prefix { $0 != 0x0A }.split(separator: 0x20)
    guard line.count == 2, line[0].elementsEqual("store".utf8) else { return nil }
    return ObjectID(hex: String(decoding: line[1], as: UTF8.self))?.hex
  }

  static func mark(_ path: String, _ storeID: String) throws {
    let text = "store \(storeID)\n\nThe tasks of a store as plain files; see tasks-sync(7).\n"
    try StoreFile.write(Array(text.utf8), to: "\(path)/\(marker)", durable: false)
  }

  var fault: String? {
    if File.kind(path) != .folder { return "\(path) is not there" }
    switch PlainFolder.storeID(of: path) {
    case storeID: return nil
    case nil: return "\(path) has no file \(PlainFolder.marker): is it mounted?"
    default: return "\(path) is the folder of another store"
    }
  }

  // MARK: Sync

  func fetch() throws -> PlaceIntake {
    if let fault {
      throw SyncFailure.offline(remote: name, waiting: try target.waiting(in: store), said: fault)
    }
    try history.recover()
    let before = WaitingFiles(in: notes, sync: run.name)
    let (found, isChange) = try takeOver(PlainFiles(in: path, of: store), before)
    try history.adopt()
    try before.replace(with: found.waiting)
    for remark in found.remarks {
      store.context.say("\(path)/\(ControlCharacters.escaped(remark.path)) \(remark.text)")
    }
    return PlaceIntake(committed: isChange ? 1 : 0)
  }

  /// Takes over what is in the folder.
  private func takeOver(
    _ files: PlainFiles, _ before: WaitingFiles
  ) throws -> (found: PlainFindings, isChange: Bool) {
    let token = String(UInt64.random(in: 0 ... .max), radix: 36)
    let write = StoreWrite(
      store: store, verb: "folder",
      headline: { "folder: take \($0 == 1 ? "1 task" : "\($0) tasks") from \(name)" },
      trailers: [(PlainFolderHistory.trailer, token)], asksHooks: true, takesIn: true)
    var found: PlainFindings?
    let report = try write.run { reading in
      let findings = try PlainFindings(
        of: self, files, KnownFiles(history, reading, in: store), before: before, reading)
      try history.prepare(findings.seen, gone: findings.gone, token)
      found = findings
      return findings.changes
    }
    guard let found else { throw StoreError.changedMeanwhile(path: path) }
    return (found, report.isChange)
  }

  func publish(_ commit: ObjectID, after known: ObjectID?) throws {
    let reading = try store.read()
    var export = PlainExport(
      over: PlainFiles(in: path, of: store), try KnownFiles(history, reading, in: store), in: path,
      of: store)
    try export.run(reading)
    try history.note(export.written, gone: export.removed)
    if let failure = export.failure {
      throw SyncFailure.notWritten(
        remote: name, waiting: try target.waiting(in: store), said: failure)
    }
  }
}
