import Platform

extension TaskStore {
  /// Returns a path with all symbolic links resolved, or the path itself if that fails.
  static func realPath(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
