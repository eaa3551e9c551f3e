import Platform

/// The folder that a clone goes to, which was not there, or had nothing in it.
struct CloneFolder {
  let path: String
  /// Where it lies.
  let parent: String
  private let wasThere: Bool
  /// The folders above it that had to be made, the innermost first.
  private let made: [String]

  /// Makes the folders above it.
  init(_ path: String) throws(StoreError) {
    self.path = path
    wasThere = File.kind(path) != nil
    let above = Self.above(path)
    parent = above
    var made: [String] = []
    var folder = above
    while File.kind(folder) == nil {
      made.append(folder)
      folder = Self.above(folder)
    }
    self.made = made
    try StoreFile.makeFolder(above)
  }

  /// Takes away what a clone has left that was told to end.
  func clear() {
    Self.empty(path)
    if !wasThere { File.removeIfEmpty(path) }
    clearAbove()
  }

  /// Takes away the folders made for it, as long as nothing is in them.
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
