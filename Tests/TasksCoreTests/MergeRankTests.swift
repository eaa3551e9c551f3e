import TasksCore
import TestSupport
import Testing

/// The list pass on lists worked by hand (merge.md, "The list").
@Suite struct MergeRankTests {
  /// `A1 b2*` reads as A at 1, clean, and b at 2, dirty; `d` behind the number: done, `x`: deleted, `-`: no
  /// rank.
  private static func store(_ text: String) -> [TaskID: RankPass.Item] {
    var items: [TaskID: RankPass.Item] = [:]
    for word in text.split(separator: " ") {
      guard let id = TaskID(Text(String(word.prefix(1)))) else { continue }
      let digits = word.dropFirst().prefix { $0.isNumber || $0 == "." }
      let flags = word.dropFirst(1 + digits.count)
      items[id] = RankPass.Item(
        rank: Rank(String(digits)), isDone: flags.contains("d"), isDeleted: flags.contains("x"),
        isDirty: flags.contains("*"))
    }
    return items
  }

  private static func ranks(_ base: String, _ local: String, _ server: String) -> String {
    RankPass.ranks(
      base: Set(store(base).keys), local: store(local), server: store(server)
    ).sorted { ($0.value, $0.key) < ($1.value, $1.key) }
      .map { "\($0.key)\($0.value.text)" }.joined(separator: " ")
  }

  @Test(arguments: [
    // The worked example of merge.md.
    ("A1 B2 T5", "A1 T1.5* B2", "A10* B2 T5", "B2 T6 A10"),
    // Nothing dirty: the server's ranks.
    ("A1 B2", "A1 B2", "A2* B1*", "B1 A2"),
    // At the head: half of the first clean rank.
    ("A1 B2", "B0.5* A1", "A1 B2", "B0.5 A1"), ("A1 B2", "B0.5* A1", "A4* B2", "B2 A4"),
    // At the tail: past the last by a whole number.
    ("A1 B2", "B2 A3*", "A1 B2.5*", "B2.5 A3.25"), ("A1 B2", "B2 A3*", "A1 B2.4*", "B2.4 A2.7"),
    // A list of nothing but dirty tasks: each between the one before it and the next whole number.
    ("", "A1* B2* C3*", "", "A0.5 B1.25 C1.625"),
    // A run of dirty tasks keeps its order between the same neighbours.
    ("A1 B2", "A1 C1.2* D1.5* B2", "A1 B2", "A1 C1.5 D1.75 B2"),
    // The server's new tasks are added at their ranks.
    ("A1", "A1 B2*", "A1 C2*", "A1 B1.5 C2"), ("A1", "A1", "A1 C0.5*", "C0.5 A1"),
    // Purged here and unchanged there: gone; changed there: back at the server's rank.
    ("A1 B2", "A1", "A1 B2", "A1"), ("A1 B2", "A1", "A1 B3*", "A1 B3"),
    // Purged there: a clean one is gone and bounds nothing, a dirty one stays.
    ("A1 B2 C3", "A1 B2 T2.5* C3", "A1 C3", "A1 T2 C3"), ("A1 B2", "A1 B2*", "A1", "A1 B1.5"),
    // In the trash here: not in any list, so its own merge says its rank.
    ("A1 B2 C3", "A1 B2x* C3", "A1 B2 C3", "A1 C3"),
    ("A1 B2 C3", "A1 B2.5x* C3", "A1 B9* C3", "A1 C3"),
    ("A1 B2x C3", "A1 B2.5x* C3", "A1 B2x C3", "A1 C3"),
    // Without a rank it is in no list either.
    ("A1 B-", "A1 B-* C2*", "A1 B-", "A1 C1.5"), ("A1 B-", "A1 B-", "A1 B4*", "A1"),
    // Open and done are two lists: B is open here, so C does not bound it.
    ("A1 C2d B3", "A1 B2.5* C2d", "A1 C2d B3", "A1 B1.5 C2"),
    // Made done on the server: it stays a bound in the open list and is one in the done list.
    ("A1 B2 D9d", "A1 T1.5* B2 D3d*", "A1 B2d* D9d", "A1 T1.5 B2 D2.5"),
    // A clean task between moved past its neighbours: a lower bound above the upper one.
    ("A1 B2", "A1 T1.5* B2", "A9* B2", "B2 T5.5 A9"),
    // Equal bounds are a tie, which ids decide.
    ("A1 B2", "A1 T1.5* B2", "A2* B2", "A2 B2 T2"),
  ])
  func byHand(base: String, local: String, server: String, result: String) {
    #expect(MergeRankTests.ranks(base, local, server) == result)
  }

