/// Finds the process that holds a lock.
///
/// Works on Linux only, and only for processes that this user may inspect.
package enum FileHolder {
  /// Whether this system can report which process has a file open.
  package static var canTell: Bool { !ProcessFolder.all.isEmpty }

  /// Describes the process that has a file open, such as `git (process 4711)`; nil if none is found.
  package static func description(of path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    let wanted = String(cString: real)
    return ProcessFolder.all.first { $0.files.contains(wanted) }.map(description)
  }

  /// Describes a git or `tasks` process whose working directory is a folder or below it; nil if none is found. It may
  /// hold a lock without having the lock file open. This process and its children are skipped: the git processes it
  /// keeps running hold no lock.
  package static func gitAtWork(in folder: String) -> String? {
    let own = getpid()
    return ProcessFolder.all.first { process in
      guard process.id != own, let name = process.name,
        name == "tasks" || name.hasPrefix("git"), let place = process.folder
      else { return false }
      return (place == folder || place.begins(with: folder + "/")) && process.parent != own
    }.map(description)
  }

  private static func description(_ process: ProcessFolder) -> String {
    "\(process.name ?? "a program") (process \(process.id))"
  }
}
