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
    guard let last = words.last, last == "--help" || last == "-h" else { return nil }
    if words.count == 1 { return [] }
    return words.count == 2 && Verb.named(words[0]) != nil ? [words[0]] : nil
  }

  /// The text for the words after `help`.
  ///
  /// - Throws: ``CommandError`` for a word that is neither a verb nor a topic.
  package static func text(for words: [String]) throws -> String {
    guard let word = words.first else { return start }
    if let verb = Verb.named(word) { return text(of: verb.command) }
    if let topic = HelpTopic(rawValue: word) ?? elsewhere[word.lowercased()] { return topic.text }
    let names = Verb.groups.flatMap(\.verbs).map(\.name) + HelpTopic.allCases.map(\.rawValue)
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
    "from-todotxt": .fromTodoTxt, "org": .fromOrg, "emacs": .fromOrg, "org-mode": .fromOrg,
    "dstask": .fromDstask, "date": .dates, "recurrence": .dates, "repeat": .dates, "spans": .dates,
    "filter": .filters, "search": .filters, "config": .settings, "colors": .settings,
    "hooks": .settings, "merge": .merging, "conflict": .merging, "keys": .filters,
    "uda": .fields, "field": .fields, "properties": .fields, "columns": .fields,
  ]

  /// The whole program on one screen.
  private static var start: String {
    let verbs = Verb.groups.flatMap(\.verbs)
    let daily = everyday.compactMap { name in verbs.first { $0.name == name } }
    var lines = [
      "Todos as plain Org or Markdown files, one a task, in a git repository.", "",
      "  tasks add Call Bob about invoice 42 +phone list:work due:fri",
      "  tasks                    what is late, today, next, and your order",
      "  tasks done k7m           k7m is the beginning of an id", "",
      "Every day:",
    ]
    for verb in daily {
      lines.append("  " + padded(verb.name, 10) + brief(verb.command.configuration.abstract))
    }
    lines += ["", "Besides:"]
    for (name, group) in Verb.groups {
      let rest = group.filter {
        !everyday.contains($0.name) && $0.command.configuration.shouldDisplay
      }
      let names = rest.map(\.name).joined(separator: " ")
      if !names.isEmpty { lines.append("  " + padded(name, 10) + names) }
    }
    lines += [
      "", "tasks help VERB    what a verb does, with examples and options",
      "tasks help TOPIC   " + topics { !$0.hasPrefix("from-") && $0 != "words" },
      "                   words " + topics { $0.hasPrefix("from-") },
      "man tasks          all of it; man 5 tasks-file: the files",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func topics(where isMeant: (String) -> Bool) -> String {
    HelpTopic.allCases.map(\.rawValue).filter(isMeant).joined(separator: " ")
  }

  /// The first sentence.
  static func brief(_ abstract: String) -> String {
    let sentence = abstract.split(separator: ";").first.map(String.init) ?? abstract
    return sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  /// The help of a verb: what it does and its syntax, then its text with examples, then its options. The library puts
  /// the syntax after the text.
  static func text(of command: any ParsableCommand.Type) -> String {
    let text = Tasks.helpMessage(for: command, includeHidden: false, columns: 80)
    let parts = text.split(separator: "\n\n", omittingEmptySubsequences: false).map(String.init)
    guard let usage = parts.firstIndex(where: { $0.hasPrefix("USAGE:") }), usage > 0,
      parts[0].hasPrefix("OVERVIEW: ")
    else { return text }
    let head = String(parts[0].dropFirst("OVERVIEW: ".count))
    let rest = parts[1..<usage] + parts[(usage + 1)...]
    // The library adds the program's own --version to each verb.
    return ([head, parts[usage]] + rest).joined(separator: "\n\n")
      .replacing("  --version               Show the version.\n", with: "")
  }
}
