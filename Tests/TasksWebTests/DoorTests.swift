import Foundation
import TestSupport
import Testing

/// Who may come in: other sites, other names of this machine and other programs may not.
@Suite struct DoorTests {
  private static let body = #"{"do":"add","id":"aaaabbbbccccdddd","line":"Foreign"}"#
  private static let json = "Content-Type: application/json"

  @Test func onlyThePageItselfChangesTasks() throws {
    let served = try ServedStore(.withSampleStore())
    let origin = "Origin: \(served.origin)"
    let (cookie, data) = (served.cookie, ["--data-binary", Self.body])
    func status(_ headers: [String], _ arguments: [String]? = nil) throws -> Int {
      try served.curl("/api/do", arguments ?? data, headers: headers).status
    }
    #expect(try status([cookie, Self.json, "Origin: http://evil.example"]) == 403)
    #expect(try status([cookie, Self.json, "Origin: http://127.0.0.1:1"]) == 403)
    #expect(try status([cookie, Self.json, "Origin: null"]) == 403)
    #expect(try status([cookie, Self.json]) == 403)
    #expect(try status([cookie, Self.json, origin, "Sec-Fetch-Site: cross-site"]) == 403)
    #expect(try status([cookie, Self.json, origin, "Sec-Fetch-Site: same-site"]) == 403)
    #expect(try status([cookie, origin, "Content-Type: text/plain"]) == 415)
    #expect(try status([cookie, origin]) == 415)
    #expect(try status([cookie, origin, Self.json, "Transfer-Encoding: chunked"]) == 413)
    let long = String(repeating: "x", count: 70_000)
    #expect(try status([cookie, origin, Self.json], ["--data-binary", long]) == 413)
    #expect(try status([origin, Self.json]) == 401)
    #expect(try status(["Cookie: tasks_\(served.port)=wrong", origin, Self.json]) == 401)
    #expect(try status([cookie, origin, Self.json, "Host: evil.example:\(served.port)"]) == 421)
    #expect(try status([cookie, origin, Self.json], ["-X", "PUT"] + data) == 405)
    #expect(try status([cookie, origin, Self.json], ["--data-binary", "no json"]) == 400)
    #expect(try status([cookie, origin, Self.json], ["--data-binary", "[1]"]) == 400)
    #expect(try !served.tasks("list").output.contains("Foreign"))
    #expect(try status([cookie, origin, Self.json]) == 200)
    #expect(try served.tasks("list").output.contains("Foreign"))
  }

  @Test func readingNeedsATokenToo() throws {
    let served = try ServedStore(.withSampleStore())
    for path in ["/api/state", "/api/tasks", "/api/events", "/api/task?id=1bb", "/api/nothing"] {
      #expect(try served.curl(path).status == 401, "\(path)")
      let foreign = ["Host: evil.example", served.cookie]
      #expect(try served.curl(path, headers: foreign).status == 421, "\(path)")
    }
    let foreign = ["Sec-Fetch-Site: cross-site", served.cookie]
    #expect(try served.curl("/api/tasks", headers: foreign).status == 403)
    #expect(try served.get("/api/state").status == 200)
    #expect(try served.get("/api/nothing").status == 404)
    let bearer = ["Authorization: Bearer \(served.token)"]
    #expect(try served.curl("/api/state", headers: bearer).status == 200)
  }

  /// The name localhost and a tunnel that begins at another port lead here, and so does an address in the settings.
  @Test func namesOfThisMachineAreKnown() throws {
    let world = try World.withSampleStore()
    try world.write("[web]\n\turl = https://Desk.example.ts.net/\n", to: "config/tasks/config")
    let served = try ServedStore(world)
    for host in ["localhost:9000", "127.0.0.1", "[::1]:8275", "desk.example.ts.net"] {
      #expect(try served.curl("/", headers: ["Host: \(host)"]).status == 200, "\(host)")
    }
    for host in ["desk.example.ts.net.evil.example", "example.ts.net", "127.0.0.1.evil.example"] {
      #expect(try served.curl("/", headers: ["Host: \(host)"]).status == 421, "\(host)")
    }
    let answer = try served.post(
      "/api/do", Self.body,
      headers: [
        served.cookie, "Host: desk.example.ts.net", "Origin: https://desk.example.ts.net",
      ])
    #expect(answer.status == 200)
  }

  @Test func nothingRunsInThePageButItsOwnModules() throws {
    let served = try ServedStore(.withSampleStore())
    let page = try served.curl("/")
    #expect(page.status == 200)
    for line in [
      "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'",
      "require-trusted-types-for 'script'", "frame-ancestors 'none'",
      "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
      "Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Resource-Policy: same-origin",
    ] { #expect(page.headers.contains(line), "\(line)") }
    #expect(try served.get("/api/state").headers.contains("Cache-Control: no-store"))
    let tag = page.headers.split(separator: "ETag: ").last?.split(separator: "\r\n").first ?? ""
    #expect(try served.curl("/", headers: ["If-None-Match: \(tag)"]).status == 304)
    for path in ["/../Package.swift", "/%2e%2e/x", "/nothing.js", "//etc/passwd", "/api"] {
      #expect(try served.curl(path, ["--path-as-is"]).status == 404, "\(path)")
    }
    #expect(try served.curl("/", ["-I"]).status == 200)
  }

  /// Every file of the page is in the program: the modules joined, in which each name is declared once.
  @Test func eachFileOfThePageIsServed() throws {
    let served = try ServedStore(.withSampleStore())
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appendingPathComponent("Sources/TasksWeb/Page")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let script = try served.curl("/page.js").body
    let worker = try served.curl("/sw.js").body
    #expect(!script.contains("\nimport "))
    var declared: Set<Substring> = []
    for name in names {
      let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      switch name.split(separator: ".").last {
      case "js" where name != "sw.js":
        for line in text?.split(separator: "\n") ?? [] {
          let words = line.split(separator: " ").drop { $0 == "export" || $0 == "async" }
          guard line.first != " ", words.count > 2,
            ["const", "let", "function", "class"].contains(words.first)
          else { continue }
          let declaration = words.dropFirst().first?.prefix { $0 != "(" } ?? ""
          #expect(declared.insert(declaration).inserted, "\(declaration) in \(name)")
          #expect(script.contains(line), "\(name)")
        }
      case "css": #expect(try served.curl("/page.css").body.count > 10_000)
      default:
        #expect(try served.curl("/\(name)", ["-I"]).status == 200, "\(name)")
        #expect(
          name == "sw.js" || name == "index.html" || worker.contains("\"\(name)\""), "\(name)")
      }
    }
  }

  @Test func answersArePackedForBrowsersThatReadThat() throws {
    let served = try ServedStore(.withSampleStore())
    for path in ["/page.css", "/api/state"] {
      let plain = try served.get(path)
      let packed = try served.curl(path, ["--compressed"], headers: [served.cookie])
      #expect(packed.headers.contains("Content-Encoding: gzip"), "\(path)")
      #expect(!plain.headers.contains("Content-Encoding"))
      #expect(packed.body == plain.body, "\(path)")
    }
  }

  /// Nothing in the page makes elements of text.
  @Test func noScriptWritesHTML() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appendingPathComponent("Sources/TasksWeb/Page")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasSuffix("js") {
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
        #expect(!text.contains(word), "\(name) has \(word)")
      }
    }
  }
}
