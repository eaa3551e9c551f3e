import Git
import Platform
import TasksCore

/// A file as a change leaves it, and as it was when the change was decided.
///
/// Whoever saves the file in between wins: neither the change nor what was saved may go under.
struct FileEdit {
  let content: FileContent
  /// Nil where nothing was.
  let seen: [UInt8]?

  var path: String { content.path }

  /// A file that is to be committed as it is.
  static func asItIs(_ content: FileContent) -> FileEdit {
    FileEdit(content: content, seen: content.content)
  }
}

extension TaskStore {
  /// The edits that have to be installed: a file that was edited by hand is committed as it is.
  ///
  /// - Throws: `changedMeanwhile`, `unreadable`.
  func pendingEdits(_ files: [FileEdit]) throws(StoreError) -> [FileEdit] {
    var pending: [FileEdit] = []
    for file in files {
      let there = try bytes(at: file.path)
      if there == file.content.content, hasMode(file.content) { continue }
      guard there == file.seen else { throw .changedMeanwhile(path: file.path) }
      pending.append(file)
    }
    return pending
  }

  private func hasMode(_ file: FileContent) -> Bool {
    guard file.content != nil, let mode = file.mode else { return true }
    return File.isMarkedExecutable(workTreePath(file.path)) == (mode == .executable)
  }

  /// What a link on the way leads to is no part of the store.
  private func bytes(at path: String) throws(StoreError) -> [UInt8]? {
    var folder = path[...]
    while let slash = folder.lastSlash {
      folder = folder[..<slash]
      if File.kind(workTreePath(String(folder))) != .folder { return nil }
    }
    return try StoreFile.readIfThere(workTreePath(path))
  }
}
