import TasksCore

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
