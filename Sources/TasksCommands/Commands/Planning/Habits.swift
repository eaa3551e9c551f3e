import ArgumentParser
import TasksCore
import TasksStore
import TasksTerminal

struct Habits: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Habits.self, abstract: "Show how consistently habits were done.",
    usage: "tasks habits [<filter> ...]",
    discussion: """
      A habit is a task that is scheduled again and again, and marked as one in its file: STYLE: habit in Org, \
      habit: true in Markdown. every:.+2d/4d makes one, which is to be done after two days, and after four at the \
      latest. The graph has a day in each cell, from three weeks ago until next week, as Org's has:

        c blue    not to be done yet    *  it was done
        r green   it can be done        !  today
        a yellow  the last day for it
        o red     it should have been done

        tasks habits
        tasks add Stretch sched:today every:.+2d/4d
        tasks habits --json
      """)

  @OptionGroup var options: GlobalOptions
  @Argument(help: "The conditions that a habit must match.")
  var filter: [String] = []

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore()
    let query = try session.query(DashedWords.restored(filter), in: store)
    let context = try ActiveContext.of(store, now: session.now)?.query ?? .all
    let reading = try store.read()
    let tasks = try TaskSelection(
      Query.all(of: [context, query]), from: reading, of: store, now: session.now,
      where: \.isOpen
    ).filter(\.isHabit)
    let graphs = try HabitGraphs(of: tasks, reading, today: session.now.date)
    TaskList.warn(about: reading)
    try session.print(graphs.answer) { output in
      if tasks.isEmpty {
        Conversation.say(
          filter.isEmpty
            ? "no habit; add one with: tasks add … sched:today every:.+2d/4d"
            : "no habit matches the filter")
      }
      for line in graphs.lines(output.terminal) { output.line(line) }
    }
  }
}
