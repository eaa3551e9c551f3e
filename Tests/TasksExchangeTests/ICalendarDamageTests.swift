import TasksCore
import TasksExchange
import TestSupport
import Testing

/// Damaged files are read to their end, and what is read of them can be printed.
struct ICalendarDamageTests {
  private static let words = [
    "BEGIN:VTODO\n", "END:VTODO\n", "BEGIN:VALARM\n", "99999999", "-", ";", ":", ",", "\"", "\\",
    "\r", "\n ", "\u{0}", "ž", "P999999999W", "FREQ=HOURLY", "INTERVAL=99999", "COUNT=99999999",
    "00010101", "99991231T235959Z", "BYSETPOS=-366", "+9999", "TZID=Europe/Prague:",
  ]

  private func damaged(_ text: String, _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0...random.below(6) {
      let place = random.below(bytes.count)
      switch random.below(4) {
      case 0: bytes[place] = UInt8(random.below(256))
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + random.below(40)))
      default: bytes.insert(contentsOf: random.pick(ICalendarDamageTests.words).utf8, at: place)
      }
    }
    return bytes
  }

  @Test func todos() {
    let format = ICalendarTasks(CalendarWorld.context())
    var random = SeededGenerator(seed: 3)
    for _ in 0..<400 {
      let tasks = format.read(damaged(ICalendarSamples.todos, &random)).compactMap { record in
        if case .task(let read) = record { read.task } else { nil }
      }
      let printed = format.print(tasks)
      #expect(format.read(printed).count == tasks.count)
    }
  }

  @Test func events() throws {
    let first = try #require(CivilDate(year: 2026, month: 10, day: 1))
    var random = SeededGenerator(seed: 4)
    for _ in 0..<300 {
      let calendar = CalendarEvents(
        damaged(ICalendarSamples.events, &random), days: first...first.adding(days: 90),
        clock: CalendarWorld.clock)
      #expect(calendar.events.count <= CalendarEvents.most)
    }
  }
}
