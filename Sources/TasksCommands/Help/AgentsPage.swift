import ArgumentParser

/// The page of help for agents and scripts. It is made from the declarations, so that what it says of a verb is what
/// the verb does: its example is one of those of the verb's own help.
enum AgentsPage {
  /// The verbs, each with a part of the example that is shown; the first one is if there is none.
  private static let verbs: [(name: String, example: String)] = [
    ("ready", "--sort"), ("ready", "--claim"), ("list", "due.before"), ("show", ""),
    ("add", "+phone"),
    ("add", " - "), ("modify", ""), ("start", "--claim"), ("note", " - "), ("check", ""),
    ("wait", "/"), ("done", "/"), ("reopen", ""), ("log", ""), ("undo", ""), ("sync", ""),
  ]

  static var text: String {
    var lines = [
      "For agents and scripts", "",
      "Every command takes --json and never asks off a terminal. stdout has the result,",
      "stderr all else. A change prints the tasks as they are now; it is one commit,",
      "and tasks undo takes it back. --dry-run shows what a command would do.", "",
    ]
    for (name, part) in verbs {
      guard let verb = Verb.named(name), let example = example(of: verb, part) else { continue }
      let abstract = HelpScreen.brief(verb.command.configuration.abstract)
      lines.append("  " + example)
      lines.append("      " + (part == "--claim" ? "... and claim it" : abstract))
    }
    lines += [
      "", "Name a task by its whole id, which never changes: the key id in JSON. Text that",
      "a shell would change is read from standard input: add -, note ID -. A task that",
      "was found while doing another gets discovered-from:ID. tasks init --agents tells",
      "agents of a repository about it; tasks mcp is for clients without a shell.", "",
      "Exit codes:",
    ]
    lines += ExitStatus.allCases.map { status in
      let code = "\(status.rawValue)"
      return String(repeating: " ", count: max(1, 5 - code.count)) + code + "  " + status.meaning
    }
    return lines.joined(separator: "\n") + "\n\n"
  }

  /// An example of a verb's help, with `--json`.
  private static func example(of verb: Verb, _ part: String) -> String? {
    let examples = verb.command.configuration.discussion.split(separator: "\n")
      .map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("tasks \(verb.name)") }
    guard let example = examples.first(where: { part.isEmpty || $0.contains(part) }) else {
      return nil
    }
    let words = example.dropFirst("tasks \(verb.name)".count)
    return "tasks \(verb.name)" + (words.contains(" --json") ? "" : " --json") + words
  }
}
