import ArgumentParser

package struct Modify: ParsableCommand {
  package static let configuration = CommandConfiguration(
    of: Modify.self, abstract: "Change fields of tasks.",
    usage: "tasks modify <id> ... <words> ...",
    discussion: """
      The ids come first, then the changes, in the syntax of tasks add. -tag removes a tag, title: sets the \
      title, and a key without a value clears its field. If a task's path begins with a dash, write -- before it \
      or ./ in front of it. With --where a filter selects the tasks, and all words are changes; the filter may \
      also come first, as in tasks +phone due:overdue modify pri:A.

        tasks modify k7m due:mon@10:00 +urgent -phone pri:A
        tasks modify k7m "title:Call Bob again" list:home
        tasks modify k7m b3x due: every:
        tasks modify --where "+phone due:overdue" due:tomorrow pri:A
      """)

  @OptionGroup package var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var filter: FilterOptions

  @Argument(help: "The tasks, then the changes.")
  package var words: [String]

  package init() {}

  package func run() throws {
    let words = DashedWords.restored(words)
    try ModifyRequest(
      words: words, filters: filter.filters, isSure: filter.yes, isDryRun: write.dryRun
    ).run(in: Session(options))
  }
}
