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
          unsynced
          ?? Set(
            (try? self.unsynced(reading.tasks(where: isWanted), in: reading))?.map(\.path) ?? [])
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
    let now = context.clock().now
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
        folder = TaskPath.folder(for: now.date, fileCount: fileCount)
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
      task.created = now
      let edits = try draft.edits(for: task) { try reading.document($0.text).task.id }
      let result = task.applying(edits)
      if let new = result.rank, rank.map({ new > $0 }) ?? true { rank = new }
      return result
    }
  }
}

extension StoreReading {
  /// Returns the changes that move a task in the order by hand, among the tasks it is listed with: the open ones, the
  /// finished ones, or those in the trash.
  public func move(_ task: Task, _ destination: MoveTask.Destination) throws -> [Change] {
    let group = tasks { $0.isDeleted == task.isDeleted && $0.isDone == task.isDone }
    return try MoveTask(to: destination).ranks(moving: task, in: group).map {
      .edit(try document(of: $0.task), [.rank($0.rank)])
    }
  }
}
