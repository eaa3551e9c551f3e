import Git
import Platform
import TasksCore

extension TaskStore {
  /// Commits the edits made without this program in a commit of their own: tasks edited, added or removed by hand,
  /// and the store's settings. The caller holds the lock.
  ///
  /// - Parameter snapshot: Receives the index that was read, and a new snapshot after a commit.
  func commitHandEdits(
    _ reading: StoreReading, _ writer: Writer, _ snapshot: inout Snapshot
  ) throws {
    let edits = try handEdits(reading, &snapshot)
    guard !edits.isEmpty else { return }
    let changed = ChangedTask.joined(edits.map(\.change))
    let verb = changed.allSatisfy(\.isMove) ? "moved by hand" : "edited by hand"
    let message = CommitMessage.text(
      verb: verb, operation: "edit", changed: changed, device: device)
    let commit = try FileCommit(
      edits.flatMap(\.files), message: message, operation: verb, in: self, writer, from: snapshot)
    if try commit.prepare() { _ = try commit.finish() }
    // A commit that failed in part has to be recovered before the next journal is written.
    try Recovery(self).run()
    snapshot = try Snapshot(repository)
  }

  /// Returns the files of the store that differ from the last commit.
  func handEdits(_ reading: StoreReading) throws -> [Planned] {
    var snapshot = try Snapshot(repository)
    return try handEdits(reading, &snapshot)
  }

  private func handEdits(
    _ reading: StoreReading, _ snapshot: inout Snapshot
  ) throws -> [Planned] {
    let stray = try strayFiles(reading, &snapshot) ?? strayFilesByTree(reading, snapshot)
    if stray.isEmpty { return [] }
    // Confirms before any message is printed: if some files were edited, the cached ones may have been too.
    try reading.confirm()
    let old = try OldContents(
      of: stray.changes.map {
        FileChange(path: $0.path, old: $0.old, new: nil, oldMode: nil, newMode: nil)
      }, in: self)
    var edits: [Planned] = []
    for change in stray.changes {
      if let edit = try planned(change, old, reading) { edits.append(edit) }
    }
    for path in stray.untracked.sorted() {
      if let document = reading.document(at: path) {
        edits.append(
          Planned(
            change: ChangedTask(old: nil, new: document.task),
            file: try asItIs(document.bytes, at: prefix + path), document: document))
      } else if path.hasPrefix(".tasks/") {
        let content = try StoreFile.read(root + "/" + path)
        edits.append(
          Planned(
            change: ChangedTask(old: nil, new: nil),
            file: try asItIs(content, at: prefix + path), document: nil))
      }
    }
    return edits
  }

  /// Commits unreadable task files as they are, so that a merge can keep the lines of both sides. Files that the
  /// other side has not changed are left for the user to fix.
  ///
  /// - Parameter paths: Paths in the repository.
  /// - Returns: False, with nothing committed, if one of them is readable or was never a task.
  func commitUnreadable(_ paths: [String]) throws -> Bool {
    try locked { writer in
      let snapshot = try Snapshot(repository)
      guard let tree = snapshot.tree else { return false }
      var files: [FileEdit] = []
      for path in paths {
        guard mayBeTask(path), let content = try StoreFile.readIfThere(workTreePath(path)) else {
          return false
        }
        let new = version(content, at: path)
        let old = try repository.entry(path, inTree: tree).flatMap { entry in
          try entry.isFile ? version(OldContents(self).bytes(entry.id, at: path), at: path) : nil
        }
        guard new.document == nil, new.isTask || old?.isTask == true else { return false }
        files.append(.asItIs(FileContent(path: path, content: content)))
      }
      let message = CommitMessage.text(
        verb: "edited by hand", operation: "edit",
        changed: files.map { _ in ChangedTask(old: nil, new: nil) }, device: device)
      let commit = try FileCommit(
        files, message: message, operation: "edited by hand", in: self, writer, from: snapshot)
      return try commit.prepare() && commit.finish() != nil
    }
  }

  /// The files that differ from the last commit.
  private struct StrayFiles {
    var changes: [WorktreeChange] = []
    /// Paths in the store; not all are tasks.
    var untracked: [String] = []

    var isEmpty: Bool { changes.isEmpty && untracked.isEmpty }
  }

