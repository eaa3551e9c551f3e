import Git
import Platform

/// Builds the table of a history from the one built before and the commits that are new.
struct HistoryBuilder {
  private let old: HistoryTable
  /// The store's folder in the repository, with a slash at its end; empty when it is all of it.
  private let prefix: String
  private let new: [LoggedCommit]
  /// Numbers of old commits, of new ones, and of nodes.
  private var known: [ObjectID: Int] = [:]
  private var news: [ObjectID: Int] = [:]
  private var numbers: [ObjectID: UInt32] = [:]
  private var nodes: [Node] = []
  /// Numbers of nodes.
  private var parents: [UInt32] = []
  private var names: [String]
  private var nameNumbers: [ByteName: UInt32] = [:]

  private struct Node {
    let id: ObjectID
    var tree: ObjectID
    var time: Int64 = 0
    var parents: Range<UInt32>
    /// Its number in the old table plus 1; 0 if it is not in that.
    var old: UInt32 = 0
    /// Its number among the new commits, if it is one.
    var new: UInt32 = 0
    /// How many children are not yet in the order.
    var children: UInt32 = 0
    var place: UInt32 = 0
  }

  /// - Parameter new: The commits that `old` does not have.
  init(_ new: [LoggedCommit], prefix: String, old: HistoryTable?) {
    (self.new, self.prefix, self.old) = (new, prefix, old ?? HistoryTable())
    for (number, commit) in self.old.commits.enumerated() { known[commit.id] = number }
    for (number, commit) in new.enumerated() { news[commit.id] = number }
    names = self.old.names
    for (number, name) in names.enumerated() { nameNumbers[ByteName(name)] = UInt32(number) }
  }

  /// Builds the table of the commits that a head leads to.
  ///
  /// - Throws: `noSuchObject` for a commit that is neither in the old table nor new.
  mutating func table(from head: ObjectID) throws(GitError) -> HistoryTable {
    try load(head)
    let order = order()
    for (place, number) in order.enumerated() { nodes[Int(number)].place = UInt32(place) }
    var table = HistoryTable()
    table.commits.reserveCapacity(order.count)
    table.parents.reserveCapacity(parents.count)
    for number in order {
      let node = nodes[Int(number)]
      let start = table.changes.count
      if node.old > 0 {
        table.changes += old.changes(of: old.commits[Int(node.old) - 1])
      } else {
        for change in new[Int(node.new)].changes { table.changes.append(row(change, node)) }
      }
      table.commits.append(
        HistoryTable.Commit(
          id: node.id, tree: node.tree, time: node.time,
          parentCount: UInt32(node.parents.count),
          changeCount: UInt32(table.changes.count - start),
          parents: UInt32(table.parents.count), changes: UInt32(start)))
      for parent in node.parents { table.parents.append(nodes[Int(parents[Int(parent)])].place) }
    }
    table.names = names
    return table
  }

  private mutating func row(_ change: FileChange, _ node: Node) -> HistoryTable.Change {
    HistoryTable.Change(
      old: change.old ?? node.tree, new: change.new ?? node.tree,
      oldMode: change.oldMode?.rawValue ?? 0, newMode: change.newMode?.rawValue ?? 0,
      name: number(of: change.path.dropping(prefix)))
  }

  private mutating func number(of name: String) -> UInt32 {
    let key = ByteName(name)
    if let number = nameNumbers[key] { return number }
    let number = UInt32(names.count)
    nameNumbers[key] = number
    names.append(name)
    return number
  }

  // MARK: Commits

  /// All commits before a head, itself the first, with their parents.
  private mutating func load(_ head: ObjectID) throws(GitError) {
    var next = Int(number(of: head))
    while next < nodes.count {
      let id = nodes[next].id
      let start = parents.count
      if let place = known[id] {
        let commit = old.commits[place]
        nodes[next].old = UInt32(place + 1)
        nodes[next].tree = commit.tree
        nodes[next].time = commit.time
        for parent in old.parents(of: commit) {
          parents.append(number(of: old.commits[Int(parent)].id))
        }
      } else {
        guard let place = news[id] else { throw .noSuchObject(id: id, kind: "commit") }
        let commit = new[place]
        nodes[next].new = UInt32(place)
        nodes[next].tree = commit.tree
        nodes[next].time = commit.time
        for parent in commit.parents { parents.append(number(of: parent)) }
      }
      nodes[next].parents = UInt32(start)..<UInt32(parents.count)
      next += 1
    }
  }

  private mutating func number(of id: ObjectID) -> UInt32 {
    if let known = numbers[id] { return known }
    let number = UInt32(nodes.count)
    numbers[id] = number
    nodes.append(Node(id: id, tree: id, parents: 0..<0))
    return number
  }

  /// The newest first and none before its children (Kahn, Topological sorting of large networks, 1962), those of one
  /// moment in the order in which they are reached.
  private mutating func order() -> [UInt32] {
    for parent in parents { nodes[Int(parent)].children += 1 }
    var order: [UInt32] = []
    order.reserveCapacity(nodes.count)
    var ready = NewestFirst()
    ready.insert(0, time: nodes[0].time)
    while let number = ready.next() {
      order.append(number)
      for place in nodes[Int(number)].parents {
        let number = parents[Int(place)]
        let parent = Int(number)
        nodes[parent].children -= 1
        if nodes[parent].children == 0 { ready.insert(number, time: nodes[parent].time) }
      }
    }
    return order
  }
}

/// Commits that wait for their turn, the newest first; of one time the first that came (a binary heap).
package struct NewestFirst {
  private struct Entry {
    let time: Int64
    let turn: Int
    let number: UInt32

    func isBefore(_ other: Entry) -> Bool {
      time == other.time ? turn < other.turn : time > other.time
    }
  }

  private var entries: [Entry] = []
  private var turn = 0

  package init() {}

  package mutating func insert(_ number: UInt32, time: Int64) {
    turn += 1
    entries.append(Entry(time: time, turn: turn, number: number))
    var place = entries.count - 1
    while place > 0, entries[place].isBefore(entries[(place - 1) / 2]) {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  package mutating func next() -> UInt32? {
    guard let first = entries.first, let last = entries.popLast() else { return nil }
    guard !entries.isEmpty else { return first.number }
    entries[0] = last
    var place = 0
    while true {
      var best = place
      for child in [2 * place + 1, 2 * place + 2] where child < entries.count {
        if entries[child].isBefore(entries[best]) { best = child }
      }
      guard best != place else { return first.number }
      entries.swapAt(place, best)
      place = best
    }
  }
}
