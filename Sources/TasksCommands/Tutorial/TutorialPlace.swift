import Platform
import TasksCore
import TasksStore

/// The temporary folder of the tutorial: the store `laptop`, its clone `desktop`, and `hub.git` between them.
struct TutorialPlace {
  /// The laptop's tasks at one moment.
  struct State {
    let tasks: [Task]
    let shorts: [String]
    /// False if commits wait to be pushed or pulled.
    let isSynced: Bool

    /// The short id of the task that is due, the first of the tutorial.
    var dueID: String { id { $0.deadline != nil && $0.isOpen } }
    /// The short id of another open one.
    var otherID: String { id { $0.deadline == nil && $0.isOpen } }

    private func id(where isMeant: (Task) -> Bool) -> String {
      zip(shorts, tasks).first { isMeant($1) }?.0 ?? shorts.first ?? "ID"
    }
  }

  let folder: String

  func prepare() throws {
    try quietly("git", ["init", "--quiet", "--bare", "hub.git"], in: ".")
    try quietly(OwnProgram.path, ["init", "laptop"], in: ".")
    try quietly("git", ["remote", "add", "origin", "../hub.git"], in: "laptop")
    try quietly("git", ["push", "--quiet", "--set-upstream", "origin", "HEAD"], in: "laptop")
  }

  /// Clones the store to `desktop`, adds a note to the task that is due there, and pushes it.
  func changeOnDesktop() throws {
    try quietly("git", ["push", "--quiet"], in: "laptop")
    try quietly(OwnProgram.path, ["clone", "hub.git", "desktop"], in: ".")
    let id = try state().dueID
    try quietly(OwnProgram.path, ["note", id, "Written on the desktop."], in: "desktop")
    try quietly("git", ["push", "--quiet"], in: "desktop")
  }

  func state() throws -> State {
    let store = try TaskStore(at: folder + "/laptop", try Session().context)
    let reading = try store.read()
    let branch = try store.status().answer.branch
    return State(
      tasks: reading.tasks, shorts: reading.tasks.map(reading.short),
      isSynced: branch?.ahead == 0 && branch?.behind == 0)
  }

  /// The words of a line, in which quotes and backslashes are as in a shell; without `tasks`, unless it is alone.
  static func words(_ line: String) -> [String] {
    let words = BashLine(line + " ", type: "", breaks: "").words
    if words == ["tasks"] { return ["list"] }
    return words.first == "tasks" ? Array(words.dropFirst()) : words
  }

  /// Runs a command in the laptop's store, on the terminal; returns its exit status.
  func run(_ words: [String]) throws -> Int32 {
    let program = program(OwnProgram.path, words, in: "laptop")
    // Off a terminal the lines of our input are not the program's.
    return try isatty(0) == 1 ? program.runOnTerminal() : program.runOnTerminal(input: [])
  }

  /// Runs a command that changes nothing once more, to see what it prints.
  func output(of words: [String]) throws -> String {
    String(decoding: try program(OwnProgram.path, words, in: "laptop").run().output, as: UTF8.self)
  }

  private func quietly(_ path: String, _ arguments: [String], in place: String) throws {
    let outcome = try program(path, arguments, in: place).run()
    guard outcome.status == 0 else {
      throw CommandError(
        "\(path) \(arguments.joined(separator: " ")): "
          + String(decoding: outcome.errors, as: UTF8.self), code: .failed)
    }
  }

  /// A program that runs without the user's own settings.
  private func program(_ path: String, _ arguments: [String], in place: String) -> Program {
    Program(
      path, arguments, folder: folder + "/" + place,
      environment: [
        "TASKS_DIR": nil, "TASKS_CONTEXT": nil, "HOME": folder, "XDG_CONFIG_HOME": folder,
        "XDG_DATA_HOME": folder, "TASKS_DEVICE": place == "." ? arguments.last : place,
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "GIT_MERGE_AUTOEDIT": "no",
        "GIT_AUTHOR_NAME": "Tutorial", "GIT_AUTHOR_EMAIL": "tutorial@example.org",
        "GIT_COMMITTER_NAME": "Tutorial", "GIT_COMMITTER_EMAIL": "tutorial@example.org",
      ])
  }
}
