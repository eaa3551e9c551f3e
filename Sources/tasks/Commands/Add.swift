import ArgumentParser

struct Add: ParsableCommand {
  static let names = ["add", "a", "new"]

  static let configuration = CommandConfiguration(
    commandName: names[0], abstract: "Add a task at the end of the list.",
    usage: "tasks add <words> ...",
    discussion: """
      The words are the title, but for these:

        +tag @context     tags
        (A) pri:A         the priority; (A) only before the title
        list:work         the list, also project:work
        due:fri           the deadline
        sched:tomorrow    when to begin
        every:1w          how the dates repeat: 1w, ++1w, .+2d, weekly
        remind:9:00       when to be reminded
        effort:1h30m      how long it takes; a bare number is minutes
        parent:k7m        the task it is a part of
        depends:k7m       the task that comes first
        at:Office         the place
        rank:3.5          the place in the order
        /                 alone: the note begins, and takes all that follows
        --                alone: all that follows is title

      Dates are today, tomorrow, fri, next-fri, 3d, 2w, 1mo, 5bd (working days), eow, eom, eoy, 23rd, \
      10-25, 2026-11-27; a time goes behind the date: fri@17:00. A value with blanks is quoted as a whole: \
      "due:in 3 days".

      With - as its only word, tasks are read from standard input, one a line, and added in one commit.

        tasks add Call Bob about invoice 42 +phone @office due:fri@17:00
        tasks add Water the plants due:today every:.+3d
        tasks add Buy stamps / For the letters to Prague
        tasks add -- +1 means yes
        tasks add - < ideas.txt
      """,
    aliases: Array(names.dropFirst()))

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Flag(help: "Open the new task in the editor.")
  var edit = false

  @Argument(
    help: "The title, and tags, dates and so on among it.", completion: Suggestion.filter)
  var words: [String] = []

  func run() throws {
    let words = DashedWords.restored(words)
    try Addition(words: words, opensEditor: edit, isDryRun: write.dryRun).run(in: Session(options))
  }
}
