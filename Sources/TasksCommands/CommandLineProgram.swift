import ArgumentParser
import Platform
import TasksTerminal

/// The program `tasks`, and `git-merge-tasks`, which is the same file.
package enum CommandLineProgram {
  /// Runs the command line of this process.
  ///
  /// - Parameter build: The version of a packaged build with its commit and date, `0.1.0 (1a2b3c4, 2026-11-20)`; nil
  ///   for any other build.
  package static func run(build: String?) {
    Tasks.build.withLock { $0 = build }
    // If the reader stops early, the write that fails reports it.
    signal(SIGPIPE, SIG_IGN)
    // The parent process may ignore SIGCHLD, and the exit status of git would then be lost.
    signal(SIGCHLD, SIG_DFL)
    // The runtime reads the arguments from /proc and returns none if it has no access. Status 255 tells git that
    // the merge could not be made.
    guard !CommandLine.arguments.isEmpty else {
      Conversation.say("the arguments cannot be read; check that /proc/self/maps is readable")
      exit(255)
    }
    if MergeProgram.isMeant {
      exit(MergeProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
    guard CommandLineWords.areText else {
      Conversation.say("an argument is not UTF-8; encode it as UTF-8")
      exit(ExitStatus.usage.rawValue)
    }
    if let status = MergeDriver.run(words: Array(CommandLine.arguments.dropFirst())) {
      exit(status)
    }
    let arguments = CommandLineWords(Array(CommandLine.arguments.dropFirst()))
    do {
      if arguments.words == ["--version"] { return try Output.print(Tasks.version) }
      if let words = HelpScreen.words(in: arguments.words) {
        return try Output.write(Array(try HelpScreen.text(for: words).utf8))
      }
      if let fast = FastPath(arguments.words) {
        return try fast.request.run(in: Session(store: fast.store, wantsJSON: fast.wantsJSON))
      }
      let words = try ExternalCommand.run(arguments.words)
      var command = try Tasks.command(try DashedWords.shielded(words))
      try command.run()
    } catch {
      exit(Failure(error, wantsJSON: arguments.wantsJSON).report())
    }
  }
}
