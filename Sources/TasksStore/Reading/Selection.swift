import Platform
import TasksCore

extension TaskStore {
  /// Returns the tasks of a reading that match a query, ordered by rank.
  public func select(
    _ query: Query, from reading: StoreReading, now: Timestamp,
    where isWanted: @escaping (TaskHead) -> Bool
  ) throws -> TaskSelection {
    if query.isEmpty { return reading.select(where: isWanted) }
    var unsynced: Set<String>?
    let context = QueryContext(
      now: now, isOpen: { reading.task(withID: $0)?.isOpen == true },
      isUnsynced: { task in
        // Computed once, and only if the query uses it.
        let paths =
          unsynced ?? Set((try? self.unsynced(reading.tasks(where: isWanted)))?.map(\.path) ?? [])
        unsynced = paths
        return paths.contains(task.path)
      })
    var failure: InputError?
    let selection = reading.select(
      where: isWanted, whoseRecord: { failure == nil && query.mayMatch(record: $0) },
      matching: { task in
        guard failure == nil else { return false }
        do throws(InputError) {
          return try query.matches(task, in: context)
        } catch {
          failure = error
          return false
        }
      })
    if let failure { throw failure }
    return selection
  }

  /// Returns the tasks that drafts make: with new ids, ranks after the last one, and paths in this month's folder.
  public func newTasks(_ drafts: [Draft], _ reading: StoreReading) throws -> [Task] {
    guard let state = settings.workflow.first else { return [] }
    var generator = SystemRandomNumberGenerator()
    var rank = reading.lastRank
    // An array, since there are few: a dictionary's generic type has to be instantiated in each process.
    var added: [(folder: String, count: Int)] = []
    func fileCount(_ name: String) -> Int {
      // A link or a file of that name cannot hold tasks, nor can a repository of its own.
      let folder = root + "/" + name
      if let kind = File.kind(folder), kind != .folder { return .max }
      if File.kind(folder + "/.git") != nil { return .max }
      return (reading.scan?.fileCount(of: name) ?? 0)
        + added.reduce(0) { $1.folder == name ? $0 + $1.count : $0 }
    }
    // The folder is chosen again only when it is full.
    var (folder, room) = ("", 0)
    return try drafts.map { draft in
      let id = TaskID(using: &generator)
      if room == 0 {
        folder = TaskPath.folder(for: context.clock.now.date, fileCount: fileCount)
        room = TaskPath.mostFiles - fileCount(folder)
      }
      room -= 1
      if added.last?.folder != folder { added.append((folder, 0)) }
      added[added.count - 1].count += 1
      let title = draft.title ?? .empty
      let path = TaskPath.path(folder: folder, title: title, id: id, format: settings.format)
      var task = Task(
        id: id, path: path, format: settings.format, title: title, state: state)
      task.rank = Rank.after(rank)
      task.created = context.clock.now
      let edits = try draft.edits(for: task) { try reading.document($0.text).task.id }
      let result = task.applying(edits)
      if let new = result.rank, rank.map({ new > $0 }) ?? true { rank = new }
      return result
    }
  }
}

extension StoreReading {
  public enum Destination {
    case top, bottom, up, down
    case before(Task)
    case after(Task)
  }

  /// Returns the changes that move a task in the order by hand, among the tasks it is listed with: the open ones, the
  /// finished ones, or those in the trash.
  public func move(_ task: Task, _ destination: Destination) throws -> [Change] {
    let group = tasks { $0.isDeleted == task.isDeleted && $0.isDone == task.isDone }
    guard let from = group.firstIndex(where: { $0.path == task.path }) else { return [] }
    var order = group
    order.remove(at: from)
    func place(of other: Task) throws -> Int {
      if other.path == task.path { return from }
      guard let index = order.firstIndex(where: { $0.path == other.path }) else {
        throw StoreError.invalid(
          "“\(Visible.text(other.title))” is not in the same list: one is finished or deleted, "
            + "the other is not")
      }
      return index
    }
    let to: Int
    switch destination {
    case .top: to = 0
    case .bottom: to = order.count
    case .up: to = max(0, from - 1)
    case .down: to = min(order.count, from + 1)
    case .before(let other): to = try place(of: other)
    case .after(let other):
      to = other.path == task.path ? from : try place(of: other) + 1
    }
    if to == from { return [] }
    order.insert(task, at: to)
    var ranks = order.map(\.rank)
    ranks[to] = nil
    let new = RankPlacement.ranks(moving: to, in: ranks)
    return try new.sorted { $0.key < $1.key }.map {
      .edit(try document(of: order[$0.key]), [.rank($0.value)])
    }
  }
}
