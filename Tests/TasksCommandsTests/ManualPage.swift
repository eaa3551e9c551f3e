import ArgumentParser
import Foundation
import TasksCommands

/// The part of tasks(1) that the declarations say: each verb with its words, options and discussion, as mdoc.
///
/// The names and helps of options come from the program itself, as it tells them to tools that ask
/// (`Tasks._dumpHelp()`); the order of the verbs, their groups and their usage from the declarations.
struct ManualPage {
  /// What the program tells of a command.
  struct Command: Decodable {
    var commandName: String
    var abstract: String?
    var discussion: String?
    var aliases: [String]?
    var arguments: [Argument]?
    var subcommands: [Command]?
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String
    }

    var kind: String
    var names: [Name]?
    var valueName: String?
    var abstract: String?
    var allValues: [String]?
    var isOptional: Bool
    var isRepeating: Bool
    var shouldDisplay: Bool

    var isPositional: Bool { kind == "positional" }
    /// Told once for all verbs, in the part of the page that is written by hand.
    var isCommon: Bool { isNamed("store", "json", "verbose", "help", "version") }

    func isNamed(_ wanted: String...) -> Bool {
      names?.contains { wanted.contains($0.name) } == true
    }
  }

  private struct Dump: Decodable {
    var command: Command
  }

  private let commands: [String: Command]

  /// - Parameter dump: What `Tasks._dumpHelp()` returns.
  init(dump: String) throws {
    let root = try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command
    commands = Dictionary(
      (root.subcommands ?? []).map { ($0.commandName, $0) }, uniquingKeysWith: { first, _ in first }
    )
  }

  /// The lines between the two marks of the page.
  var lines: [String] {
    var lines: [String] = []
    for group in Tasks.configuration.commandGroups {
      var entries: [String] = []
      for command in group.commands where command.configuration.shouldDisplay {
        entries += entry(command)
      }
      guard !entries.isEmpty else { continue }
      lines.append(".Ss \(group.name)")
      lines.append(".Bl -tag -width Ds")
      lines += entries
      lines.append(".El")
    }
    return lines
  }

  private func entry(_ type: any ParsableCommand.Type) -> [String] {
    let configuration = type.configuration
    let name = configuration.commandName ?? "\(type)".lowercased()
    guard let command = commands[name] else { return [] }
    // A verb with steps is told with what they take; the usual one may have no name.
    let steps = (type as? any Verb.Type).map { ManualPage.leaves(of: $0, command, name) } ?? []
    let told = steps.isEmpty ? [(name, command, configuration.usage)] : steps
    var arguments: [Argument] = []
    var lines: [String] = []
    for (name, command, usage) in told {
      let own = (command.arguments ?? []).filter { $0.shouldDisplay && !$0.isCommon }
      lines += usages(name, own, usage).map { ".It " + $0 }
      arguments += own.filter { argument in
        !arguments.contains {
          $0.names?.map(\.name) == argument.names?.map(\.name) && $0.abstract == argument.abstract
        }
      }
    }
    lines += ManualText(command.abstract ?? "").lines
    if let discussion = command.discussion {
      let more = ManualText(discussion).lines
      lines += (more.first?.hasPrefix(".Bd") == true ? [] : [".Pp"]) + more
    }
    // Which verbs have a dry run, or take a filter, is told; what that is stands with the options of all.
    let options = arguments.filter {
      !$0.isPositional && !$0.isNamed("dry-run") && !$0.isNamed("where", "yes")
    }
    if !options.isEmpty {
      lines.append(".Bl -tag -width Ds")
      for option in options {
        lines.append(".It " + names(of: option, separator: " , "))
        lines += ManualText(option.abstract ?? "").lines
      }
      lines.append(".El")
    }
    if let aliases = command.aliases, !aliases.isEmpty {
      lines.append(".Pp")
      lines.append("Other names:")
      lines.append(".Cm " + aliases.joined(separator: " , ") + " .")
    }
    return lines
  }

  /// The steps of a verb and those of its steps, by their names; empty for a verb without steps.
  private static func leaves(
    of verb: any Verb.Type, _ command: Command, _ path: String
  ) -> [(String, Command, String?)] {
    zip(verb.steps, command.subcommands ?? []).flatMap { step, command in
      let name = step.isShown ? "\(path) \(step.name)" : path
      let leaves = leaves(of: step, command, name)
      return leaves.isEmpty ? [(name, command, step.configuration.usage)] : leaves
    }
  }

  private func usages(_ name: String, _ arguments: [Argument], _ usage: String?) -> [String] {
    // An option that a line of the usage has belongs to that line.
    let told = (usage ?? "").split { " []|\n".contains($0) }.filter { $0.hasPrefix("--") }
    let options = arguments.filter { argument in
      !argument.isPositional && !told.contains { argument.isNamed(String($0.dropFirst(2))) }
    }.map { " Oo " + names(of: $0, separator: " | ") + " Oc" }.joined()
    if let usage {
      return usage.split(separator: "\n").map { line in
        "Cm \(name)\(options)" + ManualText.usage(line.dropFirst("tasks \(name)".count))
      }
    }
    let words = arguments.filter(\.isPositional).map { argument in
      let word = "Ar \(argument.valueName ?? "")" + (argument.isRepeating ? " ..." : "")
      return argument.isOptional ? " Oo \(word) Oc" : " \(word)"
    }
    return ["Cm \(name)\(options)" + words.joined()]
  }

  private func names(of option: Argument, separator: String) -> String {
    let value = option.kind == "flag" ? "" : " Ar \(option.valueName ?? "")"
    let names = (option.names ?? []).sorted { $0.kind > $1.kind }.map { name in
      (name.kind == "long" ? "Fl -\(name.name)" : "Fl \(name.name)") + value
    }
    return names.joined(separator: separator)
  }
}

