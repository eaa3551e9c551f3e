import Platform
import TasksCore

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
