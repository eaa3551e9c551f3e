import ArgumentParser
import Platform
import TasksCore
import TasksStore
import TasksTerminal

struct Web: Verb {
  static let names = "web"
  static let steps: [any Verb.Type] = [Serve.self, Token.self]
  static var usualStep: (any Verb.Type)? { Serve.self }
  static let configuration = CommandConfiguration(
    of: Web.self, abstract: "Show the tasks in a browser.",
    discussion: """
      tasks web serves a page on this machine alone, at http://127.0.0.1:8275, until Ctrl-C ends it, and opens a browser \
      that is signed in. The page works offline too: what was changed meanwhile is sent when the server is back.

      Each browser has a token of its own, and its changes carry its name. web token add makes one for another browser \
      or a phone; its link is shown once, and as a code for the camera of a phone. Only its SHA-256 is kept, in this \
      clone. web token revoke signs the browser out, as "Sign out" in the page does.

      A phone needs an address with https, which tailscale serve or Caddy gives; tasks-web(7) shows how. Set web.url to \
      it in your settings (tasks(1), "FILES"), and the links of new tokens lead there. With the same token apps for \
      reminders read and change the tasks over CalDAV: Apple Reminders, Tasks.org, DAVx5, Thunderbird and others.

        tasks web
        tasks web --port 8300 --no-open
        tasks web token add phone
        tasks web token revoke phone
      """)

  /// Becomes the program `tasks-web`, which carries what this one starts faster without.
  struct Serve: Verb {
    static let names = "serve"
    static let configuration = CommandConfiguration(
      of: Serve.self, abstract: "Serve a page on this machine.",
      usage: "tasks web [--port <number>] [--no-open]", shouldDisplay: false)

    @OptionGroup var options: GlobalOptions
    @OptionGroup var server: PortOption
    @Flag(help: "Do not open a browser.") var noOpen = false

    func run() throws {
      let store = try Session(options).openOrCreateStore()
      var words = ["--store", store.root]
      if let port = server.port { words += ["--port", "\(port)"] }
      if noOpen { words.append("--no-open") }
      guard let path = ExternalCommand.path(of: "web") else {
        throw CommandError(
          "the program tasks-web is neither beside tasks nor on PATH; install it, or build it with: "
            + "swift build -c release --product tasks-web", code: .failed)
      }
      throw ExternalCommand.become(path, words)
    }
  }

  struct PortOption: ParsableArguments {
    @Option(help: ArgumentHelp("The port of the server; 8275 by default.", valueName: "number"))
    var port: Int?

    func validate() throws {
      guard (1...65_535).contains(port ?? 1) else {
        throw ValidationError("--port takes a number from 1 to 65535.")
      }
    }
  }

  struct Token: Verb {
    static let names = "token"
    static let steps: [any Verb.Type] = [Browsers.self, Add.self, Revoke.self]
    static var usualStep: (any Verb.Type)? { Browsers.self }
    static let configuration = CommandConfiguration(
      of: Token.self, abstract: "Make, list or take back what signs a browser in.")
  }
}

extension Web.Token {
  struct Browsers: Verb {
    static let names = "list"
    static let configuration = CommandConfiguration(
      of: Browsers.self, abstract: "List the browsers that have a token.",
      usage: "tasks web token list")

    @OptionGroup var options: GlobalOptions

    func run() throws {
      let session = try Session(options)
      let all = try session.deviceTokens().all()
      if all.isEmpty {
        Conversation.say("no browser has a token; make one with: tasks web token add NAME")
      }
      try session.print(Browsers.answer(all)) { output in
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
    }

    /// - Parameter link: What signs the browser in; nil except when it is made.
    fileprivate static func answer(_ tokens: [DeviceToken], link: String? = nil) -> JSONAnswer {
      JSONAnswer("tokens", rows: tokens) { json, token in
        json.member("name", token.name)
        json.member("id", token.id)
        json.member("created", token.created)
        if let link { json.member("link", link) }
      }
    }
  }

  struct Add: Verb {
    static let names = "add"
    static let configuration = CommandConfiguration(
      of: Add.self, abstract: "Make a token for another browser or a phone.",
      usage: "tasks web token add <name> [--port <number>]")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var server: Web.PortOption
    @Argument(help: "What the browser is called.") var name: String

    func run() throws {
      let session = try Session(options)
      let origin = try UserSettings(variable: Machine.variable).webOrigins().first
      let (device, token) = try session.deviceTokens().add(name, now: session.now)
      let link = "\(origin ?? "http://127.0.0.1:\(server.port ?? 8275)")/#\(token)"
      try session.print(Browsers.answer([device], link: link)) { output in
        output.line("This link signs \(device.name) in. It is shown only now:")
        output.line("")
        output.line("  \(link)")
        output.line("")
        if origin != nil {
          let isDark = session.terminal.width != nil
          for line in QRCode(link)?.lines(isLight: isDark) ?? [] { output.line("  \(line)") }
          output.line("")
        } else {
          output.line(
            "It opens on this machine alone. For a phone, set web.url in your settings; see tasks-web(7)."
          )
        }
        let site = link.prefix { $0 != "#" }
        let host = site.drop { $0 != "/" }.dropFirst(2).dropLast()
        output.line("An app for reminders takes it as an account of CalDAV:")
        output.line("")
        output.line("  server    \(host) (Apple: Add Account, Other, Add CalDAV Account)")
        output.line(
          "  base URL  \(site)dav/ (DAVx5: Login with URL and user name; Tasks.org, Thunderbird)")
        output.line("  user      \(device.name)")
        output.line("  password  \(token)")
      }
    }
  }

  struct Revoke: Verb {
    static let names = "revoke"
    static let configuration = CommandConfiguration(
      of: Revoke.self, abstract: "Sign a browser out.", usage: "tasks web token revoke <name>")

    @OptionGroup var options: GlobalOptions
    @Argument(help: "What the browser is called.") var name: String

    func run() throws {
      let session = try Session(options)
      let revoked = try session.deviceTokens().revoke(name)
      try session.print(Browsers.answer([revoked])) { $0.line("revoked \(revoked.name)") }
    }
  }
}

extension Session {
  fileprivate func deviceTokens() throws -> DeviceTokens {
    DeviceTokens(of: try openStore(noticesMerges: false))
  }
}
