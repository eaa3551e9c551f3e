import Git
import Platform

/// What a change is about to do to files, index and branch, written down before the first of them moves.
///
/// Killed before the branch moved, nothing has happened: whoever opens the store next takes back what had begun.
/// After, whoever it is carries out what is left (files.md, "Writing safely").
struct Journal {
  let old: ObjectID?
  /// Nil while the user's hooks look at the change.
  var new: ObjectID?
  /// In the repository.
  let paths: [String]
  /// The files that stand in the work tree before the branch moves.
  var shown: [InstalledFile]

  /// Beside a file's place until it is renamed to it.
  static func waiting(_ path: String) -> String {
    SiblingPath.path(path, beginning: ".", ending: ".tasks-new")
  }

  /// A line for each of the two commits, then the paths, each ended by a NUL. Where files are shown, or
  /// no commit is known, which older programs do not know of, the number is another, and an empty path stands before
  /// those files.
  var bytes: [UInt8] {
    let isNew = new == nil || !shown.isEmpty
    var out = Array(
      "tasks-intent \(isNew ? 2 : 1)\n\(old?.hex ?? "none")\n\(new?.hex ?? "none")\n".utf8)
    for path in paths { out += Array(path.utf8) + [0] }
    if isNew { out.append(0) }
    for file in shown { out += Array(file.text.utf8) + [0] }
    return out
  }

  /// Nil for anything that is no whole intent.
  init?(bytes: [UInt8]) {
    let parts = bytes.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 4, parts[3].utf8.last == 0 else { return nil }
    (old, new) = (ObjectID(hex: parts[1]), ObjectID(hex: parts[2]))
    guard old != nil || parts[1] == "none", new != nil || parts[2] == "none" else { return nil }
    let words = parts[3].utf8.dropLast().split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    switch parts[0] {
    case "tasks-intent 1" where new != nil && !words.contains(""): (paths, shown) = (words, [])
    case "tasks-intent 2":
      guard let end = words.firstIndex(of: "") else { return nil }
      paths = Array(words[..<end])
      shown = words[(end + 1)...].compactMap { InstalledFile(text: $0) }
      guard shown.count == words.count - end - 1 else { return nil }
    default: return nil
    }
  }

  init(old: ObjectID?, new: ObjectID?, paths: [String], shown: [InstalledFile] = []) {
    self.old = old
    self.new = new
    self.paths = paths
    self.shown = shown
  }
}

extension TaskStore {
  var intentPath: String { ownFolder + "/intent" }
  var newIntentPath: String { intentPath + ".new" }

  /// True when a change was begun; another process may still be at it.
  var hasIntent: Bool {
    File.kind(intentPath) != nil || File.kind(newIntentPath) != nil
  }

  /// Writes down what is about to be done.
  ///
  /// - Parameter durable: Whether it is on the disk then; as the store's setting says when left out.
  func begin(_ intent: Journal, durable: Bool? = nil) throws(StoreError) {
    let isDurable = durable ?? settings.isDurable
    try StoreFile.write(intent.bytes, to: newIntentPath, durable: isDurable)
    try StoreFile.rename(newIntentPath, to: intentPath)
    if isDurable { try? DiskSync.sync(folder: ownFolder) }
  }

  /// The change is carried out, or taken back.
  func forget(_ intent: Journal) throws(StoreError) {
    for path in intent.paths { try? StoreFile.remove(workTreePath(Journal.waiting(path))) }
    try removeCopies(of: intent.shown)
    try StoreFile.remove(nextHeadPath)
    try StoreFile.remove(intentPath)
  }
}
