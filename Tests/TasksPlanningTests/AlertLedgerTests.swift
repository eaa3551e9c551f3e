import CoreTestSupport
import TasksCore
import TasksPlanning
import TestSupport
import Testing

/// What rings once, and never again.
@Suite struct AlertLedgerTests {
  private let rules = AlertRules()

  private func row(_ number: Int, _ reminder: String, _ body: (ListRow) -> Void) throws {
    let text =
      "* TODO task \(number)\n:PROPERTIES:\n:ID: task\(number)\n:REMIND: [\(reminder)]\n:END:\n"
    ListRow.of(try OrgLaw.document(text).shownTask, body)
  }

  /// A device with a ledger, and the same tasks each time.
  private struct Device {
    var file = ""
    var reminders: [String]
  }

  /// Looks as `remind check` does; returns what rang, and whether in one summary.
  private func check(_ device: inout Device, _ now: String) throws -> (
    rung: [String], isSummary: Bool
  ) {
    let now = try moment(now)
    let ledger = AlertLedger(Array(device.file.utf8))
    var survey = AlertSurvey(ledger, rules, now: now)
    for (number, reminder) in device.reminders.enumerated() {
      try row(number, reminder) { survey.add($0) }
    }
    device.file += ledger.opening(now: now)
    for alert in survey.due {
      device.file += AlertLedger.line(alert.id, .claimed(now))
      device.file += AlertLedger.line(alert.id, .shown(handle: "x"))
    }
    for id in survey.withdrawn { device.file += AlertLedger.line(id, .dismissed(now)) }
    return (survey.due.map { $0.id.task.text.string }.sorted(), !survey.summary.isEmpty)
  }

  @Test func whatPassedRingsOnce() throws {
    var device = Device(reminders: ["2026-11-24 Tue 09:00", "2026-11-24 Tue 10:00"])
    #expect(try check(&device, "2026-11-24T09:30").rung == [])
    #expect(try check(&device, "2026-11-24T12:00").rung == ["task1"])
    #expect(try check(&device, "2026-11-24T12:00").rung == [])
    // Moved, it rings anew.
    device.reminders[1] = "2026-11-24 Tue 11:00"
    #expect(try check(&device, "2026-11-24T12:01").rung == ["task1"])
    device.reminders[1] = "2026-11-24 Tue 10:00"
    #expect(try check(&device, "2026-11-24T12:02").rung == [])
  }

  /// Changed after it rang, a lead does not ring again for what has passed.
  @Test func anEarlierMinuteOfTheSameDateIsSilent() throws {
    let task = try #require(TaskID("a"))
    let date = try moment("2026-11-24T10:00")
    let rung = AlertID(task, .deadline, date, lead: 0)
    let ledger = AlertLedger(
      Array(
        (AlertLedger.line(rung, .claimed(date)) + AlertLedger.line(rung, .dismissed(date))).utf8))
    func alert(lead: Int, _ source: AlertID.Source = .deadline) -> Alert {
      Alert(
        id: AlertID(task, source, date, lead: lead), minute: date.absoluteMinute - lead,
        title: "a", isImportant: false)
    }
    #expect(ledger.hasRungLater(alert(lead: 5)))
    #expect(!ledger.hasRungLater(alert(lead: 5, .secondDeadline)))
    let early = AlertID(task, .deadline, date, lead: 60)
    let other = AlertLedger(
      Array(AlertLedger.line(early, .claimed(try moment("2026-11-24T09:00"))).utf8))
    #expect(!other.hasRungLater(alert(lead: 10)))
  }

  /// What a clock on the wall shows in a night of summer time, on a flight, and after a suspend.
  @Test(arguments: [
    // The hour from 2:00 is left out: 2:30 rings at the first look after it.
    (["2026-03-29T01:00", "2026-03-29T01:59", "2026-03-29T03:00", "2026-03-29T03:30"], [2]),
    // The hour from 2:00 comes twice: 2:30 rings in the first.
    (
      [
        "2026-03-29T01:00", "2026-03-29T02:29", "2026-03-29T02:30", "2026-03-29T02:00",
        "2026-03-29T02:30",
      ], [2]
    ),
    // To the west, and back.
    (["2026-03-29T02:00", "2026-03-29T02:31", "2026-03-28T17:40", "2026-03-29T02:40"], [1]),
    // To the east, over the time.
    (["2026-03-29T00:10", "2026-03-29T09:10", "2026-03-29T00:20", "2026-03-29T02:30"], [1]),
    // Three days asleep.
    (["2026-03-29T02:29", "2026-04-01T08:00", "2026-04-01T08:01"], [1]),
  ])
  func aClockThatJumpsRingsOnce(looks: [String], rings: [Int]) throws {
    var device = Device(reminders: ["2026-03-29 Sun 02:30"])
    var rung: [Int] = []
    for (place, now) in looks.enumerated() where try !check(&device, now).rung.isEmpty {
      rung.append(place)
    }
    #expect(rung == rings)
  }

