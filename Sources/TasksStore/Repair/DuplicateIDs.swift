import Git
import Platform
import TasksCore

/// Files that share an id, usually copies. The oldest keeps it.
package struct DuplicateIDs {
  /// Each with the oldest task first.
  package private(set) var groups: [[Task]] = []
  private let store: TaskStore

  package var isEmpty: Bool { groups.isEmpty }

  package init(_ store: TaskStore) throws {
    self.store = store
    let tasks = try store.read().tasks
    let twins = Dictionary(grouping: tasks, by: \.id).values.filter { $0.count > 1 }
    for group in twins.ordered(by: { $0[0].path < $1[0].path }) {
      var ages: [String: Int64] = [:]
      for task in group { ages[task.path] = try firstCommit(of: task.path) }
      groups.append(
        group.ordered { one, other in
          if let (a, b) = one.created.flatMap({ a in other.created.map { (a, $0) } }), a != b {
            return a < b
          }
          return (ages[one.path] ?? .max, one.path) < (ages[other.path] ?? .max, other.path)
        })
    }
  }

  /// Returns the time of the first commit with a path, in seconds since 1970, or nil if there is none.
  private func firstCommit(of path: String) throws -> Int64? {
    guard let head = try store.repository.head().id else { return nil }
    var time: Int64?
    let history = History(from: head, touching: .exactly([store.prefix + path]))
    try store.repository.walk(history) { commit, _ in
      time = commit.committer.time
      return .goOn
    }
    return time
  }

  /// Gives all but the oldest task of each group a new id, in one commit.
  package func mend() throws {
    _ = try StoreWrite(store: store, verb: "doctor", encrypts: false).run { reading in
      var generator = SystemRandomNumberGenerator()
      return try groups.flatMap { $0.dropFirst() }.map { task in
        .edit(try reading.document(task.path), [.id(TaskID(using: &generator))])
      }
    }
  }
}
