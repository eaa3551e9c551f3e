import ArgumentParser
import TasksCore
import TasksExchange
import TasksStore
import TasksTerminal

struct ViewCommand: Verb {
  static let names = "view"
  static let steps: [any Verb.Type] = [Shown.self, Save.self, Remove.self, Import.self]
  static var usualStep: (any Verb.Type)? { Shown.self }
  static let configuration = CommandConfiguration(
    of: ViewCommand.self, abstract: "Show a saved list; save one, remove one, or list them all.",
    discussion: """
      A view is a filter with an order, groups and columns, by name. It is saved in the store's settings, so that all \
      clones have it. tasks NAME shows it too, unless NAME is a command. A view of several blocks shows them one below \
      the other: agenda:week +phone, list:+WAITING, view:NAME. import reads the org-agenda-custom-commands of an Emacs init file as \
      data, or an agendas.org that Org has staged for a phone; what it cannot express is named and left out.

        tasks view save work list:work not +WAITING --sort due,-priority --group list
        tasks work
        tasks view work +phone
        tasks view work --at yesterday
        tasks view save review --block agenda:week --block list:+WAITING
        tasks view remove review
        tasks view remove work
        tasks view import init.el --dry-run
      """)

  /// Whether no view can have a name: it would be that of a command.
  static func isTaken(_ name: String) -> Bool {
    Verbs.named(name) != nil || name == "help" || namedSteps.contains { $0.name == name }
  }

  struct Shown: Verb {
    static let names = "show"
    static let wordKind = VerbWords.filter
    static let configuration = CommandConfiguration(
      of: Shown.self, abstract: "Show a saved list, or list them all.",
      usage: "tasks view [<name> [<filter> ...]]", shouldDisplay: false)

    @OptionGroup var options: GlobalOptions
    @OptionGroup var look: ListOptions
    @Flag(help: "Print one JSON object per line, one per task.") var jsonl = false
    @Option(help: PointArgument.help("Show the view as it was")) var at: String?
    @Flag(help: "Put tasks below their parents.") var tree = false
    @Argument(help: "The view, then the conditions that a task must match.") var words: [String] =
      []

    static func complete(_ line: inout Completion) {
      if line.place == 0 { line.offers.append(.views) } else { line.offerConditions() }
    }

    func run() throws {
      let session = try Session(options)
      let words = DashedWords.restored(words)
      guard let name = words.first else { return try Shown.list(session) }
      var listing = Listing(filter: Array(words.dropFirst()), form: jsonl ? .jsonl : .plain)
      listing.viewName = name
      listing.options = look.view
      listing.options.isTree = tree
      listing.at = at
      try listing.run(in: session)
    }

    private static func list(_ session: Session) throws {
      let views = try Views(of: session.openStore()).all()
      try session.print(ViewsAnswer(views)) { output in
        for (name, view) in views {
          let options = View.Key.allCases.compactMap { key in
            key == .filter
              ? nil
              : key == .tree
                ? view[key].map { _ in "--tree" }
                : view[key].map { "--\(key.rawValue) \($0)" }
          }
          let words = [name, view.filter] + options + view.blocks.map { "--block \($0)" }
          output.line(
            words.filter { !$0.isEmpty }.map { ControlCharacters.escaped(TasksCore.Text($0)) }
              .joined(separator: "  "))
        }
      }
    }
  }

  struct Save: Verb {
    static let names = "save"
    static let wordKind = VerbWords.filter
    static let configuration = CommandConfiguration(
      of: Save.self,
      abstract: "Save a filter with its order, groups and columns, or several blocks.",
      usage: """
        tasks view save <name> [<filter> ...] [--sort <columns>] [--group <by>] [--columns <columns>] [--limit <number>] [--tree]
        tasks view save <name> [<filter> ...] --block <block> ...
        """)

    @OptionGroup var options: GlobalOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var look: ListOptions
    @Option(
      help: "A part of the view: agenda:SPAN FILTER, list:FILTER or view:NAME; may be repeated.")
    var block: [String] = []
    @Flag(help: "Put tasks below their parents.") var tree = false
    @Argument(help: "The view.") var name: String
    @Argument(help: "The conditions that a task must match.") var filter: [String] = []

    static func complete(_ line: inout Completion) { if line.place > 0 { line.offerConditions() } }

    static func complete(valueOf option: String, _ line: inout Completion) {
      if option == "--block" {
        return line.offer(["agenda:week", "agenda:day", "list:", "view:"])
      }
      line.offer(usualValuesOf: option)
    }

