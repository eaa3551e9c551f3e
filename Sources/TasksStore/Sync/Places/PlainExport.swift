import Git
import Platform
import TasksCore

/// Writes the tasks of a store into a folder of plain files. What somebody has changed there since it was read stays as
/// it is: the next sync takes it over.
struct PlainExport {
  private(set) var written: [PlainFile] = []
  private(set) var removed: [String] = []
  /// The first thing that went wrong.
  private(set) var failure: String?
  private let root: String
  private let store: TaskStore

  init(
    _ files: PlainFiles, _ known: KnownFiles, _ reading: StoreReading, to root: String,
    of store: TaskStore
  ) throws {
    self.root = root
    self.store = store
    var wanted: Set<String> = []
    var names: Set<String> = []
    for task in reading.tasks(where: { !$0.isDeleted }).sorted(by: { $0.path < $1.path }) {
      let place = known.place(of: task)
      wanted.insert(place)
      // On a stick they would be one file.
      guard names.insert(place.lowercased()).inserted else {
        store.context.say(
          "\(ControlCharacters.escaped(place)) differs from another name by case only, and is not written"
        )
        continue
      }
      let (there, old) = (files[place], known.entries[place]?.id)
      if let old, there?.blob == old, known.committed[ByteName(task.path)] == old { continue }
      // Changed there since, missing there, or a file that is none of ours.
      guard there?.blob == old, !files.isUnread(place) else { continue }
      let bytes = try store.contents(task.path)
      write(
        PlainFile(path: place, bytes: bytes, blob: store.repository.id(ofBlob: bytes)), over: there)
    }
    for (place, entry) in known.entries where !wanted.contains(place) {
      // A file of the store that cannot be read now is no reason to remove it there.
      if reading.unreadable.contains(where: { $0.path == place }) { continue }
      remove(place, entry.id, files[place])
    }
  }

  private mutating func write(_ file: PlainFile, over old: PlainFile?) {
    let path = "\(root)/\(old?.path ?? file.path)"
    if old?.blob == file.blob { return written.append(file) }
    do throws(SystemError) {
      if let slash = path.lastSlash { try File.makeFolder(String(path[..<slash])) }
      guard isSame(path, as: old) else { return }
      try PlacedFile.write(file.bytes, to: path)
      written.append(file)
    } catch {
      failure = failure ?? error.description
    }
  }

  private mutating func remove(_ place: String, _ known: ObjectID, _ there: PlainFile?) {
    guard let there else { return removed.append(place) }
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
