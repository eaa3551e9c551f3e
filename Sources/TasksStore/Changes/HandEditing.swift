import Git
import Platform
import TasksCore

/// Editing a task's file in an editor.
extension TaskStore {
  /// The editor that git is configured to use (`core.editor`).
  public var gitEditor: String? {
    (try? repository.string("core.editor")).flatMap { $0 }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the bytes of a task's file.
  public func contents(_ path: String) throws -> [UInt8] {
    do throws(ReadError) {
      return try StoreFile.read(root + "/" + path)
    } catch {
      throw StoreError.unreadable(path: path, error)
    }
  }

  /// Throws if an edited file is no longer a task, if its own id has changed, or if its new id is another task's.
  ///
  /// A file that is no task stays as it was written: no command commits it. One with a wrong id would be committed by
  /// the next writing command, so the old content is restored and the new content is saved next to it.
  public func checkEdited(_ path: String, before: [UInt8]) throws {
    let written = try contents(path)
    let new = try task(in: written, path)
    guard let reason = try idFault(of: new, path, before: before) else { return }
    let aside = try locked {
      let aside = freeName(beside: prefix + path)
      try place(written, at: aside, durable: settings.isDurable)
      // Content saved since then is kept.
      let edit = FileEdit(
        content: FileContent(path: prefix + path, content: before), seen: written)
      let files = WorktreeFiles([installed(edit)], in: self)
      try files.stage([edit.content])
      try files.install()
      try files.removeSiblings()
      return aside.dropping(prefix)
    }
    throw StoreError.invalid(
      "\(path) was restored: \(reason); your version is in \(aside)")
  }

  /// Parses the edited file.
  private func task(in written: [UInt8], _ path: String) throws -> Task {
    let reason: String
    do throws(ReadError) {
      if let task = try parse(written, path: path)?.task { return task }
      let lack =
        Format(path: path) == .markdown
        ? "its front matter has no status" : "its first heading has no keyword"
      reason = "line 1: \(lack), so it is no longer a task"
    } catch {
      reason = error.reason
    }
    throw StoreError.invalid(
      "\(path) cannot be committed: \(reason); fix it with tasks edit, or discard your changes "
        + "with: tasks git checkout -- \(path)")
  }

  private func idFault(of new: Task, _ path: String, before: [UInt8]) throws -> String? {
    guard let old = (try? parse(before, path: path))?.task, new.id != old.id else { return nil }
    if old.hasOwnID {
      return "its id was changed from \(old.id.text) to \(new.id.text), but an id cannot change"
    }
    let twins = try read().tasks.filter { $0.id == new.id && $0.path != path }
    return twins.first.map { "\($0.path) already has the id \(new.id.text)" }
  }

  /// Returns an unused name next to a path, which is not taken for a task's.
  ///
  /// - Parameter path: A path in the repository, like the result.
  func freeName(beside path: String) -> String {
    var name = SiblingPath.path(path, ending: ".refused")
    var number = 1
    while File.kind(workTreePath(name)) != nil {
      number += 1
      name = SiblingPath.path(path, ending: ".refused\(number)")
    }
    return name
  }

  /// Commits one file as it was edited.
  public func commitEdited(_ path: String) throws -> WriteReport {
    try write("edit", commitsHandEdits: false) { reading in
      let content = try contents(path)
      let old = try committed(path)
      return [.edited(path: path, old: old, content: content)]
    }
  }

  /// Returns the content of a file in the last commit.
  private func committed(_ path: String) throws -> [UInt8]? {
    guard let head = try repository.head().id else { return nil }
    let entry = try repository.entry(prefix + path, inTree: try repository.tree(ofCommit: head))
    return try OldContents(self).bytes(entry?.id, at: prefix + path)
  }
}

extension TaskStore {
  /// Runs git in the store, on the terminal; returns its exit status.
  public func runGit(_ arguments: [String]) throws -> Int32 {
    try GitProgram(folder: root).runOnTerminal(arguments).code
  }
}
