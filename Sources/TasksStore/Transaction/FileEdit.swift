import Git
import Platform

/// The content of a file after a change, and its content when the change was decided.
///
/// If another program saves the file in between, its content is kept and the change begins anew.
package struct FileEdit {
  package let content: FileContent
  /// Nil if there was no file.
  let seen: [UInt8]?
  /// False for a file that is changed in the work tree and is no part of the commit.
  let isCommitted: Bool

  package init(content: FileContent, seen: [UInt8]?, isCommitted: Bool = true) {
    (self.content, self.seen, self.isCommitted) = (content, seen, isCommitted)
  }

  package var path: String { content.path }

  static func asItIs(_ content: FileContent) -> FileEdit {
    FileEdit(content: content, seen: content.content)
  }
}

extension FileEdit {
  /// Whether the file has to be installed: it has neither the wanted content nor, then, the wanted mode.
  ///
  /// - Parameters:
  ///   - workTree: The folder of all paths.
  ///   - folders: The folders that were looked at before, and whether each is one.
  /// - Throws: `changedMeanwhile`, `unreadable`.
  fileprivate func isPending(
    in workTree: String, _ folders: inout [ByteName: Bool]
  ) throws(StoreError) -> Bool {
    let there = try bytes(in: workTree, &folders)
    if there == content.content, hasMode(in: workTree) { return false }
    guard there == seen else { throw .changedMeanwhile(path: path) }
    return true
  }

  private func hasMode(in workTree: String) -> Bool {
    guard content.content != nil, let mode = content.mode else { return true }
    return File.isMarkedExecutable("\(workTree)/\(path)") == (mode == .executable)
  }

  /// Returns the content of the file now; nil if a parent is a link, since what it leads to is not in the store.
  private func bytes(
    in workTree: String, _ folders: inout [ByteName: Bool]
  ) throws(StoreError) -> [UInt8]? {
    var folder = path[...]
    while let slash = folder.lastSlash {
      folder = folder[..<slash]
      let name = ByteName(String(folder))
      let isFolder = folders[name] ?? (File.kind("\(workTree)/\(name.text)") == .folder)
      folders[name] = isFolder
      if !isFolder { return nil }
    }
    return try StoreFile.readIfThere("\(workTree)/\(path)")
  }
}

extension TaskStore {
  /// Returns the edits that have to be installed, without files that already have the wanted content.
  ///
  /// - Throws: `changedMeanwhile`, `unreadable`.
  package func pendingEdits(_ files: [FileEdit]) throws(StoreError) -> [FileEdit] {
    let workTree = repository.workTree
    let looks = ParallelHalves.halves(of: files) { files in
      var folders: [ByteName: Bool] = [:]
      return files.map { file in
        Attempt { () throws(StoreError) in try file.isPending(in: workTree, &folders) }
      }
    }
    var pending: [FileEdit] = []
    for (file, look) in zip(files, looks) {
      if try look.get() { pending.append(file) }
    }
    return pending
  }
}
