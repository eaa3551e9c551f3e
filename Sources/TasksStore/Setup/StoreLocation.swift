import Git
import Platform
import TasksCore

package enum StoreLocation: Equatable {
  /// Given by `--store` or `TASKS_DIR`, or found at or above the current folder.
  case named(String)
  /// The store of the repository around the current folder.
  case repository(String)
  /// The default store, which may not exist yet.
  case standard(String)

  package var path: String {
    switch self {
    case .named(let path), .repository(let path), .standard(let path): path
    }
  }

  /// Finds the store: by the option, `TASKS_DIR`, the nearest folder upward that is a store or a repository with one,
  /// or the default. A submodule without a store has that of the repository around it.
  package static func find(
    option: String?, currentFolder: String, variable: (String) -> String?
  ) -> StoreLocation? {
    if let option { return .named(absolute(option, in: currentFolder)) }
    if let named = variable("TASKS_DIR"), !named.isEmpty {
      return .named(absolute(named, in: currentFolder))
    }
    var folder = currentFolder
    while true {
      if TaskStore.exists(at: folder) { return .named(folder) }
      if File.kind(folder + "/.git") != nil, let store = store(ofRepositoryAt: folder) {
        return .repository(store)
      }
      guard folder != "/", let slash = folder.lastSlash else { break }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
    return standardFolder(variable).map { .standard($0) }
  }

  /// The setting of a clone that says which folder of a work tree is the store.
  package static let setting = "tasks.store"
  /// The folder that a store has in a repository with other content, unless another one is named.
  package static let usualFolder = "tasks"

  /// Returns the store in a work tree: the one that the clone was set up for, or the usual one. The first is returned
  /// also where the present branch does not have it.
  private static func store(ofRepositoryAt top: String) -> String? {
    guard let repository = try? Repository(at: top) else { return nil }
    let named = (try? repository.string(setting)) ?? nil
    let places = [named, usualFolder].compactMap { $0 }.map { top + "/" + $0 }
    return places.first(where: TaskStore.exists) ?? named.map { top + "/" + $0 }
  }

  /// The folder of the default store; nil without a home.
  package static func standardFolder(_ variable: (String) -> String?) -> String? {
    if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/tasks" }
    guard let home = variable("HOME"), !home.isEmpty else { return nil }
    return home + "/.local/share/tasks"
  }

  /// Returns an absolute path without `.` and a trailing slash; keeps `..`, since links may be on the way.
  package static func absolute(_ path: String, in folder: String) -> String {
    let full = path.hasPrefix("/") ? path : folder + "/" + path
    var clean = ""
    for name in full.names() where name != "." { clean += "/" + name }
    return clean.isEmpty ? "/" : clean
  }
}

/// The clones that were set up on this machine by this user, one path of a store a line, so that what was registered
/// in them can be taken out: `tasks/clones` in the folder for states (XDG Base Directory Specification).
package struct RegisteredClones {
  private let path: String?

  package init(_ variable: (String) -> String?) {
    let state = variable("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = variable("HOME").flatMap { $0.isEmpty ? nil : $0 + "/.local/state" }
    path = (state ?? home).map { $0 + "/tasks/clones" }
  }

  /// The stores that still exist, as they were registered.
  package var roots: [String] {
    lines.filter { TaskStore.exists(at: $0) }
  }

  private var lines: [String] {
    guard let bytes = path.flatMap({ try? StoreFile.read($0) }) else { return [] }
    return Text(bytes: bytes).lines.map(\.string).filter { !$0.isEmpty }
  }

  func add(_ root: String) throws {
    guard let path, !lines.contains(root), !root.utf8.contains(0x0A) else { return }
    try write(lines + [root], to: path)
  }

  func remove(_ root: String) throws {
    guard let path, lines.contains(root) else { return }
    try write(lines.filter { $0 != root }, to: path)
  }

  private func write(_ roots: [String], to path: String) throws {
    try StoreFile.makeFolder(String(path.dropLast("/clones".count)))
    try StoreFile.write(Array(roots.map { $0 + "\n" }.joined().utf8), to: path, durable: false)
  }
}
