import CoreTestSupport
import TasksCore
import TasksPlanning
import TestSupport
import Testing

/// Statistics against an obvious version, which plays the changes of each task by itself.
@Suite struct TaskStatisticsTests {
  private static let start = Timestamp(CivilDate(dayNumber: 20_000), minute: 0)

  private func moment(_ minutes: Int) -> Timestamp {
    Timestamp(
      TaskStatisticsTests.start.date.adding(days: minutes / 1440), minute: minutes % 1440)
  }

  private func entry(_ old: Task?, _ new: Task?, at minutes: Int) -> HistoryEntry {
    HistoryEntry(
      commit: "c", operation: nil, time: moment(minutes), device: nil, author: "a",
      change: ChangedTask(old: old, new: new), fields: [])
  }

  private func task(_ number: Int) throws -> Task {
    let id = "aaaaaaaaaaaaa" + String(100 + number)
    let text = "* TODO Task \(number)\n:PROPERTIES:\n:ID: \(id)\n:END:\n"
    let document = try TaskReader.read(
      Array(text.utf8), path: "2026-11/task-\(id).org", workflow: .standard)
    return try #require(document).task
  }

  /// Each device may finish or delete the same task, and a task may come back.
  @Test func weeksAreThoseOfAPlayedHistory() throws {
    print("seed 51")
    var random = SeededGenerator(seed: 51)
    let done = try #require(Workflow.standard["DONE"]).state
    let next = try #require(Workflow.standard["NEXT"]).state
    for _ in 0..<60 {
      var entries: [HistoryEntry] = []
      var tasks: [Task?] = []
      var open: [(minute: Int, count: Int)] = []
      for _ in 0..<40 {
        let minutes = (entries.last?.time.absoluteMinute).map {
          $0 - TaskStatisticsTests.start.absoluteMinute
        }
        let now = (minutes ?? 0) + Int.random(in: 1...4000, using: &random)
        let place = Int.random(in: 0...tasks.count, using: &random)
        if place == tasks.count {
          let new = try task(place)
          tasks.append(new)
          entries.append(entry(nil, new, at: now))
        } else if var new = tasks[place] {
          let old = new
          switch Int.random(in: 0..<6, using: &random) {
          case 0: new.state = done
          case 1: new.state = next
          case 2: new.deleted = new.deleted == nil ? moment(now) : nil
          case 3:
            tasks[place] = nil
            entries.append(entry(old, nil, at: now))
            open.append((now, tasks.count { $0?.isOpen == true }))
            continue
          default:
            // A second device has done the same.
            entries.append(entry(try task(place), old, at: now))
            open.append((now, tasks.count { $0?.isOpen == true }))
            continue
          }
          tasks[place] = new
          entries.append(entry(old, new, at: now))
        } else {
          continue
        }
        open.append((now, tasks.count { $0?.isOpen == true }))
      }
      let last = try #require(entries.last).time
      let span = TaskStatisticsTests.start.date...last.date
      let statistics = TaskStatistics(entries, in: span, now: last)
      var before = 0
      for week in statistics.weeks {
        let end = Timestamp(week.start.adding(days: 7), minute: 0).absoluteMinute
        let expected =
          open.last { $0.minute + TaskStatisticsTests.start.absoluteMinute < end }?.count ?? 0
        #expect(week.open == expected)
        #expect(week.open - before == week.opened - week.finished - week.removed)
        before = week.open
      }
      #expect(statistics.ages.count == before)
    }
  }

  @Test func delaysStatesAndLeads() throws {
    let workflow = Workflow.standard
    var a = try task(1)
    a.deadline = Planning(moment(0))
    var b = a
    b.deadline = Planning(moment(2 * 1440))
    var c = b
    c.state = try #require(workflow["NEXT"]).state
    // Earlier is not put off.
    c.deadline = Planning(moment(1440))
    var d = c
    d.state = try #require(workflow["DONE"]).state
    let entries = [
      entry(nil, a, at: 0), entry(a, b, at: 60), entry(b, c, at: 1440),
      entry(c, d, at: 3 * 1440),
      // What another device did too, and what a merge tells again, counts once.
      entry(c, d, at: 3 * 1440 + 5),
    ]
    let days = moment(0).date...moment(4 * 1440).date
    let statistics = TaskStatistics(entries, in: days, now: moment(4 * 1440))
    #expect(statistics.rescheduled.map(\.times) == [1])
    #expect(statistics.states.map(\.keyword) == ["NEXT", "TODO"])
    #expect(statistics.states.map(\.minutes) == [2 * 1440, 1440])
    #expect(statistics.leads == [3] && statistics.ages.isEmpty)
    #expect(statistics.weeks.reduce(0) { $0 + $1.finished } == 1)
    let none = TaskStatistics(entries, in: days, now: moment(4 * 1440)) { _ in false }
    #expect(none.weeks.allSatisfy { $0.opened == 0 } && none.states.isEmpty)
  }
}
