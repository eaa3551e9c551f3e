import Foundation
import TestSupport
import Testing

/// Reminders on a desktop: a real bus, and `notify-send` and `gdbus` as they are.
@Suite struct ReminderDesktopTests {
  private let now = "2026-11-20T09:20"

  private func hub() throws -> (Hub, NotificationDaemon) {
    let hub = try Hub(clones: ["a", "b"])
    try hub.world.write("[remind]\n\tsound-command = \"\"\n", to: "config/tasks/config")
    for clone in hub.clones { try hub.tasks(clone, "remind", "check") }
    return (hub, try NotificationDaemon(in: hub.world))
  }

  private func run(_ hub: Hub, on clone: String) throws -> RunningProgram {
    try hub.world.start(
      World.tasks, ["remind", "run"], in: clone,
      environment: ["TASKS_NOW": now, "TASKS_DEVICE": clone])
  }

  private func id(_ title: String, _ hub: Hub, on clone: String) throws -> String {
    let rows = try hub.tasks(clone, "list", "--format", "{id}|{title}")
    let row = rows.split(separator: "\n").first { $0.hasSuffix("|\(title)") }
    return String(try #require(row).prefix { $0 != "|" })
  }

  @Test func aCheckShowsEscapedTextWithoutButtons() throws {
    let (hub, daemon) = try hub()
    for number in 1...5 { try hub.tasks("a", "add", "n\(number)", "remind:9:20") }
    try hub.tasks("a", "add", "-A <b>&amp;", "remind:9:20", "important:yes")
    let late = try hub.world.tasks(
      "remind", "check", in: "a", environment: ["TASKS_NOW": now, "TASKS_DEVICE": "a"])
    #expect(late.status == 0 && late.errors.isEmpty, "\(late.errors)")
    let line = try #require(daemon.told.first)
    #expect(daemon.told.count == 1)
    let start = "notify|1|6 reminders|-A &lt;b&gt;&amp;amp; (reminder of today 9:20); n1 (rem"
    #expect(line.hasPrefix(start))
    #expect(line.hasSuffix("||2"))
    // One alone: the title is never markup.
    try hub.tasks("a", "add", "-A <b>&amp;", "remind:9:21")
    try hub.world.tasks(
      "remind", "check", in: "a", environment: ["TASKS_NOW": "2026-11-20T09:21"])
    #expect(daemon.told.last == "notify|2|-A <b>&amp;|reminder of today 9:21||1")
    let summary = try hub.world.tasks("remind", "test", in: "a")
    #expect(summary.output == "shown by notify-send\n", "\(summary.errors)")
  }

  @Test func aSummaryIsEscaped() throws {
    let (hub, daemon) = try hub()
    for number in 1...6 { try hub.tasks("a", "add", "<b> & C:\\new \(number)", "remind:9:20") }
    try hub.world.tasks("remind", "check", in: "a", environment: ["TASKS_NOW": now])
    #expect(
      daemon.told.first?.contains("|&lt;b&gt; &amp; C:\\new 1 (") == true, "\(daemon.told)")
  }

  /// A summary stays until its last task is done.
  @Test func aSummaryIsForAllItsTasks() throws {
    let (hub, daemon) = try hub()
    for number in 1...6 { try hub.tasks("a", "add", "n\(number)", "remind:9:20") }
    for number in 1...6 {
      try hub.world.tasks("remind", "check", in: "a", environment: ["TASKS_NOW": now])
      #expect(daemon.told.count == 1)
      try hub.tasks("a", "done", try id("n\(number)", hub, on: "a"))
    }
    try hub.world.tasks("remind", "check", in: "a", environment: ["TASKS_NOW": now])
    #expect(daemon.told.dropFirst() == ["close|1"])
  }

  /// It is given up after ten seconds, and what it has started with it.
  @Test(.enabled(if: TestScope.isAll)) func aNotifierThatHangsIsGivenUp() throws {
    let (hub, daemon) = try hub()
    try hub.world.write(
      "[remind]\n\tnotifier = \"f() { sleep 612 & echo $! >$HOME/hung; wait; }; f\"\n",
      to: "config/tasks/config")
    try hub.tasks("a", "add", "one", "remind:9:20")
    let check = try hub.world.tasks("remind", "check", in: "a", environment: ["TASKS_NOW": now])
    #expect(check.status == 0 && check.errors.contains("remind.notifier did not"), "\(check)")
    #expect(daemon.told == ["notify|1|one|reminder of today 9:20||1"])
    let process = try #require(Int32(try hub.world.read("hung").dropLast()))
    try NotificationDaemon.wait("it goes on") { !RunningProgram.isRunning(process) }
  }

