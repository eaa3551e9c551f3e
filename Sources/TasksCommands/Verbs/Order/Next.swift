import ArgumentParser
import TasksCore

struct Next: Verb {
  static let names = "next"
  static let wordKind = VerbWords.filter
  static let configuration = CommandConfiguration(
    of: Next.self, abstract: "List the few tasks to do now, the most urgent first.",
    usage: "tasks next [<filter> ...]",
    discussion: """
      They are the tasks of tasks ready. Each has points for each reason to do it now, and the points are added up:

        due        12  at its deadline 8.8, more when it is late, in full after a week;
                       less before it, a fifth from two weeks on
        blocking    8  other open tasks wait for it
        priority    6  A in full, B two thirds, C a third
        scheduled   5  its scheduled date has come
        started     4  in the state NEXT, or its clock runs
        reminder    3  a reminder is for today
        age         2  in full after a year
        order       1  in full at the top of the order by hand
        waiting    -3  in the state WAIT, or hidden (in other lists)
        blocked    -5  waits for an open task (in other lists)

      --why shows them. Settings of the store change the weights: tasks config urgency.due 20. The columns urgency and \
      why, --sort urgency, and the block urgent of the dashboard do the same anywhere.

        tasks next
        tasks next list:work --why
        tasks next --limit 3 --json
        tasks list --sort urgency --columns urgency,title,why
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var form: ListingOptions

  @Flag(help: "Show the reasons below each task, with their points.")
  var why = false

  @Argument(help: "The conditions that a task must match.")
  var filter: [String] = []

  /// As many tasks as are listed without --limit.
  private static let few = 10

  static func complete(_ line: inout Completion) { line.offerConditions() }

  func validate() throws { try form.check(options) }

  func run() throws {
    var listing = Listing()
    (listing.tag, listing.isNext, listing.showsWhy) = (.ready, true, why)
    try form.run(listing, filter, options, sort: "urgency", limit: Next.few)
  }
}
