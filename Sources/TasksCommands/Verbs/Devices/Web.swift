import ArgumentParser
import Platform
import TasksCore
import TasksStore
import TasksTerminal

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

/// A parsed `web` without words: becomes the program `tasks-web`, which carries what this one starts faster without.
struct ServerRequest: Request {
  /// Nil for the usual one.
  let port: Int?
  let opensBrowser: Bool

  func run(in session: Session) throws {
    let store = try session.openOrCreateStore()
    var words = ["--store", store.root]
    if let port { words += ["--port", "\(port)"] }
    if !opensBrowser { words.append("--no-open") }
    guard let path = ExternalCommand.path(of: "web") else {
      throw CommandError(
        "the program tasks-web is neither beside tasks nor on PATH; install it, or build it with: "
          + "swift build -c release --product tasks-web", code: .failed)
    }
    throw ExternalCommand.become(path, words)
  }
}

/// A parsed `web token`: makes, lists or takes back what signs a browser in.
struct TokenRequest: Request {
  let step: Web.Step
  let name: String
  /// The port of the server on this machine, to which the link leads if `web.url` is not set.
  let port: Int

  func run(in session: Session) throws {
    let store = try session.openStore(noticesMerges: false)
    let tokens = DeviceTokens(of: store)
    switch step {
    case .add: try add(tokens, session)
    case .list:
      let all = try tokens.all()
      if all.isEmpty {
        Conversation.say("no browser has a token; make one with: tasks web token add NAME")
      }
      try session.print(TokensAnswer(all.map { TokenRequest.row($0) })) { output in
        var table = CellTable([
          CellTable.Column(heading: "Browser", least: 8, isMain: true),
          CellTable.Column(heading: "Device"), CellTable.Column(heading: "Since"),
        ])
        for token in all {
          table.add(token.name)
          table.add(token.id, .dim)
          table.add(token.created.shown, .date)
        }
        if !all.isEmpty { table.write(to: &output) }
      }
    case .revoke:
      let revoked = try tokens.revoke(name)
      try session.print(TokensAnswer([TokenRequest.row(revoked)])) { output in
        output.line("revoked \(revoked.name)")
      }
    }
  }

  private func add(_ tokens: DeviceTokens, _ session: Session) throws {
    let origin = try UserSettings(variable: Machine.variable).webOrigins().first
    let (device, token) = try tokens.add(name, now: session.now)
    let link = "\(origin ?? "http://127.0.0.1:\(port)")/#\(token)"
    let answer = TokensAnswer([TokenRequest.row(device, link: link)])
    try session.print(answer) { output in
      output.line("This link signs \(device.name) in. It is shown only now:")
      output.line("")
      output.line("  \(link)")
      output.line("")
      guard origin != nil else {
        return output.line(
          "It opens on this machine alone. For a phone, set web.url in your settings; see tasks-web(7)."
        )
      }
      let isDark = session.terminal.width != nil
      for line in QRCode(link)?.lines(isLight: isDark) ?? [] { output.line("  \(line)") }
    }
  }

  private static func row(_ token: DeviceToken, link: String? = nil) -> TokensAnswer.Row {
    TokensAnswer.Row(name: token.name, id: token.id, created: token.created, link: link)
  }
}

/// The browsers that may use a store, or one that was added, with its token.
struct TokensAnswer: Answer {
  struct Row: Sendable {
    let name: String
    /// The id of the device.
    let id: String
    let created: Timestamp
    /// What signs the browser in; nil except when it is made.
    var link: String?

    init(name: String, id: String, created: Timestamp, link: String? = nil) {
      (self.name, self.id, self.created, self.link) = (name, id, created, link)
    }
  }

  let kind = "tokens"
  let rows: [Row]

  init(_ rows: [Row]) { self.rows = rows }

  func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      json.object { json in
        json.member("name", row.name)
        json.member("id", row.id)
        json.member("created", row.created)
        if let link = row.link { json.member("link", link) }
      }
    }
  }
}
