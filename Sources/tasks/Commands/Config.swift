import ArgumentParser
import TasksCore
import TasksStore

struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Read or set a setting of the store.",
    usage: "tasks config [<key> [<value>]]",
    discussion: """
      Keys: max-open (open tasks at most, 0 for no limit), format (org or md), keywords (the states, as in \
      a #+TODO: line). Without a key, all settings are listed.
      """)

  @OptionGroup var options: GlobalOptions
  @Argument(help: "The setting.") var key: String?
  @Argument(help: "Its new value.") var value: String?

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
