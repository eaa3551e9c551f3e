import ArgumentParser
import TasksCore

package struct Modify: Verb {
  package static let names = "modify mod m"
  package static let wordKind = VerbWords.changes
  package static let configuration = CommandConfiguration(
    of: Modify.self, abstract: "Change fields of tasks.",
    usage: "tasks modify <id> ... <words> ...",
    discussion: """
      The ids come first, then the changes, in the syntax of tasks add. -tag removes a tag, title: sets the \
      title, and a key without a value clears its field. If a task's path begins with a dash, write -- before it \
      or ./ in front of it. With --where a filter selects the tasks, and all words are changes; the filter may \
      also come first, as in tasks +phone due:overdue modify pri:A.

        tasks modify k7m due:mon@10:00 +urgent -phone pri:A
        tasks modify k7m "title:Call Bob again" list:home
        tasks modify k7m b3x due: every:
        tasks modify --where "+phone due:overdue" due:tomorrow pri:A
      """)

  @OptionGroup package var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var filter: FilterOptions

  @Argument(help: "The tasks, then the changes.")
  package var words: [String]

  package init() {}

  package static let tool = MCPTool(
    command: Modify.self,
    hint:
      "A change is a word of quick-add: +tag -tag due:fri list:work pri:A; due: alone clears.",
    parameters: [
      .ids,
      MCPTool.Parameter(name: "changes", kind: .texts, help: "The changes.", isRequired: true),
      .dryRun,
    ],
    words: { arguments throws(MCPArguments.Fault) in
      MCPTool.Call(words: ["--"] + (try arguments.names("ids")) + arguments.texts("changes"))
    })

  package static func complete(_ line: inout Completion) {
    if line.place == 0 || !line.word.isEmpty { line.offers = [.ids(.open)] }
    if line.place > 0 { line.offerChanges() }
  }

  package static func quick(_ words: [String]) -> (any Request)? {
    words.isEmpty ? nil : ModifyRequest(words: words)
  }

  package func run() throws {
    let words = DashedWords.restored(words)
    try ModifyRequest(
      words: words, filters: filter.where, isSure: filter.yes, isDryRun: write.dryRun
    ).run(in: Session(options))
  }
}

/// A parsed `modify` command.
package struct ModifyRequest: Request {
  /// The tasks, unless a filter selects them, then the changes.
  package let words: [String]
  /// Filters in one argument each.
  var filters: [String] = []
  var isSure = false
  package var isDryRun = false

  package func run(in session: Session) throws {
    let store = try session.openStore()
    let ids = filters.isEmpty ? try ids(store.fields) : []
    let draft = try QuickAdd.read(
      Array(words.dropFirst(ids.count)), mode: .modify, now: session.now, fields: store.fields)
    try session.checkReminders(of: draft)
    // All before the changes are names, whatever they begin with.
    let choice = TaskChoice(
      words: ids.isEmpty ? [] : ["--"] + ids, filters: filters, isSure: isSure)
    try session.perform(ModifyTask(draft), on: choice, in: store, dryRun: isDryRun)
  }

  /// The words before the changes. The word after `--` is a task, even if its path looks like a change.
  private func ids(_ fields: OwnFields) throws -> [String] {
    let first = words.first == "--" ? words.prefix(2) : []
    let ids =
      Array(first)
      + words.dropFirst(first.count).prefix { QuickAdd.isPlain($0, fields: fields) }
    guard ids.contains(where: { $0 != "--" }) else {
      throw CommandError(
        "name the task before the changes, or select tasks with a filter: tasks modify ID +tag due:fri, "
          + "or tasks modify --where +phone due:fri", code: .usage)
    }
    return ids
  }
}
