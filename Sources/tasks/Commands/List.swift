import ArgumentParser
import TasksCore
import TasksStore

struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List tasks in the order by hand.",
    usage: "tasks list [<filter> ...]",
    discussion: """
      Open tasks, unless an option says otherwise. Words of the filter are ANDed: +tag -tag @context \
      list:work state:WAIT pri:A due:today due.before:eow due:overdue text /regex/, and or not ( ), \
      +OVERDUE +TODAY +READY +BLOCKED +WAITING +HABIT +UNSYNCED.
      """,
    aliases: ["ls", "l"])

  @OptionGroup var options: GlobalOptions

  @Flag(help: "Finished tasks.")
  var done = false

  @Flag(help: "Tasks in the trash.")
  var deleted = false

  @Flag(help: "Open and finished tasks.")
  var all = false

  @Flag(help: "Only tasks that the upstream branch does not have as they are.")
  var unsynced = false

  @Option(help: ArgumentHelp("As it was at that time.", valueName: "when"))
  var at: String?

  @Flag(help: "Print JSON, a task a line.")
  var jsonl = false

  @Option(
    help: ArgumentHelp(
      "A line a task: {short} {title} {due} …, by the names in JSON.", valueName: "format"))
  var format: String?

  @Argument(help: "What to list.")
  var filter: [String] = []

  func run() throws {
    let session = try Session(options)
    let query = try Query.read(DashedWords.restored(filter), now: session.now)
    let store = try session.openStore()
    let reading = try at.map { try store.read(at: TimeArgument(session).read($0)) } ?? store.read()
    TaskList.warn(about: reading)
    let tasks = try store.select(query, from: reading, now: session.now) { task in
      deleted ? task.isDeleted : !task.isDeleted && (all || task.isDone == done)
    }
    let wanted = unsynced ? try store.unsynced(tasks) : tasks
    try print(wanted, reading, TaskList(session: session, store: store))
  }

  private func print(_ tasks: [Task], _ reading: StoreReading, _ list: TaskList) throws {
    var output = Output()
    if jsonl {
      output.write(TaskJSON.lines(try list.rows(tasks, reading)))
    } else if options.json {
      output.write(try list.json(tasks, reading))
    } else if let format {
      let line = try FormatString(format)
      for task in tasks { output.line(line.text(task, short: reading.short(task))) }
    } else {
      for line in list.text(tasks, reading) { output.line(line) }
    }
    try output.flush()
  }
}
