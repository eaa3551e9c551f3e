import Platform

extension Repository {
  /// The default of `gc.auto`: about five hundred changes of a store. git's default is 6,700, but each loose object
  /// occupies a block of the disk, however small it is.
  private static let looseObjects = 2000

  /// Starts `git gc --auto` in the background if there are so many loose objects that it would pack them; does not
  /// wait for it.
  ///
  /// It may run while other processes write: git does not prune unreachable objects that are younger than two weeks.
  ///
  /// - Returns: Whether it was started.
  @discardableResult
  public func packIfNeeded() -> Bool {
    let setting = (try? integer("gc.auto")) ?? nil
    let limit = setting ?? Self.looseObjects
    guard limit > 0, hasManyLooseObjects(limit) else { return false }
    if isBeingPacked || hasPackedInVain { return false }
    let option = setting == nil ? ["-c", "gc.auto=\(limit)"] : []
    return GitProgram(folder: workTree).leave(option + ["gc", "--auto", "--quiet"])
  }

  /// Whether another gc is running. Like git, ignores `gc.pid` when it is older than 12 hours.
  private var isBeingPacked: Bool {
    let path = commonDirectory + "/gc.pid"
    guard isYoung(path, seconds: 12 * 3600), let text = try? readFileIfThere(path) else {
      return false
    }
    // `4711 host`: a process on another host cannot be checked.
    let words = String(decoding: text, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    var host = [CChar](repeating: 0, count: 256)
    gethostname(&host, host.count - 1)
    guard words.count > 1, let id = pid_t(words[0]),
      host.withUnsafeBufferPointer({ name in
        name.baseAddress.map { String(cString: $0) } == String(words[1])
      })
    else { return true }
    return kill(id, 0) == 0 || errno != ESRCH
  }

  /// Whether the last gc failed and left `gc.log`; like git, ignores it when it is older than a day.
  private var hasPackedInVain: Bool {
    isYoung(commonDirectory + "/gc.log", seconds: 24 * 3600)
  }

  private func isYoung(_ path: String, seconds: Int) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return time(nil) - FileStatus.seconds(status) < seconds
  }

  /// Estimates the number of loose objects as git does: ids are uniformly distributed, so one folder of 256 is
  /// counted.
  private func hasManyLooseObjects(_ limit: Int) -> Bool {
    guard let folder = opendir(commonDirectory + "/objects/17") else { return false }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      let length = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { strlen($0) }
      }
      if length == 38 || length == 62 { count += 1 }
    }
    return count > (limit + 255) / 256
  }
}
