import Platform

extension TaskStore {
  /// A path with every link on its way followed; the path itself where that fails.
  static func realPath(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
