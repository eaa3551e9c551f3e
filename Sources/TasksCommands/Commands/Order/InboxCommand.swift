import ArgumentParser
import TasksCore
import TasksStore
import TasksTerminal

struct InboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: InboxCommand.self, abstract: "List the tasks of the inbox, or decide on each of them.",
    usage: """
      tasks inbox [<filter> ...]
      tasks inbox --walk [<filter> ...]
      """,
    discussion: """
      The inbox is the list inbox. What a phone or an editor writes into inbox.org or inbox.md at the top of the store \
      comes into it with the next command that changes something: each heading, list item or line of text becomes a \
      task, with its dates, its tags and what is below it. Org's ways to write them hold in both files, such as a line \
      DEADLINE: <2026-11-27 Fri> below the entry and :errand: at its end. In inbox.md an entry may also have #errand, \
      due:2026-11-27, sched:2026-11-27, and the signs of Obsidian's Tasks, 📅 2026-11-27 for due and ⏳ 2026-11-27 for \
      scheduled. A CATEGORY property puts it into another list.

      --walk asks what to do with each task: give it a list or a date, finish, delete or edit it, or leave it. \
      tasks undo takes back the whole walk. The filter and the options are those of tasks list.

        tasks inbox
        tasks inbox --sort created --json
        tasks add Call the bank list:inbox
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var form: ListingOptions

  @Flag(help: "Ask what to do with each task.")
  var walk = false

  @Argument(help: "The conditions that a task must match.")
  var filter: [String] = []

  func validate() throws { try form.check(options) }

  func run() throws {
    let listing = Listing(tag: .inbox)
    if walk {
      let session = try Session(options)
      return try InboxWalk(in: session).run(
        Listing(filter: DashedWords.restored(filter), tag: .inbox))
    }
    try form.run(listing, filter, options)
    let inbox = Inbox(of: try Session(options).openStore(noticesMerges: false))
    if inbox.keptCount > 0 {
      Conversation.say(
        "\(inbox.keptCount == 1 ? "1 entry stays" : "\(inbox.keptCount) entries stay") where an undo has put "
          + "it back; tasks redo takes it again, or a change of its text")
    }
    for (path, count) in inbox.waiting {
      Conversation.say(
        "\(count == 1 ? "1 entry waits" : "\(count) entries wait") in \(path) for the next command "
          + "that changes something")
    }
  }
}
