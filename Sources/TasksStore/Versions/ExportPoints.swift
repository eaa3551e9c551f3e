import Git
import TasksCore

/// At which points of the history this clone has exported its tasks, by format: what comes back in such a file is
/// compared with the tasks as they were when it was written.
///
/// A line for each point in a file of the clone: the format and the tree of HEAD. If it is lost, a file is compared with
/// the tasks as they are.
package struct ExportPoints {
  /// As many points are known of a format.
  private static let most = 20

  private let store: TaskStore
  private let path: String
  private var lines: [Substring]

  package init(of store: TaskStore) {
    (self.store, path) = (store, store.ownFolder + "/exports")
    let bytes = (try? StoreFile.read(path)) ?? []
    lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// Notes that the tasks are exported now. Where nothing can be written, nothing is noted.
  package mutating func add(_ format: String) {
    guard let tree = try? Snapshot(store.repository).tree else { return }
    let line = "\(format) \(tree.hex)"
    if lines.last.map(String.init) == line { return }
    lines.removeAll { $0 == line }
    lines.append(line[...])
    let own = lines.indices.filter { lines[$0].hasPrefix(format + " ") }
    for place in own.dropLast(ExportPoints.most).reversed() { lines.remove(at: place) }
    try? StoreFile.makeFolder(store.ownFolder)
    try? StoreFile.write(
      Array(lines.joined(separator: "\n").utf8) + [0x0A], to: path, durable: false)
  }

  /// The tasks that have changed since an export, as they were then.
  package struct Point {
    package var tasks: [TaskID: Task] = [:]
    /// The files of the store that are others now, or were not there.
    package var files: Set<String> = []
  }

  /// Returns what was exported in a format, the last time first. Points that are not here any more are left out.
  package func points(of format: String) throws -> [Point] {
    guard let head = try Snapshot(store.repository).tree else { return [] }
    return try lines.reversed().compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, words[0] == format, let tree = ObjectID(hex: String(words[1])),
        try store.hasObject(tree.hex)
      else { return nil }
      let changes = try store.repository.withoutFetching { () throws(GitError) in
        try store.repository.changes(from: head, to: tree, in: .under(store.prefix))
      }
      var point = Point()
      var old: [(blob: String, path: String)] = []
      for change in changes where change.path.hasPrefix(store.prefix) {
        let path = change.path.dropping(store.prefix)
        point.files.insert(path)
        if let blob = change.new { old.append((blob.hex, path)) }
      }
      for case let document? in try store.documents(ofVersions: old) {
        point.tasks[document.task.id] = document.task
      }
      return point
    }
  }
}
