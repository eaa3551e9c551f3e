import Platform
import TasksCore
import TasksStore

/// What `tasks NAME` is if NAME is no verb: the program `tasks-NAME` on PATH, or the view of that name. Any other name is
/// an error, and never a filter.
package enum ExternalCommand {
  /// Runs the program if there is one.
  ///
  /// - Returns: The words of the command to run instead.
  package static func run(_ words: [String]) throws -> [String] {
    guard let name = words.first, !name.contains("/"), name != "help", Verbs.named(name) == nil
    else { return words }
    // -tag is a condition; the program's own options of one dash are one letter.
    let isTag = name.hasPrefix("-") && !name.hasPrefix("--") && name.utf8.count > 2
    if name.hasPrefix("-"), !isTag { return words }
    if let path = path(of: name) { throw become(path, Array(words.dropFirst())) }
    let (views, fields) = try known(words)
    let isCondition = { Query.isCondition($0, fields: fields) }
    if views.contains(name) { return ["view"] + words }
    guard isTag || !name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x2D }) else {
      throw CommandError(
        "unknown command '\(name)'; "
          + (near(name, views).map { "did you mean '\($0)'?" }
            ?? "tasks help lists the commands; to add it: tasks add \(CommandLineWords.typed(words)); to search: tasks list \(CommandLineWords.typed(words))"),
        code: .usage)
    }
    // In Taskwarrior and dstask, a filter comes before the command.
    if let place = words.firstIndex(where: { Verbs.named($0) != nil }), place > 0,
      words[..<place].allSatisfy(isCondition), let verb = Verbs.named(words[place]),
      verb.takesFilterFirst
    {
      let filter = words[..<place]
      let choice =
        verb.options.contains("--where")
        ? ["--where", filter.joined(separator: " ")] : Array(filter)
      return [words[place]] + choice + words[(place + 1)...]
    }
    if let place = words.firstIndex(where: { Verbs.named($0) != nil }) {
      let filter = words[..<place].joined(separator: " ")
      let choice =
        Verbs.named(words[place])?.name == "modify"
        ? ["--where", filter] : Array(words[..<place])
      let turned = [words[place]] + choice + words[(place + 1)...]
      let typed = "tasks " + CommandLineWords.typed(turned)
      throw CommandError(
        "the command comes first; did you mean"
          + (typed.contains("'") ? ": \(typed)" : " '\(typed)'?"), code: .usage)
    }
    if isTag { return ["list"] + words }
    if words.contains(where: { $0.hasPrefix("-") && $0.count > 2 }) || isCondition(name) {
      return words
    }
    return try checked(words)
  }

  /// Refuses words that are no command and find nothing: somebody may think that they were added.
  private static func checked(_ words: [String]) throws -> [String] {
    let session = try Session(store: nil)
    guard let store = try? session.openStore(noticesMerges: false) else { return words }
    let query = try Query.read(words, now: session.now, fields: store.fields)
    let isFound = try store.read { reading in
      try TaskSelection(
        query, from: reading, of: store, now: session.now, withHidden: true,
        where: { !$0.isDeleted }
      ).count > 0
    }
    if isFound { return words }
    let typed = CommandLineWords.typed(words)
    let verb = words[0].lowercased()
    let near = Verbs.named(verb) == nil ? near(verb, []) : verb
    throw CommandError(
      "'\(words[0])' is no command, and no task has '\(typed)'; to add it: tasks add \(typed)"
        + (near.map {
          "\ndid you mean 'tasks \(([$0] + words.dropFirst()).joined(separator: " "))'?"
        } ?? ""),
      code: .usage)
  }

  /// Returns the program `tasks-NAME`, beside this program or on PATH.
  static func path(of name: String) -> String? {
    let own = OwnProgram.path
    let folders = (Machine.variable("PATH") ?? "").split(separator: ":").map(String.init)
    let folder = own.lastIndex(of: "/").map { String(own[..<$0]) }
    return ([folder].compactMap(\.self) + folders).lazy.map { "\($0)/tasks-\(name)" }
      .first { access($0, X_OK) == 0 }
  }

  /// Replaces this process by a program.
  ///
  /// - Returns: Why it cannot be run, if it cannot.
  static func become(_ path: String, _ words: [String]) -> CommandError {
    var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + words).map { strdup($0) }
    arguments.append(nil)
    execv(path, arguments)
    return CommandError(
      "\(path) cannot be run: \(String(cString: strerror(errno)))", code: .failed)
  }

  private static func near(_ name: String, _ views: [String]) -> String? {
    let verbs = Verbs.all.flatMap { [$0.name] + $0.aliases }
    return elsewhere[name]
      ?? NearestWord.to(name, among: (verbs + views + ["help"]).filter { $0.utf8.count > 2 })
  }

  /// What the commands of other programs are called here.
  private static let elsewhere = [
    "annotate": "note", "append": "note", "complete": "done", "finish": "done", "stop": "clock out",
    "remove": "delete", "undelete": "restore", "projects": "lists", "search": "list",
    "find": "list", "next": "ready", "all": "list --all",
    "calendar": "agenda", "summary": "lists", "burndown": "stats", "completed": "list --done",
    "waiting": "list +WAITING", "overdue": "list +OVERDUE", "active": "list state:NEXT",
    "blocked": "list +BLOCKED", "today": "agenda today", "week": "agenda week", "count": "status",
    "export": "list --jsonl",
    "replace": "modify", "contexts": "view", "copy": "duplicate",
  ]

  /// The names of the store's views, and its own fields; none without a store.
  private static func known(_ words: [String]) throws -> (views: [String], fields: OwnFields) {
    let option = words.firstIndex(of: "--store").map { words[($0 + 1)...].first } ?? nil
    let session = try Session(store: option)
    guard let store = try? session.openStore(noticesMerges: false) else {
      return ([], OwnFields())
    }
    return (try Views(of: store).all().map(\.name), store.fields)
  }
}
