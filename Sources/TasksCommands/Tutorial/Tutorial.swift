import ArgumentParser
import Platform
import TasksCore
import TasksStore
import TasksTerminal

struct Tutorial: Verb {
  static let names = "tutorial"
  static let configuration = CommandConfiguration(
    of: Tutorial.self,
    abstract: "Learn the first commands by typing them, in five minutes.",
    discussion: """
      The tutorial explains one thing at a time and runs what you type in a temporary store, which is removed at the \
      end. Your own tasks are not touched. skip goes on to the next step, quit leaves.

        tasks tutorial
      """)

  func run() throws {
    var template = Array("/tmp/tasks-tutorial-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandError("cannot create a temporary folder in /tmp", code: .failed)
    }
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer {
      // A terminal that is closed sends its signal to the program that cleans up, too.
      for number in [SIGHUP, SIGINT, SIGTERM] { signal(number, SIG_IGN) }
      _ = try? Program("rm", ["-rf", folder]).run()
    }
    Interruption.watch()
    let place = TutorialPlace(folder: folder)
    try place.prepare()
    try TutorialWalk(place: place).run()
  }
}

/// The steps one after another, each repeated until the store is as it asks for.
private struct TutorialWalk {
  private enum End: Error { case left }

  private let place: TutorialPlace
  private let input = TypedLines()

  init(place: TutorialPlace) { self.place = place }

  func run() throws {
    say(
      """
      This is a temporary store; your own tasks are not touched. Type the commands
      yourself, with or without the word tasks before them. skip does a step for you,
      help says it again, quit leaves.
      """)
    do {
      let hasScreen =
        isatty(0) == 1 && isatty(1) == 1
        && !["", "dumb"].contains(Machine.variable("TERM") ?? "")
      let steps = TutorialStep.all + (hasScreen ? [.screen] : [])
      for (number, step) in steps.enumerated() {
        try walk(step, "\(number + 1)/\(steps.count)")
      }
    } catch End.left {
      return say("\nThe temporary store is removed. tasks tutorial begins anew.")
    }
    say(
      """

      That was all. tasks init makes your own store, or just add a task: the first
      one makes it. tasks help lists the commands, and tasks help filters, dates and
      merging tell more.
      """)
  }

  private func walk(_ step: TutorialStep, _ number: String) throws {
    try step.prepare(place)
    let start = try place.state()
    var last = start
    let example = step.example(start)
    let text = "\n\(number)  \(step.title)\n\n\(step.text)\n\n  \(example)\n"
    say(text)
    while true {
      try Output.write(Array("tutorial> ".utf8))
      guard let line = input.next() else {
        say("")
        throw End.left
      }
      let words = TutorialPlace.words(line)
      switch words.joined(separator: " ") {
      case "": continue
      case "quit", "exit", "q": throw End.left
      case "help":
        say(text)
        continue
      case "skip":
        say("$ \(example)")
        _ = try place.run(TutorialPlace.words(example))
        return
      default: break
      }
      let status = try place.run(words)
      let now = try place.state()
      let progress = TutorialStep.Progress(words: words, start: start, last: last, now: now) {
        try place.output(of: words)
      }
      if status == 0, try step.isDone(progress) { return say(step.praise) }
      last = now
      say("Not yet. Try: \(example)")
    }
  }

  private func say(_ text: String) { try? Output.print(text) }
}

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
    let branch = try store.status().status.branch
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
