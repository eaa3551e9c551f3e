import Platform

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
    if isBeingPacked || hasPackedInVain { return false }
    let option = setting == nil ? ["-c", "gc.auto=\(limit)"] : []
    return GitProgram(folder: workTree).leave(option + ["gc", "--auto", "--quiet"])
  }

  /// Whether another gc is at it. As git does, one is not believed after half a day.
  private var isBeingPacked: Bool {
    let path = commonDirectory + "/gc.pid"
    guard isYoung(path, seconds: 12 * 3600), let text = try? readFileIfThere(path) else {
      return false
    }
    // `4711 host`: of a process elsewhere nothing is known.
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

  /// Whether the last gc wrote down what it could not pack; as git does, that is forgotten after a day.
  private var hasPackedInVain: Bool {
    isYoung(commonDirectory + "/gc.log", seconds: 24 * 3600)
  }

  private func isYoung(_ path: String, seconds: Int) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return time(nil) - FileStatus.seconds(status) < seconds
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
      if length == 38 || length == 62 { count += 1 }
    }
    return count > (limit + 255) / 256
  }
}
