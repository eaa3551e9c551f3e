import Platform
import TasksCore

extension TaskStore {
  /// The tasks of a reading that a listing is about, in the order by hand.
  public func select(
    _ query: Query, from reading: StoreReading, now: Timestamp,
    where isWanted: @escaping (TaskHead) -> Bool
  ) throws -> TaskSelection {
    if query.isEmpty { return reading.select(where: isWanted) }
    var unsynced: Set<String>?
    let context = QueryContext(
      now: now, isOpen: { reading.task(withID: $0)?.isOpen == true },
      isUnsynced: { task in
        // Looked up once, and only for a query that asks.
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

  /// The tasks that drafts make: new ids, ranks past the last, files in this month's folder.
  public func newTasks(_ drafts: [Draft], _ reading: StoreReading) throws -> [Task] {
    guard let state = settings.workflow.first else { return [] }
    var generator = SystemRandomNumberGenerator()
    var rank = reading.lastRank
    // There are few; a dictionary is a type that each process has to make first.
    var added: [(folder: String, count: Int)] = []
    func fileCount(_ name: String) -> Int {
      // A link or a file of that name is no place for a task, nor is a repository of its own.
      let folder = root + "/" + name
      if let kind = File.kind(folder), kind != .folder { return .max }
      if File.kind(folder + "/.git") != nil { return .max }
      return (reading.scan?.fileCount(of: name) ?? 0)
        + added.reduce(0) { $1.folder == name ? $0 + $1.count : $0 }
    }
    // Looked for when it is full, not for each task.
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

  /// The changes that put a task somewhere else in the order by hand, among the tasks it is listed with: open
  /// ones, or finished ones, or those in the trash.
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
