import ArgumentParser
import TasksCore
import TasksStore

struct MergeDriver: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge-driver", abstract: "Merge one file of a store; called by git.",
    shouldDisplay: false)

  @Argument(help: "The file with the common ancestor (%O).") var base: String
  @Argument(help: "The file with our version, which becomes the result (%A).") var ours: String
  @Argument(help: "The file with the other version (%B).") var theirs: String
  @Argument(help: "The length of conflict markers (%L).") var markerSize: Int
  @Argument(help: "The path of the file in the repository (%P).") var path: String

  func run() throws {
    let driver = FileMerge(
      base: base, ours: ours, theirs: theirs, markerSize: markerSize, path: path,
      environment: Environment.names, gitDirectory: Session.variable("GIT_DIR") ?? ".git",
      say: { Conversation.say($0) },
      open: {
        let session = try Session()
        return try TaskStore.root(inRepositoryAt: session.currentFolder)
          .map { try TaskStore(at: $0, session.context) }
      })
    let status = try driver.run()
    if status != 0 { throw ExitCode(status) }
  }
}
