import Platform
import TasksCore
import TasksStore
import TasksTerminal

/// Where a new task is to be done: what `--here` says, else what the user's command `capture.place-command` prints.
struct CapturePlace {
  let option: String?

  /// - Throws: `usage` for an option that is no place. A command that fails is only named.
  func location() throws -> Location? {
    if let option {
      guard let place = Location(here: option) else {
        throw CommandError(
          "'\(option)' is not a place; write it as --here 50.0875,14.4213 or --here 50.0875,14.4213,Home",
          code: .usage)
      }
      return place
    }
    let command = try UserSettings(variable: Machine.variable).string("capture.place-command")
    guard let command, !command.isEmpty else { return nil }
    let result = try? Program("/bin/sh", ["-c", command]).run()
    guard let result, result.status == 0,
      let place = Location(here: Text(bytes: result.output).string)
    else {
      Conversation.say(
        "the place is unknown: capture.place-command in your settings did not print LAT,LON")
      return nil
    }
    return place
  }
}
