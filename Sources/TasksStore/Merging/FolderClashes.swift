import Git
import Platform
import TasksCore

extension TreeMerge {
  /// Refuses a merge in which a path is a file on one side and a folder on the other.
  func checkFolders() throws {
    for (path, file) in files where file.entry != nil {
      let there = try trees.entry(path, on: .ours)
      if let there, there.mode != .tree { continue }
      if there != nil, try !isEmptied(path) { throw MergeRefusal.fileAndFolder(path) }
      var folder = path[...]
      while let slash = folder.lastSlash {
        folder = folder[..<slash]
        let name = String(folder)
        let above =
          try files[name].map(\.entry) ?? trees.entry(name, on: .ours)
        if let above, above.mode != .tree { throw MergeRefusal.fileAndFolder(name) }
      }
    }
  }

  private func isEmptied(_ folder: String) throws -> Bool {
    try trees.files(on: .ours, under: folder).allSatisfy { entry in
      files[entry.path].map { $0.entry == nil } ?? false
    }
  }
}
