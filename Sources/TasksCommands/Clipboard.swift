import TasksCore
import TasksStore
import TasksTerminal

/// The text of the clipboard.
enum Clipboard {
  private static let programs = [
    ("wl-paste", ["--no-newline"]), ("xclip", ["-out", "-selection", "clipboard"]), ("pbpaste", []),
  ]

  /// Returns the text; empty, after a word to the user, if no program can read it.
  static func text() -> String {
    for (name, arguments) in programs {
      guard let result = try? Program(name, arguments).run(), result.status == 0 else { continue }
      let bytes = result.output.last == 0x0A ? result.output.dropLast() : result.output[...]
      return TasksCore.Text(bytes: bytes).string
    }
    Conversation.say("the clipboard cannot be read: it takes wl-paste, xclip or pbpaste")
    return ""
  }
}
