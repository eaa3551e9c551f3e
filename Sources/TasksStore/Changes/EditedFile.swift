import Git
import Platform
import TasksCore

package struct EditedFile {
  let store: TaskStore
  /// In the store.
  let path: String

  package init(_ path: String, in store: TaskStore) { (self.path, self.store) = (path, store) }

  /// Throws if the file is no longer a task, if its own id has changed, or if its new id is another task's.
  ///
  /// A file that is no task stays as it was written: no command commits it. One with a wrong id would be committed by
  /// the next writing command, so the old content is restored and the new content is saved next to it.
  package func check(before: [UInt8]) throws {
    let written = try store.contents(path)
    let new = try task(in: written)
    guard let reason = try idFault(of: new, before: before) else { return }
    let aside = try store.locked {
      let aside = SiblingNames.refused(store.prefix + path, in: store)
      try store.place(written, at: aside, durable: store.settings.isDurable)
      // Content saved since then is kept.
      let edit = FileEdit(
        content: FileContent(path: store.prefix + path, content: before), seen: written)
      let files = WorktreeFiles([store.installed(edit)], in: store)
      try files.stage([edit.content])
      try files.install()
      try files.removeSiblings()
      return aside.dropping(store.prefix)
    }
    throw StoreError.invalid(
      "\(path) was restored: \(reason); your version is in \(aside)")
  }

  private func task(in written: [UInt8]) throws -> Task {
    let reason: String
    do throws(ReadError) {
      if let task = try store.parse(written, path: path)?.task { return task }
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

  private func idFault(of new: Task, before: [UInt8]) throws -> String? {
    guard let old = (try? store.parse(before, path: path))?.task, new.id != old.id else {
      return nil
    }
    if old.hasOwnID {
      return "its id was changed from \(old.id.text) to \(new.id.text), but an id cannot change"
    }
    let twins = try store.read().tasks.filter { $0.id == new.id && $0.path != path }
    return twins.first.map { "\($0.path) already has the id \(new.id.text)" }
  }

  package static func commit(_ files: [EditedFile], in store: TaskStore) throws -> WriteReport {
    let write = StoreWrite(store: store, verb: "edit", commitsHandEdits: false)
    return try write.run { _ in
      try files.map { file in
        let content = try store.contents(file.path)
        if let document = try? store.parse(content, path: file.path),
          document.task.hasNotesToEncrypt
        {
          return .replace(document, with: try store.encrypting(document))
        }
        return .edited(path: file.path, old: try file.committed(), content: content)
      }
    }
  }

  /// Returns the content in the last commit.
  private func committed() throws -> [UInt8]? {
    guard let tree = try Snapshot(store.repository).tree else { return nil }
    let entry = try store.repository.entry(store.prefix + path, inTree: tree)
    return try OldContents(store).bytes(entry?.id, at: store.prefix + path)
  }
}

extension TaskStore {
  /// The editor that git is configured to use (`core.editor`).
  package var gitEditor: String? {
    (try? repository.string("core.editor")).flatMap { $0 }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Runs git in the store, on the terminal; returns its exit status.
  package func runGit(_ arguments: [String]) throws -> Int32 {
    try GitProgram(folder: root).runOnTerminal(arguments).code
  }
}

/// A copy of a task's text outside of the store, for an editor whose result is not to be committed at once.
package struct EditedCopy {
  /// Absolute.
  package let path: String
  private let store: TaskStore
  private let document: any TaskDocument

  package init(of document: any TaskDocument, in store: TaskStore) throws {
    (self.store, self.document) = (store, document)
    let task = document.task
    path = "\(store.notesFolder)/edit-\(getpid()).\(task.format.rawValue)"
    try StoreFile.write(document.bytes, to: path, durable: false, makesFolder: true)
  }

  /// Returns the task as edited, and removes the copy.
  ///
  /// - Throws: `invalid`, and leaves the copy, if the text is no longer this task.
  package func finish() throws -> any TaskDocument {
    let fault: String
    do throws(ReadError) {
      let bytes = try StoreFile.read(path)
      if let edited = try store.parse(bytes, path: document.task.path),
        edited.task.id == document.task.id
      {
        try? StoreFile.remove(path)
        return edited
      }
      fault = "it is not this task any more"
    } catch {
      fault = error.reason
    }
    throw StoreError.invalid("the edited text cannot be taken: \(fault); it is in \(path)")
  }
}