/// Plain text as help shows it, in mdoc.
struct ManualText {
  let text: String

  init(_ text: String) { self.text = text }

  /// Indented lines stand as they are; an empty line ends a paragraph; each sentence begins a line.
  var lines: [String] {
    var out: [String] = []
    var isLiteral = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isIndented = line.hasPrefix("  ")
      if isIndented != isLiteral, !(line.isEmpty && isLiteral) {
        if !isLiteral, out.last == ".Pp" { out.removeLast() }
        out.append(isLiteral ? ".Ed" : ".Bd -literal -offset indent")
        if isLiteral { out.append(".Pp") }
        isLiteral.toggle()
      } else if line.isEmpty, isLiteral {
        out.append(contentsOf: [".Ed"])
        isLiteral = false
        out.append(".Pp")
        continue
      }
      if line.isEmpty {
        out.append(".Pp")
      } else if isLiteral {
        out.append(ManualText.escaped(String(line.dropFirst(2))))
      } else {
        out += ManualText.sentences(String(line)).map(ManualText.escaped)
      }
    }
    if isLiteral { out.append(".Ed") }
    return out
  }

  private static func sentences(_ line: String) -> [String] {
    var sentences: [String] = []
    var rest = line[...]
    while let end = rest.firstRange(of: ". ") {
      sentences.append(String(rest[..<end.lowerBound]) + ".")
      rest = rest[end.upperBound...]
    }
    return sentences + (rest.isEmpty ? [] : [String(rest)])
  }

  /// `<id> top|bottom`, `[<key> [<value>]]` in macros.
  static func usage(_ text: Substring) -> String {
    var out = ""
    var rest = text
    while let character = rest.popFirst() {
      switch character {
      case " ": continue
      case "[": out += " Oo"
      case "]": out += " Oc"
      case "|": out += " |"
      case "<":
        out += " Ar " + rest.prefix { $0 != ">" }
        rest = rest.drop { $0 != ">" }.dropFirst()
      default:
        let word = String(character) + rest.prefix { !" []<>|".contains($0) }
        rest = rest.dropFirst(word.count - 1)
        if word == "..." {
          out += " ..."
        } else {
          out += word.hasPrefix("--") ? " Fl \(word.dropFirst())" : " Cm \(word)"
        }
      }
    }
    return out
  }

  /// What troff would take for its own is escaped.
  static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": out += "\\e"
      case "-": out += "\\-"
      case "`": out += "\\(ga"
      case "^": out += "\\(ha"
      case "~": out += "\\(ti"
      case "“": out += "\\(lq"
      case "”": out += "\\(rq"
      case "’": out += "\\(cq"
      case "…": out += "..."
      default:
        let isASCII = scalar.isASCII
        out +=
          isASCII ? String(scalar) : "\\[u" + String(scalar.value, radix: 16).uppercased() + "]"
      }
    }
    return out.first == "." || out.first == "'" ? "\\&" + out : out
  }
}

extension CommandConfiguration {
  /// The commands without a group first, where there are any.
  fileprivate var commandGroups: [(name: String, commands: [any ParsableCommand.Type])] {
    [("Commands", ungroupedSubcommands)] + groupedSubcommands.map { ($0.name, $0.subcommands) }
  }
}
