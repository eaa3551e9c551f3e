import Foundation
import TestSupport
import Testing

/// Reminders for the phone, sent to a server of the test.
@Suite struct ReminderPushTests {
  /// Writes down each request, and answers with the status in the file `status`; with none it hangs up.
  private static let script = """
    import http.server, os, sys

    folder = sys.argv[1]

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self):
            length = int(self.headers.get('Content-Length') or 0)
            body = self.rfile.read(length).decode()
            names = ['Authorization', 'X-Gotify-Key', 'Title', 'Priority', 'At']
            headers = ' '.join(f'{n}={self.headers[n]}' for n in names if self.headers[n])
            with open(folder + '/requests', 'a') as file:
                file.write(f'{self.command} {self.path} {headers} {body}'.replace('\\n', '; ') + '\\n')
            status = open(folder + '/status').read().strip()
            if status:
                self.send_response(int(status))
                self.send_header('Content-Length', '0')
                self.end_headers()
            else:
                self.close_connection = True
        do_POST = do_DELETE = answer
        def log_message(self, *words): pass

    server = http.server.HTTPServer(('127.0.0.1', 0), Handler)
    with open(folder + '/port.new', 'w') as file:
        file.write(str(server.server_port))
    os.rename(folder + '/port.new', folder + '/port')
    server.serve_forever()
    """

  private final class Phone {
    let hub: Hub
    private let server: RunningProgram

    init(service: String = "ntfy", text: String = "title") throws {
      hub = try Hub(clones: ["a", "b"])
      let world = hub.world
      try world.write(ReminderPushTests.script, to: "server.py")
      try world.write("200", to: "status")
      // The arguments of curl are written down: others could see them.
      try world.write(
        "#!/bin/sh\necho \"$*\" >>\(world.path("arguments"))\nexec /usr/bin/curl \"$@\"\n",
        to: "bin/curl")
      chmod(world.path("bin/curl"), 0o755)
      world.environment["PATH"] = world.path("bin") + ":" + (world.environment["PATH"] ?? "")
      server = try world.start("/usr/bin/python3", [world.path("server.py"), world.folder])
      try NotificationDaemon.wait("no server") { (try? world.read("port")) != nil }
      try world.write(
        """
        [remind]
        \tpush-service = \(service)
        \tpush-url = http://127.0.0.1:\(try world.read("port"))/secret
        \tpush-token = tk_word
        \tpush-user = somebody
        \tpush-text = \(text)

        """, to: "config/tasks/config")
    }

    deinit { server.signal(SIGKILL) }

    func answer(_ status: String) throws { try hub.world.write(status, to: "status") }

    /// The requests so far; the key of an alert is left out.
    var requests: [String] {
      let text = (try? hub.world.read("requests")) ?? ""
      return text.replacingOccurrences(
        of: "[0-9a-f]{32}", with: "KEY", options: .regularExpression
      ).split(separator: "\n").map(String.init)
    }

    func push(_ clone: String, at now: String = "2026-11-20T09:15") throws -> World.Outcome {
      try hub.world.tasks(
        "remind", "push", in: clone, environment: ["TASKS_NOW": now, "TASKS_DEVICE": clone])
    }
  }

  private let bearer = "Authorization=Bearer tk_word"

