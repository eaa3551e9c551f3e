import Git
import Platform

/// Makes the table of a history, out of one made before as far as that goes.
struct HistoryBuilder {
  let reader: HistoryReader
  /// The store's folder in the repository, with a slash at its end; empty when it is all of it.
  let prefix: String
  private let old: HistoryTable
  private var known = IDNumbers()
  private var nodes: [Node] = []
  private var numbers: IDNumbers
  /// Numbers of nodes.
  private var parents: [UInt32] = []

  private struct Node {
    var tree: ObjectID
    var time: Int64 = 0
    var parents: Range<UInt32>
    /// Its number in the old table and 1, or 0.
    var old: UInt32 = 0
    /// How many children are not yet in the order.
    var children: UInt32 = 0
    /// Its place in the order.
    var place: UInt32 = 0
  }

  init(reader: HistoryReader, prefix: String, old: HistoryTable?) {
    self.reader = reader
    self.prefix = prefix
    self.old = old ?? HistoryTable()
    // Room that is not needed costs next to nothing, and moving all that is there does.
    let count = max(self.old.commits.count, reader.learntCount)
    numbers = IDNumbers(reserving: count)
    nodes.reserveCapacity(count)
    parents.reserveCapacity(count)
    known = IDNumbers(reserving: self.old.commits.count)
    for commit in self.old.commits { _ = known.insert(commit.id) }
  }

  /// The table of the commits before a head, and how many of them are new.
  mutating func table(from head: ObjectID) throws(GitError) -> (table: HistoryTable, news: Int) {
    try load(head)
    let order = order()
    for (place, number) in order.enumerated() { nodes[Int(number)].place = UInt32(place) }
    var steps: [ChangeList.Step] = []
    steps.reserveCapacity(max(0, order.count - old.commits.count))
    for number in order {
      if let step = step(of: nodes[Int(number)]) { steps.append(step) }
    }
    if steps.count > 1 { try reader.fetchPromised(steps.map(\.new)) }
    let news = try changes(of: steps)
    var table = HistoryTable()
    table.commits.reserveCapacity(order.count)
    table.parents.reserveCapacity(parents.count)
    table.names = news.names
    table.changes = old.commits.isEmpty ? news.changes : changes(in: order, news)
    var (step, start) = (0, UInt32(0))
    for number in order {
      let node = nodes[Int(number)]
      let count: UInt32
      if node.old > 0 {
        count = old.commits[Int(node.old) - 1].changeCount
      } else {
        count = news.counts[step]
        step += 1
      }
      table.commits.append(
        HistoryTable.Commit(
          id: numbers.ids[Int(number)], tree: node.tree, time: node.time,
          parentCount: UInt32(node.parents.count), changeCount: count,
          parents: UInt32(table.parents.count), changes: start))
      start += count
      for parent in node.parents { table.parents.append(nodes[Int(parents[Int(parent)])].place) }
    }
    return (table, steps.count)
  }

  // MARK: Changes

  /// The old and the new ones of all commits, by their order.
  private func changes(in order: [UInt32], _ news: ChangeList) -> [HistoryTable.Change] {
    var changes: [HistoryTable.Change] = []
    changes.reserveCapacity(old.changes.count + news.changes.count)
    var (step, next) = (0, 0)
    for number in order {
      let known = nodes[Int(number)].old
      if known > 0 {
        changes += old.changes(of: old.commits[Int(known) - 1])
      } else {
        let end = next + Int(news.counts[step])
        changes += news.changes[next..<end]
        (step, next) = (step + 1, end)
      }
    }
    return changes
  }

  /// Nil for a commit whose changes the old table has.
  private func step(of node: Node) -> ChangeList.Step? {
    guard node.old == 0 else { return nil }
    let before =
      node.parents.isEmpty
      ? nil : nodes[Int(parents[Int(node.parents.lowerBound)])].tree
    return ChangeList.Step(hasParent: before != nil, old: before ?? node.tree, new: node.tree)
  }

  /// Starting a thread takes as long as reading some of so many.
  private static let worthAThread = 200

  /// With all the names of the old table.
  private func changes(of steps: [ChangeList.Step]) throws(GitError) -> ChangeList {
    guard steps.count >= HistoryBuilder.worthAThread else {
      var list = ChangeList(names: old.names)
      try list.read(steps[...], in: prefix, by: reader)
      return list
    }
    let earlier = steps[(steps.count / 2)...]
    let (reader, packed, prefix, names) = (reader, reader.packed, prefix, old.names)
    var (one, two) = ParallelHalves.run(
      {
        ChangeList.reading(
          steps[..<earlier.startIndex], in: prefix, names: names, room: steps.count, by: reader)
      },
      { ChangeList.reading(earlier, in: prefix, names: names, by: HistoryReader(packed)) })
    if let failure = one.failure { throw failure }
    // What is in no pack is left to the reader that has more than those.
    if two.failure != nil { try two.list.read(earlier, in: prefix, by: reader) }
    one.list.append(two.list)
    return one.list
  }

  // MARK: Commits

  /// All commits before a head, itself the first, with their parents.
  private mutating func load(_ head: ObjectID) throws(GitError) {
    var next = Int(number(of: head))
    var ids: [ObjectID] = []
    while next < nodes.count {
      let id = numbers.ids[next]
      let start = parents.count
      if let place = known.number(of: id) {
        let commit = old.commits[place]
        nodes[next].old = UInt32(place + 1)
        nodes[next].tree = commit.tree
        nodes[next].time = commit.time
        for parent in old.parents(of: commit) {
          parents.append(number(of: old.commits[Int(parent)].id))
        }
      } else {
        ids.removeAll(keepingCapacity: true)
        let commit = try reader.commit(id, parents: &ids)
        nodes[next].tree = commit.tree
        nodes[next].time = commit.time
        for parent in ids { parents.append(number(of: parent)) }
      }
      nodes[next].parents = UInt32(start)..<UInt32(parents.count)
      next += 1
    }
  }

  private mutating func number(of id: ObjectID) -> UInt32 {
    let (number, isNew) = numbers.insert(id)
    if isNew { nodes.append(Node(tree: id, parents: 0..<0)) }
    return UInt32(number)
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
