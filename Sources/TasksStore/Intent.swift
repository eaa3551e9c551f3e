import Git
import TasksCore

/// What a change is about to do to files, index and branch, written down before the first of them moves.
///
/// Killed before the branch moved, nothing has happened: whoever opens the store next takes back what had begun.
/// After, whoever it is carries out what is left (files.md, "Writing safely").
struct Intent {
  let old: ObjectID?
  /// Nil while the user's hooks look at the change.
  var new: ObjectID?
  /// In the repository.
  let paths: [String]
  /// The files that stand in the work tree before the branch moves.
  var shown: [ShownFile]

  /// Beside a file's place until it is renamed to it.
  static func waiting(_ path: String) -> String {
    // By bytes: a name may begin with an accent that Swift would count to the slash.
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { path.utf8.index(after: $0) } ?? path.startIndex
    return "\(path[..<name]).\(path[name...]).tasks-new"
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
      shown = words[(end + 1)...].compactMap { ShownFile(text: $0) }
      guard shown.count == words.count - end - 1 else { return nil }
    default: return nil
    }
  }

  init(old: ObjectID?, new: ObjectID?, paths: [String], shown: [ShownFile] = []) {
    self.old = old
    self.new = new
    self.paths = paths
    self.shown = shown
  }
}

extension TaskStore {
  var intentPath: String { ownFolder + "/intent" }
  private var newIntentPath: String { intentPath + ".new" }

  /// True when a change was begun; another process may still be at it.
  var hasIntent: Bool {
    StoreFile.kind(intentPath) != nil || StoreFile.kind(newIntentPath) != nil
  }

  /// Writes down what is about to be done.
  ///
  /// - Parameter durable: Whether it is on the disk then; as the store's setting says when left out.
  func begin(_ intent: Intent, durable: Bool? = nil) throws(StoreError) {
    let isDurable = durable ?? settings.isDurable
    try StoreFile.write(intent.bytes, to: newIntentPath, durable: isDurable)
    try StoreFile.rename(newIntentPath, to: intentPath)
    if isDurable { StoreFile.syncFolder(ownFolder) }
  }

  /// Finishes a change that another process began and did not end. The caller holds the lock.
  func finishIntent() throws {
    try StoreFile.remove(newIntentPath)
    guard StoreFile.kind(intentPath) == .regular, let bytes = try? StoreFile.read(intentPath) else {
      return
    }
    repository.clearDeadIndexLock()
    if let intent = Intent(bytes: bytes) {
      if let new = intent.new { try repository.clearDeadReferenceLock(writing: new) }
      try settle(intent)
    }
    try StoreFile.remove(intentPath)
    for (name, _) in StoreFile.names(in: ownFolder) ?? [] where name.hasPrefix("old.") {
      try StoreFile.remove(ownFolder + "/" + name)
    }
  }

  /// Carries a change out where the branch has moved, and takes it back where it has not.
  func settle(_ intent: Intent) throws {
    let head = try repository.head().id
    let new = try intent.new.flatMap { try repository.contains($0) ? $0 : nil }
    let hasMoved =
      try head.flatMap { head in try new.map { try isAncestor($0, of: head) } } ?? false
    if hasMoved, let head, let new {
      try carryOut(intent, to: new, head: try repository.tree(ofCommit: head))
    } else {
      try takeBack(intent, to: new, head: head)
    }
    try forget(intent)
  }

  /// The change is carried out, or taken back.
  func forget(_ intent: Intent) throws(StoreError) {
    for path in intent.paths { try? StoreFile.remove(workTreePath(Intent.waiting(path))) }
    try removeCopies(of: intent.shown)
    try StoreFile.remove(nextHeadPath)
    try StoreFile.remove(intentPath)
  }

  /// Brings files and index to where they were; but what somebody has committed since is not touched.
  private func takeBack(_ intent: Intent, to new: ObjectID?, head: ObjectID?) throws {
    // The user's hooks were looking at it.
    guard let new else { return try takeBack(intent.shown, puttingAside: true) }
    let before = try intent.old.map { try repository.tree(ofCommit: $0) }
    let after = try repository.tree(ofCommit: new)
    let now = try head.map { try repository.tree(ofCommit: $0) }
    let taken =
      try now == before
      ? [] : Set(intent.paths.filter { try file($0, in: now) == file($0, in: after) })
    let entries = try indexChanges(intent.paths.filter { !taken.contains($0) }, after, before)
    try takeBack(intent.shown, besides: taken, puttingAside: false)
    try repository.updateIndex(entries)
  }

