import Clibgit2

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Repository {
  /// Syncs objects that were just written to the disk, with the folders their names are in.
  ///
  /// All in one go and after they are written is cheaper than one by one, and safe: no reference
  /// leads to them before. Objects that came to stand in a pack are on the disk already.
  public func sync(objects: [ObjectID]) throws(GitError) {
    let root = commonDirectory + "/objects"
    #if os(Linux)
      // One call for the file system beats a great many for its files.
      if objects.count > 64 {
        let folder = open(root, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard folder >= 0 else { throw systemError("open", root) }
        defer { close(folder) }
        if clibgit2_syncfs(folder) == 0 { return }
      }
    #endif
    var folders: Set<String> = []
    for id in objects {
      let hex = id.hex
      let folder = root + "/" + hex.prefix(2)
      try syncToDisk(folder + "/" + hex.dropFirst(2))
      folders.insert(folder)
    }
    for folder in folders { try syncToDisk(folder) }
    try syncToDisk(root)
  }
}
