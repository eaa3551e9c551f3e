import ArgumentParser
import TasksCore

struct Web: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Web.self, abstract: "Show the tasks in a browser.",
    usage: """
      tasks web [--port <number>] [--no-open]
      tasks web token add <name> [--port <number>]
      tasks web token revoke <name>
      tasks web token list
      """,
    discussion: """
      tasks web serves a page on this machine alone, at http://127.0.0.1:8275, until Ctrl-C ends it, and opens a browser \
      that is signed in. The page works offline too: what was changed meanwhile is sent when the server is back.

      Each browser has a token of its own, and its changes carry its name. web token add makes one for another browser \
      or a phone; its link is shown once, and as a code for the camera of a phone. Only its SHA-256 is kept, in this \
      clone. web token revoke signs the browser out, as "Sign out" in the page does.

      A phone needs an address with https, which tailscale serve or Caddy gives; tasks-web(7) shows how. Set web.url to \
      it in your settings (tasks(1), "FILES"), and the links of new tokens lead there.

        tasks web
        tasks web --port 8300 --no-open
        tasks web token add phone
        tasks web token revoke phone
      """)

  @OptionGroup var options: GlobalOptions

  @Option(help: ArgumentHelp("The port of the server; 8275 by default.", valueName: "number"))
  var port: Int?

  @Flag(help: "Do not open a browser.")
  var noOpen = false

  @Argument(help: "token, then add, list or revoke, then the name of a browser.")
  var words: [String] = []

  enum Step: String, CaseIterable {
    case add, list, revoke
  }

  func run() throws {
    try request().run(in: Session(options))
  }

  private func request() throws -> any Request {
    guard (1...65_535).contains(port ?? 1) else {
      throw usage("--port takes a number from 1 to 65535")
    }
    guard let first = words.first else {
      return ServerRequest(port: port, opensBrowser: !noOpen)
    }
    guard first == "token" else {
      throw usage(
        "'\(ControlCharacters.escaped(Text(first)))' is nothing that web does; write token, or nothing"
      )
    }
    let word = words.dropFirst().first ?? "list"
    guard let step = Step(rawValue: word) else {
      throw usage("'\(ControlCharacters.escaped(Text(word)))' is not add, list or revoke")
    }
    guard !noOpen, port == nil || step == .add else {
      throw usage("\(noOpen ? "--no-open" : "--port") is of no use here")
    }
    let names = Array(words.dropFirst(2))
    guard names.count == (step == .list ? 0 : 1) else {
      throw usage(
        step == .list
          ? "web token list takes no words" : "name one browser: tasks web token \(word) NAME")
    }
    return TokenRequest(step: step, name: names.first ?? "", port: port ?? 8275)
  }

  private func usage(_ message: String) -> CommandError { CommandError(message, code: .usage) }
}
