import ArgumentParser
import TasksStore

package struct GitCommand: Verb {
  package static let names = "git"
  package static let configuration = CommandConfiguration(
    of: GitCommand.self, abstract: "Run git in the store.",
    usage: "tasks git <arguments> ...",
    discussion: """
      All arguments after git are passed on unchanged. The exit status is git's.

        tasks git log --oneline
        tasks git remote add origin git@example.org:todo.git
        tasks git push -u origin HEAD
        tasks git pull
      """)

  @Argument(parsing: .captureForPassthrough, help: "The git command and its arguments.")
  var arguments: [String] = []

  package init() {}

  package func run() throws {
    var words = arguments[...]
    var named: String?
    if words.first == "--store", words.count > 1 {
      named = words.dropFirst().first
      words = words.dropFirst(2)
    }
    let store = try Session(store: named).openStore()
    let status = try store.runGit(Array(words))
    if status != 0 { throw ExitCode(status) }
  }
}
