#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Repository {
  /// Where `gc.auto` is not set: some five hundred changes of a store, a good deal fewer than git's own 6,700, for
  /// each loose object takes a block of the disk however small it is.
  private static let looseObjects = 2000

  /// Starts `git gc --auto` beside this process when so many loose objects have come together that it would
  /// pack them. Nobody waits for it.
  ///
  /// It may run while others write: git leaves alone what is younger than two weeks and no reference leads to.
  ///
  /// - Returns: Whether it was started.
  @discardableResult
  public func packIfNeeded() -> Bool {
    let setting = (try? integer("gc.auto")) ?? nil
    let limit = setting ?? Self.looseObjects
    guard limit > 0, hasManyLooseObjects(limit) else { return false }
    // Another one is at it, or found what it cannot pack.
    for name in ["gc.pid", "gc.log"] where access(commonDirectory + "/" + name, F_OK) == 0 {
      return false
    }
    let option = setting == nil ? ["-c", "gc.auto=\(limit)"] : []
    return GitProgram(folder: workTree).leave(option + ["gc", "--auto", "--quiet"])
  }

  /// As git guesses: ids are spread evenly, so one folder of 256 stands for all.
  private func hasManyLooseObjects(_ limit: Int) -> Bool {
    guard let folder = opendir(commonDirectory + "/objects/17") else { return false }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      let length = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { strlen($0) }
      }
      if length == 38 { count += 1 }
    }
    return count > (limit + 255) / 256
  }
}
