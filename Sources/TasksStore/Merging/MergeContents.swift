import Git
import Platform
import TasksCore

/// The files of a merge as git has them, and what is known of the tasks in them.
///
/// The tasks themselves are not kept: each takes ten times the room of its file, and is read again as soon.
package final class MergeContents {
  package struct Place: Hashable {
    let path: String
    let id: ObjectID

    init(_ path: String, _ id: ObjectID) { (self.path, self.id) = (path, id) }

    init(_ entry: TreeEntry) { self.init(entry.path, entry.id) }

    /// The same file hardly ever lies at several paths.
    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  /// A task before and after.
  private struct Step: Hashable {
    let old: Place
    let new: Place
  }

  let reader: VersionReader
  private let store: TaskStore
  private var blobs: [ObjectID: [UInt8]] = [:]
  package private(set) var marks: [Place: TaskMark?] = [:]
  private var changes: [Step: Bool] = [:]

  package init(_ store: TaskStore) {
    self.store = store
    reader = VersionReader(store)
  }

  func blob(_ id: ObjectID) throws -> [UInt8] {
    if let known = blobs[id] { return known }
    let bytes = try store.repository.blob(id)
    blobs[id] = bytes
    return bytes
  }

  /// - Parameter path: In the repository.
  func version(_ path: String, _ id: ObjectID) throws -> TaskMerge.Version {
    reader.version(try blob(id), at: path)
  }

  /// What the moves and the list pass have to know of the task in a file; nil for one that is none, or cannot be read.
  ///
  /// - Parameter entry: Of a file in the store.
  package func mark(_ entry: TreeEntry) throws -> TaskMark? {
    let place = Place(entry)
    if let known = marks[place] { return known }
    // Most files are the same on both sides, and not asked for again.
    let bytes = try blobs[entry.id] ?? store.repository.blob(entry.id)
    let mark = reader.version(bytes, at: entry.path).mark
    marks[place] = .some(mark)
    return mark
  }

  /// Whether a task has other fields than before.
  func isChanged(_ entry: TreeEntry, since base: TreeEntry) throws -> Bool {
    if let known = changes[Step(old: Place(base), new: Place(entry))] { return known }
    let (old, new) = try (version(base.path, base.id), version(entry.path, entry.id))
    return new.isChanged(since: old)
  }

  /// Notes whether a task has other fields than before, where that is known by the way.
  func note(_ entry: TreeEntry, isChanged: Bool, since base: TreeEntry) {
    changes[Step(old: Place(base), new: Place(entry))] = isChanged
  }

  /// Takes over what the cache knows of tasks: of a file that is as the index has it, and as it was when it was read
  /// last, the object need not be read. Worth it where many marks will be asked for.
  package func learnMarks() throws {
    guard let cache = store.reader.cache(),
      // The cache has what stands in the work tree, and a filter makes something else of it.
      try !store.repository.mayConvertFiles(
        in: cache.folders.map { row in
          let folder = String(decoding: cache.bytes(of: row.path), as: UTF8.self)
          return folder.isEmpty ? String(store.prefix.dropLast()) : store.prefix + folder
        })
    else { return }
    var search = TaskCache.Search(cache)
    marks.reserveCapacity(cache.files.count)
    store.repository.visitSettledFiles(under: store.prefix) { path, status, id in
      guard let place = search.place(of: path), cache.files[place].stamp.isExactly(status) else {
        return
      }
      let row = cache.rows[Int(cache.files[place].task)]
      let record = cache.bytes(of: row.record)
      guard row.flags.contains(.task), ByteHash.of(record) == row.sum,
        let taskID = TaskRecord.id(record)
      else { return }
      let file = store.prefix + String(decoding: path, as: UTF8.self)
      marks[Place(file, id)] = TaskMark(row, id: taskID.id, isOwn: taskID.isOwn)
    }
  }

  func keep(_ bytes: [UInt8], as id: ObjectID) { blobs[id] = bytes }
}

/// The values of a task that moves and the list pass depend on. Kept small, as a merge holds those of all tasks in
/// three trees.
package struct TaskMark {
  let id: TaskID
  /// False if the file has no id, and the id is made from the path.
  let hasOwnID: Bool
  let rank: Rank?
  let isDone: Bool
  let isDeleted: Bool

  init(_ task: Task) {
    (id, hasOwnID) = (task.id, task.hasOwnID)
    (rank, isDone, isDeleted) = (task.rank, task.isDone, task.isDeleted)
  }

  /// - Parameter row: The task's row in the cache; the id comes from its record.
  init(_ row: TaskRow, id: TaskID, isOwn: Bool) {
    (self.id, hasOwnID, rank) = (id, isOwn, Rank(row.rank))
    (isDone, isDeleted) = (row.flags.contains(.done), row.flags.contains(.deleted))
  }
}

extension TaskMerge.Version {
  /// Nil if the file is not a task or cannot be read.
  var mark: TaskMark? { document.map { TaskMark($0.task) } }

  /// Returns whether the task's fields differ from before, or there was no task.
  func isChanged(since old: TaskMerge.Version) -> Bool {
    guard let new = document?.task else { return false }
    return old.document.map { !new.hasSameFields(as: $0.task) } ?? true
  }
}

/// Parses files as versions of tasks, on any thread.
struct VersionReader: Sendable {
  /// The path of the store in the repository.
  let prefix: String
  let workflow: Workflow

  init(_ store: TaskStore) { (prefix, workflow) = (store.prefix, store.settings.workflow) }

  /// - Parameter path: The path in the repository; a file outside the store is not a task.
  func version(_ bytes: [UInt8], at path: String) -> TaskMerge.Version {
    guard path.begins(with: prefix) else { return TaskMerge.Version(noTask: bytes) }
    return TaskMerge.Version(
      bytes, path: path.dropping(prefix), workflow: workflow)
  }
}
