/// Commits as far as their place in the history goes, in two pieces of memory whatever their number.
public struct CommitRows: Sendable {
  struct Row: BitwiseCopyable {
    let id: ObjectID
    let node: CommitNode
    let firstParent: UInt32
    let parentCount: UInt32
  }

  private(set) var rows: [Row] = []
  private var parents: [ObjectID] = []

  /// The parents of a row go behind what is there already.
  func addParents(of row: Row, to others: inout [ObjectID]) {
    // Adding a slice takes longer, and most often it is one.
    for number in row.firstParent..<(row.firstParent + row.parentCount) {
      others.append(parents[Int(number)])
    }
  }

  /// Adds a commit by its bytes; false for what is none.
  mutating func append(_ id: ObjectID, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let first = parents.count
    guard let node = CommitNode(bytes, parents: &parents) else { return false }
    rows.append(
      Row(
        id: id, node: node, firstParent: UInt32(first), parentCount: UInt32(parents.count - first)))
    return true
  }

  /// Adds one of others.
  mutating func append(_ row: Row, of others: CommitRows) {
    rows.append(
      Row(
        id: row.id, node: row.node, firstParent: UInt32(parents.count),
        parentCount: row.parentCount))
    others.addParents(of: row, to: &parents)
  }

  mutating func reserve(_ count: Int) {
    rows.reserveCapacity(count)
    parents.reserveCapacity(count)
  }
}
