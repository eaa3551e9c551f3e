/// Protects words like `-tag` from the argument library, which would read them as options.
///
/// Before parsing, each word that is not an option of the command gets a prefix, which the command removes again.
/// Where words are changes or filters, no word begins with `--`, so such a word is a misspelt option and an error.
/// Words after `--` are never options. The `--` itself is protected too, because quick-add ends parsing there.
enum DashedWords {
  /// A command whose words are the user's own text: its flags, and its options with a value.
  private struct Known {
    let flags: Set<String>
    let options: Set<String>
    /// True if words may be any text. If not, two dashes always begin an option.
    var takesText = false
  }

  private static let commands: [String: Known] = {
    let add = Known(
      flags: ["--json", "--dry-run", "--edit", "--verbose", "-v", "--help", "-h"],
      options: ["--store"], takesText: true)
    let note = Known(
      flags: ["--json", "--dry-run", "--verbose", "-v", "--help", "-h"], options: ["--store"],
      takesText: true)
    let modify = Known(flags: note.flags, options: note.options)
    let list = Known(
      flags: [
        "--json", "--jsonl", "--done", "--deleted", "--all", "--unsynced", "--verbose", "-v",
        "--help", "-h",
      ],
      options: ["--store", "--at", "--format"])
    return [
      "add": add, "a": add, "new": add, "modify": modify, "mod": modify, "m": modify,
      "note": note, "list": list, "ls": list, "l": list,
    ]
  }()

  private static let mark = "\u{1}"

  /// Returns the program's arguments with the user's words protected.
  static func shielded(_ arguments: [String]) -> [String] {
    guard let index = verb(in: arguments), let known = commands[arguments[index]] else {
      return arguments
    }
    var out = Array(arguments[...index])
    var rest = arguments[(index + 1)...]
    while let word = rest.popFirst() {
      if word == "--" {
        out.append(mark + word)
        out += rest.map { mark + $0 }
        break
      }
      out.append(shielded(word, known))
      if known.options.contains(word), let value = rest.popFirst() { out.append(value) }
    }
    return out
  }

  private static func shielded(_ word: String, _ known: Known) -> String {
    guard word.hasPrefix("-"), word != "-" else { return word }
    if word.hasPrefix("--"), !known.takesText { return word }
    let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : word
    let isOption = known.flags.contains(word) || known.options.contains(name)
    return isOption ? word : mark + word
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
      index += word == "--store" ? 2 : 1
    }
    return nil
  }
}
