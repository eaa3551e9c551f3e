import ArgumentParser

/// The help texts of arguments that name tasks.
enum TaskArgument {
  static let one: ArgumentHelp = "The task: the first letters of its id, or its path in the store."
  static let several = ArgumentHelp(
    "The tasks, each by the first letters of its id or by its path in the store.", valueName: "id")
}

/// Shell completions of arguments. The shell runs the program itself for them when the tab key is pressed.
enum Suggestion {
  static let open = command(openTasks)
  static let finished = command(tasks("--done"))
  static let deleted = command(tasks("--deleted"))
  static let every = command(tasks("--all"))
  static let tags = command(plusTags)
  static let filter = command(plusTags, lists(after: "list:"))
  static let changes = command(openTasks, plusTags, lists(after: "list:"))
  static let openAndLists = command(openTasks, lists(after: ""))
  static let openAndKeywords = command(
    openTasks, #"tasks config keywords 2>/dev/null | tr " |" "\n\n" | sed "s/(.*//" | grep ."#)
  static let settings = command(#"tasks config 2>/dev/null | sed "s/^tasks[.]//;s/ = .*//""#)

  private static let openTasks = tasks("")
  private static let plusTags = #"tasks tags 2>/dev/null | sed "s/ .*//;s/^[^@]/+&/""#

  private static func tasks(_ option: String) -> String {
    #"tasks list \#(option) --format "{short}" 2>/dev/null"#
  }

  private static func lists(after key: String) -> String {
    #"tasks lists 2>/dev/null | sed "s/  *[0-9]* open, .*//;s/^/\#(key)/""#
  }

  /// Joins commands in a syntax that bash, zsh and fish all accept.
  private static func command(_ commands: String...) -> CompletionKind {
    .shellCommand(commands.joined(separator: "; "))
  }
}
