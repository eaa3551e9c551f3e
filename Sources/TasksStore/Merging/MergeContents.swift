import Git
import TasksCore

/// The files of a merge, each read from git and parsed once, and those it makes, kept until they are written.
final class MergeContents {
  struct Place: Hashable {
    let path: String
    let id: ObjectID

    /// The same file hardly ever lies at several paths.
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  private let store: TaskStore
  private var blobs: [ObjectID: [UInt8]] = [:]
  private var versions: [Place: TaskMerge.Version] = [:]
  private(set) var marks: [Place: TaskMark?] = [:]
  private var made: Set<ObjectID> = []

  init(_ store: TaskStore) { self.store = store }

  func blob(_ id: ObjectID) throws -> [UInt8] {
    if let known = blobs[id] { return known }
    let bytes = try store.repository.blob(id)
    blobs[id] = bytes
    return bytes
  }

  /// The task in a file; nil for one that is none, or cannot be read.
  ///
  /// - Parameter path: In the repository.
  func document(_ path: String, _ id: ObjectID) throws -> (any TaskDocument)? {
    try version(path, id).document
  }

  /// - Parameter path: In the repository.
  func version(_ path: String, _ id: ObjectID) throws -> TaskMerge.Version {
    let place = Place(path: path, id: id)
    if let known = versions[place] { return known }
    let bytes = try blob(id)
    let version =
      path.hasPrefix(store.prefix)
      ? store.version(bytes, at: path) : TaskMerge.Version(noTask: bytes)
    versions[place] = version
    return version
  }

  /// Reads many files at once, as far as they are in packs.
  func read(_ files: [TreeEntry]) {
    let new = files.filter {
      $0.path.hasPrefix(store.prefix) && versions[Place(path: $0.path, id: $0.id)] == nil
    }
    let (objects, prefix) = (PackedObjects(store.repository), store.prefix)
    let workflow = store.settings.workflow
    let found = TwoThreads.halves(of: new) { half in
      let packs = PackedFiles(objects)
      return half.map { file in
        packs.blob(file.id).map {
          TaskMerge.Version($0, path: String(file.path.dropFirst(prefix.count)), workflow: workflow)
        }
      }
    }
    for (file, version) in zip(new, found) {
      guard let version else { continue }
      versions[Place(path: file.path, id: file.id)] = version
      blobs[file.id] = version.bytes
    }
  }

  /// What the list pass has to know of the task in a file; nil for one that is none, or cannot be read. The file itself
  /// is not kept: most are the same on both sides.
  ///
  /// - Parameter path: In the repository, of a file in the store.
  func mark(_ path: String, _ id: ObjectID) throws -> TaskMark? {
    let place = Place(path: path, id: id)
    if let known = marks[place] { return known }
    let version =
      try versions[place] ?? store.version(blobs[id] ?? store.repository.blob(id), at: path)
    let mark = version.document.map { TaskMark($0.task) }
    marks[place] = .some(mark)
    return mark
  }

  /// Takes over what the cache knows of tasks: of a file that is as the index has it, and as it was when it was read
  /// last, the object need not be read. Worth it where many marks will be asked for.
  func learnMarks() throws {
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
      marks[Place(path: file, id: id)] = TaskMark(row, id: taskID)
    }
  }

  /// Takes a file that the merge has made; its id.
  func add(_ bytes: [UInt8]) -> ObjectID {
    let id = store.repository.id(ofBlob: bytes)
    blobs[id] = bytes
    made.insert(id)
    return id
  }

  /// Writes a file that the merge has made into git.
  ///
  /// - Returns: False for one that was there before.
  func write(_ id: ObjectID) throws -> Bool {
    guard made.contains(id), let bytes = blobs[id] else { return false }
    _ = try store.repository.writeBlob(bytes)
    return true
  }
}
