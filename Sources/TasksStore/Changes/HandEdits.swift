import Git
import Platform
import TasksCore

/// The edits made without this program: tasks edited, added or removed by hand, and the store's settings.
package struct HandEdits {
  private(set) var changes: [PlannedChange] = []
  /// The paths of files that look like tasks, in a folder that other things live in; they are left as they are.
  package private(set) var strangers: [String] = []
  /// What is said once they are committed.
  private var remarks: [String] = []
  /// The open tasks whose files are gone.
  private var removed: [Task] = []
  /// Whether they change files, so that what was read before them is out of date.
  private(set) var changesFiles = false
  private let store: TaskStore
  /// Whether other things live in the store's folder; nil until it matters.
  private var isShared: Bool?

  /// Finds the files of the store that differ from the last commit.
  ///
  /// - Parameter snapshot: Receives the index that was read.
  package init(_ reading: StoreReading, _ snapshot: inout Snapshot, in store: TaskStore) throws {
    self.store = store
    let stray = try StrayFiles(reading, &snapshot, in: store)
    if stray.isEmpty, reading.misplaced.isEmpty { return }
    // Confirms before any message is printed: if some files were edited, the cached ones may have been too.
    try reading.confirm()
    let tasks = try StrayTasks(stray, reading, snapshot, in: store)
    let paths = tasks.paths
    (remarks, changes) = (tasks.remarks, tasks.changes)
    changesFiles = !paths.isEmpty
    let old = try OldContents(
      of: stray.changes.map {
        FileChange(path: $0.path, old: $0.old, new: nil, oldMode: nil, newMode: nil)
      }, in: store)
    for change in stray.changes where !paths.contains(change.path.dropping(store.prefix)) {
      if let edit = try planned(change, old, reading) { try take(edit) }
    }
    for path in stray.untracked.sorted() where !paths.contains(path) {
      if let document = reading.document(at: path) {
        try take(
          PlannedChange(
            change: ChangedTask(old: nil, new: document.task),
            file: try asItIs(document.bytes, at: store.prefix + path), document: document))
      } else if path.begins(with: ".tasks/") {
        let content = try StoreFile.read(store.root + "/" + path)
        changes.append(
          PlannedChange(
            change: ChangedTask(old: nil, new: nil),
            file: try asItIs(content, at: store.prefix + path), document: nil))
      }
    }
    removed = changes.filter { $0.change.new == nil }.compactMap(\.change.old).filter {
      $0.isOpen && reading.task(withID: $0.id) == nil && File.isMissing(store.root + "/" + $0.path)
    }
  }

  package var paths: [String] { changes.files.map(\.path) }

  /// Takes an edit, unless its file only looks like a task.
  private mutating func take(_ edit: PlannedChange) throws {
    let tasks = [edit.change.old, edit.change.new].compactMap { $0 }
    let isKnown = tasks.isEmpty || tasks.contains(where: \.isOfStore)
    if !isKnown, isShared == nil { isShared = try store.isSharedUnsaid() }
    if isKnown || isShared == false {
      changes.append(edit)
    } else {
      strangers.append(edit.file.path.dropping(store.prefix))
    }
  }

  /// Says once that files look like tasks, and how to take them.
  private func offer() throws {
    let note = store.notesFolder + "/offered"
    let told = Set(((try? StoreFile.read(note)).map { Text(bytes: $0).lines } ?? []).map(\.string))
    let new = strangers.filter { !told.contains($0) }
    guard !new.isEmpty else { return }
    let folder = new[0].lastSlash.map { String(new[0][...$0]) } ?? ""
    let place = new.allSatisfy { $0.begins(with: folder) } && !folder.isEmpty ? folder : "."
    let path = store.prefix.isEmpty ? place : store.prefix + (place == "." ? "" : place)
    let isOne = new.count == 1
    let what =
      isOne ? "1 file looks like a task and is" : "\(new.count) files look like tasks and are"
    store.context.say(
      "\(what) left alone; to take \(isOne ? "it" : "them"): "
        + "tasks adopt \(ControlCharacters.escaped(path))")
    try StoreFile.write(
      Array((told.union(new)).sorted().joined(separator: "\n").utf8), to: note, durable: false)
  }

  /// Commits them in a commit of their own. The caller holds the lock.
  ///
  /// - Parameter snapshot: Receives a new snapshot after the commit.
  func commit(_ writer: Writer, _ snapshot: inout Snapshot) throws {
    try offer()
    guard !changes.isEmpty else { return }
    let changed = ChangedTask.joined(changes.map(\.change))
    let verb = changed.allSatisfy(\.isMove) ? "moved by hand" : "edited by hand"
    let message = CommitMessage.text(
      verb: verb, operation: "edit", changed: changed, device: store.clone)
    let commit = try FileCommit(
      changes.files, message: message, operation: verb, in: store, writer,
      from: snapshot)
    if try commit.prepare() {
      tellRemoved(try commit.finish())
    } else {
      // They are as in the last commit, but for files that were never in one.
      for edit in try store.pendingEdits(changes.files) {
        let path = store.workTreePath(edit.path)
        if let content = edit.content.content {
          try StoreFile.write(content, to: path, durable: true)
        } else {
          try StoreFile.remove(path)
        }
      }
    }
    for remark in remarks { store.context.say(remark) }
    for edit in changes {
      if let task = edit.document?.task, task.hasNotesToEncrypt,
        task.notes != edit.change.old?.notes
      {
        store.sayNotEncrypted(task)
      }
    }
    // A commit that failed in part has to be recovered before the next journal is written.
    try Recovery(store).run()
    snapshot = try Snapshot(store.repository)
  }

  /// Tells of open tasks whose files another program has removed, as Obsidian does when it deletes a note.
  private func tellRemoved(_ commit: ObjectID?) {
    guard let first = removed.first, let commit else { return }
    let what = removed.count == 1 ? "" : " and of \((removed.count - 1).counted("other task"))"
    store.context.say(
      "the file of '\(first.shownTitle)'\(what) was removed; to have it back: "
        + "tasks undo --op \(commit.hex.prefix(8))")
  }

  /// Commits unreadable task files as they are, so that a merge can keep the lines of both sides. Files that the
  /// other side has not changed are left for the user to fix.
  ///
  /// - Parameter paths: Paths in the repository.
  /// - Returns: False, with nothing committed, if one of them is readable or was never a task.
  package static func commitUnreadable(_ paths: [String], in store: TaskStore) throws -> Bool {
    try store.locked { writer in
      let snapshot = try Snapshot(store.repository)
      guard let tree = snapshot.tree else { return false }
      var files: [FileEdit] = []
      for path in paths {
        guard store.mayBeTask(path),
          let content = try StoreFile.readIfThere(store.workTreePath(path))
        else { return false }
        let new = store.version(content, at: path)
        let old = try store.repository.entry(path, inTree: tree).flatMap { entry in
          try entry.isFile
            ? store.version(OldContents(store).bytes(entry.id, at: path), at: path) : nil
        }
        guard new.document == nil, new.isTask || old?.isTask == true else { return false }
        files.append(.asItIs(FileContent(path: path, content: content)))
      }
      let message = CommitMessage.text(
        verb: "edited by hand", operation: "edit",
        changed: files.map { _ in ChangedTask(old: nil, new: nil) }, device: store.clone)
      let commit = try FileCommit(
        files, message: message, operation: "edited by hand", in: store, writer, from: snapshot)
      return try commit.prepare() && commit.finish() != nil
    }
  }

  /// Plans the commit of a changed file that was a task, is one, or is a setting; nil for any other file.
  private func planned(
    _ change: WorktreeChange, _ contents: OldContents, _ reading: StoreReading
  ) throws -> PlannedChange? {
    let path = change.path.dropping(store.prefix)
    let isSetting = path.begins(with: ".tasks/")
    let new = reading.document(at: path)
    let oldBytes = try contents.bytes(change.old, at: change.path)
    let old = oldBytes.flatMap { try? store.parse($0, path: path) }
    guard isSetting || old != nil || new != nil else { return nil }
    if !isSetting, new == nil, change.kind != .deleted, change.kind != .replaced,
      !reading.unreadable.contains(where: { $0.path == path }),
      let content = try? StoreFile.read(store.root + "/" + path),
      (try? store.parse(text: content, path: path)) != nil
    {
      // A note that has lost its tag, say, and is one of the user's other notes now.
      return PlannedChange(
        change: ChangedTask(old: old?.task, new: nil),
        file: .asItIs(FileContent(path: change.path, content: content, mode: change.mode)),
        document: nil)
    }
    if !isSetting, new == nil, change.kind != .deleted {
      // A commit would remove it from every list; the user should see it first.
      if change.kind == .replaced {
        let kind = File.kind(store.root + "/" + path)
        let isRegular = kind == nil || kind == .regular
        let fault = isRegular ? "cannot be read" : "is no longer a regular file"
        store.context.say("\(ControlCharacters.escaped(Text(path))) \(fault), and is not committed")
      } else {
        let reason = reading.unreadable.first { $0.path == path }?.reason.reason
        store.context.say(
          ControlCharacters.escaped(Text(path))
            + (reason.map { " cannot be read: \($0)" } ?? " is no longer a task")
            + ", and is not committed")
        store.namedFiles.insert(path)
      }
      return nil
    }
    // For example a setting that was replaced by a link.
    if change.kind == .replaced { return nil }
    if change.kind == .deleted {
      return PlannedChange(
        change: ChangedTask(old: old?.task, new: nil),
        file: .asItIs(FileContent(path: change.path, content: nil)), document: nil)
    }
    guard let content = try? new?.bytes ?? StoreFile.read(store.root + "/" + path) else {
      return nil
    }
    if let old = old?.task, let new, let sealed = sealed(new, since: old) {
      return PlannedChange(
        change: ChangedTask(old: old, new: sealed.task),
        file: FileEdit(
          content: FileContent(path: change.path, content: sealed.bytes, mode: change.mode),
          seen: content), document: sealed)
    }
    return PlannedChange(
      change: ChangedTask(old: old?.task, new: new?.task),
      file: .asItIs(FileContent(path: change.path, content: content, mode: change.mode)),
      document: new)
  }

  /// Encrypts notes again that an editor has left in plain text; nil if they are to be plain, or if that cannot be done
  /// here.
  private func sealed(_ new: any TaskDocument, since old: Task) -> (any TaskDocument)? {
    guard old.hasEncryptedNotes, new.task.hasNotesToEncrypt else { return nil }
    let encryption = store.encryption
    guard let text = try? encryption.plainNotes(of: new.task),
      let notes = try? encryption.rewritten(old, as: text)
    else { return nil }
    return try? new.applying([.notes(notes)])
  }

  private func asItIs(_ content: [UInt8], at path: String) throws -> FileEdit {
    .asItIs(
      FileContent(path: path, content: content, mode: try store.repository.modeToCommit(path)))
  }
}
