import Platform
import TasksCore

/// A store's folder in the work tree.
struct TaskFolder {
  let root: String

  /// Returns the paths of the files of `.tasks` (settings and templates), in no order.
  func settings() -> [String] {
    var paths: [String] = []
    var folders = [".tasks"]
    while let folder = folders.popLast() {
      for (name, kind) in File.names(in: root + "/" + folder) ?? [] where isSetting(name) {
        if kind == .folder { folders.append(folder + "/" + name) }
        if kind == .regular { paths.append(folder + "/" + name) }
      }
    }
    return paths
  }

  /// Returns false for the temporary files that editors and our own writer leave next to a file.
  private func isSetting(_ name: String) -> Bool {
    !name.hasPrefix(".") && !name.hasPrefix("#") && !name.hasSuffix("~")
      && !name.hasSuffix(".tasks-new")
  }

  func read(_ path: String) throws(ReadError) -> [UInt8] {
    try StoreFile.read(root + "/" + path, limit: TaskReader.largestFile)
  }
}

/// A file that looks like a task and cannot be read.
package struct UnreadableFile: Sendable, Equatable {
  /// The path in the store.
  package let path: String
  package let reason: ReadError

  package init(path: String, reason: ReadError) {
    (self.path, self.reason) = (path, reason)
  }

  /// Whether a word is the beginning of the id in the file's name.
  package func isNamed(_ word: String) -> Bool {
    word.utf8.count >= TaskID.shortest && TaskID(ofPath: path).hasPrefix(word)
  }
}
