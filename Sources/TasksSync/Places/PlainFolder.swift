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
  /// The folder of this clone with what it knows of that folder.
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

  private func takeOver(
    _ files: PlainFiles, _ before: WaitingFiles
  ) throws -> (found: FolderChanges, isChange: Bool) {
    let token = String(UInt64.random(in: 0 ... .max), radix: 36)
    let write = StoreWrite(
      store: store, verb: "folder",
      headline: { "folder: take \($0.counted("task")) from \(name)" },
      trailers: [(PlainFolderHistory.trailer, token)], asksHooks: true, takesIn: true)
    var found: FolderChanges?
    let report = try write.run { reading in
      let folder = try FolderChanges(
        of: self, files, KnownFiles(history, reading, in: store), before: before, reading)
      try history.prepare(folder.seen, gone: folder.gone, token)
      found = folder
      return folder.changes
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

/// Writes the tasks of a store into a folder of plain files. What somebody has changed there since it was read stays as
/// it is: the next sync takes it over.
struct PlainExport {
  private(set) var written: [PlainFile] = []
  private(set) var removed: [String] = []
  /// The first thing that went wrong.
  private(set) var failure: String?
  private let files: PlainFiles
  private let known: KnownFiles
  private let root: String
  private let store: TaskStore

  /// - Parameters:
  ///   - files: What is in the folder now.
  ///   - known: What this clone has read from and written into it.
  ///   - root: The folder.
  init(over files: PlainFiles, _ known: KnownFiles, in root: String, of store: TaskStore) {
    (self.files, self.known, self.root, self.store) = (files, known, root, store)
  }

  mutating func run(_ reading: StoreReading) throws {
    var places: Set<String> = []
    var names: Set<String> = []
    for task in reading.tasks(where: { !$0.isDeleted }).ordered(by: { $0.path < $1.path }) {
      let place = known.place(of: task)
      places.insert(place)
      // On a stick they would be one file.
      if names.insert(place.lowercased()).inserted {
        try write(task, at: place)
      } else {
        store.context.say(
          "\(root)/\(ControlCharacters.escaped(place)) is not written: another task's file has the same name but for case"
        )
      }
    }
    for (place, entry) in known.entries where !places.contains(place) {
      // Of a task that is not in the store, or in a file there that cannot be read now.
      let isKept =
        !reading.unreadable.isEmpty
        && !known.places.contains { $1 == place && reading.task(withID: $0) != nil }
      if !isKept { remove(place, entry.id) }
    }
  }

  private mutating func write(_ task: Task, at place: String) throws {
    let there = files[place]
    let old = known.entries[place]?.id
    let isCurrent = old != nil && known.committed[ByteName(task.path)] == old
    // One that is missing, or was changed there since, is left to the next sync.
    guard there?.blob == old, !isCurrent, !files.isUnread(place) else { return }
    let bytes = try store.contents(task.path)
    let file = PlainFile(path: place, bytes: bytes, blob: store.repository.id(ofBlob: bytes))
    if there?.blob == file.blob { return }
    let path = "\(root)/\(there?.path ?? place)"
    do throws(SystemError) {
      if let slash = path.lastSlash { try File.makeFolder(String(path[..<slash])) }
      guard isSame(path, as: there) else { return }
      try PlacedFile.write(bytes, to: path)
      written.append(file)
    } catch {
      failure = failure ?? error.description
    }
  }

  private mutating func remove(_ place: String, _ known: ObjectID) {
    guard let there = files[place] else { return removed.append(place) }
    let path = "\(root)/\(there.path)"
    guard there.blob == known, isSame(path, as: there) else { return }
    do throws(SystemError) {
      try File.remove(path)
      removed.append(place)
      if let slash = path.lastSlash, slash > root.endIndex {
        File.removeIfEmpty(String(path[..<slash]))
      }
    } catch {
      failure = failure ?? error.description
    }
  }

  /// Whether a file is still as it was read: an app may have saved it meanwhile.
  private func isSame(_ path: String, as old: PlainFile?) -> Bool {
    let now = try? StoreFile.read(path, limit: TaskReader.largestFile)
    return old.map { now == $0.bytes } ?? File.isMissing(path)
  }
}
