import Git
import TasksCore

/// A file of a change that stands in the work tree while the user's hooks look at the change, and that is as it was
/// again if nothing comes of it.
struct ShownFile: Equatable {
  /// In the repository.
  let path: String
  /// What was there and what is shown, as ids of the bytes themselves; nil for nothing.
  let old: ObjectID?
  var new: ObjectID?
  let wasExecutable: Bool

  init(path: String, old: ObjectID?, new: ObjectID?, wasExecutable: Bool) {
    (self.path, self.old, self.new, self.wasExecutable) = (path, old, new, wasExecutable)
  }

  /// For the record of the change.
  var text: String {
    "\(old?.hex ?? "none") \(new?.hex ?? "none") \(wasExecutable ? "x" : "-") \(path)"
  }

  /// Nil for anything else.
  init?(text: String) {
    let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count == 4, !words[3].isEmpty else { return nil }
    (old, new) = (ObjectID(hex: String(words[0])), ObjectID(hex: String(words[1])))
    guard old != nil || words[0] == "none", new != nil || words[1] == "none" else { return nil }
    wasExecutable = words[2] == "x"
    path = String(words[3])
  }
}

extension TaskStore {
  /// What was in the place of a shown file, out of the sight of hooks that take up all they find in the work tree.
  func oldCopyPath(_ number: Int) -> String { "\(ownFolder)/old.\(number)" }

  /// What is to be known of files before they are shown.
  func willShow(_ files: [PlannedFile]) -> [ShownFile] {
    files.map { file in
      ShownFile(
        path: file.path, old: file.seen.map { repository.id(ofBlob: $0) },
        new: file.content.content.map { repository.id(ofBlob: $0) },
        wasExecutable: StoreFile.isMarkedExecutable(workTreePath(file.path)))
    }
  }

  /// Puts files into the work tree that are not committed yet.
  ///
  /// - Throws: `changedMeanwhile` for one that was saved this very moment, and stays as it was saved.
  func show(_ files: [PlannedFile]) throws {
    for (number, file) in files.enumerated() {
      guard let seen = file.seen else { continue }
      try StoreFile.write(
        seen, to: oldCopyPath(number), modeOf: workTreePath(file.path), durable: false)
    }
    for file in files {
      try prepare(file.content, durable: false)
      try replace(file)
    }
    _ = try unplaced(files)
  }

  /// Puts back what was in the place of shown files. What a hook, or somebody in an editor, has made of one since
  /// is put beside it.
  func takeBack(_ files: [ShownFile]) throws {
    for (number, file) in files.enumerated() {
      let path = workTreePath(file.path)
      let there = (try? StoreFile.read(path)).map { repository.id(ofBlob: $0) }
      let isMarked = StoreFile.isMarkedExecutable(path)
      if there == file.old, there == nil || isMarked == file.wasExecutable { continue }
      let old = try file.old.flatMap { try oldContent(number, $0) }
      // Lost with the machine's power; then it is in the last commit, and what is there counts as an edit.
      if file.old != nil, old == nil { continue }
      if there != file.new, there != file.old, StoreFile.kind(path) != nil {
        try putAside(file.path)
      }
      if let old {
        try place(old, at: file.path)
        try StoreFile.setExecutable(path, file.wasExecutable)
      } else {
        try takeAway(file.path)
      }
    }
  }

  private func oldContent(_ number: Int, _ id: ObjectID) throws -> [UInt8]? {
    if let copy = try? StoreFile.read(oldCopyPath(number)), repository.id(ofBlob: copy) == id {
      return copy
    }
    return try repository.contains(id) ? repository.blob(id) : nil
  }

  private func putAside(_ path: String) throws {
    let aside = freeName(beside: path)
    try StoreFile.rename(workTreePath(path), to: workTreePath(aside))
    context.say(
      "what became of \(Visible.text(Text(path))) meanwhile is in \(Visible.text(Text(aside)))")
  }
}