  @Test func theNextDaysAreSentOnce() throws {
    let phone = try Phone()
    try phone.hub.tasks("a", "add", "Call \"Bob\"\\", "remind:9:30", "important:yes")
    try phone.hub.tasks("a", "add", "far", "remind:2026-11-23T09:16")
    try phone.hub.tasks("a", "add", "near", "remind:2026-11-23T09:15")
    let first = try phone.push("a")
    #expect(first.status == 0, "\(first.errors)")
    // 9:30 in Prague, in seconds.
    let bob =
      "POST /secret/KEY \(bearer) Title=Call \"Bob\"\\ Priority=5 At=1795163400 reminder of today 9:30"
    #expect(
      phone.requests == [
        bob,
        "POST /secret/KEY \(bearer) Title=near Priority=3 At=1795421700 reminder of today 9:15",
      ])
    #expect(try phone.push("a").output.isEmpty)
    #expect(phone.requests.count == 2)
    #expect(try phone.hub.world.read("arguments").contains("tk_word") == false)
    // Another clone says the same of the same, and moves nothing.
    try phone.hub.settle()
    _ = try phone.push("b")
    #expect(phone.requests.count == 4 && phone.requests[2] == bob)
  }

  @Test func whatIsDoneOrMovedElsewhereIsTakenBack() throws {
    let phone = try Phone()
    try phone.hub.tasks("a", "add", "one", "remind:9:30")
    try phone.hub.tasks("a", "add", "two", "remind:9:40")
    try phone.hub.settle()
    _ = try phone.push("a")
    let list = try phone.hub.tasks("b", "list", "--format", "{id} {title}").split(separator: "\n")
    let one = String(try #require(list.first { $0.hasSuffix("one") }).prefix { $0 != " " })
    let two = String(try #require(list.first { $0.hasSuffix("two") }).prefix { $0 != " " })
    try phone.hub.tasks("b", "done", one)
    try phone.hub.tasks("b", "modify", two, "remind:9:50")
    try phone.hub.settle()
    // One has arrived meanwhile.
    _ = try phone.push("a", at: "2026-11-20T09:35")
    #expect(
      phone.requests.dropFirst(2).sorted() == [
        "DELETE /secret/KEY \(bearer) ", "DELETE /secret/KEY \(bearer) ",
        "POST /secret/KEY \(bearer) Title=two Priority=3 At=1795164600 reminder of today 9:50",
      ])
    _ = try phone.push("a", at: "2026-11-20T09:36")
    #expect(phone.requests.count == 5)
  }

  @Test func aServerThatIsBusyIsAskedAgain() throws {
    let phone = try Phone()
    try phone.hub.tasks("a", "add", "one", "remind:9:20")
    try phone.hub.tasks("a", "add", "two", "remind:9:21")
    _ = try phone.push("a", at: "2026-11-20T09:00")
    try phone.answer("429")
    let before = phone.requests.count
    try phone.hub.tasks("a", "add", "three", "remind:9:16")
    let busy = try phone.push("a", at: "2026-11-20T09:10")
    #expect(busy.status == 6 && busy.errors.contains("429"), "\(busy.errors)")
    try phone.answer("200")
    // Its time has come meanwhile.
    _ = try phone.push("a", at: "2026-11-20T09:17")
    _ = try phone.push("a", at: "2026-11-20T09:18")
    #expect(
      phone.requests.dropFirst(before + 1).map { $0 } == [
        "POST /secret/KEY \(bearer) Title=three Priority=3 reminder of today 9:16"
      ])
  }

  @Test func whatMayHaveArrivedIsNotSentAgain() throws {
    let phone = try Phone()
    _ = try phone.push("a", at: "2026-11-20T09:00")
    try phone.hub.tasks("a", "add", "one", "remind:9:20")
    try phone.answer("")
    // The server has the message, and says nothing.
    #expect(try phone.push("a", at: "2026-11-20T09:10").status == 6)
    #expect(phone.requests.count == 1)
    // Before its time the same message takes its place.
    #expect(try phone.push("a", at: "2026-11-20T09:15").status == 6)
    #expect(phone.requests.count == 2 && Set(phone.requests).count == 1)
    try phone.answer("200")
    let late = try phone.push("a", at: "2026-11-20T09:21")
    #expect(late.status == 0 && late.errors.contains("not known whether"), "\(late.errors)")
    #expect(phone.requests.count == 2)
    #expect(try phone.push("a", at: "2026-11-20T09:22").errors.isEmpty)
    #expect(phone.requests.count == 2)
  }

  /// A message that the server does not take stops no other.
  @Test func aMessageThatIsRefusedStopsNoOther() throws {
    let phone = try Phone()
    for title in ["one", "two"] { try phone.hub.tasks("a", "add", title, "remind:9:30") }
    try phone.answer("400")
    let refused = try phone.push("a")
    #expect(refused.status == 6 && refused.errors.contains("one: the server answered 400"))
    #expect(phone.requests.count == 2)
    try phone.answer("301")
    let moved = try phone.push("a")
    #expect(moved.status == 6 && moved.errors.contains("is remind.push-url https?"))
    #expect(phone.requests.count == 3)
  }

  @Test func titlesAreLeftOutUnlessSet() throws {
    let phone = try Phone(text: "generic")
    try phone.hub.tasks("a", "add", "secret", "remind:9:30")
    _ = try phone.push("a")
    #expect(
      phone.requests == [
        "POST /secret/KEY \(bearer) Title=tasks Priority=3 At=1795163400 1 reminder"
      ])
  }

  @Test func oneNamedDevicePushesWhereNothingIsReplaced() throws {
    let phone = try Phone(service: "gotify")
    try phone.hub.tasks("a", "add", "a & b", "remind:9:30", "important:yes")
    let unnamed = try phone.push("a")
    #expect(unnamed.status == 2 && unnamed.errors.contains("remind.pusher"), "\(unnamed.errors)")
    try phone.hub.tasks("a", "config", "remind.pusher", "a")
    try phone.hub.settle()
    for clone in ["a", "b"] { _ = try phone.push(clone) }
    #expect(phone.requests.isEmpty)
    for clone in ["a", "b", "a", "b"] { _ = try phone.push(clone, at: "2026-11-20T09:31") }
    #expect(
      phone.requests == [
        "POST /secret/message X-Gotify-Key=tk_word title=a+%26+b&message=reminder+of+today+9%3A30&priority=8"
      ])
  }

  @Test func pushoverRepeatsWhatIsImportant() throws {
    let phone = try Phone(service: "pushover")
    try phone.hub.tasks("a", "config", "remind.pusher", "a")
    _ = try phone.push("a")
    try phone.hub.tasks("a", "add", "one", "remind:9:30", "important:yes")
    try phone.hub.tasks("a", "add", "two", "remind:9:31")
    _ = try phone.push("a", at: "2026-11-20T09:31")
    #expect(
      phone.requests == [
        "POST /secret  token=tk_word&user=somebody&title=one&message=reminder+of+today+9%3A30&priority=2&retry=60&expire=3600",
        "POST /secret  token=tk_word&user=somebody&title=two&message=reminder+of+today+9%3A31&priority=0",
      ])
  }
}
