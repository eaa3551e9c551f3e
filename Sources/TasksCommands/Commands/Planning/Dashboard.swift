import ArgumentParser

package struct DashboardCommand: ParsableCommand {
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

  package func run() throws { try DashboardRequest().run(in: Session(options)) }
}
