import Platform
import TasksCore
import TasksStore
import TasksSync
import TasksTerminal

/// What `tasks` alone shows on a terminal: blocks that the user chooses.
package struct DashboardRequest: Request {
  package func run(in session: Session) throws {
    let blocks = try DashboardBlock.chosen()
    let store = try session.openStore()
    let context = try ActiveContext.of(store, now: session.now)
    let today = session.now.date
    let hasCalendar = blocks.contains(.own(.calendar))
    let hasEvents = hasCalendar || blocks.contains(.own(.today)) && !session.wantsJSON
    let events =
      hasEvents
      ? try AgendaSettings(now: session.now, variable: Machine.variable).events(
        in: today...today.adding(days: hasCalendar ? 6 : 0), store) : []
    let (reading, output) = try store.read { reading in
      let tasks = try TaskSelection(
        context?.query ?? .all, from: reading, of: store, now: session.now, withHidden: true,
        where: \.isOpen)
      let page = try DashboardPage(
        tasks, session: session, store: store, reading: reading, context: context,
        events: events)
      if session.wantsJSON {
        return (reading, try session.output(of: page.answer(blocks)) { _ in })
      }
      return (reading, try page.output(blocks))
    }
    TaskList.warn(about: reading)
    TaskList.warn(aboutInboxOf: store)
    try output.show()
  }
}
