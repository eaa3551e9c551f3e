import TasksCore
import TasksPlanning
import TasksStore
import TasksTerminal

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
