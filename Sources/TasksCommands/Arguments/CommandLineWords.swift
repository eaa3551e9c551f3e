import Platform
import TasksCore

/// The words after the program's name, in the order that the argument library needs.
package struct CommandLineWords {
  /// Options before the verb, such as `--store DIR`, are moved after it.
  package let words: [String]

  package init(_ given: [String]) {
    let given = CommandLineWords.withSeconds(given)
    guard let index = DashedWords.verb(in: given), index > 0 else {
      words = given
      return
    }
    let leading = given[..<index]
    let isMovable = leading.allSatisfy {
      !$0.hasPrefix("-") || $0 == "--dry-run" || Verb.commonFlags.contains($0)
        || Verb.commonOptions.contains(String($0.prefix { $0 != "=" }))
    }
    guard isMovable else {
      words = given
      return
    }
    words = [given[index]] + leading + given[(index + 1)...]
  }

  /// Adds the number of seconds that `sync --every` may leave out.
  private static func withSeconds(_ given: [String]) -> [String] {
    guard let verb = DashedWords.verb(in: given), given[verb] == "sync",
      let option = given.lastIndex(of: "--every"),
      option + 1 == given.count
        || Int(given[option + 1]) == nil && (try? Effort.read(given[option + 1])) == nil
    else { return given }
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
package enum DashedWords {
  private static let mark = "\u{1}"

  /// Returns the program's arguments with the user's words protected.
  ///
  /// - Throws: ``CommandError`` for an unknown option among the user's own text.
  package static func shielded(_ arguments: [String]) throws(CommandError) -> [String] {
    guard let index = verb(in: arguments), let verb = Verb.named(arguments[index]) else {
      return arguments
    }
    let mark = verb.words == .plain ? "" : mark
    var out = Array(arguments[...index])
    var rest = arguments[(index + 1)...]
    while let word = rest.popFirst() {
      if word == "--" {
        out.append(mark + word)
        out += rest.map { mark + $0 }
        break
      }
      if verb.options.contains(word), let value = rest.popFirst() {
        let isJoined = value.hasPrefix("-") && !verb.hasOption(value)
        out += isJoined ? ["\(word)=\(value)"] : [word, value]
      } else {
        out.append(try shielded(word, verb))
      }
    }
    return out
  }

  private static func shielded(_ word: String, _ verb: Verb) throws(CommandError) -> String {
    let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : word
    guard word.hasPrefix("-"), word != "-", !verb.hasOption(name) else { return word }
    if word == "-n", verb.options.contains("--limit") {
      throw CommandError(
        "'-n' is not an option of tasks \(verb.name); did you mean --limit?", code: .usage)
    }
    // The value of a setting may be negative.
    let isValue = verb.name == "config" && Double(word) != nil
    guard word.hasPrefix("--") else {
      return verb.words == .plain && !isValue ? word : mark + word
    }
    let near = verb.isBare ? nil : NearestWord.to(name, among: verb.flags + verb.options)
    guard verb.words == .text || near != nil else { return word }
    throw CommandError(
      "'\(name)' is not an option of tasks \(verb.name)"
        + (near.map { "; did you mean \($0)?" } ?? ".")
        + (verb.words == .text ? " Text that begins with two dashes must follow a --" : ""),
      code: .usage)
  }

  /// Returns the words as typed.
  static func restored(_ words: [String]) -> [String] {
    words.map { $0.hasPrefix(mark) ? String($0.dropFirst()) : $0 }
  }

  /// Returns the index of the verb, which may come after options of the program itself.
  static func verb(in arguments: [String]) -> Int? {
    var index = 0
    while index < arguments.count {
      let word = arguments[index]
      if !word.hasPrefix("-") { return index }
      index += Verb.commonOptions.contains(word) ? 2 : 1
    }
    return nil
  }
}

/// A fast parser for common commands: words without options other than `--store`, `--json` and the kind of listing.
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
    var kind: TaskGroup?
    var words: [String] = []
    var rest = given[...]
    while let word = rest.popFirst() {
      if word == "--store", store == nil {
        guard let folder = rest.popFirst(), !folder.hasPrefix("-") else { return nil }
        store = folder
      } else if word == "--json" {
        wantsJSON = true
      } else if kind == nil, let known = FastPath.kind(word) {
        kind = known
      } else if word == "--short", words == ["status"] {
        words.append(word)
      } else if word.hasPrefix("-") {
        return nil
      } else {
        words.append(word)
      }
    }
    let others = Array(words.dropFirst())
    func request(_ verb: String) -> (any Request)? { FastPath.request(verb, others, kind) }
    if words.isEmpty, kind == nil, !wantsJSON, isatty(1) == 1 { words = ["dashboard"] }
    let word = words.first ?? "list"
    // The table of verbs is made for other names only, since making it costs a thirtieth of a listing.
    guard let request = request(word) ?? Verb.named(word).flatMap({ request($0.name) }) else {
      return nil
    }
    if wantsJSON, request is ShortStatus { return nil }
    self.request = request
    self.store = store
    self.wantsJSON = wantsJSON
  }

  private static func request(
    _ verb: String, _ words: [String], _ kind: TaskGroup?
  ) -> (any Request)? {
    if verb == "list" { return Listing(filter: words, kind: kind ?? .open) }
    if kind != nil { return nil }
    switch verb {
    case "ready": return Listing(filter: words, tag: .ready)
    case "status" where words == ["--short"]: return ShortStatus()
    case "log": return LogListing(words: words)
    case "remind" where words == ["badge"]: return ReminderBadge()
    case "remind" where words == ["check"]: return ReminderCheck(isDryRun: false)
    case "clock" where words.isEmpty || words == ["status"]: return ClockStatus()
    case "clock" where words.first == "report":
      return ClockReporting(words: Array(words.dropFirst()), by: nil)
    case "tags" where words.isEmpty: return CountsRequest(names: .tags)
    case "lists" where words.isEmpty: return CountsRequest(names: .lists)
    case "agenda": return AgendaListing(words: words)
    case "forecast": return ForecastListing(words: words)
    case "dashboard" where words.isEmpty: return DashboardRequest()
    case _ where words.isEmpty: return nil
    case "add": return AddRequest(words: words)
    case "modify": return ModifyRequest(words: words)
    case "done": return ActionRequest(action: ChangeState.done, words: words)
    case "reopen": return ActionRequest(action: ChangeState.reopen, words: words)
    case "start": return ActionRequest(action: ChangeState.start, words: words)
    case "wait": return ActionRequest(action: ChangeState.wait, words: words)
    case "cancel": return ActionRequest(action: ChangeState.cancel, words: words)
    default: return nil
    }
  }

  private static func kind(_ word: String) -> TaskGroup? {
    switch word {
    case "--done": .finished
    case "--deleted": .deleted
    case "--all": .all
    default: nil
    }
  }
}
