import ArgumentParser

/// A tool that the MCP server offers: a verb, and how its arguments become words of the command line.
package struct MCPTool: Sendable {
  /// An argument of a tool.
  package struct Parameter: Sendable {
    enum Kind: Sendable {
      case text, number, flag
      case texts
      /// Lines of quick-add, or tasks in JSON.
      case tasks
      case choice([String])
    }

    package let name: String
    let kind: Kind
    let help: String
    var isRequired = false

    /// The option of the same name.
    package var option: String { "--" + name.replacing("_", with: "-") }
  }

  /// The words and the standard input of a command.
  package struct Call: Sendable {
    var words: [String] = []
    var input: [UInt8] = []
  }

  let command: any Verb.Type
  /// What the description says after the verb's own.
  let hint: String
  var isReadOnly = false
  package let parameters: [Parameter]
  /// Makes the words that are no options.
  let words: @Sendable (MCPArguments) throws(MCPArguments.Fault) -> Call
  /// Returns the verb, if it is not the one that the tool is named after.
  var verb: @Sendable (MCPArguments) -> String? = { _ in nil }

  package var name: String { command.name }
  var description: String {
    command.configuration.abstract + (hint.isEmpty ? "" : " " + hint)
  }

  /// In the order in which agents are told of them.
  package static let all = [
    List.tool, Show.tool, Add.tool, Modify.tool, Done.tool, Note.tool, Log.tool, SyncCommand.tool,
  ]

  /// Returns the command line of a call, without `--json`.
  ///
  /// What a client gives is the value of an option, comes after `--`, or is read from standard input, so that none of
  /// it is taken for an option.
  func call(_ arguments: MCPArguments) throws(MCPArguments.Fault) -> Call {
    try arguments.check(parameters)
    var call = try words(arguments)
    let verb = verb(arguments) ?? name
    var options: [String] = []
    for parameter in parameters {
      // `ready` and `state` are the verb, and `-` has a value of its own.
      guard Verbs.named(verb)?.options.contains(parameter.option) == true else {
        guard parameter.name != "ready", parameter.name != "state",
          case .flag = parameter.kind, arguments.flag(parameter.name)
        else { continue }
        throw MCPArguments.Fault(text: "'\(parameter.name)' is not for \(verb)")
      }
      switch parameter.kind {
      case .flag: if arguments.flag(parameter.name) { options.append(parameter.option) }
      case .number:
        if let number = arguments.number(parameter.name) {
          options.append("\(parameter.option)=\(number)")
        }
      case .text:
        if let text = arguments.text(parameter.name) {
          options.append("\(parameter.option)=\(text)")
        }
      case .texts, .tasks, .choice: break
      }
    }
    call.words = [verb] + options + call.words
    return call
  }
}

extension MCPTool.Parameter {
  static let dryRun = MCPTool.Parameter(
    name: "dry_run", kind: .flag, help: "Show what would change without changing anything.")
  static let ids = MCPTool.Parameter(
    name: "ids", kind: .texts, help: "The tasks, by their ids.", isRequired: true)
  static let note = MCPTool.Parameter(
    name: "note", kind: .text, help: "A note for the tasks' logs.")
}
