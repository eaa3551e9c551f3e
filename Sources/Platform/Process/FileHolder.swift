/// The process that a lock belongs to.
///
/// Only Linux can be asked, and only about processes this user may look at.
public enum FileHolder {
  /// Whether this system tells.
  public static var canTell: Bool { !ProcessFolder.all.isEmpty }

  /// Who has a file open: `git (process 4711)`; nil when nobody is found.
  public static func description(of path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    let wanted = String(cString: real)
    return ProcessFolder.all.first { $0.files.contains(wanted) }.map(description)
  }

  /// Another git, or another program of ours, at work in a folder or below it, where it may hold a lock that it has
  /// no file open for; nil when nobody is found. The gits that this process keeps running hold none.
  public static func gitAtWork(in folder: String) -> String? {
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
