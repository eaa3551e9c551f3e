import TasksStore
import TasksTerminal

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