  /// Compares the index with the scan; returns nil if the index is not enough to decide.
  private func strayFiles(
    _ reading: StoreReading, _ snapshot: inout Snapshot
  ) throws -> StrayFiles? {
    guard let scan = reading.scan, let tree = snapshot.tree else { return nil }
    var files = ScannedFiles(scan)
    var settings = Set(TaskFolder(root: root).settings().map { ByteName($0) })
    let suspects = try repository.suspects(
      under: prefix, of: tree,
      look: { path, known in
        files.find(path).map { $0.matches(known) ? .same : .different } ?? .absent
      },
      where: { path in
        guard path.starts(with: ".tasks/".utf8) || FolderScan.isNamedLikeTask(path) else {
          return false
        }
        let path = String(decoding: path, as: UTF8.self)
        settings.remove(ByteName(path))
        return isOurs(prefix + path)
      })
    guard let (suspects, index) = suspects else { return nil }
    snapshot.index = index
    var stray = StrayFiles(changes: try repository.worktreeChanges(among: suspects))
    // Otherwise, after a copy or a restored backup, every command would read these files again.
    if suspects.count - stray.changes.count > 64 { repository.refreshIndex() }
    stray.untracked = files.neverFound + settings.map(\.text)
    return stray
  }

  /// Compares with the tree of the last commit.
  private func strayFilesByTree(
    _ reading: StoreReading, _ snapshot: Snapshot
  ) throws -> StrayFiles {
    var tracked: Set<ByteName> = []
    if let tree = snapshot.tree {
      for entry in try repository.files(inTree: tree, under: prefix) {
        tracked.insert(ByteName(entry.path))
      }
    }
    // An unmerged file is not a hand edit.
    let unmerged = Set(try repository.unmergedPaths())
    let changes = try repository.worktreeChanges(under: prefix) {
      isOurs($0) && !unmerged.contains($0)
    }
    let known = tracked.union((changes.map(\.path) + unmerged).map { ByteName($0) })
    let candidates = reading.paths + TaskFolder(root: root).settings()
    return StrayFiles(
      changes: changes.filter { tracked.contains(ByteName($0.path)) || isWanted($0.path, reading) },
      untracked: candidates.filter { !known.contains(ByteName(prefix + $0)) })
  }

  /// Returns true for a possible task, and for the store's settings and templates.
  private func isOurs(_ path: String) -> Bool {
    let inStore = path.dropping(prefix)
    if inStore.hasPrefix(".tasks/") { return true }
    guard Format(path: inStore) != nil, inStore != TaskStore.inbox else { return false }
    return !inStore.utf8.hasHiddenName
  }

  private func isWanted(_ path: String, _ reading: StoreReading) -> Bool {
    let inStore = path.dropping(prefix)
    return inStore.hasPrefix(".tasks/") || reading.document(at: inStore) != nil
  }

  /// Plans the commit of a changed file that was a task, is one, or is a setting; nil for any other file.
  private func planned(
    _ change: WorktreeChange, _ contents: OldContents, _ reading: StoreReading
  ) throws -> Planned? {
    let path = change.path.dropping(prefix)
    let isSetting = path.hasPrefix(".tasks/")
    let new = reading.document(at: path)
    let oldBytes = try contents.bytes(change.old, at: change.path)
    let old = oldBytes.flatMap { try? parse($0, path: path) }
    guard isSetting || old != nil || new != nil else { return nil }
    if !isSetting, new == nil, change.kind != .deleted {
      // A commit would remove it from every list; the user should see it first.
      if change.kind == .replaced {
        let kind = File.kind(root + "/" + path)
        let isRegular = kind == nil || kind == .regular
        let fault = isRegular ? "cannot be read" : "is no longer a regular file"
        context.say("\(Visible.text(Text(path))) \(fault), and is not committed")
      } else if !reading.unreadable.contains(where: { $0.path == path }) {
        context.say("\(Visible.text(Text(path))) is no longer a task, and is not committed")
      }
      return nil
    }
    // For example a setting that was replaced by a link.
    if change.kind == .replaced { return nil }
    if change.kind == .deleted {
      return Planned(
        change: ChangedTask(old: old?.task, new: nil),
        file: .asItIs(FileContent(path: change.path, content: nil)), document: nil)
    }
    guard let content = try? new?.bytes ?? StoreFile.read(root + "/" + path) else { return nil }
    return Planned(
      change: ChangedTask(old: old?.task, new: new?.task),
      file: .asItIs(FileContent(path: change.path, content: content, mode: change.mode)),
      document: new)
  }

  private func asItIs(_ content: [UInt8], at path: String) throws -> FileEdit {
    .asItIs(FileContent(path: path, content: content, mode: try repository.modeToCommit(path)))
  }
}

extension String.UTF8View {
  /// Whether a component of the path begins with a dot.
  fileprivate var hasHiddenName: Bool {
    var last = UInt8(ascii: "/")
    for byte in self {
      if byte == UInt8(ascii: "."), last == UInt8(ascii: "/") { return true }
      last = byte
    }
    return false
  }
}
