import Git
import Platform
import TasksCore
import TasksStore

/// The files of a folder of plain files as this clone has read or written them last, and the tasks in them.
struct KnownFiles {
  /// By path; names in different forms of Unicode are equal.
  let entries: [String: TreeEntry]
  /// Where each task is. A copy that another program has made of its file is not its place.
  let places: [TaskID: String]
  /// The contents of the store's files in a commit, by path in the store.
  let committed: [ByteName: ObjectID]
  private let store: TaskStore

  init(_ history: PlainFolderHistory, _ reading: StoreReading, in store: TaskStore) throws {
    self.store = store
    let tree = try Snapshot(store.repository).tree
    var committed: [ByteName: ObjectID] = [:]
    for entry in try tree.map({ try store.repository.files(inTree: $0, under: store.prefix) }) ?? []
    {
      committed[ByteName(entry.path.dropping(store.prefix))] = entry.id
    }
    self.committed = committed
    let files = try history.files()
    var tasks: [ByteName: TaskID] = [:]
    if !files.isEmpty {
      for task in reading.select(where: { _ in true }) { tasks[ByteName(task.path)] = task.id }
    }
    var entries: [String: TreeEntry] = [:]
    var places: [TaskID: String] = [:]
    for entry in files {
      entries[entry.path] = entry
      let name = ByteName(entry.path)
      // What is the same in the store need not be read.
      let id =
        try tasks[name].flatMap { committed[name] == entry.id ? $0 : nil }
        ?? KnownFiles.document(entry, in: store)?.task.id
      guard let id, places[id] == nil || ConflictCopy.original(of: entry.path) == nil else {
        continue
      }
      places[id] = entry.path
    }
    (self.entries, self.places) = (entries, places)
  }

  func document(at path: String) throws -> (any TaskDocument)? {
    try entries[path].flatMap { try KnownFiles.document($0, in: store) }
  }

  private static func document(
    _ entry: TreeEntry, in store: TaskStore
  ) throws -> (any TaskDocument)? {
    try? store.parse(store.repository.blob(entry.id), path: entry.path)
  }

  /// Returns the place of a task; its path in the store if it has none yet, or has changed its format.
  func place(of task: Task) -> String {
    guard let place = places[task.id], Format(path: place) == Format(path: task.path) else {
      return task.path
    }
    return place
  }

  /// Returns a file under its known name, if that is the same in another form of Unicode.
  func spelt(_ file: PlainFile) -> PlainFile {
    PlainFile(path: entries[file.path]?.path ?? file.path, bytes: file.bytes, blob: file.blob)
  }

  /// Whether the store has a task's file as the folder was known to have it.
  func isPublished(_ task: Task) throws -> Bool {
    guard let known = places[task.id].flatMap({ entries[$0]?.id }) else { return false }
    return try known == committed[ByteName(task.path)]
      || known == store.repository.id(ofBlob: store.contents(task.path))
  }
}

/// A task's file in a folder of plain files that differs from what it was known to be, or is not known.
struct FoundFile {
  let file: PlainFile
  let document: any TaskDocument
  /// Where the task was known to be.
  let place: String?

  /// Why a file is not taken over.
  struct Oddity {
    /// The end of a sentence about it.
    let remark: String
    var state: WaitingFiles.State?
  }

  /// Reads a file; nil for a note that is no task.
  static func read(
    _ file: PlainFile, _ known: KnownFiles, _ before: WaitingFiles, of store: TaskStore
  ) throws -> Attempt<FoundFile, Oddity>? {
    let old = try known.document(at: file.path)
    let document: (any TaskDocument)?
    do throws(ReadError) {
      document = try store.parse(file.bytes, path: file.path)
    } catch {
      return .failure(Oddity(remark: "cannot be read: \(error.reason)"))
    }
    guard let document else {
      return old.map { _ in
        .failure(Oddity(remark: "is empty or no task any more, and is left as it is"))
      }
    }
    if let old, old.task.hasOwnID, !document.task.hasOwnID {
      return .failure(
        Oddity(
          remark: "has lost its id, \(old.task.id.text.string), and is left until it has it again"))
    }
    let state = WaitingFiles.State.cutOff(file.blob.hex)
    if file.bytes.last != 0x0A, old?.bytes.last == 0x0A, !before.was(file.path, state) {
      return .failure(
        Oddity(
          remark: "ends in the middle of a line; if it still does, the next sync takes it so",
          state: state))
    }
    return .success(
      FoundFile(file: file, document: document, place: known.places[document.task.id]))
  }

  /// Returns the task of which another program has made this copy; nil for a file that is none.
  func original(in files: PlainFiles, of store: TaskStore) -> TaskID? {
    guard let path = ConflictCopy.original(of: file.path) else { return nil }
    if document.task.hasOwnID { return place == file.path ? nil : document.task.id }
    return files[path].flatMap { try? store.parse($0.bytes, path: path) }?.task.id
  }
}
