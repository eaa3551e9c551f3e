import Foundation
import TestSupport
import Testing

/// Each browser has a token of its own, which is shown once.
@Suite struct TokenTests {
  private func token(_ world: World, _ name: String, in store: String = "store") throws -> String {
    let outcome = try world.tasks("web", "token", "add", name, "--json", in: store)
    return String(outcome.output.split(separator: "#").last?.prefix { $0 != "\"" } ?? "")
  }

  @Test func tokensAreMadeListedAndTakenBack() throws {
    let world = try World.withSampleStore()
    let token = try token(world, "phone")
    #expect(token.count == 43)
    let path = world.path("store/.git/tasks/web-tokens")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try !world.read("store/.git/tasks/web-tokens").contains(token))
    let sum = try world.run("sh", ["-c", "printf %s '\(token)' | sha256sum"]).output.prefix(64)
    #expect(try world.read("store/.git/tasks/web-tokens").contains(sum))

    let served = try ServedStore(world)
    let bearer = ["Authorization: Bearer \(token)"]
    #expect(try served.curl("/api/state", headers: bearer).value["device"] as? String == "phone")
    #expect(try world.tasks("web", "token", "list", in: "store").output.contains("phone"))
    #expect(try world.tasks("web", "token", "revoke", "phone", in: "store").status == 0)
    #expect(try served.curl("/api/state", headers: bearer).status == 401)
    #expect(try world.tasks("web", "token", "revoke", "phone", in: "store").status == 2)
  }

  @Test func aChangeCarriesTheBrowsersName() throws {
    let world = try World.withSampleStore()
    let token = try token(world, "phone")
    let served = try ServedStore(world)
    _ = try served.post(
      "/api/do", #"{"do":"state","id":"1bbbbbbbbbbbbbbb","to":"done"}"#,
      headers: ["Authorization: Bearer \(token)"])
    let message = try world.git("log", "-1", "--format=%B", in: "store").output
    #expect(message.contains("Tasks-Device: phone-"))
    let history = try served.get("/api/history?id=1bbbbbbbbbbbbbbb").body
    #expect(history.contains(#""device":"phone""#))
    // Undo without a commit is that of this browser alone, which has changed nothing.
    #expect(try served.act(#"{"do":"undo"}"#).status == 409)
  }

  @Test func aTokenOfAnotherStoreIsNotKnown() throws {
    let world = try World.withSampleStore()
    try world.tasks("init", "other")
    let foreign = try token(world, "phone", in: "other")
    let served = try ServedStore(world)
    let answer = try served.curl("/api/state", headers: ["Authorization: Bearer \(foreign)"])
    #expect(answer.status == 401)
    #expect(answer.body.contains("belongs to another store"))
  }

  /// The link that the server shows signs in once; wrong tokens are slow after the fifth.
  @Test func guessingIsSlow() throws {
    let served = try ServedStore(.withSampleStore())
    let link = served.said.split(separator: "#").last?.split(separator: "\n").first ?? ""
    func signIn(_ token: some StringProtocol) throws -> Int {
      try served.post(
        "/api/sign-in", #"{"token":"\#(token)"}"#, headers: ["Origin: \(served.origin)"]
      ).status
    }
    for _ in 0..<5 { #expect(try signIn(link) == 401) }
    let start = ContinuousClock.now
    #expect(try signIn("wrong") == 401)
    #expect(start.duration(to: .now) > .milliseconds(900))
    // The right one is as fast as ever.
    let again = ContinuousClock.now
    #expect(try served.get("/api/state").status == 200)
    #expect(again.duration(to: .now) < .milliseconds(900))
  }

  @Test func theCookieIsForThisPageAlone() throws {
    let served = try ServedStore(.withSampleStore())
    let answer = try served.post(
      "/api/sign-in", #"{"token":"\#(served.token)"}"#, headers: ["Origin: \(served.origin)"])
    let line = answer.headers.components(separatedBy: "\r\n").first { $0.hasPrefix("Set-Cookie") }
    for part in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=", "tasks_\(served.port)="] {
      #expect(line?.contains(part) == true, "\(part)")
    }
    let out = try served.post(
      "/api/sign-out", "{}", headers: ["Origin: \(served.origin)", served.cookie])
    #expect(out.headers.contains("Max-Age=0"))
    // The token is of no use any more, wherever it was copied to.
    #expect(try served.get("/api/state").status == 401)
    #expect(try served.tasks("web", "token", "list", "--json").output.contains(#"[]"#))
  }

  /// A link leads to the server; a phone is told that it needs another address.
  @Test func aLinkLeadsToTheServer() throws {
    let world = try World.withSampleStore()
    let near = try world.tasks("web", "token", "add", "tablet", "--port", "9000", in: "store")
    #expect(near.output.contains("http://127.0.0.1:9000/#"))
    #expect(near.output.contains("set web.url in your settings"))
    try world.write("[web]\n\turl = https://desk.example.org/\n", to: "config/tasks/config")
    let far = try world.tasks("web", "token", "add", "phone", in: "store")
    #expect(far.output.contains("https://desk.example.org/#") && far.output.contains("█"))
    for wrong in ["desk.example.org", "https://desk.example.org/tasks", "https:///", "ftp://desk"] {
      try world.write("[web]\n\turl = \(wrong)\n", to: "config/tasks/config")
      let outcome = try world.tasks("web", "token", "add", "x", in: "store")
      #expect(outcome.status == 2 && outcome.errors.contains("web.url"), "\(wrong)")
    }
  }
}
