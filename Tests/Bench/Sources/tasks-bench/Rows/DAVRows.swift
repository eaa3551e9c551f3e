import Foundation

/// The rows of the CalDAV door: curl asks the server of the page, beside a request that asks nothing of the store.
extension Contest {
  /// Measures what a client asks all day: what is new, ten tasks, one task.
  func calDAV(_ sample: Sample) throws -> [Outcome] {
    let server = try DAVServer(self, sample)
    defer { server.stop() }
    let token = try server.text(server.changes(since: ""), of: "sync-token").first ?? ""
    let ten = server.multiget(Array(try server.hrefs().prefix(10)))
    return try measure([
      server.contestant("ctag", server.command("PROPFIND", server.list, "", ["Depth: 0"])),
      server.contestant("nothing new", server.changes(since: token)),
      server.contestant("ten tasks", ten),
      server.contestant("one task", server.command("GET", try server.hrefs()[0])),
      server.contestant("nothing", server.command("OPTIONS", "/dav/")),
    ])
  }

  /// Measures the first sync: all names and versions, then all tasks.
  func firstSync(_ sample: Sample) throws -> [Outcome] {
    let server = try DAVServer(self, sample)
    defer { server.stop() }
    let all = server.multiget(try server.hrefs())
    return try measure([server.contestant("tasks", server.changes(since: ""), all)])
  }
}

/// `tasks web` in a store of the sample, and a client of it.
private final class DAVServer {
  private static let port = 18_275
  /// The list that has the most tasks.
  private(set) var list = "/dav/lists/no-list/"
  private let workshop: Workshop
  private let token: String
  private let process = Process()

  init(_ contest: Contest, _ sample: Sample) throws {
    workshop = contest.workshop
    let path = try contest.stores.folder(of: contest.stores.tasks, sample)
    let told = try workshop.output(
      of: contest.stores.tasks.command(
        ["web", "token", "add", "bench\(UUID().uuidString.prefix(8))"], in: path))
    token = told.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
    process.executableURL = URL(fileURLWithPath: workshop.tasks + "-web")
    process.arguments = ["--store", path, "--port", "\(DAVServer.port)", "--no-open"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    // It says where it is when it is ready.
    _ = output.fileHandleForReading.availableData
    let lists = try text(command("PROPFIND", "/dav/lists/", "", ["Depth: 1"]), of: "href")
      .dropFirst()
    var most = 0
    for other in lists {
      let count = try text(command("PROPFIND", other, "", ["Depth: 1"]), of: "href").count
      if count > most { (list, most) = (other, count) }
    }
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }

  func contestant(_ name: String, _ commands: Command...) -> Contest.Contestant {
    Contest.Contestant(name: name) { _ in commands }
  }

  func command(
    _ method: String, _ path: String, _ body: String = "", _ headers: [String] = []
  ) -> Command {
    let file = "\(workshop.folder)/body-\(method)-\(body.utf8.count)"
    var command = Command(
      "/usr/bin/env",
      [
        "curl", "-sf", "-o", "/dev/null", "-X", method, "-u", "me:\(token)", "--data-binary",
        "@\(file)",
      ]
        + headers.flatMap { ["-H", $0] } + ["http://127.0.0.1:\(DAVServer.port)\(path)"])
    command.files = [file: body]
    return command
  }

  func changes(since token: String) -> Command {
    command(
      "REPORT", list,
      #"<D:sync-collection xmlns:D="DAV:"><D:sync-token>\#(token)</D:sync-token><D:prop><D:getetag/></D:prop></D:sync-collection>"#
    )
  }

  func multiget(_ hrefs: [String]) -> Command {
    let named = hrefs.map { "<D:href>\($0)</D:href>" }.joined()
    return command(
      "REPORT", list,
      #"<C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/></D:prop>\#(named)</C:calendar-multiget>"#
    )
  }

  func hrefs() throws -> [String] {
    try text(changes(since: ""), of: "href").filter { $0.hasSuffix(".ics") }
  }

  /// The texts of all elements of a name in an answer.
  func text(_ command: Command, of name: String) throws -> [String] {
    let words = command.arguments.map { $0 == "/dev/null" ? "-" : $0 }
    var shown = Command(command.program, words)
    shown.files = command.files
    return try workshop.output(of: shown).components(separatedBy: "<D:\(name)>").dropFirst()
      .map { String($0.prefix { $0 != "<" }) }
  }
}