  /// Brings the index in step once more where somebody has written another since: a git that read it just before it
  /// took the lock writes what it had read, and a commit of that would take the change back.
  func mendIndex(after commit: PreparedCommit) throws {
    let before = try commit.old.map { try repository.tree(ofCommit: $0) }
    let now = try repository.head().id.map { try repository.tree(ofCommit: $0) }
    let paths = try commit.changes.map(\.path).filter {
      try file($0, in: now) == file($0, in: commit.tree)
    }
    let entries = try indexChanges(paths, before, commit.tree)
    if !entries.isEmpty {
      context.explain("another git has put back the index; it is in step again")
    }
    try repository.updateIndex(entries)
  }

  /// What brings the index from one tree to another where it still is as in the one.
  private func indexChanges(
    _ paths: [String], _ old: ObjectID?, _ new: ObjectID?
  ) throws -> [IndexChange] {
    let index = try repository.index()
    return try paths.compactMap { path in
      let (old, new) = (try file(path, in: old), try file(path, in: new))
      let there = index.entry(path)
      let isOld = there?.id == old?.id && there?.mode == old?.mode
      let isNew = there?.id == new?.id && there?.mode == new?.mode
      guard isOld, !isNew else { return nil }
      return new.map { .set(path: path, id: $0.id, mode: $0.mode) } ?? .remove(path: path)
    }
  }

  /// Puts the committed versions in place of the ones from before the change. What is neither, somebody
  /// wrote by hand meanwhile: it stays, and so does the index where it holds something else.
  private func carryOut(_ intent: Intent, to new: ObjectID, head: ObjectID) throws {
    let before = try intent.old.map { try repository.tree(ofCommit: $0) }
    let after = try repository.tree(ofCommit: new)
    let index = try repository.index()
    var entries: [IndexChange] = []
    for path in intent.paths {
      let (old, new) = (try file(path, in: before), try file(path, in: after))
      // A branch that never moved, or moved on, does not have this version: nothing is to be done.
      guard try file(path, in: head)?.id == new?.id else { continue }
      let file = workTreePath(path)
      let link = StoreFile.target(file).map { repository.id(ofBlob: $0) }
      let there =
        try link ?? (try? StoreFile.read(file)).map { try repository.idToCommit($0, at: path) }
      let entry = index.entry(path)
      let isLeftOut = there == nil && entry?.isSkipWorktree == true
      guard isLeftOut || there == old?.id || there == new?.id else { continue }
      if !isLeftOut, there != new?.id || old?.mode != new?.mode {
        if let new {
          let content: [UInt8] =
            switch new.mode {
            case .commit, .tree: []
            case .link: try repository.blob(new.id)
            case .file, .executable: try OldContents(self).bytes(new.id, at: path)
            }
          try checkOut(content, new.mode, at: path, durable: settings.isDurable)
        } else if StoreFile.kind(file) != .folder {
          try takeAway(path)
        }
      }
      guard entry?.id == old?.id || entry?.id == new?.id else { continue }
      entries.append(
        new.map { .set(path: path, id: $0.id, mode: $0.mode) } ?? .remove(path: path))
    }
    try repository.updateIndex(entries)
  }

  /// A file of a tree; a folder of that name is none.
  private func file(_ path: String, in tree: ObjectID?) throws -> TreeEntry? {
    let entry = try tree.flatMap { try repository.entry(path, inTree: $0) }
    return entry?.mode == .tree ? nil : entry
  }

  /// Writes a file as a whole: beside its place, then there.
  func place(_ content: [UInt8], at path: String, durable: Bool? = nil) throws(StoreError) {
    let waiting = try prepare(content, at: path, durable: durable)
    try StoreFile.rename(waiting, to: workTreePath(path))
  }

  /// Writes a file beside its place, where `rename` takes it from.
  ///
  /// - Parameter durable: Whether it is on the disk then; as the store's setting says when left out.
  func prepare(
    _ content: [UInt8], at path: String, durable: Bool? = nil
  ) throws(StoreError) -> String {
    let waiting = workTreePath(Intent.waiting(path))
    try StoreFile.write(
      content, to: waiting, modeOf: workTreePath(path), durable: durable ?? settings.isDurable,
      makesFolder: true)
    return waiting
  }

  /// Writes a file of a change beside its place, with its mode; nothing for one that is to go.
  func prepare(_ file: FileContent, durable: Bool? = nil) throws(StoreError) {
    guard let content = file.content else { return }
    let waiting = try prepare(content, at: file.path, durable: durable)
    if let mode = file.mode { try StoreFile.setExecutable(waiting, mode == .executable) }
  }

  /// Removes a file, and the folders that are empty then, but for the store's own.
  func takeAway(_ path: String) throws(StoreError) {
    try StoreFile.remove(workTreePath(path))
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if folder + "/" == prefix { return }
      StoreFile.removeIfEmpty(workTreePath(String(folder)))
    }
  }
}
