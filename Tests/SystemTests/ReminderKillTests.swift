import Foundation
import TestSupport
import Testing

/// Two runners are killed again and again: no reminder comes twice, and each that did not come is named.
@Suite struct ReminderKillTests {
  @Test func nothingRingsTwiceAndNothingIsLost() throws {
    let seed = TestScope.number("TASKS_SEED").map { UInt64($0) } ?? UInt64.random(in: 0...9999)
    print("TASKS_SEED=\(seed)")
    var generator = SeededGenerator(seed: seed)
    let rounds = TestScope.cases(60, all: 250)
    let world = try World()
    try world.write(
      "[remind]\n\tnotifier = \"f() { echo \\\"$1\\\" >>$HOME/shown; }; f\"\n",
      to: "config/tasks/config")
    #expect(try world.tasks("init", "store").status == 0)
    try world.tasks("config", "max-open", "0", in: "store")
    let start = 9 * 60
    func now(_ round: Int) -> [String: String?] {
      let minute = start + round
      return [
        "TASKS_NOW": String(format: "2026-11-20T%02d:%02d", minute / 60, minute % 60)
      ]
    }
    let rows = (1...rounds).map { round in
      let at = (now(round)["TASKS_NOW"] ?? nil) ?? ""
      return #"{"title": "task \#(round)", "reminders": [{"at": "\#(at)"}]}"# + "\n"
    }
    let added = try world.tasks(
      "import", "jsonl", "-", in: "store", input: rows.joined(), environment: now(0))
    try #require(added.status == 0, "\(added.errors)")
    try world.tasks("remind", "check", in: "store", environment: now(0))
    let began = Date()
    try world.tasks("remind", "check", in: "store", environment: now(0))
    // The time of a check, with the one of a notifier.
    let length = max(0.004, Date().timeIntervalSince(began)) * 2.5
    for round in 1...rounds {
      let runners = try (0..<2).map { _ in
        try world.start(
          World.tasks, ["remind", "check"], in: "store", environment: now(round))
      }
      for runner in runners {
        usleep(UInt32(length * Double(generator.below(1000)) / 1000 * 1_000_000))
        runner.signal(SIGKILL)
      }
      for runner in runners { runner.waitUntilExit() }
      // What rings for more than five tasks at once is a summary, which does not name all of them.
      if round % 4 == 0 { try world.tasks("remind", "check", in: "store", environment: now(round)) }
    }
    let last = try world.tasks("remind", "check", in: "store", environment: now(rounds))
    #expect(last.status == 0, "\(last.errors)")
    let shown = ((try? world.read("shown")) ?? "").split(separator: "\n").map(String.init)
    #expect(Set(shown).count == shown.count, "some rang twice")
    let missed = try world.tasks(
      "remind", "list", "today", "--missed", "--json", in: "store", environment: now(rounds)
    ).output
    for round in 1...rounds where !shown.contains("task \(round)") {
      #expect(missed.contains(#""title":"task \#(round)""#), "task \(round) is lost")
    }
    // The kills came at all times: some before anything was shown, some after.
    #expect(shown.count > rounds / 10)
  }
}
