import Platform

/// Runs `tasks-NAME` on PATH for `tasks NAME`. A name that is neither such a program nor a verb is an error, and
/// never a filter.
enum ExternalCommand {
  static func run(_ words: [String]) throws {
    guard let name = words.first, !name.hasPrefix("-"), !name.contains("/"), name != "help",
      Verb.named(name) == nil
    else {
      return
    }
    for folder in (Session.variable("PATH") ?? "").split(separator: ":") {
      let path = "\(folder)/tasks-\(name)"
      guard access(path, X_OK) == 0 else { continue }
      var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + words.dropFirst()).map {
        strdup($0)
      }
      arguments.append(nil)
      execv(path, arguments)
      throw CommandError(
        "\(path) cannot be run: \(String(cString: strerror(errno)))", code: .failed)
    }
    guard !name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x2D }) else {
      throw CommandError(
        "there is no command “\(name)”; tasks --help lists the commands, and tasks list \(name) searches for the word",
        code: .usage)
    }
  }
}
