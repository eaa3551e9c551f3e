import Clibgit2

extension Repository {
  /// The value of an attribute for a path, as `git check-attr` says it: `set`, `unset`, or a word;
  /// nil when it is unspecified.
  public func attribute(named name: String, path: String) throws(GitError) -> String? {
    var value: UnsafePointer<CChar>?
    try check(
      git_attr_get(&value, handle, UInt32(GIT_ATTR_CHECK_FILE_THEN_INDEX), path, name),
      "read the attribute \(name) of \(path)")
    switch git_attr_value(value) {
    case GIT_ATTR_VALUE_TRUE: return "set"
    case GIT_ATTR_VALUE_FALSE: return "unset"
    case GIT_ATTR_VALUE_STRING: return value.map { String(cString: $0) }
    default: return nil
    }
  }
}
