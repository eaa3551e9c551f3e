import ArgumentParser
import TasksCore

struct DashboardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: DashboardCommand.self,
    abstract: "Show what matters now: late, today, the next days, and your order; also just tasks.",
    discussion: """
      tasks alone shows it on a terminal. The setting dashboard in your own settings chooses its blocks and their order: \
      \(DashboardBlock.names), or the name of a view. The default is \(DashboardBlock.usual).

        tasks dashboard
        tasks dashboard --json
      """)

  @OptionGroup var options: GlobalOptions

  func run() throws { try DashboardRequest().run(in: Session(options)) }
}
