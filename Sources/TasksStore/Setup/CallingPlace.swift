import Git
import Platform
import TasksCore

/// Where a command was called: the git repository around the current folder, else the folder.
package struct CallingPlace {
  /// Absolute.
  let path: String
  /// Nil outside of a repository, and if no branch is checked out.
  let branch: String?

  package init(folder: String) {
    guard let found = Repository.discover(from: folder), let repository = try? Repository(at: found)
    else {
      (path, branch) = (folder, nil)
      return
    }
    path = repository.workTree
    switch try? repository.head() {
    case .branch(let ref, _)?, .unborn(let ref)?:
      branch = ref.hasPrefix("refs/heads/") ? String(ref.dropFirst(11)) : nil
    case .detached?, nil: branch = nil
    }
  }

  /// Returns the link that a template writes: to the place, or to a file in it.
  ///
  /// - Parameters:
  ///   - file: Relative to the folder, with `:LINE` at its end if a line is meant.
  ///   - home: The home folder, which is written as `~`.
  package func link(to file: String?, from folder: String, home: String?) -> TemplateLink {
    var name = String(path.split(separator: "/").last ?? "/")
    if let branch { name += " (\(branch))" }
    var target = path
    var line: Int?
    if var file {
      if let colon = file.lastIndex(of: ":"), let number = Int(file[colon...].dropFirst()) {
        line = number
        file = String(file[..<colon])
      }
      target = file.hasPrefix("/") ? file : folder + "/" + file
      let inside = target.begins(with: path + "/") ? target.dropping(path + "/") : file
      name += ": " + inside + (line.map { ":\($0)" } ?? "")
    }
    if let home, target.begins(with: home + "/") { target = "~/" + target.dropping(home + "/") }
    return TemplateLink(path: target, line: line, description: name)
  }
}
