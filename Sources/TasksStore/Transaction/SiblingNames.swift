import Platform

/// The names under which files wait beside their places while a transaction is open: the new content before a file is
/// installed, the displaced one after. git ignores them (`info/exclude`).
package struct SiblingNames {
  /// Paths of the transaction that are folders of others: one of the two has to go before the other can come.
  private var folders: Set<ByteName> = []

  /// - Parameter paths: Of all files of the transaction.
  init(_ paths: [String]) {
    guard paths.count > 1 else { return }
    let known = Set(paths.map { ByteName($0) })
    for path in paths {
      for folder in SiblingNames.folders(of: path) where known.contains(ByteName(folder)) {
        folders.insert(ByteName(folder))
      }
    }
  }

  /// The sibling of a path; beside the topmost of its folders that is a path of the transaction itself, if there is one,
  /// so that it is in nobody's way.
  func callAsFunction(_ path: String) -> String {
    if !folders.isEmpty {
      for folder in SiblingNames.folders(of: path) where folders.contains(ByteName(folder)) {
        return SiblingPath.path(
          folder, beginning: ".", ending: ".\(SiblingPath.hash(of: path)).tasks-new")
      }
    }
    return SiblingNames.plain(path)
  }

  /// The sibling of a path in all other cases.
  package static func plain(_ path: String) -> String {
    SiblingPath.path(path, beginning: ".", ending: ".tasks-new")
  }

  /// The name of a displaced file until it can have the sibling's, on file systems that cannot exchange two files.
  static func aside(_ path: String) -> String {
    SiblingPath.path(path, beginning: "..", ending: ".tasks-new")
  }

  /// An unused name next to a path, for a version of a file that is refused. No task has such a name.
  ///
  /// - Parameter path: A path in the repository, like the result.
  static func refused(_ path: String, in store: TaskStore) -> String {
    var name = SiblingPath.path(path, ending: ".refused")
    var number = 1
    while File.kind(store.workTreePath(name)) != nil {
      number += 1
      name = SiblingPath.path(path, ending: ".refused\(number)")
    }
    return name
  }

  /// The folders along a path, the topmost first.
  private static func folders(of path: String) -> [String] {
    path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") }.map { String(path[..<$0]) }
  }
}
