import Platform
import TasksCore
import TasksExchange
import TasksPlanning
import TasksStore
import TasksSync
import TasksTerminal

/// What a phone shows as agendas: that of the usual span, and each saved view.
struct MobileAgendas {
  let session: Session
  let store: TaskStore
  let reading: StoreReading

  func all() throws -> [MobileAgenda] {
    let blocks = BlockListing(
      session: session, store: store, query: .all, isFiltered: true, contextName: nil)
    let span = try AgendaSettings(now: session.now, variable: Machine.variable).span()
    let usual = BlockListing.Part(
      name: "agenda", kind: .agenda(span, hasEvents: false), query: .all)
    var agendas = [try agenda(of: usual, keys: "a", title: "Agenda")]
    for (name, _) in try Views(of: store).all() {
      do {
        let parts = try blocks.parts(
          ofView: name, .all, isFiltered: true, in: [])
        agendas += try parts.enumerated().map { number, part in
          try agenda(
            of: part, keys: parts.count == 1 ? name : "\(name)#\(number + 1)", title: name)
        }
      } catch {
        Conversation.say("the view \(name) is not staged: \(CommandError(error).message)")
      }
    }
    return agendas
  }

  private func agenda(
    of part: BlockListing.Part, keys: String, title: String
  ) throws -> MobileAgenda {
    let tasks = try TaskSelection(
      part.query, from: reading, of: store, now: session.now, withHidden: part.isAgenda,
      where: \.isOpen)
    switch part.kind {
    case .agenda(let span, _):
      let agenda = tasks.agenda(span, now: session.now)
      let sections = agenda.entries.enumerated().map { number, entries in
        let date = agenda.days.lowerBound.adding(days: number)
        return MobileAgenda.Section(
          MobileAgenda.heading(of: date), entries.compactMap { self.entry($0, of: tasks) })
      }
      let name = span.length == 1 ? "Day" : span.length == 7 ? "Week" : "\(span.length) days"
      return MobileAgenda(
        heading: "\(name)-agenda (W\(span.lowerBound.week)):", keys: keys, title: title,
        sections: sections)
    case .list(let view):
      let listed = Listed(
        listing: Listing(), query: part.query, view: view, session: session, store: store)
      let list = TaskList(session: session, store: store)
      let shown = listed.limited(try listed.sorted(tasks, list, reading)).tasks
      let entries = shown.map { MobileAgenda.Entry($0, prefix: prefix($0)) }
      return MobileAgenda(
        heading: part.name, keys: keys, title: title,
        sections: [MobileAgenda.Section(nil, entries)])
    }
  }

  private func entry(_ entry: AgendaEntry, of tasks: TaskSelection) -> MobileAgenda.Entry? {
    var found: Task?
    tasks.withRow(at: entry.task) { found = reading.task(withID: $0.taskID) }
    guard let task = found else { return nil }
    var prefix = prefix(task)
    if let time = entry.time {
      let minute = time % 60
      prefix += " \(time / 60):\(minute < 10 ? "0" : "")\(minute)"
    }
    switch entry.kind {
    case .overdue: prefix += " Overdue:"
    case .deadline: prefix += " Deadline:"
    case .warning: prefix += " Due \(entry.date.iso):"
    case .scheduled: prefix += " Scheduled:"
    case .timestamp, .closed, .state, .clock: break
    }
    return MobileAgenda.Entry(task, prefix: prefix)
  }

  private func prefix(_ task: Task) -> String {
    task.list.map { ControlCharacters.escaped($0) + ":" } ?? ""
  }
}
