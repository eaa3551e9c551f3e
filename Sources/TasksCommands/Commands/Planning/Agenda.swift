import ArgumentParser

package struct AgendaCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    of: AgendaCommand.self,
    abstract: "Show what is on each day of the next week, or of any span.",
    usage: "tasks agenda [<span>] [<filter> ...]",
    discussion: """
      Each day has the tasks scheduled or due on it and those with an active timestamp <2026-11-27 Fri> in the title \
      or the notes; tasks that repeat are on each of their days. Today also has what is late, and deadlines that come \
      near: 14 days ahead, unless the deadline says otherwise (-3d). A day has first what has a time, then deadlines, \
      then scheduled tasks, and habits last.

      It shows the events of other calendars, and never changes them: agenda.calendars in your settings names an .ics \
      file, or a folder of them such as vdirsyncer keeps; write it once for each. Events of whole days are first on their \
      days. A filter leaves out all events. What cannot be read of a calendar is said, and hides nothing else.

      The span is day, week, month, year, next week, an amount, an ISO week, a date, or two dates with .. between \
      them. week is seven days from today, month the days until the same day of the next month, 2w two weeks from \
      today, -2w the two until today. 2026-W48 is that week, W48 the next one of that number. A range without its last \
      date has as many days as the usual span. In your settings, agenda.span is the span where none is named, and \
      agenda.week-start = mon lets week begin on that weekday.

        tasks agenda
        tasks agenda day +phone
        tasks agenda 2w list:work
        tasks agenda next week +phone
        tasks agenda W48 +phone
        tasks agenda -1w..today --log
        tasks agenda day --at yesterday
      """)

  @OptionGroup package var options: GlobalOptions

  @Flag(help: "Show also what happened: closed tasks, changes of state, clocks.")
  package var log = false

  @Option(help: PointArgument.help("Show the agenda as it was"))
  var at: String?

  @Argument(help: "The days, then the conditions that a task must match.")
  package var words: [String] = []

  package init() {}

  package func run() throws {
    try AgendaListing(words: DashedWords.restored(words), withLog: log, at: at)
      .run(in: Session(options))
  }
}
