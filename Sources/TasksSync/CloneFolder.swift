import Platform
import TasksStore

/// The folder of a new clone, which did not exist or was empty.
struct CloneFolder {
  let path: String
  private let wasThere: Bool
  /// The parent folders that had to be created, the innermost first.
  private let made: [String]

  /// Creates missing parent folders.
  init(_ path: String) throws(StoreError) {
    self.path = path
    wasThere = File.kind(path) != nil
    let above = Self.above(path)
    var made: [String] = []
    var folder = above
    while File.kind(folder) == nil {
      made.append(folder)
      folder = Self.above(folder)
    }
    self.made = made
    try StoreFile.makeFolder(above)
  }

  /// Removes what an interrupted clone has left.
  func clear() {
    Self.empty(path)
    if !wasThere { File.removeIfEmpty(path) }
    clearAbove()
  }

  /// Removes the parent folders that were created, if they are empty.
  func clearAbove() {
    for folder in made { File.removeIfEmpty(folder) }
  }

  private static func above(_ path: String) -> String {
    let folder = path.lastSlash.map { String(path[..<$0]) } ?? ""
    return folder.isEmpty ? "/" : folder
  }

  private static func empty(_ folder: String) {
    for (name, kind) in File.names(in: folder) ?? [] {
      let path = folder + "/" + name
      if kind == .folder {
        empty(path)
        File.removeIfEmpty(path)
      } else {
        try? StoreFile.remove(path)
      }
    }
  }
}
