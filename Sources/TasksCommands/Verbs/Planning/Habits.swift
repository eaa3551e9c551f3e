import ArgumentParser
import TasksCore
import TasksPlanning
import TasksStore
import TasksTerminal

struct Habits: Verb {
  static let names = "habits"
  static let wordKind = VerbWords.filter
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

  static func complete(_ line: inout Completion) { line.offerConditions() }

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

/// The habits with their consistency graphs, the most urgent one first.
struct HabitsAnswer: Answer {
  typealias Row = (id: Text, short: String, title: Text, graph: HabitGraph)

  let kind = "habits"
  let rows: [Row]

  init(_ rows: [Row]) {
    self.rows = rows.enumerated().ordered { a, b in
      (-a.element.graph.urgency, a.offset) < (-b.element.graph.urgency, b.offset)
    }.map(\.element)
  }

  func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      json.object { json in
        json.member("id", row.id)
        json.member("short", row.short)
        json.member("title", row.title)
        json.key("graph")
        json.array(row.graph.days) { json, day in
          json.object { json in
            json.member("date", Timestamp(day.date))
            json.member("state", day.state.rawValue)
            json.member("done", day.isDone)
          }
        }
      }
    }
  }
}

/// The consistency graphs of habits, a line each.
struct HabitGraphs {
  let answer: HabitsAnswer
  private let today: CivilDate

  /// - Parameter habits: Tasks of the reading that are habits. One whose repeater has no graph is reported and left out.
  init(of habits: [Task], _ reading: StoreReading, today: CivilDate) throws {
    self.today = today
    answer = HabitsAnswer(
      try habits.compactMap { task in
        let workflow = try reading.document(of: task).workflow
        guard let graph = HabitGraph(task, workflow: workflow, today: today) else {
          Conversation.say(
            "'\(ControlCharacters.escaped(task.title))' repeats by \(task.scheduled?.repeater?.text ?? ""), "
              + "of which there is no graph; write whole days, the longest interval last, as in .+2d/4d"
          )
          return nil
        }
        return (task.id.text, reading.short(task), task.title, graph)
      })
  }

  /// The lines for a terminal, or for a pipe. On a narrow terminal a graph has a line of its own.
  func lines(_ terminal: Terminal) -> [StyledLine] {
    let width = answer.rows.map(\.short.utf8.count).max() ?? 0
    let margin = terminal.width == nil ? 0 : 2
    let used = margin + width + 2
    let room = (terminal.width ?? .max) - used
    return answer.rows.flatMap { row -> [StyledLine] in
      let title = ControlCharacters.escaped(row.title)
      var line = StyledLine(String(repeating: " ", count: margin))
      line.add(row.short, [.id])
      line.add(String(repeating: " ", count: width - row.short.utf8.count + 2))
      let graph = graph(row.graph, hasColor: terminal.hasColor)
      if room < graph.width + 2 + 8 {
        line.add(CellTable.cut(title, to: max(1, room)))
        return [line, StyledLine(String(repeating: " ", count: used)) + graph]
      }
      return [line + graph + StyledLine("  " + CellTable.cut(title, to: room - graph.width - 2))]
    }
  }

  private func graph(_ graph: HabitGraph, hasColor: Bool) -> StyledLine {
    var line = StyledLine()
    for day in graph.days {
      let letter = hasColor ? " " : String(day.state.rawValue.prefix(1))
      let sign = day.isDone ? "*" : day.date == today ? "!" : letter
      line.add(sign, [HabitGraphs.look(of: day.state)], isSolid: true)
    }
    return line
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
