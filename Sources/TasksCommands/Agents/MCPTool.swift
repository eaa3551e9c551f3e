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

  package let name: String
  let command: any ParsableCommand.Type
  /// What the description says after the verb's own.
  let hint: String
  var isReadOnly = false
  package let parameters: [Parameter]
  /// Makes the words that are no options.
  let words: @Sendable (MCPArguments) throws(MCPArguments.Fault) -> Call
  /// Returns the verb, if it is not the one that the tool is named after.
  var verb: @Sendable (MCPArguments) -> String? = { _ in nil }

  var description: String {
    command.configuration.abstract + (hint.isEmpty ? "" : " " + hint)
  }

  private static let dryRun = Parameter(
    name: "dry_run", kind: .flag, help: "Show what would change without changing anything.")
  private static let ids = Parameter(
    name: "ids", kind: .texts, help: "The tasks, by their ids.", isRequired: true)
  private static let note = Parameter(
    name: "note", kind: .text, help: "A note for the tasks' logs.")

  package static let all: [MCPTool] = [
    MCPTool(
      name: "list", command: List.self,
      hint:
        "The words of the filter are all to match: +tag -tag @context list:work due.before:eow pri:A state:WAIT.",
      isReadOnly: true,
      parameters: [
        Parameter(name: "filter", kind: .texts, help: "The words of a filter."),
        Parameter(
          name: "ready", kind: .flag, help: "Only tasks that can be begun now, as tasks ready."),
        Parameter(name: "done", kind: .flag, help: "Finished tasks."),
        Parameter(name: "all", kind: .flag, help: "Open and finished tasks."),
        Parameter(name: "deleted", kind: .flag, help: "Tasks in the trash."),
        Parameter(name: "sort", kind: .text, help: "Columns, such as due,-priority."),
        Parameter(name: "limit", kind: .number, help: "No more than so many tasks."),
      ],
      words: { arguments throws(MCPArguments.Fault) in
        let filter = arguments.texts("filter")
        // A condition is no option, but what looks like one would be read as one.
        let verb = Verb.named(arguments.flag("ready") ? "ready" : "list")
        for word in filter where word.hasPrefix("--") || verb?.hasOption(word) == true {
          throw MCPArguments.Fault(text: "'\(word)' is an option, not a condition of a filter")
        }
        return Call(words: filter)
      }, verb: { $0.flag("ready") ? "ready" : nil }),
    MCPTool(
      name: "show", command: Show.self, hint: "", isReadOnly: true,
      parameters: [
        ids, Parameter(name: "history", kind: .flag, help: "Also what changed."),
        Parameter(name: "at", kind: .text, help: "As they were: a date, or a commit."),
      ],
      words: { arguments throws(MCPArguments.Fault) in
        Call(words: ["--"] + (try arguments.names("ids")))
      }),
    MCPTool(
      name: "add", command: Add.self,
      hint: """
        Each task is a line of quick-add, such as "Call Bob +phone @office list:work due:fri pri:A depends:ID / a note", \
        or an object such as {"title": "Call Bob", "tags": ["phone"], "deadline": "2026-11-27", "notes": "…"} with the \
        keys that show prints. All of them are one commit.
        """,
      parameters: [
        Parameter(name: "tasks", kind: .tasks, help: "The tasks.", isRequired: true), dryRun,
      ],
      words: { arguments throws(MCPArguments.Fault) in
        Call(words: ["-"], input: try arguments.lines("tasks"))
      }),
    MCPTool(
      name: "modify", command: Modify.self,
      hint:
        "A change is a word of quick-add: +tag -tag due:fri list:work pri:A; due: alone clears.",
      parameters: [
        ids, Parameter(name: "changes", kind: .texts, help: "The changes.", isRequired: true),
        dryRun,
      ],
      words: { arguments throws(MCPArguments.Fault) in
        Call(words: ["--"] + (try arguments.names("ids")) + arguments.texts("changes"))
      }),
    MCPTool(
      name: "done", command: Done.self,
      hint:
        "With state: start, wait, cancel or reopen them instead; start with claim also assigns them to you.",
      parameters: [
        ids, note,
        Parameter(
          name: "state", kind: .choice(["done", "start", "wait", "cancel", "reopen"]),
          help: "What becomes of them; done by default."),
        Parameter(name: "claim", kind: .flag, help: "With start: refuse what another has claimed."),
        Parameter(
          name: "force", kind: .flag,
          help: "With done: finish what depends on open tasks. With claim: take over."),
        dryRun,
      ],
      words: { arguments throws(MCPArguments.Fault) in
        Call(words: ["--"] + (try arguments.names("ids")))
      }, verb: { $0.text("state") }),
    MCPTool(
      name: "note", command: Note.self, hint: "A line that begins with - [ ] is a checkbox.",
      parameters: [
        Parameter(name: "id", kind: .text, help: "The task.", isRequired: true),
        Parameter(name: "text", kind: .text, help: "The text to add.", isRequired: true), dryRun,
      ],
      words: { arguments throws(MCPArguments.Fault) in
        let text = arguments.text("text") ?? ""
        return Call(words: ["--", try arguments.name("id"), "-"], input: Array(text.utf8))
      }),
    MCPTool(
      name: "log", command: Log.self, hint: "", isReadOnly: true,
      parameters: [
        Parameter(name: "ids", kind: .texts, help: "Of these tasks only."),
        Parameter(name: "number", kind: .number, help: "No more than so many changes."),
        Parameter(name: "since", kind: .text, help: "A date, or a commit."),
        Parameter(name: "until", kind: .text, help: "A date, or a commit."),
      ],
      words: { arguments throws(MCPArguments.Fault) in
        Call(words: ["--"] + (try arguments.names("ids")))
      }),
    MCPTool(
      name: "sync", command: SyncCommand.self, hint: "", parameters: [dryRun],
      words: { _ in Call() }),
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
      guard Verb.named(verb)?.hasOption(parameter.option) == true else {
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
