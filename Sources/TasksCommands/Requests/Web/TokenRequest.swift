import Platform
import TasksCore
import TasksStore
import TasksTerminal

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
