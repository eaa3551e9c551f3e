import Git
import Platform
import TasksCore
import TasksStore

/// Writes the tasks of a store into a folder of plain files. What somebody has changed there since it was read stays as
/// it is: the next sync takes it over.
struct PlainExport {
  private(set) var written: [PlainFile] = []
  private(set) var removed: [String] = []
  /// The first thing that went wrong.
  private(set) var failure: String?
  private let files: PlainFiles
  private let known: KnownFiles
  private let root: String
  private let store: TaskStore

  /// - Parameters:
  ///   - files: What is in the folder now.
  ///   - known: What this clone has read from and written into it.
  ///   - root: The folder.
  init(over files: PlainFiles, _ known: KnownFiles, in root: String, of store: TaskStore) {
    (self.files, self.known, self.root, self.store) = (files, known, root, store)
  }

  mutating func run(_ reading: StoreReading) throws {
    var places: Set<String> = []
    var names: Set<String> = []
    for task in reading.tasks(where: { !$0.isDeleted }).ordered(by: { $0.path < $1.path }) {
      let place = known.place(of: task)
      places.insert(place)
      // On a stick they would be one file.
      if names.insert(place.lowercased()).inserted {
        try write(task, at: place)
      } else {
        store.context.say(
          "\(root)/\(ControlCharacters.escaped(place)) is not written: another task's file has the same name but for case"
        )
      }
    }
    for (place, entry) in known.entries where !places.contains(place) {
      // Of a task that is not in the store, or in a file there that cannot be read now.
      let isKept =
        !reading.unreadable.isEmpty
        && !known.places.contains { $1 == place && reading.task(withID: $0) != nil }
      if !isKept { remove(place, entry.id) }
    }
  }

  private mutating func write(_ task: Task, at place: String) throws {
    let there = files[place]
    let old = known.entries[place]?.id
    let isCurrent = old != nil && known.committed[ByteName(task.path)] == old
    // One that is missing, or was changed there since, is left to the next sync.
    guard there?.blob == old, !isCurrent, !files.isUnread(place) else { return }
    let bytes = try store.contents(task.path)
    let file = PlainFile(path: place, bytes: bytes, blob: store.repository.id(ofBlob: bytes))
    if there?.blob == file.blob { return }
    let path = "\(root)/\(there?.path ?? place)"
    do throws(SystemError) {
      if let slash = path.lastSlash { try File.makeFolder(String(path[..<slash])) }
      guard isSame(path, as: there) else { return }
      try PlacedFile.write(bytes, to: path)
      written.append(file)
    } catch {
      failure = failure ?? error.description
    }
  }

  private mutating func remove(_ place: String, _ known: ObjectID) {
    guard let there = files[place] else { return removed.append(place) }
    let path = "\(root)/\(there.path)"
    guard there.blob == known, isSame(path, as: there) else { return }
    do throws(SystemError) {
      try File.remove(path)
      removed.append(place)
      if let slash = path.lastSlash, slash > root.endIndex {
        File.removeIfEmpty(String(path[..<slash]))
      }
    } catch {
      failure = failure ?? error.description
    }
  }

  /// Whether a file is still as it was read: an app may have saved it meanwhile.
  private func isSame(_ path: String, as old: PlainFile?) -> Bool {
    let now = try? StoreFile.read(path, limit: TaskReader.largestFile)
    return old.map { now == $0.bytes } ?? (File.kind(path) == nil)
  }
}