    func run() throws {
      let name = DashedWords.restored([name])[0]
      guard !ViewCommand.isTaken(name) else {
        throw CommandError("'\(name)' is a command; give the view another name", code: .usage)
      }
      let session = try Session(options)
      var view = look.view
      view.isTree = tree
      let store = try session.openStore()
      view.filter = try Query.line(
        of: DashedWords.restored(filter), now: session.now, fields: store.fields)
      view.blocks = block
      let isChange = try Views(of: store).save(
        view, as: name, now: session.now, dryRun: write.dryRun)
      guard isChange else { return Conversation.say("nothing to change") }
      try Output.print("\(write.dryRun ? "would save" : "saved") the view \(name)")
    }
  }

  struct Remove: Verb {
    static let names = "remove"
    static let configuration = CommandConfiguration(
      of: Remove.self, abstract: "Remove a view.", usage: "tasks view remove <name>")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: "The view.") var name: String

    static func complete(_ line: inout Completion) { if line.place == 0 { line.offers = [.views] } }

    func run() throws {
      let session = try Session(options)
      let outer = try Views(of: session.openStore()).remove(
        name, dryRun: write.dryRun, now: session.now)
      for other in outer {
        Conversation.say(
          "the view '\(other)' still has the block view:\(name), and cannot be shown without it")
      }
      try Output.print("\(write.dryRun ? "would remove" : "removed") the view \(name)")
    }
  }

  struct Import: Verb {
    static let names = "import"
    static let configuration = CommandConfiguration(
      of: Import.self, abstract: "Read the agenda commands of an Emacs init file as views.",
      usage: "tasks view import <file>")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: "init.el, or the agendas.org that Org has staged for a phone.") var file: String

    static func complete(_ line: inout Completion) { if line.place == 0 { line.offers = [.files] } }

    func run() throws {
      try ViewImportRequest(path: file, isDryRun: write.dryRun).run(in: Session(options))
    }
  }
}

struct Context: Verb {
  static let names = "context"
  static let configuration = CommandConfiguration(
    of: Context.self, abstract: "Work on the tasks of one view until it is left.",
    usage: "tasks context [<view> | none]",
    discussion: """
      In a context, lists show only its tasks, and a new task gets the tags, the list and the other fields that its \
      filter asks for. It is of this clone alone. TASKS_CONTEXT=NAME sets it for one command, TASKS_CONTEXT=none \
      leaves it for one.

        tasks view save work list:work
        tasks context work
        tasks add Write the report
        tasks context none
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Argument(help: "The view to work in; none to leave it.")
  var name: String?

  static func complete(_ line: inout Completion) {
    if line.place == 0 {
      line.offers = [.views, .words([Candidate("none", "leave the context")])]
    }
  }

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore()
    if let name {
      let view = name == "none" ? nil : name
      if write.dryRun {
        if let view { _ = try Views(of: store).known(view) }
        return try Output.print(
          view.map { "would be in the context \($0)" } ?? "would leave the context")
      }
      try ActiveContext.enter(view, in: store)
      return try session.print(Context.answer(view)) {
        $0.line(view.map { "in the context \($0)" } ?? "left the context")
      }
    }
    let name = try ActiveContext.of(store, now: session.now)?.name
    try session.print(Context.answer(name)) { $0.line(name ?? "none") }
  }

  private static func answer(_ name: String?) -> JSONAnswer {
    JSONAnswer("context") { $0.string(name.map { Text($0) }) }
  }
}

/// The saved views, in the order of the store's settings.
struct ViewsAnswer: Answer {
  let kind = "views"
  let views: [(name: String, view: View)]

  /// What an import left out; nil for a listing.
  let remarks: [ImportRemark]?

  init(_ views: [(name: String, view: View)], remarks: [ImportRemark]? = nil) {
    (self.views, self.remarks) = (views, remarks)
  }

  func writeRest(to json: inout JSONWriter) { json.remarks(remarks) }

  func write(to json: inout JSONWriter) {
    json.array(views) { json, row in
      json.object { json in
        json.name("name")
        json.string(row.name)
        for key in View.Key.allCases {
          json.key(key.rawValue)
          if key == .limit {
            json.number(row.view.limit)
          } else if key == .tree {
            json.bool(row.view.isTree)
          } else {
            json.string(row.view[key].map { Text($0) })
          }
        }
        json.name("blocks")
        json.array(row.view.blocks) { $0.string($1) }
      }
    }
  }
}
