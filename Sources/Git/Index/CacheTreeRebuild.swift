import Platform

extension Repository {
  /// Computes the cache tree of an index that had none, if the index equals a tree; nil if it does not.
  ///
  /// - Parameter index: The bytes of the index file.
  func cacheTree(of tree: ObjectID, for index: [UInt8]) throws(GitError) -> CacheTree? {
    var files: [TreeEntry] = []
    let rebuilt = try rebuild(name: [], of: tree, prefix: "", into: &files)
    let path = indexPath
    let result = index.withUnsafeBytes { bytes -> Result<Bool, GitError> in
      do throws(GitError) {
        var walk = try IndexReader(bytes, path: path)
        guard walk.count == files.count else { return .success(false) }
        // Both are sorted by the bytes of the whole path.
        files.sort { utf8Precedes($0.path, $1.path) }
        for file in files {
          guard let entry = try walk.next(), entry.stage == 0,
            entry.name.elementsEqual(file.path.utf8),
            FileMode(bytes.word(at: entry.start + 24)) == file.mode,
            ObjectID(bytes, at: entry.start + 40) == file.id
          else { return .success(false) }
        }
        return .success(true)
      } catch {
        return .failure(error)
      }
    }
    return try result.get() ? rebuilt : nil
  }

  private func rebuild(
    name: [UInt8], of tree: ObjectID, prefix: String, into files: inout [TreeEntry]
  ) throws(GitError) -> CacheTree {
    let before = files.count
    var folders: [CacheTree] = []
    for entry in try entries(ofTree: tree) {
      let path = prefix + entry.path
      if entry.mode == .tree {
        folders.append(
          try rebuild(
            name: Array(entry.path.utf8), of: entry.id, prefix: path + "/", into: &files))
      } else {
        files.append(TreeEntry(path: path, id: entry.id, mode: entry.mode))
      }
    }
    return CacheTree(name: name, count: files.count - before, id: tree, folders: folders)
  }
}