  @Test func aClockThatIsSetBackRingsNothingAgain() throws {
    var device = Device(reminders: ["2026-11-24 Tue 09:00", "2025-12-01 Mon 09:00"])
    _ = try check(&device, "2026-11-24T08:00")
    #expect(try check(&device, "2026-11-24T09:00").rung == ["task0"])
    #expect(try check(&device, "2025-11-24T09:00").rung == [])
    #expect(try check(&device, "2025-11-24T09:00").rung == [])
    // What comes meanwhile rings.
    #expect(try check(&device, "2025-12-01T09:00").rung == ["task1"])
    #expect(try check(&device, "2026-11-24T09:01").rung == [])
    device.reminders.append("2026-11-24 Tue 09:02")
    #expect(try check(&device, "2026-11-24T09:02").rung == ["task2"])
  }

  @Test func aLedgerOfTheFutureDoesNotSilence() throws {
    var device = Device(reminders: ["2026-11-24 Tue 09:00"])
    _ = try check(&device, "2027-11-24T08:00")
    #expect(try check(&device, "2026-11-24T08:00").rung == [])
    #expect(try check(&device, "2026-11-24T09:00").rung == ["task0"])
  }

  @Test func manyAtOnceAreOneSummary() throws {
    var device = Device(reminders: (0..<5).map { _ in "2026-11-24 Tue 09:00" })
    _ = try check(&device, "2026-11-24T08:00")
    var five = device
    #expect(try check(&five, "2026-11-24T09:00").isSummary == false)
    device.reminders.append("2026-11-24 Tue 09:00")
    let flood = try check(&device, "2026-11-24T09:00")
    #expect(flood.rung.count == 6 && flood.isSummary)
    // More than 12 hours late.
    var late = Device(reminders: ["2026-11-24 Tue 09:00"])
    _ = try check(&late, "2026-11-24T08:00")
    #expect(try check(&late, "2026-11-24T21:01").isSummary)
  }

  @Test func linesThatCannotBeReadArePassedOver() throws {
    let text =
      "since 2026-11-24T08:00\n\u{0}\u{1}\ntask0/remind/2026-11-24T09:00/0 sung x\na b c d\n"
    let ledger = AlertLedger(Array(text.utf8))
    #expect(ledger.entries.isEmpty && !ledger.isCut)
    #expect(ledger.since == (try moment("2026-11-24T08:00")))
    let cut = AlertLedger(Array((text + "task0/remind/2026-11-24T09:00/0 cla").utf8))
    #expect(cut.isCut && cut.entries.isEmpty)
    // What is left of a cut word may look like a whole line.
    #expect(
      AlertLedger(Array("task0/remind/2026-11-24T09:00/0 claimed 2026-11-24".utf8)).entries.isEmpty)
    let far = "task0/remind/0001-11-24T09:00/\(Int.max) claimed 2026-11-24T09:00\n"
    #expect(AlertLedger(Array(far.utf8)).entries.isEmpty)
  }

  /// Whatever is left out does not ring again, and what is outstanding stays.
  @Test func aCompactedLedgerSaysTheSame() throws {
    var generator = SeededGenerator(seed: TestScope.number("TASKS_SEED").map { UInt64($0) } ?? 5)
    for _ in 0..<TestScope.cases(30, all: 300) {
      var device = Device(
        reminders: (0..<12).map { _ in
          "2026-11-\(10 + generator.below(15)) Mon \(10 + generator.below(10)):00"
        })
      _ = try check(&device, "2026-11-10T00:00")
      for day in 11..<25 { _ = try check(&device, "2026-11-\(day)T12:00") }
      let ledger = AlertLedger(Array(device.file.utf8))
      for id in ledger.order where generator.chance(50) {
        device.file += AlertLedger.line(id, .dismissed(try moment("2026-11-24T12:00")))
      }
      let long = AlertLedger(Array(device.file.utf8))
      let text = long.compacted(keeping: generator.below(6), rules)
      let short = AlertLedger(Array(text.utf8))
      func outstanding(_ ledger: AlertLedger) -> [AlertID] {
        ledger.order.filter { ledger[$0]?.isOutstanding == true }
      }
      #expect(outstanding(long) == outstanding(short))
      for id in short.order { #expect(short[id] == long[id]) }
      var compacted = Device(file: text, reminders: device.reminders)
      let rung = try check(&compacted, "2026-11-25T00:00").rung
      #expect(try rung == check(&device, "2026-11-25T00:00").rung)
    }
  }
}