  private static func pass(_ local: [(Text, Double, Bool)]) -> [TaskID: Rank] {
    var items: [TaskID: RankPass.Item] = [:]
    for (name, rank, isDirty) in local {
      guard let id = TaskID(name) else { continue }
      items[id] = RankPass.Item(rank: Rank(rank), isDirty: isDirty)
    }
    let clean = items.filter { !$0.value.isDirty }
    return RankPass.ranks(base: Set(items.keys), local: items, server: clean)
  }

  private static func order(_ ranks: [TaskID: Rank]) -> String {
    ranks.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key.description).joined()
  }

  @Test func squeezedTaskGetsRoom() {
    // The local side saw B further off than the server has it.
    let low = 1.0
    let ranks = RankPass.ranks(
      base: Set(MergeRankTests.store("A1 B2 C3").keys),
      local: MergeRankTests.store("A1 T1.5* U1.6* B2 C3"),
      server: [
        TaskID("A"): RankPass.Item(rank: Rank(low)),
        TaskID("B"): RankPass.Item(rank: Rank(low.nextUp), isDirty: true),
        TaskID("C"): RankPass.Item(rank: Rank(3)),
      ].reduce(into: [:]) { items, pair in if let id = pair.key { items[id] = pair.value } })
    #expect(MergeRankTests.order(ranks) == "ATUBC")
    #expect(Set(ranks.values).count == 5)
    // The smallest run: one neighbour had to give way.
    #expect(
      TaskID("A").flatMap { ranks[$0] } == Rank(1)
        || TaskID("B").flatMap { ranks[$0] } == Rank(low.nextUp))
    #expect(TaskID("C").flatMap { ranks[$0] } == Rank(3))
  }

  @Test func headAndTailGetRoomToo() {
    let tiny = MergeRankTests.pass([
      ("T", 2 * Double.leastNonzeroMagnitude, true), ("A", .leastNonzeroMagnitude, false),
      ("B", 2, false),
    ])
    #expect(MergeRankTests.order(tiny) == "ATB")
    let huge = MergeRankTests.pass([
      ("A", 1, false), ("B", 1e300, false), ("T", 1.1e300, true), ("U", 1.2e300, true),
    ])
    #expect(MergeRankTests.order(huge) == "ABTU")
    #expect(Set(huge.values).count == 4)
  }

  @Test func laws() {
    for seed in UInt64(0)..<10_000 {
      let one = RankCase(seed: seed)
      guard one.fault != nil else { continue }
      let small = Shrink.smallest(one) { $0.fault != nil }
      Issue.record("seed \(seed): \(small.fault ?? "")\n\(small)")
    }
  }
}

/// Two lists made at random: what the local side has, and where the server has moved it.
private struct RankCase: Shrinkable {
  struct Row {
    let id: TaskID
    let rank: Double
    let isDirty: Bool
    let server: Double
  }

  var rows: [Row] = []

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<random.below(12) {
      let rank = Double(random.below(40) + 1) / 4
      let isDirty = random.chance(40)
      let server = random.chance(30) ? Double(random.below(40) + 1) / 4 : rank
      rows.append(
        Row(id: TaskID(using: &random), rank: rank, isDirty: isDirty, server: server))
    }
  }

  var smaller: [RankCase] {
    Shrink.without(rows).map { rows in
      var smaller = self
      smaller.rows = rows
      return smaller
    }
  }

  /// The law that does not hold.
  var fault: String? {
    var local: [TaskID: RankPass.Item] = [:]
    var server: [TaskID: RankPass.Item] = [:]
    for row in rows {
      local[row.id] = RankPass.Item(rank: Rank(row.rank), isDirty: row.isDirty)
      server[row.id] = RankPass.Item(rank: Rank(row.server), isDirty: row.server != row.rank)
    }
    let ranks = RankPass.ranks(base: Set(local.keys), local: local, server: server)
    if ranks.count != rows.count { return "a task has no rank: \(ranks)" }
    for row in rows where !row.isDirty && ranks[row.id] != Rank(row.server) {
      return "a clean task has not the server's rank: \(ranks)"
    }
    return isOrdered(ranks) ? nil : "a run of dirty tasks has lost its order: \(ranks)"
  }

  /// A run of dirty tasks keeps its order when its neighbours keep theirs.
  private func isOrdered(_ ranks: [TaskID: Rank]) -> Bool {
    let order = rows.sorted { ($0.rank, $0.id) < ($1.rank, $1.id) }
    func isRising(_ rows: [Row]) -> Bool {
      let found = rows.compactMap { ranks[$0.id] }
      return zip(found, found.dropFirst()).allSatisfy { $0 < $1 }
    }
    return !isRising(order.filter { !$0.isDirty }) || isRising(order)
  }
}
