import ArgumentParser
import TasksStore

struct GitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "git", abstract: "Run git in the store.",
    usage: "tasks git <arguments> ...")

  @Argument(parsing: .captureForPassthrough, help: "What git is told.")
  var arguments: [String] = []

  func run() throws {
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
