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
