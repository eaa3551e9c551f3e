import Git
import Platform
import TasksCore

/// The content of a file after a change, and its content when the change was decided.
///
/// If another program saves the file in between, its content is kept and the change begins anew.
struct FileEdit {
  let content: FileContent
  /// Nil if there was no file.
  let seen: [UInt8]?

  var path: String { content.path }

  /// Returns an edit that commits a file as it is.
  static func asItIs(_ content: FileContent) -> FileEdit {
    FileEdit(content: content, seen: content.content)
  }
}

extension TaskStore {
  /// Returns the edits that have to be installed, without files that already have the wanted content.
  ///
  /// - Throws: `changedMeanwhile`, `unreadable`.
  func pendingEdits(_ files: [FileEdit]) throws(StoreError) -> [FileEdit] {
    var pending: [FileEdit] = []
    var folders: [String: Bool] = [:]
    for file in files {
      let there = try bytes(at: file.path, &folders)
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

  /// Returns the content of a file; nil if a parent is a link, since what it leads to is not in the store.
  ///
  /// - Parameter folders: The folders that were looked at before, and whether each is one.
  private func bytes(
    at path: String, _ folders: inout [String: Bool]
  ) throws(StoreError) -> [UInt8]? {
    var folder = path[...]
    while let slash = folder.lastSlash {
      folder = folder[..<slash]
      let name = String(folder)
      let isFolder = folders[name] ?? (File.kind(workTreePath(name)) == .folder)
      folders[name] = isFolder
      if !isFolder { return nil }
    }
    return try StoreFile.readIfThere(workTreePath(path))
  }
}
