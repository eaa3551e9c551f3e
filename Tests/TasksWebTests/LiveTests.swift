import Foundation
import TestSupport
import Testing

/// Pages hear of every change, and the server outlives what happens to its store.
@Suite struct LiveTests {
  /// A page's stream of events.
  private final class Stream {
    private let running: RunningProgram
    private let path: String

    init(_ served: ServedStore) throws {
      path = served.world.path("events-\(UUID().uuidString)")
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      running = try served.world.start(
        "curl", ["-sN", "-H", served.cookie, served.origin + "/api/events"],
        output: file.fileDescriptor)
      for _ in 0..<400 where text.isEmpty { usleep(5000) }
    }

    deinit {
      if running.isRunning { kill(running.processIdentifier, SIGTERM) }
      _ = running.waitUntilExit()
    }

    /// Waits until the server has ended the stream.
    func ends() -> Bool {
      for _ in 0..<1000 {
        if !running.isRunning { return true }
        usleep(10_000)
      }
      return false
    }

    var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    func count(_ event: String) -> Int {
      text.components(separatedBy: "event: \(event)\n").count - 1
    }

    /// Waits for one more event than there were; returns how long that took, in milliseconds.
    func wait(for event: String, after count: Int) -> Int? {
      let start = ContinuousClock.now
      while self.count(event) <= count {
        if start.duration(to: .now) > .seconds(10) { return nil }
        usleep(2000)
      }
      return Int(start.duration(to: .now) / .milliseconds(1))
    }
  }

  @Test func aChangeIsToldWherever() throws {
    let hub = try Hub(clones: ["laptop", "desktop"])
    let served = try ServedStore(hub.world, store: "laptop")
    let stream = try Stream(served)
    func told(_ what: String, _ body: () throws -> Void) throws {
      let before = stream.count("change")
      try body()
      let time = stream.wait(for: "change", after: before)
      #expect(time != nil, "\(what)")
      usleep(600_000)
    }
    try told("another page") {
      let answer = try served.act(#"{"do":"add","id":"aaaabbbbccccdddd","line":"One"}"#)
      #expect(answer.status == 200)
    }
    try told("the shell") { try hub.tasks("laptop", "add", "Two") }
    try told("an editor that writes in place") {
      let path = hub.world.path("laptop")
      let file = try hub.world.run("sh", ["-c", "ls \(path)/2*/one*"]).output.dropLast()
      try hub.world.run("sh", ["-c", "echo 'By hand.' >>\(file)"])
    }
    try hub.tasks("laptop", "sync")
    try hub.tasks("desktop", "sync")
    try hub.tasks("desktop", "add", "Three")
    try hub.tasks("desktop", "sync")
    try told("git pull") { try hub.git("laptop", "pull", "-q") }
    #expect(try served.titles().sorted() == ["One", "Three", "Two"])
    let syncs = stream.count("sync")
    #expect(try served.act(#"{"do":"sync"}"#).status == 200)
    #expect(stream.wait(for: "sync", after: syncs + 1) != nil)
    #expect(try hub.git("desktop", "pull", "-q").isEmpty)
    #expect(!stream.text.contains(#""message":"#) || stream.text.contains(#""message":null"#))
  }

  /// The pages of a browser whose token is taken back hear nothing more.
  @Test func aRevokedBrowserHearsNothing() throws {
    let served = try ServedStore(.withSampleStore())
    let stream = try Stream(served)
    try served.tasks("web", "token", "revoke", "browser")
    #expect(stream.ends())
    let count = stream.count("change")
    try served.tasks("add", "Secret")
    usleep(500_000)
    #expect(stream.count("change") == count)
  }

  /// Figure: what one page changes is in the other after at most 300 ms.
  @Test func anotherPageHearsSoon() throws {
    let served = try ServedStore(.withSampleStore())
    let stream = try Stream(served)
    var times: [Int] = []
    for priority in ["A", "B", "C"] {
      let before = stream.count("change")
      let command = #"{"do":"modify","id":"1bbbbbbbbbbbbbbb","line":"pri:\#(priority)"}"#
      _ = try served.act(command)
      if let time = stream.wait(for: "change", after: before) { times.append(time) }
    }
    #expect((times.min() ?? 1000) < 300, "\(times)")
  }

  @Test func aStoreThatGoesAwayComesBack() throws {
    let served = try ServedStore(.withSampleStore())
    let (here, away) = (served.world.path("store"), served.world.path("away"))
    try FileManager.default.moveItem(atPath: here, toPath: away)
    let answer = try served.get("/api/tasks")
    #expect(answer.status == 503 && answer.body.contains("there is no store at"))
    #expect(try served.act(#"{"do":"add","id":"aaaabbbbccccdddd","line":"One"}"#).status == 503)
    try FileManager.default.moveItem(atPath: away, toPath: here)
    #expect(try served.get("/api/tasks").status == 200)
  }

  @Test func aPortInUseIsNamedWithAnother() throws {
    let served = try ServedStore(.withSampleStore())
    let outcome = try served.world.run(
      ServedStore.program,
      ["--store", served.world.path("store"), "--port", "\(served.port)", "--no-open"])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasPrefix(
        "tasks-web: port \(served.port) is in use by another program; try: tasks web --port "))
  }

