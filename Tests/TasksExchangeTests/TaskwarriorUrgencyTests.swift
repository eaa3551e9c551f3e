import Foundation
import TasksCore
import TasksExchange
import TestSupport
import Testing

/// Taskwarrior's urgency is the judge of the shape of ours, not of its numbers.
@Suite struct TaskwarriorUrgencyTests {
  /// 500 tasks as Taskwarrior has them.
  private static func tasks(at now: Timestamp) -> [UInt8] {
    var random = SeededGenerator(seed: 11)
    func moment(_ days: Int) -> String {
      now.adding(minutes: days * 1440).iso.filter { $0 != "-" && $0 != ":" } + "00Z"
    }
    let ids = (0..<500).map { "00000000-0000-4000-8000-\(CivilDate.padded($0, 12))" }
    let objects = ids.enumerated().map { number, id in
      var members = [
        "\"uuid\":\"\(id)\"", "\"description\":\"t\(number)\"", "\"status\":\"pending\"",
        "\"entry\":\"\(moment(-random.below(500)))\"",
      ]
      func add(_ name: String, _ percent: Int, _ value: (inout SeededGenerator) -> String) {
        if random.chance(percent) { members.append("\"\(name)\":\(value(&random))") }
      }
      add("due", 50) { "\"\(moment($0.below(80) - 20))\"" }
      add("scheduled", 20) { "\"\(moment($0.below(40) - 20))\"" }
      add("priority", 40) { "\"\($0.pick(["H", "M", "L"]))\"" }
      add("start", 5) { _ in "\"\(moment(0))\"" }
      add("tags", 50) { $0.pick(["[\"a\"]", "[\"a\",\"b\"]"]) }
      add("project", 60) { "\"\($0.pick(["w.x", "h"]))\"" }
      if number > 0 { add("depends", 20) { "[\"\(ids[$0.below(number)])\"]" } }
      add("wait", 10) { "\"\(moment(1 + $0.below(20)))\"" }
      return "{\(members.joined(separator: ","))}"
    }
    return Array("[\(objects.joined(separator: ",\n"))]".utf8)
  }

  @Test func theOrderIsLikeTaskwarriors() throws {
    let now = Taskwarrior.now
    let exported = try Taskwarrior.exported(
      Self.tasks(at: now), recurs: false)
    var theirs: [Text: Double] = [:]
    for json in try JSONValue(exported).elements {
      theirs[try #require(json["uuid"].text)] = json["urgency"].number
    }
    var context = try ForeignTrial.context(inUTC: true)
    context.now = now
    let tasks = try TaskwarriorTasks(context).read(exported).enumerated().map { number, record in
      var task = try ForeignTrial.one(record).task
      task.rank = Rank(Double(number + 1))
      return task
    }
    #expect(tasks.count == 500)
    var waiting: [TaskID: Int] = [:]
    for blocker in tasks.flatMap(\.blockers) { waiting[blocker, default: 0] += 1 }
    let (counts, ids) = (waiting, Set(tasks.map(\.id)))
    let around = Urgency.Surroundings(
      now: now, lastRank: 500, waiting: { counts[$0] ?? 0 }, isOpen: ids.contains)
    var ours: [Text: Double] = [:]
    for task in tasks {
      ListRow.of(task) { ours[task.id.text] = Urgency().parts(of: $0, around).points }
    }
    let names = tasks.map(\.id.text)
    let (one, other) = try (
      names.map { try #require(ours[$0]) }, names.map { try #require(theirs[$0]) }
    )
    let correlation = Self.correlation(Self.ranks(one), Self.ranks(other))
    #expect(correlation >= 0.9)
    func first(_ urgency: [Double]) -> Set<Int> {
      Set(urgency.indices.sorted { (-urgency[$0], $0) < (-urgency[$1], $1) }.prefix(20))
    }
    #expect(first(one).intersection(first(other)).count >= 14)
  }

  /// The rank of each value; equal ones have the mean of theirs.
  private static func ranks(_ values: [Double]) -> [Double] {
    let sorted = values.sorted()
    return values.map { value in
      let (first, last) = (sorted.firstIndex(of: value), sorted.lastIndex(of: value))
      return Double((first ?? 0) + (last ?? 0)) / 2
    }
  }

  /// Pearson's, which of ranks is Spearman's.
  private static func correlation(_ one: [Double], _ other: [Double]) -> Double {
    func centred(_ values: [Double]) -> [Double] {
      let mean = values.reduce(0, +) / Double(values.count)
      return values.map { $0 - mean }
    }
    func product(_ one: [Double], _ other: [Double]) -> Double {
      zip(one, other).map { $0 * $1 }.reduce(0, +)
    }
    let (one, other) = (centred(one), centred(other))
    return product(one, other) / (product(one, one) * product(other, other)).squareRoot()
  }
}
