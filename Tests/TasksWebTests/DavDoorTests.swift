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
    for line in [
      "server    127.0.0.1:\(web.port) (Apple", "base URL  \(web.origin)/dav/ (DAVx5",
      "user      phone\n",
    ] {
      #expect(told.contains("  " + line))
    }
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

  /// An answer that is longer than a piece comes whole, and the head of one without its body.
  @Test func aLongListComesInPieces() throws {
    let notes = String(repeating: "long ", count: 2_000)
    for number in 0..<60 {
      try web.world.write(
        "* TODO Task \(number)\n:PROPERTIES:\n:ID: t\(number)x\n:END:\n\(notes)\n",
        to: "store/t\(number)x.org")
    }
    let all = try ask("GET", "/dav/lists/no-list/")
    #expect(all.headers.contains("Transfer-Encoding: chunked") && all.body.utf8.count > 600_000)
    #expect(all.body.hasSuffix("END:VTODO\r\nEND:VCALENDAR\r\n"))
    #expect(all.body.split(separator: "\r\n").count { $0 == "BEGIN:VTODO" } == 60)
    let tag = try #require(
      all.headers.split(separator: "\r\n").first { $0.hasPrefix("ETag: ") }?.dropFirst(6))
    #expect(try ask("GET", "/dav/lists/no-list/", ["If-None-Match: \(tag)"]).status == 304)
    let one = try ask("GET", "/dav/lists/no-list/t1x.ics")
    let head = try web.curl("/dav/lists/no-list/t1x.ics", ["-I", "-u", "me:\(password)"])
    #expect(head.headers.contains("Content-Length: \(one.body.utf8.count)") && head.body.isEmpty)
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
