import Git
import Platform
import TasksCore

extension TaskStore {
  /// Prepares a change with the files in the work tree already, as `git commit` does: a hook that checks or formats
  /// what is about to be committed looks for it there. What the hook has staged is what is committed, and what stands
  /// in the work tree afterwards.
  ///
  /// - Returns: Nil when nothing differs; all is as before then, and where something is thrown.
  func prepareInSight(
    _ planned: [FileEdit], _ route: CommitRoute, _ message: String, _ author: Signature,
    _ committer: Signature
  ) throws -> PreparedChange? {
    let files = planned.map(\.content)
    let old = try repository.head().id
    let unplaced = try self.unplaced(planned)
    var intent = Journal(
      old: old, new: nil, paths: files.map(\.path), shown: willShow(unplaced))
    do {
      // Without a file to show there is nothing to take back, and the intent begins with the commit.
      if !unplaced.isEmpty { try begin(intent, durable: false) }
      for file in unplaced { try prepare(file.content, durable: false) }
      try show(intent.shown[...])
      _ = try self.unplaced(unplaced)
      guard
        let commit = try route.backend.prepare(
          files, in: repository, onto: old, message: message, author: author, committer: committer)
      else {
        try settle(intent)
        return nil
      }
      intent.shown = try follow(commit, unplaced, intent.shown)
      intent.new = commit.new
      try begin(intent, durable: false)
      return PreparedChange(commit: commit, intent: intent)
    } catch {
      try? settle(intent)
      throw error
    }
  }

  /// Brings the work tree to what is committed where a hook has staged something else and left the file alone.
  ///
  /// - Returns: The shown files, with what of the hook's making stands in their places now.
  private func follow(
    _ commit: PreparedCommit, _ planned: [FileEdit], _ shown: [InstalledFile]
  ) throws -> [InstalledFile] {
    var ids: [String: ObjectID] = [:]
    for case .set(let path, let id, _) in commit.changes { ids[path] = id }
    var shown = shown
    for (number, file) in planned.enumerated() {
      guard let content = file.content.content, let id = ids[file.path],
        var there = try? StoreFile.read(workTreePath(file.path))
      else { continue }
      // What is no other file needs no program of git's.
      if repository.id(ofBlob: there) != id, try repository.idToCommit(there, at: file.path) != id {
        guard there == content else {
          context.say(
            "\(Visible.text(Text(file.path))) was saved meanwhile, and stays as it was saved")
          continue
        }
        there = try OldContents(self).bytes(id, at: file.path)
        try place(there, at: file.path, durable: false)
      }
      shown[number].new = repository.id(ofBlob: there)
    }
    return shown
  }
}
