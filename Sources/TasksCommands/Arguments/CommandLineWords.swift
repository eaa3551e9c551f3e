import Platform
import TasksCore

/// The words after the program's name, in the order that the argument library needs.
package struct CommandLineWords {
  package let words: [String]

  package init(_ given: [String]) {
    words = CommandLineWords.inOrder(CommandLineWords.withSeconds(given))
  }

  /// Moves options before the verb, and those before the name of a step, after it.
  private static func inOrder(_ given: [String]) -> [String] {
    guard let index = verb(in: given) else { return given }
    // Most command lines have no option before what it belongs to.
    if index == 0, given.count == 1 || !given[1].hasPrefix("-") { return given }
    let leading = Array(given[..<index])
    let isMovable = leading.allSatisfy {
      !$0.hasPrefix("-") || $0 == "--dry-run"
        || GlobalOptions.names.contains(String($0.prefix { $0 != "=" }))
    }
    guard isMovable else { return given }
    var rest = Array(given[(index + 1)...])
    guard let verb = Verbs.named(given[index]), !verb.steps.isEmpty else {
      return [given[index]] + leading + rest
    }
    rest = leading + rest
    var path: [String] = []
    _ = Verbs.namedStep(of: verb, &rest, path: &path)
    return path + rest
  }

  /// Returns the index of the verb, which may come after options of the program itself.
  static func verb(in words: [String]) -> Int? {
    var index = 0
    while index < words.count {
      if !words[index].hasPrefix("-") { return index }
      index += words[index] == "--store" ? 2 : 1
    }
    return nil
  }

  /// Adds the number of seconds that `sync --every` may leave out.
  private static func withSeconds(_ given: [String]) -> [String] {
    guard let verb = verb(in: given), given[verb] == "sync",
      let option = given.lastIndex(of: "--every")
    else { return given }
    let next = given[(option + 1)...].first ?? "-"
    guard next.hasPrefix("-") || SyncCommand.namedSteps.contains(where: { $0.name == next }) else {
      return given
    }
    return given[...option] + ["20"] + given[(option + 1)...]
  }

  /// False if an argument contains bytes that are not UTF-8, which decoding would change.
  package static var areText: Bool {
    (0..<Int(CommandLine.argc)).allSatisfy { index in
      CommandLine.unsafeArgv[index].map { String(validatingCString: $0) != nil } ?? true
    }
  }

  package var wantsJSON: Bool {
    words.prefix { $0 != "--" }.contains("--json") || words.contains("--jsonl")
  }
}

extension CommandLineWords {
  /// Words as one types them for a shell: in quotes where it would read more into one.
  static func typed(_ words: [String]) -> String {
    words.map { word in
      let isPlain = word.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
          || "+-@:./,=_%".unicodeScalars.contains($0)
      }
      return isPlain && !word.isEmpty
        ? word : "'" + ControlCharacters.escaped(Text(word)).replacing("'", with: "'\\''") + "'"
    }.joined(separator: " ")
  }
}

/// Protects words like `-tag` from the argument library, which would read them as options.
///
/// Before parsing, each word of the user's own that is not an option of the verb gets a prefix, which the command
/// removes again. A word that begins with two dashes and is no option is an error, which names the option that it is
/// near to. Text may begin so, and then the error offers `--`; elsewhere the library reports a word that is near to
/// nothing. Words after `--` are never options. The `--` itself is protected too, because quick-add ends parsing there.
///
/// The value of an option may begin with a dash (`--at -3d`), unless it is itself an option of the verb.
struct DashedWords {
  static let mark: Character = "\u{1}"

  private let command: any Verb.Type
  private let options: VerbOptions
  /// The names of the verb and of its steps.
  private let path: [String]

  /// Returns the words after those of a command's path, with the user's own protected.
  ///
  /// - Throws: ``CommandError`` for an unknown option among the user's own text.
  static func shielded(
    _ words: [String], of command: any Verb.Type, path: [String]
  ) throws(CommandError) -> [String] {
    try DashedWords(command: command, options: command.options, path: path).shielded(words)
  }

