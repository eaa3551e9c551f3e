import ArgumentParser
import Platform
import TasksCore
import TasksStore
import TasksSync
import TasksTerminal

package struct DashboardCommand: Verb {
  package static let names = "dashboard"
  package static let configuration = CommandConfiguration(
    of: DashboardCommand.self,
    abstract: "Show what matters now: late, today, the next days, and your order; also just tasks.",
    discussion: """
      tasks alone shows it on a terminal. The setting dashboard in your own settings chooses its blocks and their order: \
      \(DashboardBlock.names), or the name of a view. The default is \(DashboardBlock.usual). For nearby, your \
      setting capture.place-command prints where you are: 50.0875,14.4213.

        tasks dashboard
        tasks dashboard --json
      """)

  @OptionGroup package var options: GlobalOptions

  package init() {}

  package static func quick(_ words: [String]) -> (any Request)? {
    words.isEmpty ? DashboardRequest() : nil
  }

  package func run() throws { try DashboardRequest().run(in: Session(options)) }
}

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
      ? try AgendaConfig(now: session.now, variable: Machine.variable).events(
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
