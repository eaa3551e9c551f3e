import Foundation
import TestSupport
import Testing

/// The door for CalDAV clients as the server opens it: who may come in, and what a client finds there.
@Suite struct DavDoorTests {
  private let web: ServedStore
  private let password: String

  init() throws {
    let world = try World()
    try world.tasks("init", "store")
    try world.tasks("add", "Call Bob list:work due:2026-12-01", in: "store")
    web = try ServedStore(world)
    let told = try web.tasks("web", "token", "add", "phone", "--port", "\(web.port)").output
    #expect(told.contains("  server    \(web.origin)/dav/\n  user      phone\n"))
    password = try #require(told.split(separator: " ").last).trimmingCharacters(in: .newlines)
  }

  private func ask(
    _ method: String, _ path: String, _ headers: [String] = [], body: String? = nil,
    password: String? = nil
  ) throws -> ServedStore.Answer {
    try web.curl(
      path,
      ["-X", method, "-u", "anyone:\(password ?? self.password)"]
        + (body.map { ["--data-binary", $0] } ?? []),
      headers: headers)
  }

  @Test func aTokenIsThePassword() throws {
    let depth = "Depth: 0"
    #expect(try ask("PROPFIND", "/dav/", [depth]).status == 207)
    let wrong = try ask("PROPFIND", "/dav/", [depth], password: "wrong")
    #expect(wrong.status == 401 && wrong.headers.contains("Basic realm=\"tasks\""))
    #expect(try web.curl("/dav/", ["-X", "PROPFIND"], headers: [depth]).status == 401)
    // A cookie opens the page alone.
    #expect(try web.curl("/dav/", ["-X", "PROPFIND"], headers: [depth, web.cookie]).status == 401)
    #expect(try web.curl("/.well-known/caldav").headers.contains("Location: /dav/"))
    #expect(try web.curl("/dav/lists/", ["-X", "OPTIONS"]).headers.contains("calendar-access"))
    try web.tasks("web", "token", "revoke", "phone")
    #expect(try ask("PROPFIND", "/dav/", [depth]).status == 401)
  }

  @Test func pagesOfOtherSitesGetNothing() throws {
    #expect(try ask("GET", "/dav/lists/work/", ["Origin: https://evil.example"]).status == 403)
    #expect(try ask("GET", "/dav/lists/work/", ["Sec-Fetch-Site: cross-site"]).status == 403)
    #expect(try ask("GET", "/dav/lists/work/", ["Host: evil.example"]).status == 421)
  }

  @Test func whatAClientChangesIsInTheShellAndOnThePage() throws {
    let task = """
      BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VTODO\r\nUID:0F-1\r\nSUMMARY:Buy milk\r\nEND:VTODO\r
      END:VCALENDAR\r

      """
    let place = "/dav/lists/work/0F-1.ics"
    let type = ["Content-Type: text/calendar", "User-Agent: DAVx5/4.5 (Android)"]
    #expect(try ask("PUT", place, type, body: task).status == 201)
    #expect(try web.titles() == ["Call Bob", "Buy milk"])
    let log = try web.world.run("git", ["log", "-1", "--format=%B"], in: "store").output
    #expect(log.contains("Tasks-Device: phone-") && log.contains("Tasks-Client: DAVx5/4.5"))
    #expect(try ask("DELETE", place).status == 204)
    #expect(try web.titles() == ["Call Bob"])
    try web.tasks("undo", "0f-1")
    #expect(try ask("GET", place).body.contains("SUMMARY:Buy milk\r\n"))
    try web.world.write(String(repeating: "x", count: 1 << 20 + 1), to: "large")
    #expect(
      try ask("PUT", place, type, body: "@" + web.world.path("large")).status == 413)
    #expect(try ask("PROPFIND", place, ["Depth: 0"], body: "<!DOCTYPE a><a/>").status == 400)
  }
}
