import Clibgit2

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Repository {
  /// The value of an attribute for a path, as `git check-attr` says it: `set`, `unset`, or a word;
  /// nil when it is unspecified.
  public func attribute(named name: String, path: String) throws(GitError) -> String? {
    try attributes([name], path: path)[name]
  }

  /// As `attribute`, of several names; those unspecified are left out.
  func attributes(_ names: [String], path: String) throws(GitError) -> [String: String] {
    guard try hasAttributesLeftOut(above: path) else { return try attributesOfFiles(names, path) }
    var found: [String: String] = [:]
    for name in names { found[name] = try attributeByGit(name, path) }
    return found
  }

  private func attributesOfFiles(
    _ names: [String], _ path: String
  ) throws(GitError) -> [String: String] {
    let copies = names.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    var asked = copies.map { UnsafePointer($0) }
    var values = [UnsafePointer<CChar>?](repeating: nil, count: names.count)
    try check(
      git_attr_get_many(
        &values, handle, UInt32(GIT_ATTR_CHECK_FILE_THEN_INDEX), path, names.count, &asked),
      "read the attributes of \(path)")
    var found: [String: String] = [:]
    for (name, value) in zip(names, values) {
      switch git_attr_value(value) {
      case GIT_ATTR_VALUE_TRUE: found[name] = "set"
      case GIT_ATTR_VALUE_FALSE: found[name] = "unset"
      case GIT_ATTR_VALUE_STRING: found[name] = value.map { String(cString: $0) }
      default: break
      }
    }
    return found
  }

  /// Whether HEAD has a `.gitattributes` for a path that is not in the work tree, as in a sparse checkout. git
  /// reads it from the index then.
  private func hasAttributesLeftOut(above path: String) throws(GitError) -> Bool {
    guard let slash = path.lastIndex(of: "/") else { return try leavesOutAttributes(of: "") }
    let folder = String(path[..<slash])
    if try leavesOutAttributes(of: folder) { return true }
    return try hasAttributesLeftOut(above: folder)
  }

  private func leavesOutAttributes(of folder: String) throws(GitError) -> Bool {
    if let known = attributesLeftOut.folders[folder] { return known }
    let file = folder.isEmpty ? ".gitattributes" : folder + "/.gitattributes"
    var isLeftOut = false
    if access(workTree + "/" + file, F_OK) != 0, let head = try head().id {
      isLeftOut = try entry(file, inTree: tree(ofCommit: head)) != nil
    }
    attributesLeftOut.folders[folder] = isLeftOut
    return isLeftOut
  }

  private func attributeByGit(_ name: String, _ path: String) throws(GitError) -> String? {
    let said = try GitProgram(folder: workTree).check(["check-attr", "-z", name, "--", path])
    let words = said.split(separator: 0, omittingEmptySubsequences: false)
    guard words.count > 2 else { return nil }
    let value = String(decoding: words[2], as: UTF8.self)
    return value == "unspecified" ? nil : value
  }
}

/// The folders that were looked at, with whether HEAD has a `.gitattributes` there that the work tree has not.
final class AttributesLeftOut {
  fileprivate var folders: [String: Bool] = [:]
}
