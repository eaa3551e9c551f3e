import Platform

extension Repository {
  /// The default of `gc.auto`: about five hundred changes of a store. git's default is 6,700, but each loose object
  /// occupies a block of the disk, however small it is.
  private static let looseObjects = 2000

  /// Starts `git gc --auto` in the background if there are so many loose objects that it would pack them; does not
  /// wait for it. git itself leaves off if another gc is running or the last one failed.
  ///
  /// It may run while other processes write: git does not prune unreachable objects that are younger than two weeks.
  ///
  /// - Returns: Whether it was started.
  @discardableResult
  package func packIfNeeded() -> Bool {
    let setting = (try? integer("gc.auto")) ?? nil
    let limit = setting ?? Self.looseObjects
    guard limit > 0, hasManyLooseObjects(limit) else { return false }
    let option = setting == nil ? ["-c", "gc.auto=\(limit)"] : []
    return GitProgram(folder: workTree).leave(option + ["gc", "--auto", "--quiet"])
  }

  /// Estimates the number of loose objects as git does: ids are uniformly distributed, so one folder of 256 is
  /// counted.
  private func hasManyLooseObjects(_ limit: Int) -> Bool {
    let names = File.names(in: commonDirectory + "/objects/17") ?? []
    let count = names.count { $0.name.utf8.count == 38 || $0.name.utf8.count == 62 }
    return count > (limit + 255) / 256
  }
}
