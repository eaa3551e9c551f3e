import Foundation
import TasksCore
import TasksStore
import TestSupport
import Testing

/// The rows of a cache with changes among them are as a plain list with the same changes.
struct TaskRowsTests {
  private static func task(_ number: Int) -> Task {
    Task(
      id: TaskID(Text("n\(number)")) ?? TaskID(ofPath: "\(number)"), path: "\(number).org",
      format: .org, title: Text("Task \(number)"), state: State("TODO", isDone: false))
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func changes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let world = try World()
    for number in 0..<200 {
      try world.write(
        "* TODO Task \(number)\n:PROPERTIES:\n:ID: n\(number)\n:END:\n", to: "store/\(number).org")
    }
    // The cache takes no file that could change and keep its stamp.
    usleep(60_000)
    let reader = StoreReader(
      root: world.path("store"), workflow: .standard, program: "/nowhere",
      cachePath: world.path("cache"))
    _ = reader.read(leaving: "", .whole)
    var (table, scan, _, _) = reader.read(leaving: "", .whole)
    #expect(scan.cache?.rows.count == 200, "seed \(seed)")
    var paths = Set((0..<200).map { "\($0).org" })
    var next = 200
    for _ in 0..<12 {
      let gone = paths.sorted().filter { _ in Int.random(in: 0..<9, using: &random) == 0 }
        .compactMap { Int($0.dropLast(4)) }
      let new = next..<next + Int.random(in: 0..<5, using: &random)
      next = new.upperBound
      // Some go, and some of those come back.
      let back = gone.filter { _ in Bool.random(using: &random) }
      table.replace(gone.map(Self.task), with: (back + new).map(Self.task))
      paths.subtract(gone.map { "\($0).org" })
      paths.formUnion((back + new).map { "\($0).org" })
      let rows = table.rows
      #expect(Set(rows.map { table.path(of: $0) }) == paths, "seed \(seed)")
      #expect(rows.count == paths.count && Array(rows).count == paths.count, "seed \(seed)")
      #expect(
        zip(rows, rows.dropFirst()).allSatisfy { !$1.id.isBefore($0.id) }, "seed \(seed)")
      var numbered = true
      rows.forEachNumbered { number, row in
        if table.path(of: rows[number]) != table.path(of: row) { numbered = false }
      }
      #expect(numbered, "seed \(seed)")
    }
  }
}
