import Platform
import TasksCore
import TasksStore

/// What `tasks NAME` is if NAME is no verb: the program `tasks-NAME` on PATH, or the view of that name. Any other name is
/// an error, and never a filter.
enum ExternalCommand {
  /// Runs the program if there is one.
  ///
  /// - Returns: The words of the command to run instead.
  static func run(_ words: [String]) throws -> [String] {
    guard let name = words.first, !name.hasPrefix("-"), !name.contains("/"), name != "help",
      Verb.named(name) == nil
    else {
      return words
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
    if try isView(name, words) { return ["view"] + words }
    guard !name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x2D }) else {
      let names = Verb.groups.flatMap(\.verbs).flatMap { [$0.name] + $0.aliases } + ["help"]
      let near = NearestWord.to(name, among: names.filter { $0.utf8.count > 2 })
      throw CommandError(
        "unknown command '\(name)'; "
          + (near.map { "did you mean '\($0)'?" }
            ?? "tasks --help lists the commands, and tasks list \(name) searches for the word"),
        code: .usage)
    }
    return words
  }

  private static func isView(_ name: String, _ words: [String]) throws -> Bool {
    guard View.isName(name) else { return false }
    let option = words.firstIndex(of: "--store").map { words[($0 + 1)...].first } ?? nil
    let session = try Session(store: option)
    guard let store = try? session.openStore(noticesMerges: false) else { return false }
    return try Views(of: store).named(name) != nil
  }
}
