import ArgumentParser
import Platform
import TasksStore
import TasksTerminal

package struct MergeDriver: Verb {
  package static let names = "merge-driver"
  package static let configuration = CommandConfiguration(
    of: MergeDriver.self, abstract: "Merge one file of a store; git calls this.",
    shouldDisplay: false)

  @Argument(help: "The file with the common ancestor (%O).") var base: String
  @Argument(help: "The file with our version, which becomes the result (%A).") var ours: String
  @Argument(help: "The file with the other version (%B).") var theirs: String
  @Argument(help: "The length of conflict markers (%L).") var markerSize: Int
  @Argument(help: "The path of the file in the repository (%P).") var path: String

  package init() {}

  package func run() throws {
    let status = try MergeDriver.merge(base, ours, theirs, markerSize, path)
    if status != 0 { throw ExitCode(status) }
  }

  /// Runs the driver for a command line as git passes it; nil for any other words.
  ///
  /// git runs the driver once per file, and setting up the argument library takes ten times as long as a merge. The
  /// last word is always a path, even if it begins with a dash.
  package static func run(words: [String]) -> Int32? {
    guard words.count == 6, words[0] == "merge-driver", let size = Int(words[4]),
      !words[1...3].contains(where: { $0.hasPrefix("-") })
    else { return nil }
    do {
      return try merge(words[1], words[2], words[3], size, words[5])
    } catch {
      return Failure(error, wantsJSON: false).report()
    }
  }

  private static func merge(
    _ base: String, _ ours: String, _ theirs: String, _ markerSize: Int, _ path: String
  ) throws -> Int32 {
    try FileMerge(
      base: base, ours: ours, theirs: theirs, markerSize: markerSize, path: path,
      environment: Environment.names, gitDirectory: Machine.variable("GIT_DIR") ?? ".git",
      say: { Conversation.say($0) },
      open: {
        let session = try Session()
        return try TaskStore.root(inRepositoryAt: session.currentFolder)
          .map { try TaskStore(at: $0, session.context) }
      }
    ).run()
  }
}

/// The program under the name `git-merge-tasks`: a merge strategy that git runs.
package enum MergeProgram {
  static let name = "git-merge-tasks"

  /// True if this process was started under that name.
  package static var isMeant: Bool {
    let word = CommandLine.arguments.first ?? ""
    return word == name || word.hasSuffix("/" + name)
  }

  /// Merges and returns the exit status for git. It never reports success for a merge that failed.
  package static func run(_ arguments: [String]) -> Int32 {
    do {
      guard let strategy = MergeStrategy(arguments) else {
        return MergeStrategy.Answer.refused.rawValue
      }
      let session = try Session()
      guard let root = TaskStore.root(inRepositoryAt: session.currentFolder) else {
        Conversation.say(
          "there is no store in this work tree, so git merges without tasks; if a sparse checkout "
            + "leaves out the store's settings: git sparse-checkout add .tasks")
        return MergeStrategy.Answer.refused.rawValue
      }
      let store = try TaskStore(at: root, session.context)
      return try strategy.run(in: store).rawValue
    } catch {
      Conversation.say(CommandError(error).message)
      return MergeStrategy.Answer.refused.rawValue
    }
  }
}
