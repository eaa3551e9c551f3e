import Git
import TasksCore

/// The files of a merge, each read from git and parsed once, and those it makes, kept until they are written.
final class MergeContents {
  private struct Place: Hashable {
    let path: String
    let id: ObjectID
  }

  private let store: TaskStore
  private var blobs: [ObjectID: [UInt8]] = [:]
  private var versions: [Place: TaskMerge.Version] = [:]
  private var marks: [Place: TaskMark?] = [:]
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