  @Test func theProgramIsFoundBesideTasks() throws {
    let world = try World.withSampleStore()
    let port = LoopbackPort.free()
    let file = try FileHandle(
      forUpdating: {
        _ = FileManager.default.createFile(atPath: world.path("out"), contents: nil)
        return URL(fileURLWithPath: world.path("out"))
      }())
    let running = try world.start(
      World.tasks, ["web", "--port", "\(port)", "--no-open"], in: "store",
      output: file.fileDescriptor)
    for _ in 0..<1000 where try !world.read("out").contains("/#") { usleep(5000) }
    #expect(try world.read("out").hasPrefix("listening on http://127.0.0.1:\(port), for "))
    kill(running.processIdentifier, SIGINT)
    #expect(running.waitUntilExit() == .killed(by: SIGINT))
  }

  /// Many connections at once are answered, and the server goes on.
  @Test func manyRequestsAtOnceAreAnswered() throws {
    let served = try ServedStore(.withSampleStore())
    let script = """
      import concurrent.futures, http.client, sys
      port, token, count = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
      def ask(number):
          wire = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
          wire.request("GET", "/api/tasks", headers={"Authorization": "Bearer " + token})
          return wire.getresponse().status
      with concurrent.futures.ThreadPoolExecutor(200) as pool:
          statuses = list(pool.map(ask, range(count)))
      print(statuses.count(200), len(statuses))
      """
    try served.world.write(script, to: "many.py")
    let count = ProcessInfo.processInfo.environment["TASKS_ALL"] == nil ? 1_000 : 10_000
    let outcome = try served.world.run(
      "/usr/bin/python3",
      [served.world.path("many.py"), "\(served.port)", served.token, "\(count)"])
    #expect(outcome.output == "\(count) \(count)\n", "\(outcome.errors.suffix(500))")
    #expect(try served.get("/api/state").status == 200)
  }

  @Test func pagesAreRemindedOfWhatIsDue() throws {
    let world = try World.withSampleStore()
    try world.tasks("remind", "check", in: "store")
    try world.tasks("modify", "2cc", "remind:9:20", "important:yes", in: "store")
    world.environment["TASKS_NOW"] = "2026-11-20T09:20"
    let served = try ServedStore(world)
    let stream = try Stream(served)
    _ = stream.wait(for: "alert", after: 0)
    #expect(stream.text.contains(#"event: alert"#) && stream.text.contains(#""title":"Buy milk""#))
    let alerts = try served.get("/api/state").value["alerts"] as? [[String: Any]] ?? []
    #expect(alerts.count == 1)
    let dismiss = #"{"do":"dismiss","alert":"\#(alerts.first?["id"] ?? "")"}"#
    #expect(try served.act(dismiss).status == 200)
    #expect(try (served.get("/api/state").value["alerts"] as? [Any])?.isEmpty == true)
  }
}
