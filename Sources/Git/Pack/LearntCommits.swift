import Platform

/// Commits that were read beforehand, to be found by their ids.
struct LearntCommits {
  private let commits: CommitRows
  /// Each the number of a commit and 1, or 0; a commit stands in the slot that the bits of its id tell or in one of
  /// the next.
  private var slots: [UInt32]

  var count: Int { commits.rows.count }

  init(_ commits: CommitRows = CommitRows()) {
    self.commits = commits
    let count = commits.rows.count
    slots = [UInt32](
      repeating: 0, count: 1 << max(1, Int.bitWidth - count.leadingZeroBitCount + 1))
    for number in 0..<count {
      // One that is in several packs is the same in each.
      let slot = slot(of: commits.rows[number].id)
      if slots[slot] == 0 { slots[slot] = UInt32(number + 1) }
    }
  }

  /// Nil for one that is not among them; the commits before it go behind those that are there already.
  func commit(_ id: ObjectID, parents: inout [ObjectID]) -> CommitNode? {
    let number = Int(slots[slot(of: id)])
    guard number > 0 else { return nil }
    let row = commits.rows[number - 1]
    commits.addParents(of: row, to: &parents)
    return row.node
  }

  /// The slot in which a commit is, or would be.
  private func slot(of id: ObjectID) -> Int {
    let mask = slots.count - 1
    var slot = id.spread & mask
    while slots[slot] != 0, commits.rows[Int(slots[slot]) - 1].id != id { slot = (slot + 1) & mask }
    return slot
  }
}
