import Git
import Platform
import TasksCore

/// Merges encrypted notes that a device without their keys has left as two messages, one after the other.
package struct UnmergedNotes {
  package let store: TaskStore

  package init(store: TaskStore) {
    self.store = store
  }

  /// Commits what can be merged here; what takes keys that are missing waits for another device, and is told of.
  package func merge() throws {
    let now = store.context.clock().now
    // A sync has just looked at each file, and git replaces those that it changes.
    let tagged = try TaskSelection(
      try Query.read(["+\(Task.cryptTag)"], now: now), from: store.readUnchecked(), of: store,
      now: now, withHidden: true, where: { !$0.isDeleted })
    let paths = tagged.filter(\.hasUnmergedMessages).map(\.path)
    try EncryptedFiles(of: store).mergeKept()
    guard !paths.isEmpty else { return }
    var waiting: [(title: String, reason: String)] = []
    _ = try store.write("sync") { reading in
      waiting = []
      return try paths.compactMap { path in
        guard let document = try? reading.document(path), document.task.hasUnmergedMessages else {
          return nil
        }
        do {
          return .edit(document, [.notes(try merged(document.task))])
        } catch let error as CipherError {
          waiting.append((ControlCharacters.escaped(document.task.title), error.message))
          return nil
        }
      }
    }
    for (title, reason) in waiting {
      store.context.say(
        "the notes of '\(title)' were changed on two devices, and wait for one that can read them: \(reason)"
      )
    }
  }

  /// Merges the notes of the two sides, by what they were before; without a merge in the history that has left them so,
  /// the lines of both.
  private func merged(_ task: Task) throws -> Text {
    if let sides = try sides(of: task),
      let notes = store.encryption.merged(sides, of: task)
    {
      return notes
    }
    return try store.encryption.rewritten(task, as: try store.encryption.plainNotes(of: task))
  }

  /// The versions of the notes in the merge that has left them as they are now.
  private func sides(of task: Task) throws -> ThreeWay<Text>? {
    let path = store.prefix + task.path
    let git = GitProgram(folder: store.root)
    func words(_ arguments: [String]) throws -> [String] {
      let outcome = try git.run(arguments)
      return outcome.status.code == 0
        ? String(decoding: outcome.output, as: UTF8.self).split { $0 == " " || $0 == "\n" }.map(
          String.init)
        : []
    }
    func notes(_ commit: String) throws -> Text? {
      let outcome = try git.run(["cat-file", "blob", "\(commit):\(path)"])
      guard outcome.status.code == 0 else { return nil }
      return try store.parse(outcome.output, path: task.path)?.task.notes
    }
    let merges = try words([
      "rev-list", "--merges", "--full-history", "--max-count=20", "--end-of-options", "HEAD", "--",
      path,
    ])
    for merge in merges {
      guard try notes(merge) == task.notes else { continue }
      let parents = try words(["rev-parse", "\(merge)^1", "\(merge)^2"])
      guard parents.count == 2, let ours = try notes(parents[0]),
        let theirs = try notes(parents[1]),
        ours != task.notes, theirs != task.notes
      else { continue }
      let base = try words(["merge-base", parents[0], parents[1]]).first
      return ThreeWay(base: try base.flatMap(notes), ours: ours, theirs: theirs)
    }
    return nil
  }
}

extension TreeMerge {
  func isEncryptedFile(_ path: String) -> Bool {
    path.begins(with: trees.contents.reader.prefix) && EncryptedFile.taskPath(of: path) != nil
  }

  /// Merges a file that is encrypted as a whole. Without the key ours stays, and theirs is kept beside it.
  mutating func mergeEncrypted(_ entries: ThreeWay<TreeEntry>, _ mode: FileMode) throws {
    let path = entries.ours.path
    let versions = ThreeWay<[UInt8]>(
      base: try entries.base.map(bytes), ours: try bytes(entries.ours),
      theirs: try bytes(entries.theirs))
    if let merged = EncryptedFile.merged(
      versions, path: path, workflow: trees.contents.reader.workflow, local: local,
      with: trees.tools)
    {
      return put(merged, at: path, mode)
    }
    var number = 1
    var place: String {
      path.dropLast(".org.gpg".count) + ".theirs\(number == 1 ? "" : "-\(number)").org.gpg"
    }
    while try isTaken(place) { number += 1 }
    files[place] = File(
      path: place, entry: TreeEntry(path: place, id: entries.theirs.id, mode: entries.theirs.mode))
    notes.append(
      "\(path) is encrypted, and cannot be decrypted here: the other version is in \(place)")
  }

  private func isTaken(_ path: String) throws -> Bool {
    try files[path] != nil
      || [Side.ours, .theirs].contains { try trees.entry(path, on: $0) != nil }
  }
}