  /// What was certainly not shown is tried again.
  @Test func aDesktopThatComesLaterShowsIt() throws {
    let (hub, daemon) = try hub()
    try hub.tasks("a", "add", "one", "remind:9:20")
    let bus = hub.world.environment.removeValue(forKey: "DBUS_SESSION_BUS_ADDRESS")
    let early = try hub.world.run(
      "setsid", ["-w", World.tasks, "remind", "check"], in: "a", environment: ["TASKS_NOW": now])
    #expect(early.status == 1 && early.errors.contains("notify-send did not"), "\(early)")
    hub.world.environment["DBUS_SESSION_BUS_ADDRESS"] = bus
    for _ in 0..<2 {
      try hub.world.tasks("remind", "check", in: "a", environment: ["TASKS_NOW": now])
    }
    #expect(daemon.told == ["notify|1|one|reminder of today 9:20||1"])
  }

  @Test func gdbusShowsAndWithdrawsToo() throws {
    let (hub, daemon) = try hub()
    try hub.tasks("a", "add", "It's \\ <b>", "remind:9:20", "important:yes")
    try hub.world.write("", to: "bin/x")
    for program in ["gdbus", "git", "sh"] {
      try FileManager.default.createSymbolicLink(
        atPath: hub.world.path("bin/\(program)"),
        withDestinationPath: try #require(
          ["/usr/local/bin", "/usr/bin", "/bin"].map { "\($0)/\(program)" }
            .first { access($0, X_OK) == 0 }))
    }
    let path = hub.world.environment["PATH"]
    hub.world.environment["PATH"] = hub.world.path("bin")
    let check = try hub.world.tasks(
      "remind", "check", in: "a", environment: ["TASKS_NOW": now, "TASKS_DEVICE": "a"])
    #expect(check.status == 0, "\(check.errors)")
    #expect(daemon.told == ["notify|1|It's \\ <b>|reminder of today 9:20||2"])
    hub.world.environment["PATH"] = path
    try hub.tasks("a", "done", try id("It's \\ <b>", hub, on: "a"))
    try hub.world.tasks("remind", "check", in: "a", environment: ["TASKS_NOW": now])
    #expect(daemon.told.last == "close|1")
  }

  @Test func theButtonsSnoozeAndFinish() throws {
    let (hub, daemon) = try hub()
    try hub.tasks("a", "add", "one", "remind:9:19")
    try hub.tasks("a", "add", "two", "remind:9:20")
    let runner = try run(hub, on: "a")
    defer { runner.signal(SIGKILL) }
    try NotificationDaemon.wait("nothing shown") { daemon.told.count == 2 }
    #expect(
      daemon.told[0]
        == "notify|1|one|reminder of today 9:19|done,Done,snooze,Snooze 10m|1")
    try daemon.click("done", on: 1)
    try NotificationDaemon.wait("not done") {
      try !hub.tasks("a", "list").contains("one")
    }
    try daemon.click("snooze", on: 2)
    try NotificationDaemon.wait("not snoozed") {
      try hub.world.tasks("remind", "list", in: "a", environment: ["TASKS_NOW": now]).output
        .contains("snoozed")
    }
    try hub.tasks("a", "add", "three", "remind:9:20")
    try NotificationDaemon.wait("no third") { daemon.told.last?.contains("three") == true }
    runner.signal(SIGTERM)
    #expect(runner.waitUntilExit() == .exited(0))
    // Nobody waits for a click any more. The daemon may write that down after it has answered.
    try NotificationDaemon.wait("the buttons stayed") {
      daemon.told.last == "notify|3|three|reminder of today 9:20||1"
    }
  }

  /// Finished or moved on one clone, the notification goes on the other.
  @Test func whatIsDoneElsewhereGoes() throws {
    let (hub, daemon) = try hub()
    try hub.tasks("a", "add", "one", "remind:9:19")
    try hub.tasks("a", "add", "two", "remind:9:20")
    try hub.settle()
    let runner = try run(hub, on: "b")
    defer { runner.signal(SIGKILL) }
    try NotificationDaemon.wait("nothing shown") { daemon.told.count == 2 }
    try hub.tasks("a", "done", try id("one", hub, on: "a"))
    try hub.tasks("a", "modify", try id("two", hub, on: "a"), "remind:tomorrow@9:00")
    try hub.git("a", "push", "-q")
    try hub.git("b", "pull", "-q")
    try NotificationDaemon.wait("not withdrawn: \(daemon.told)") {
      daemon.told.contains("close|1") && daemon.told.contains("close|2")
    }
    runner.signal(SIGTERM)
    #expect(runner.waitUntilExit() == .exited(0))
    #expect(try hub.world.tasks("remind", "badge", in: "b").output == "")
  }

  /// Each clone rings for itself, and a task that is done on one before it rings is silent on the other.
  @Test func eachCloneRingsForItself() throws {
    let (hub, daemon) = try hub()
    try hub.tasks("a", "add", "one", "remind:9:20")
    try hub.settle()
    for clone in ["a", "b", "a", "b"] {
      try hub.world.tasks("remind", "check", in: clone, environment: ["TASKS_NOW": now])
    }
    #expect(daemon.told.count == 2)
  }
}