  private func shielded(_ words: [String]) throws(CommandError) -> [String] {
    let mark = command.wordKind == .plain ? "" : String(DashedWords.mark)
    var out: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        // Among times it ends the options alone; elsewhere the verb reads it, too.
        if command.wordKind != .times { out.append(mark + word) }
        out += rest.map { mark + $0 }
        break
      }
      if options.valued.contains(word), let value = rest.popFirst() {
        let isJoined = value.hasPrefix("-") && !options.contains(value)
        out += isJoined ? ["\(word)=\(value)"] : [word, value]
      } else {
        out.append(try shielded(word, isFirst: out.isEmpty))
      }
    }
    return out
  }

  private func shielded(_ word: String, isFirst: Bool) throws(CommandError) -> String {
    let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : word
    guard word.hasPrefix("-"), word != "-", !options.contains(name) else { return word }
    let wrong = "'\(name)' is not an option of tasks \(path.joined(separator: " "))"
    if word == "-n", options.contains("--limit") {
      throw CommandError("\(wrong); did you mean --limit?", code: .usage)
    }
    // The value of a setting may be negative, or leave something out.
    let isValue = command == Config.self && !isFirst
    guard word.hasPrefix("--") else {
      return command.wordKind == .plain && !isValue ? word : "\(DashedWords.mark)\(word)"
    }
    if let others = otherSteps(with: name) {
      throw CommandError("\(name) is for \(others)", code: .usage)
    }
    let isText = command.wordKind == .text
    // A verb without the options of all is another program's command line.
    let near = options.contains("--json") ? NearestWord.to(name, among: options.all) : nil
    guard isText || near != nil else { return word }
    throw CommandError(
      wrong + (near.map { "; did you mean \($0)?" } ?? ".")
        + (isText ? " Text that begins with two dashes must follow a --" : ""),
      code: .usage)
  }

  /// The steps around that have an option, `clock in, clock out`.
  private func otherSteps(with option: String) -> String? {
    var found: [String] = []
    var names: [String] = []
    var steps = Verbs.all
    for name in path {
      guard let verb = steps.first(where: { $0.name == name }) else { break }
      names.append(name)
      steps = verb.steps
      let others = steps.filter { $0.steps.isEmpty && $0.options.contains(option) }
      found += others.map { (names + ($0.isShown ? [$0.name] : [])).joined(separator: " ") }
    }
    return found.isEmpty ? nil : found.joined(separator: ", ")
  }

  /// Returns the words as typed.
  static func restored(_ words: [String]) -> [String] {
    words.map { $0.first == mark ? String($0.dropFirst()) : $0 }
  }
}

/// A fast parser for common commands: words without options other than `--store`, `--json` and those that a verb
/// reads itself (``Verb/quick(_:)``).
///
/// Setting up the argument library takes as long as a listing itself, so the commands that people and scripts use
/// most are parsed without it. Any other command line, including one with an error, is left to the library.
package struct FastPath {
  /// The folder given with `--store`.
  package let store: String?
  package let wantsJSON: Bool
  package let request: any Request

  package init?(_ given: [String]) {
    // The words after it are those of another command line.
    if given.first == "suggest" {
      (self.store, self.wantsJSON) = (nil, false)
      self.request = SuggestRequest(words: Array(given.dropFirst()))
      return
    }
    var store: String?
    var wantsJSON = false
    var words: [String] = []
    var rest = given[...]
    while let word = rest.popFirst() {
      if word == "--store", store == nil {
        guard let folder = rest.popFirst(), !folder.hasPrefix("-") else { return nil }
        store = folder
      } else if word == "--json" {
        wantsJSON = true
      } else {
        words.append(word)
      }
    }
    if words.isEmpty, !wantsJSON, isatty(1) == 1 { words = ["dashboard"] }
    let name = words.firstIndex { !$0.hasPrefix("-") }.map { words.remove(at: $0) }
    guard let request = Verbs.quick(name ?? "list", words) else { return nil }
    if wantsJSON, request is ShortStatus { return nil }
    self.request = request
    self.store = store
    self.wantsJSON = wantsJSON
  }
}
