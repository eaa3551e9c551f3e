import ArgumentParser
import TasksCore
import TasksStore
import TasksTerminal

package struct Tags: Verb {
  package static let names = "tags"
  package static let configuration = CommandConfiguration(
    of: Tags.self, abstract: "List the tags in use, with the number of tasks that have each.",
    discussion: """
        tasks tags
        tasks tags --json
      """)

  @OptionGroup var options: GlobalOptions

  package init() {}

  package static func quick(_ words: [String]) -> (any Request)? {
    words.isEmpty ? CountsRequest(names: .tags) : nil
  }

  package func run() throws {
    try CountsRequest(names: .tags).run(in: Session(options))
  }
}

package struct Lists: Verb {
  package static let names = "lists"
  package static let configuration = CommandConfiguration(
    of: Lists.self, abstract: "List the lists in use, with the number of tasks in each.",
    discussion: """
      A task counts for the lists around its own, too: one in work/clients also for work.

        tasks lists
        tasks lists --json
      """)

  @OptionGroup var options: GlobalOptions

  package init() {}

  package static func quick(_ words: [String]) -> (any Request)? {
    words.isEmpty ? CountsRequest(names: .lists) : nil
  }

  package func run() throws {
    try CountsRequest(names: .lists).run(in: Session(options))
  }
}

package struct Refile: Verb {
  package static let names = "refile"
  package static let wordKind = VerbWords.filter
  package static let configuration = CommandConfiguration(
    of: Refile.self, abstract: "Move tasks to another list.",
    usage: "tasks refile <id> ... <list>",
    discussion: """
      A list may be below another one: work/clients is also found by list:work. Slashes at either \
      end of a name, and several at once, are left out.

        tasks refile k7m b3x work
        tasks refile b3x work/clients
        tasks refile k7m ""
        tasks refile +phone list:home work
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var filter: FilterOptions

  @Argument(
    help: "The tasks, then the list; an empty name removes them from their lists.")
  var words: [String]

  package init() {}

  package static func complete(_ line: inout Completion) {
    line.offerTasks(.open)
    if line.place > 0 { line.offers.append(.lists) }
  }

  package func validate() throws {
    guard words.count >= (filter.where.isEmpty ? 2 : 1) else {
      throw ValidationError("Name the tasks, then the list: tasks refile ID work")
    }
  }

  package func run() throws {
    let name = DashedWords.restored(words)[words.count - 1]
    let choice = filter.choice(words.dropLast())
    if choice.isFilter(OwnFields()), Query.isCondition(name) {
      throw CommandError(
        "'\(name)' is a condition; write the list after the filter: tasks refile +phone work",
        code: .usage)
    }
    try Session(options).perform(
      RefileTask(to: name), on: choice, dryRun: write.dryRun)
  }
}

/// A parsed `tags` or `lists` command.
package struct CountsRequest: Request {
  package let names: NameKind

  package func run(in session: Session) throws {
    let reading = try session.openStore().read()
    TaskList.warn(about: reading)
    let answer = names == .tags ? reading.counts(.tags).tags : reading.counts(.lists).lists
    try session.print(answer) { output in
      guard session.terminal.width == nil else {
        var table = CellTable([
          CellTable.Column(heading: names == .tags ? "Tag" : "List", least: 8, isMain: true),
          CellTable.Column(heading: "Open", isRight: true),
          CellTable.Column(heading: "Done", isRight: true),
        ])
        for row in answer.rows {
          table.add(ControlCharacters.escaped(row.name), names == .tags ? .tag : nil)
          table.add("\(row.open)")
          table.add("\(row.done)", .dim)
        }
        return table.write(to: &output)
      }
      let width = answer.rows.map { CellWidth.of(ControlCharacters.escaped($0.name)) }.max() ?? 0
      for row in answer.rows {
        let name = ControlCharacters.escaped(row.name)
        let padding = String(repeating: " ", count: width - CellWidth.of(name))
        output.line("\(name)\(padding)  \(row.open) open, \(row.done) done")
      }
    }
  }
}

extension NameTable: Answer {
  package var kind: String { names.rawValue }

  package func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      json.object { json in
        json.member("name", row.name)
        json.member("open", row.open)
        json.member("done", row.done)
      }
    }
  }
}
