import Git
import TasksCore

/// A file as a change leaves it, and as it was when the change was decided.
///
/// Whoever saves the file in between wins: neither the change nor what was saved may go under.
struct PlannedFile {
  let content: FileContent
  /// Nil where nothing was.
  let seen: [UInt8]?

  var path: String { content.path }

  /// A file that is to be committed as it is.
  static func asItIs(_ content: FileContent) -> PlannedFile {
    PlannedFile(content: content, seen: content.content)
  }
}

extension TaskStore {
  /// What has to be put in place yet: a file that somebody has edited is committed as it lies there.
  ///
  /// - Throws: `changedMeanwhile`.
  func unplaced(_ files: [PlannedFile]) throws(StoreError) -> [PlannedFile] {
    var unplaced: [PlannedFile] = []
    for file in files {
      let there = bytes(at: file.path)
      if there == file.content.content, hasMode(file.content) { continue }
      guard there == file.seen else { throw .changedMeanwhile(path: file.path) }
      unplaced.append(file)
    }
    return unplaced
  }

  /// Puts a file in place that waits beside it, or takes it away. What was saved there since the change was decided
  /// comes back, as an edit on top of the change.
  func replace(_ file: PlannedFile) throws(StoreError) {
    let (path, waiting) = (workTreePath(file.path), workTreePath(Intent.waiting(file.path)))
    if file.content.content == nil {
      guard StoreFile.kind(path) != nil else { return try takeAway(file.path) }
      try StoreFile.rename(path, to: waiting)
    } else if !FileExchange.exchange(waiting, path) {
      return try StoreFile.rename(waiting, to: path)
    }
    let displaced = try? StoreFile.read(waiting)
    if displaced == file.seen || displaced == file.content.content {
      try StoreFile.remove(waiting)
      if file.content.content == nil { try takeAway(file.path) }
    } else {
      try StoreFile.rename(waiting, to: path)
      context.say("\(Visible.text(Text(file.path))) was saved meanwhile, and stays as it was saved")
    }
  }

  private func hasMode(_ file: FileContent) -> Bool {
    guard file.content != nil, let mode = file.mode else { return true }
    return StoreFile.isMarkedExecutable(workTreePath(file.path)) == (mode == .executable)
  }

  /// What a link on the way leads to is no part of the store.
  private func bytes(at path: String) -> [UInt8]? {
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if StoreFile.kind(workTreePath(String(folder))) != .folder { return nil }
    }
    return try? StoreFile.read(workTreePath(path))
  }
}
