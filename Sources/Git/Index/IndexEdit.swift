import Platform

/// The new entries of one path of the index, which replace all entries it has.
package struct IndexEdit {
  package struct Line {
    package let stage: Int
    package let id: ObjectID
    package let mode: FileMode
    /// Whether the skip-worktree bit is kept if the old entry has it, because the file does not exist.
    var keepsSkipWorktree: Bool
    /// Whether the skip-worktree bit is set.
    var isLeftOut: Bool

    package init(
      stage: Int, id: ObjectID, mode: FileMode, keepsSkipWorktree: Bool = false,
      isLeftOut: Bool = false
    ) {
      self.stage = stage
      self.id = id
      self.mode = mode
      self.keepsSkipWorktree = keepsSkipWorktree
      self.isLeftOut = isLeftOut
    }
  }

  /// The path; with a slash at its end, all entries in that folder.
  package let path: [UInt8]
  /// The new entries by stage; if empty, the path is removed.
  package let lines: [Line]

  package init(path: [UInt8], lines: [Line]) { (self.path, self.lines) = (path, lines) }

  var isLeftOut: Bool { lines.contains(where: \.isLeftOut) }

  package var isFolder: Bool { path.last == UInt8(ascii: "/") }

  /// Sorts edits by path, and adds removals: a file replaces a folder at its path, and any file at a parent folder's
  /// path.
  package static func sorted(_ edits: [IndexEdit]) -> [IndexEdit] {
    var all = edits
    var known = Set(edits.map { ByteName($0.path[...]) })
    for edit in edits where !edit.lines.isEmpty {
      let inside = edit.path + [UInt8(ascii: "/")]
      if known.insert(ByteName(inside[...])).inserted {
        all.append(IndexEdit(path: inside, lines: []))
      }
      var folder = edit.path[...]
      while let slash = folder.lastIndex(of: UInt8(ascii: "/")) {
        folder = folder[..<slash]
        if known.insert(ByteName(folder)).inserted {
          all.append(IndexEdit(path: Array(folder), lines: []))
        }
      }
    }
    return all.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }
}
