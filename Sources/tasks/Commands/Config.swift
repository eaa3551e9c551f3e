import ArgumentParser
import TasksCore
import TasksStore

struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Read or set a setting of the store.",
    usage: "tasks config [<key> [<value>]]",
    discussion: """
      Without a key, all settings are listed. A new value is committed, and travels with the store.

        max-open    open tasks at most; 0 for no limit
        format      how new tasks are written: org or md (Markdown); those there stay as they are
        keywords    the states of tasks, as in a #+TODO: line of Org
        autocommit  false: files are written, and committing is left to you

      For example:

        tasks config max-open 500
      """)

  @OptionGroup var options: GlobalOptions
  @Argument(help: "The setting to read.", completion: Suggestion.settings) var key: String?
  @Argument(help: "The value to set it to.") var value: String?

  func run() throws {
    let store = try Session(options).openStore()
    var output = Output()
    if let key, let value {
      try store.setSetting(key, to: value)
    } else if let key {
      guard let value = try store.setting(key) else {
        throw CommandError("the setting \(key) is not set", code: .failed)
      }
      output.line(Visible.text(value))
    } else {
      for (key, value) in try store.settingsList() {
        output.line("\(key) = \(Visible.text(value))")
      }
    }
    try output.flush()
  }
}
