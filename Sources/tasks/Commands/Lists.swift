import ArgumentParser
import TasksCore
import TasksStore

struct Tags: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tags", abstract: "List the tags in use, with the number of tasks that have each.")

  @OptionGroup var options: GlobalOptions

  func run() throws {
    try Counts(session: Session(options), kind: "tags").print { $0.tags }
  }
}

struct Lists: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lists", abstract: "List the lists in use, with the number of tasks in each.")

  @OptionGroup var options: GlobalOptions

  func run() throws {
    try Counts(session: Session(options), kind: "lists").print { $0.list.map { [$0] } ?? [] }
  }
}

/// Counts the open and done tasks for each name, such as a tag.
private struct Counts {
  let session: Session
  let kind: String

  func print(_ names: (Task) -> [Text]) throws {
    let reading = try session.openStore().read()
    TaskList.warn(about: reading)
    var counts: [Text: (open: Int, done: Int)] = [:]
    for task in reading.tasks(where: { !$0.isDeleted }) {
      for name in names(task) {
        counts[name, default: (0, 0)].open += task.isDone ? 0 : 1
        counts[name, default: (0, 0)].done += task.isDone ? 1 : 0
      }
    }
    let rows = counts.sorted { $0.key < $1.key }
    var output = Output()
    if session.wantsJSON {
      output.write(
        JSONWriter.document(kind: kind) { json in
          json.array(rows) { json, row in
            json.object { json in
              json.key("name")
              json.string(row.key.string)
              json.key("open")
              json.number(row.value.open)
              json.key("done")
              json.number(row.value.done)
            }
          }
        })
    } else {
      let width = rows.map { CellWidth.of(Visible.text($0.key)) }.max() ?? 0
      for (name, count) in rows {
        let text = Visible.text(name)
        let padding = String(repeating: " ", count: width - CellWidth.of(text))
        output.line("\(text)\(padding)  \(count.open) open, \(count.done) done")
      }
    }
    try output.flush()
  }
}

struct Refile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refile", abstract: "Move tasks to another list.",
    usage: "tasks refile <id> ... <list>",
    discussion: """
        tasks refile k7m b3x work
        tasks refile k7m ""
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Argument(
    help: "The tasks, then the list; an empty name removes them from their lists.",
    completion: Suggestion.openAndLists)
  var words: [String]

  func validate() throws {
    guard words.count >= 2 else {
      throw ValidationError("Name the tasks, then the list: tasks refile ID work")
    }
  }

  func run() throws {
    let name = words[words.count - 1]
    try Session(options).perform(
      RefileTask(to: name.isEmpty ? nil : Text(name)), on: words.dropLast(), dryRun: write.dryRun)
  }
}
