import ArgumentParser

struct Add: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Add.self, abstract: "Add a task at the end of the list.",
    usage: "tasks add <words> ...",
    discussion: """
      All words together are the title, except these:

        +tag @context     tags
        (A) pri:A         the priority; (A) only before the title
        list:work         the list; project:work is the same
        due:fri           the deadline
        sched:tomorrow    when to begin
        every:1w          how the dates repeat: 1w, ++1w, .+2d, weekly
        remind:9:00       when to remind you
        effort:1h30m      how long it takes; a bare number is minutes
        parent:k7m        the task that this one is part of
        depends:k7m       the task that must be done first
        at:Office         the location
        rank:3.5          the position in the list
        /                 on its own: the rest is the note
        --                on its own: the rest is title

      Dates: today, tomorrow, fri, next-fri, 3d, 2w, 1mo, 5bd (working days), eow, eom, eoy, 23rd, 10-25, \
      2026-11-27. A time follows the date: fri@17:00. Quote a whole argument if its value has spaces in it: \
      "due:in 3 days".

      Text that begins with two dashes must follow --, since before it only options begin with them.

      With - as the only word, tasks are read from standard input, one per line, and added in one commit.

        tasks add Call Bob about invoice 42 +phone @office due:fri@17:00
        tasks add Water the plants due:today every:.+3d
        tasks add Buy stamps / For the letters to Prague
        tasks add -- +1 means yes
        tasks add - < ideas.txt
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Flag(help: "Open the new task in the editor.")
  var edit = false

  @Argument(
    help: "The title, with tags, dates and other fields in it.", completion: Suggestion.filter)
  var words: [String] = []

  func run() throws {
    let words = DashedWords.restored(words)
    try AddRequest(words: words, opensEditor: edit, isDryRun: write.dryRun).run(
      in: Session(options))
  }
}
