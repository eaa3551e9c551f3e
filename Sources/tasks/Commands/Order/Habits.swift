import ArgumentParser
import TasksCore
import TasksStore

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
    let query = try Query.read(
      DashedWords.restored(filter), now: session.now, mention: Conversation.mention)
    let store = try session.openStore()
    let context = try ActiveContext.of(store, now: session.now)?.query ?? .all
    let reading = try store.read()
    let tasks = try TaskSelection(
      Query.all(of: [context, query]), from: reading, of: store, now: session.now,
      where: \.isOpen
    ).filter(\.isHabit)
    let answer = HabitsAnswer(
      try tasks.compactMap { task in
        let workflow = try reading.document(of: task).workflow
        guard let graph = HabitGraph(task, workflow: workflow, today: session.now.date) else {
          Conversation.say(
            "'\(ControlCharacters.escaped(task.title))' repeats by \(task.scheduled?.repeater?.text ?? ""), "
              + "of which there is no graph; write whole days, the longest interval last, as in .+2d/4d"
          )
          return nil
        }
        return (task.id.text, reading.short(task), task.title, graph)
      })
    TaskList.warn(about: reading)
    try session.print(answer) { output in
      if tasks.isEmpty {
        Conversation.say(
          filter.isEmpty
            ? "no habit; add one with: tasks add … sched:today every:.+2d/4d"
            : "no habit matches the filter")
      }
      let width = answer.rows.map(\.short.utf8.count).max() ?? 0
      for row in answer.rows { write(row, width, today: session.now.date, to: &output) }
    }
  }

  private func write(
    _ row: HabitsAnswer.Row, _ width: Int, today: CivilDate, to output: inout Output
  ) {
    let margin = output.terminal.width == nil ? 0 : 2
    let title = ControlCharacters.escaped(row.title)
    output.pad(margin)
    output.draw(.id) { $0.append(contentsOf: row.short.utf8) }
    output.pad(width - row.short.utf8.count + 2)
    let used = margin + width + 2
    let room = (output.terminal.width ?? .max) - used
    // On a narrow terminal the graph has a line of its own.
    if room < row.graph.days.count + 2 + 8 {
      output.line(CellTable.cut(title, to: max(1, room)))
      output.pad(used)
      draw(row.graph, today, to: &output)
      output.line("")
    } else {
      draw(row.graph, today, to: &output)
      output.line("  " + CellTable.cut(title, to: room - row.graph.days.count - 2))
    }
  }

  private func draw(_ graph: HabitGraph, _ today: CivilDate, to output: inout Output) {
    for day in graph.days {
      let letter = output.terminal.hasColor ? " " : String(day.state.rawValue.prefix(1))
      let sign = day.isDone ? "*" : day.date == today ? "!" : letter
      output.draw(Habits.look(of: day.state)) { $0.append(contentsOf: sign.utf8) }
    }
  }

  private static func look(of state: HabitGraph.State) -> Look {
    switch state {
    case .clear: .habitClear
    case .ready: .habitReady
    case .alert: .habitAlert
    case .overdue: .habitOverdue
    }
  }
}
