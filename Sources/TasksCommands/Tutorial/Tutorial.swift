import ArgumentParser
import Platform
import TasksStore
import TasksTerminal

struct Tutorial: ParsableCommand {
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
      for (number, step) in TutorialStep.all.enumerated() {
        try walk(step, "\(number + 1)/\(TutorialStep.all.count)")
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
      let progress = TutorialStep.Progress(start: start, last: last, now: now) {
        try place.output(of: words)
      }
      if status == 0, try step.isDone(progress) { return say(step.praise) }
      last = now
      say("Not yet. Try: \(example)")
    }
  }

  private func say(_ text: String) { try? Output.print(text) }
}
