import TasksCore
import TestSupport
import Testing

/// Trees of tasks, and cycles where there should be a tree.
@Suite struct TaskTreeTests {
  private func id(_ name: some StringProtocol) throws -> TaskID {
    try #require(TaskID(Text(String(name))))
  }

  /// - Parameter list: `b<a`: b, whose parent is a.
  private func nodes(_ list: String) throws -> [(id: TaskID, parent: TaskID?)] {
    try list.split(separator: " ").map { word in
      let names = word.split(separator: "<")
      return (try id(names[0]), names.count > 1 ? try id(names[1]) : nil)
    }
  }

  @Test(arguments: [
    ("", ""), ("a b c", "a b c"), ("a b<a c", "a -b c"), ("b<a c a", "c a -b"),
    ("c<a b<a a", "a -c -b"), ("a b<a c<b d<a", "a -b --c -d"), ("b<x a", "b a"), ("a<a b", "a b"),
    ("a<b b<a c", "c a -b"), ("c<a a<b b<a", "a -c -b"), ("a b<a b<a c<b", "a -b --c -b"),
  ])
  func order(_ list: String, _ tree: String) throws {
    let nodes = try nodes(list)
    let places = TaskTree.order(nodes).map {
      String(repeating: "-", count: $0.depth) + nodes[$0.number].id.description
    }
    #expect(places.joined(separator: " ") == tree)
  }

  @Test func noTaskIsLostOrShownTwice() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let count = Int.random(in: 0...12, using: &generator)
      let nodes = try (0..<count).map { number in
        let parent = Int.random(in: -3...count, using: &generator)
        return (id: try id("t\(number)"), parent: parent < 0 ? nil : try id("t\(parent)"))
      }
      let places = TaskTree.order(nodes)
      #expect(places.map(\.number).sorted() == Array(0..<count), "seed \(seed)")
      for (index, place) in places.enumerated() where place.depth > 0 {
        let parent = places[..<index].last { $0.depth == place.depth - 1 }
        #expect(parent.map { nodes[$0.number].id } == nodes[place.number].parent, "seed \(seed)")
      }
    }
  }

  @Test func aLongChainIsNoDeepRecursion() throws {
    let count = 200_000
    let nodes = try (0..<count).map { (try id("t\($0)"), try id("t\($0 + 1)")) }
    #expect(TaskTree.order(nodes.map { (id: $0, parent: $1) }).last?.depth == count - 1)
    let next = Dictionary(uniqueKeysWithValues: nodes)
    let starts = [try id("t0")]
    #expect(TaskCycle.all(of: .parent, from: starts) { next[$0].map { [$0] } ?? [] } == [])
  }

  @Test(arguments: [
    ("", ""), ("ab bc ac", ""), ("aa", "a"), ("ab ba", "a,b"), ("ab bc cb", "b,c"),
    ("ab bc ca dd", "a,b,c d"), ("ab ac bd cd da", "a,b,d a,c,d"),
  ])
  func cycles(_ edges: String, _ found: String) throws {
    var next: [TaskID: [TaskID]] = [:]
    for edge in edges.split(separator: " ") {
      next[try id(edge.prefix(1)), default: []].append(try id(edge.suffix(1)))
    }
    let cycles = TaskCycle.all(of: .blockers, from: next.keys.sorted()) { next[$0] ?? [] }
    // At least one of each tangle.
    let names = cycles.map { $0.ids.map(\.description).joined(separator: ",") }.sorted()
    if found.contains("a,c,d") {
      #expect(
        !names.isEmpty && Set(names).isSubset(of: Set(found.split(separator: " ").map(String.init)))
      )
    } else {
      #expect(names.joined(separator: " ") == found)
    }
  }
}
