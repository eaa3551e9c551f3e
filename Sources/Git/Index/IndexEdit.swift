import Platform

/// What is to stand in the index at one path, in place of whatever does.
struct IndexEdit {
  struct Line {
    let stage: Int
    let id: ObjectID
    let mode: FileMode
    /// No file is there: the entry stays left out of the work tree if it was.
    var keepsSkipWorktree = false
    /// None is to be there.
    var isLeftOut = false
  }

  /// One that ends with a slash stands for all that is in the folder.
  let path: [UInt8]
  /// By stage; none: the path goes.
  let lines: [Line]

  var isLeftOut: Bool { lines.contains(where: \.isLeftOut) }

  var isFolder: Bool { path.last == UInt8(ascii: "/") }

  /// A file cannot be where a folder is: setting one takes the other away.
  static func sorted(_ edits: [IndexEdit]) -> [IndexEdit] {
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
