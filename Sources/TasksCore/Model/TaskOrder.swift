/// A task's sort key in the order by hand: by rank, then id, then path. A task without a rank comes after all that
/// have one, by path.
///
/// A separate type, because a whole task is too large to move about while thousands are sorted.
package struct TaskOrder: Comparable, Sendable {
  private let rank: Rank?
  private let id: TaskID
  private let path: String

  package init(_ task: Task) {
    rank = task.rank
    id = task.id
    path = task.path
  }

  package static func < (a: TaskOrder, b: TaskOrder) -> Bool {
    switch (a.rank, b.rank) {
    case let (left?, right?):
      left != right ? left < right : a.id != b.id ? a.id < b.id : a.isByPath(before: b)
    case (_?, nil): true
    case (nil, _?): false
    case (nil, nil): a.isByPath(before: b)
    }
  }

  private func isByPath(before other: TaskOrder) -> Bool {
    path.utf8.lexicographicallyPrecedes(other.path.utf8)
  }
}
