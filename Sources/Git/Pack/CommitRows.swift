import Platform

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

  /// Adds others.
  public mutating func append(_ others: CommitRows) {
    let first = UInt32(parents.count)
    for row in others.rows {
      rows.append(
        Row(
          id: row.id, node: row.node, firstParent: first + row.firstParent,
          parentCount: row.parentCount))
    }
    parents += others.parents
  }

  /// Makes room for so many more; what of it is not needed costs next to nothing, and moving all that is there does.
  mutating func reserve(_ count: Int) {
    rows.reserveCapacity(rows.count + count)
    parents.reserveCapacity(parents.count + count)
  }
}
