import Git

/// Makes the table of a history, out of one made before as far as that goes.
struct HistoryMaking {
  let reader: HistoryReader
  /// The store's folder in the repository, with a slash at its end; empty when it is all of it.
  let prefix: String
  private let old: HistoryTable
  private var known: [ObjectID: Int] = [:]
  private var nodes: [Node] = []
  private var numbers: [ObjectID: UInt32] = [:]
  /// Numbers of nodes.
  private var parents: [UInt32] = []

  private struct Node {
    let id: ObjectID
    var tree: ObjectID
    var time: Int64 = 0
    /// Its number in the old table.
    var old: Int?
    var parents: Range<Int>
    /// How many children are not yet in the order.
    var children = 0
    /// Its place in the order.
    var place: UInt32 = 0
  }

  init(reader: HistoryReader, prefix: String, old: HistoryTable?) {
    self.reader = reader
    self.prefix = prefix
    self.old = old ?? HistoryTable()
    known.reserveCapacity(self.old.commits.count)
    for (number, commit) in self.old.commits.enumerated() { known[commit.id] = number }
    numbers.reserveCapacity(self.old.commits.count)
  }

  /// The table of the commits before a head, and how many of them are new.
  mutating func table(from head: ObjectID) throws(GitError) -> (table: HistoryTable, news: Int) {
    try load(head)
    let order = order()
    for (place, number) in order.enumerated() { nodes[Int(number)].place = UInt32(place) }
    var table = HistoryTable()
    table.commits.reserveCapacity(order.count)
    table.parents.reserveCapacity(parents.count)
    table.changes.reserveCapacity(order.count)
    table.names = old.names
    var names = [String: UInt32](
      old.names.enumerated().map { ($1, UInt32($0)) }, uniquingKeysWith: { first, _ in first })
    var news = 0
    for number in order {
      let node = nodes[Int(number)]
      let start = table.changes.count
      if let known = node.old {
        table.changes += old.changes(of: old.commits[known])
      } else {
        news += 1
        for change in try changes(of: node) {
          let name = names[change.path] ?? UInt32(table.names.count)
          if name == table.names.count {
            names[change.path] = name
            table.names.append(change.path)
          }
          let nothing = node.id
          table.changes.append(
            HistoryTable.Change(
              old: change.old ?? nothing, oldMode: change.oldMode?.rawValue ?? 0,
              new: change.new ?? nothing, newMode: change.newMode?.rawValue ?? 0, name: name))
        }
      }
      table.commits.append(
        HistoryTable.Commit(
          id: node.id, parentCount: UInt32(node.parents.count), tree: node.tree,
          changeCount: UInt32(table.changes.count - start), time: node.time,
          parents: UInt32(table.parents.count), changes: UInt32(start)))
      for parent in parents[node.parents] { table.parents.append(nodes[Int(parent)].place) }
    }
    return (table, news)
  }

  private func changes(of node: Node) throws(GitError) -> [FileChange] {
    let before = parents[node.parents].first.map { nodes[Int($0)].tree }
    guard !prefix.isEmpty else { return try reader.differences(from: before, to: node.tree) }
    guard before != node.tree else { return [] }
    let old: ObjectID? = if let before { try reader.folder(prefix, in: before) } else { nil }
    return try reader.differences(from: old, to: try reader.folder(prefix, in: node.tree))
  }

  /// All commits before a head, itself the first, with their parents.
  private mutating func load(_ head: ObjectID) throws(GitError) {
    var next = Int(number(of: head))
    while next < nodes.count {
      let id = nodes[next].id
      let start = parents.count
      if let number = known[id] {
        let commit = old.commits[number]
        nodes[next].old = number
        nodes[next].tree = commit.tree
        nodes[next].time = commit.time
        for parent in old.parents(of: commit) {
          let parent = self.number(of: old.commits[Int(parent)].id)
          parents.append(parent)
        }
      } else {
        let commit = try reader.commit(id)
        nodes[next].tree = commit.tree
        nodes[next].time = commit.time
        for parent in commit.parents {
          let parent = number(of: parent)
          parents.append(parent)
        }
      }
      nodes[next].parents = start..<parents.count
      next += 1
    }
  }

  private mutating func number(of id: ObjectID) -> UInt32 {
    let new = UInt32(nodes.count)
    if let number = numbers[id] { return number }
    numbers[id] = new
    nodes.append(Node(id: id, tree: id, parents: 0..<0))
    return new
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
      for parent in parents[nodes[Int(number)].parents] {
        nodes[Int(parent)].children -= 1
        if nodes[Int(parent)].children == 0 { ready.insert(parent, time: nodes[Int(parent)].time) }
      }
    }
    return order
  }
}
