import ArgumentParser
import TasksStore

struct GitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "git", abstract: "Run git in the store.",
    usage: "tasks git <arguments> ...")

  @Argument(parsing: .captureForPassthrough, help: "What git is told.")
  var arguments: [String] = []

  func run() throws {
    var options = try GlobalOptions.parse([])
    var words = arguments[...]
    if words.first == "--store", words.count > 1 {
      options.store = words.dropFirst().first
      words = words.dropFirst(2)
    }
    let store = try Session(options).openStore()
    let status = try store.runGit(Array(words))
    if status != 0 { throw ExitCode(status) }
  }
}
