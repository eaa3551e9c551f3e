import ArgumentParser
import TasksCore

/// What `tasks help` prints: about the program, about a verb, or about a topic.
package enum HelpScreen {
  /// The verbs of every day, in the order in which a new user meets them.
  static let everyday = [
    "add", "list", "show", "done", "modify", "edit", "move", "delete", "undo", "sync",
  ]

  /// The words that help is asked about: those after `help`, or the verb before `--help`; nil if none is asked for.
  package static func words(in words: [String]) -> [String]? {
    if words.first == "help" { return Array(words.dropFirst()) }
    let isAsked = { (word: String) in word == "--help" || word == "-h" }
    guard let first = words.first, words.prefix(while: { $0 != "--" }).contains(where: isAsked)
    else { return nil }
    if isAsked(first) { return words.count == 1 ? [] : nil }
    guard let verb = Verbs.named(first) else { return nil }
    let rest = words.dropFirst().filter { !$0.hasPrefix("-") }
    // The words of a verb may be text, or another program's.
    let isOfVerb = words.count == 2 || rest.isEmpty && verb.options.contains("--json")
    return isOfVerb || !verb.steps.isEmpty ? [first] + rest : nil
  }

  /// The text for the words after `help`.
  ///
  /// - Throws: ``CommandError`` for a word that is neither a verb nor a topic.
  package static func text(for words: [String]) throws -> String {
    guard let word = words.first else { return start }
    if let verb = Verbs.named(word) {
      var rest = Array(words.dropFirst())
      return text(of: Verbs.namedStep(of: verb, &rest))
    }
    if let topic = HelpTopic(rawValue: word) ?? elsewhere[word.lowercased()] { return topic.text }
    let names = Verbs.all.map { $0.name } + HelpTopic.allCases.map(\.rawValue)
    let near = NearestWord.to(word, among: names)
    throw CommandError(
      "there is no help on '\(word)'"
        + (near.map { "; did you mean '\($0)'?" } ?? "; tasks help lists verbs and topics"),
      code: .usage)
  }

  /// What people ask about in the words of other programs.
  private static let elsewhere: [String: HelpTopic] = [
    "taskwarrior": .fromTaskwarrior, "task": .fromTaskwarrior, "urgency": .fromTaskwarrior,
    "todo.txt": .fromTodoTxt, "todotxt": .fromTodoTxt, "todo.sh": .fromTodoTxt,
    "from-todotxt": .fromTodoTxt, "org": .fromOrg, "org-mode": .fromOrg, "archive": .emacs,
    "attachments": .emacs, "vault": .obsidian, "tasknotes": .obsidian, "markdown": .obsidian,
    "dstask": .fromDstask, "date": .dates, "recurrence": .dates, "repeat": .dates, "spans": .dates,
    "filter": .filters, "search": .filters, "config": .settings, "colors": .settings,
    "hooks": .settings, "merge": .merging, "conflict": .merging, "keys": .filters,
    "uda": .fields, "field": .fields, "properties": .fields, "columns": .fields,
  ]

  /// The whole program on one screen.
  private static var start: String {
    let daily = everyday.compactMap { Verbs.named($0) }
    var lines = [
      "Todos as plain Org or Markdown files, one a task, in a git repository.", "",
      "  tasks add Call Bob about invoice 42 +phone list:work due:fri",
      "  tasks                    what is late, today, next, and your order",
      "  tasks done k7m           k7m is the beginning of an id", "",
      "Every day:",
    ]
    for verb in daily {
      lines.append("  " + padded(verb.name, 10) + verb.brief)
    }
    lines += ["", "Besides:"]
    for (name, group) in Verbs.groups {
      let rest = group.filter {
        !everyday.contains($0.name) && $0.isShown
      }
      let names = rest.map { $0.name }.joined(separator: " ")
      if !names.isEmpty { lines.append("  " + padded(name, 10) + names) }
    }
    lines += [
      "", "tasks help VERB    what a verb does, with examples and options",
      "tasks help TOPIC   " + topics { !$0.hasPrefix("from-") && !tools.contains($0) },
      "                   " + topics(where: tools.contains),
      "                   " + topics { $0.hasPrefix("from-") },
      "man tasks          all of it; man 5 tasks-file: the files",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The topics in the second line: words of other programs, and work beside them.
  private static let tools: Set = ["words", "emacs", "obsidian"]

  private static func topics(where isMeant: (String) -> Bool) -> String {
    HelpTopic.allCases.map(\.rawValue).filter(isMeant).joined(separator: " ")
  }

  /// The first sentence.
  static func brief(_ abstract: String) -> String {
    // The library adds the values of an option in parentheses.
    let text =
      abstract.firstRange(of: " (values:").map { abstract[..<$0.lowerBound] } ?? abstract[...]
    let sentence = text.split(separator: ";").first.map(String.init) ?? abstract
    return sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  /// The help of a verb or a step: what it does and its syntax, then its text with examples, then its options. The
  /// library puts the syntax after the text. A verb with steps has the options of its usual one.
  static func text(of verb: any Verb.Type) -> String {
    // The library adds the program's own --version to each verb.
    var parts = Tasks.helpMessage(for: verb, includeHidden: false, columns: 80)
      .replacing("  --version               Show the version.\n", with: "")
      .split(separator: "\n\n", omittingEmptySubsequences: false).map(String.init)
    if let usage = parts.firstIndex(where: { $0.hasPrefix("USAGE:") }), usage > 0,
      parts[0].hasPrefix("OVERVIEW: ")
    {
      parts[0] = String(parts[0].dropFirst("OVERVIEW: ".count))
      parts.insert(parts.remove(at: usage), at: 1)
    }
    let isOptions = { (part: String) in part.hasPrefix("OPTIONS:") }
    if let usual = verb.usualStep, let place = parts.firstIndex(where: isOptions) {
      let ofStep = text(of: usual).split(separator: "\n\n").map(String.init)
      parts[place] =
        ofStep.first(where: isOptions).map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }
        ?? parts[place]
    }
    let text = parts.joined(separator: "\n\n")
    return text.hasSuffix("\n") ? text : text + "\n"
  }
}

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
      guard let verb = Verbs.named(name), let example = example(of: verb, part) else { continue }
      let abstract = verb.brief
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
    lines += ([(0, "fine")] + ErrorKind.allCases.map { ($0.status, $0.meaning) }).map {
      "\($0)".leftPadded(to: 5) + "  " + $1
    }
    return lines.joined(separator: "\n") + "\n\n"
  }

  /// An example of a verb's help, with `--json`.
  private static func example(of verb: any Verb.Type, _ part: String) -> String? {
    let examples = verb.configuration.discussion.split(separator: "\n")
      .map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("tasks \(verb.name)") }
    guard let example = examples.first(where: { part.isEmpty || $0.contains(part) }) else {
      return nil
    }
    let words = example.dropFirst("tasks \(verb.name)".count)
    return "tasks \(verb.name)" + (words.contains(" --json") ? "" : " --json") + words
  }
}
