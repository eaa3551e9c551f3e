import Git
import Platform

/// What a transaction is about to do to files, index and branch, written before the first of them changes.
///
/// If the process is killed before the branch moves, the next command restores what was there; after that, it finishes
/// the rest (files.md, "Writing safely"). See ``Recovery``.
package struct Journal {
  package let old: ObjectID?
  /// Nil until the commit exists: while hooks of the user look at its files, and if the user commits.
  package var new: ObjectID?
  /// The paths in the repository that the index changes at.
  package let paths: [String]
  /// The files that the transaction installs in the work tree, those that go first.
  package var files: [InstalledFile]

  package init(old: ObjectID?, new: ObjectID?, paths: [String], files: [InstalledFile] = []) {
    self.old = old
    self.new = new
    self.paths = paths
    self.files = files
  }

  // MARK: Its file

  /// A line for each of the two commits, then the paths, each ended by a NUL. In version 2, which has files or no new
  /// commit, an empty path and the files follow.
  package var bytes: [UInt8] {
    let isNew = new == nil || !files.isEmpty
    var out = Array(
      "tasks-intent \(isNew ? 2 : 1)\n\(old?.hex ?? "none")\n\(new?.hex ?? "none")\n".utf8)
    for path in paths { out += Array(path.utf8) + [0] }
    if isNew { out.append(0) }
    for file in files { out += Array(file.text.utf8) + [0] }
    return out
  }

  /// Nil for anything but a whole journal.
  package init?(bytes: [UInt8]) {
    let parts = bytes.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 4, parts[3].utf8.last == 0 else { return nil }
    (old, new) = (ObjectID(hex: parts[1]), ObjectID(hex: parts[2]))
    guard old != nil || parts[1] == "none", new != nil || parts[2] == "none" else { return nil }
    let words = parts[3].utf8.dropLast().split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    switch parts[0] {
    case "tasks-intent 1" where new != nil && !words.contains(""): (paths, files) = (words, [])
    case "tasks-intent 2":
      guard let end = words.firstIndex(of: "") else { return nil }
      paths = Array(words[..<end])
      files = words[(end + 1)...].compactMap { InstalledFile(text: $0) }
      guard files.count == words.count - end - 1 else { return nil }
    default: return nil
    }
  }
}

extension TaskStore {
  var journalPath: String { ownFolder + "/intent" }
  var newJournalPath: String { journalPath + ".new" }

  /// True if a transaction has begun; the process that began it may still be at work.
  package var hasJournal: Bool {
    File.kind(journalPath) != nil || File.kind(newJournalPath) != nil
  }

  /// Writes a journal in place of the one there is.
  package func write(_ journal: Journal, durable: Bool) throws(StoreError) {
    try StoreFile.write(journal.bytes, to: newJournalPath, durable: durable)
    try StoreFile.rename(newJournalPath, to: journalPath)
  }

  /// Removes the journal, and what waits for a branch to move.
  func removeJournal() throws(StoreError) {
    try StoreFile.remove(nextHeadPath)
    try StoreFile.remove(journalPath)
  }

  /// The file with the branch's next line.
  var nextHeadPath: String { ownFolder + "/head" }
}
