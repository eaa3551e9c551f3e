import ArgumentParser
import Platform
import TasksCore
import TasksStore

@main
enum Main {
  static func main() {
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
