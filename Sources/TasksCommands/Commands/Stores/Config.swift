import ArgumentParser
import TasksCore
import TasksStore
import TasksTerminal

package struct Config: ParsableCommand {
  package static let configuration = CommandConfiguration(
    of: Config.self, abstract: "Print or change the settings of the store.",
    usage: "tasks config [<key> [<value>]]",
    discussion: """
      Without a key, all settings are listed. A new value is committed, so other clones get it with the store.

        max-open    the highest number of open tasks; 0 for no limit
        format      the format of new tasks: org or md (Markdown)
        keywords    the states of tasks, as in a #+TODO: line of Org
        autocommit  if false, tasks writes files and leaves the commit to you
        log.edits   if true, changes of titles and dates are logged in the tasks
        inbox.file  the file at the top of the store that tasks are taken in from,
                    by default inbox.org and inbox.md; inbox.heading names the
                    headings below which they are: General/Inbox

        tasks config
        tasks config max-open 500
        tasks config keywords "TODO NEXT WAIT | DONE CANCELED"
        tasks config log.edits true
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Argument(help: "The name of the setting.") var key: String?
  @Argument(help: "The new value.") var value: String?

  package init() {}

  package func run() throws {
    let session = try Session(options)
    let settings = SettingsFile(of: try session.openStore())
    guard let key else {
      let all = try settings.all()
      return try session.print(ConfigAnswer(all)) { output in
        for (key, value) in all { output.line("\(key) = \(ControlCharacters.escaped(value))") }
      }
    }
    if ["theme", "columns", "glyphs", "opener", "dashboard"].contains(key)
      || key.hasPrefix("color.")
      || key.hasPrefix("capture.") || key.hasPrefix("agenda.") || key.hasPrefix("mobile.")
      || key == "refile.levels"
    {
      throw CommandError(
        "'\(key)' is a setting of yours, not of the store; set it in ~/.config/tasks/config "
          + "(tasks help settings)", code: .usage)
    }
    if let near = try settings.near(key) {
      throw CommandError("there is no setting '\(key)'; did you mean '\(near)'?", code: .usage)
    }
    guard let value else {
      guard let value = try settings.value(key) else {
        throw CommandError("the setting \(key) is not set", code: .failed)
      }
      return try session.print(ConfigAnswer([(key, value)])) {
        $0.line(ControlCharacters.escaped(value))
      }
    }
    let isChange = try settings.set(key, to: value, dryRun: write.dryRun)
    try session.print(ConfigAnswer([(key, value)])) { output in
      guard isChange else { return Conversation.say("nothing to change") }
      output.line(
        "\(write.dryRun ? "would set" : "set") \(key) = \(ControlCharacters.escaped(value))")
    }
  }
}
