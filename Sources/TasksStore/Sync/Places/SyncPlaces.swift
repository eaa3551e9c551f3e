import Git
import Platform
import TasksCore

/// The places with which a store is synchronized: remotes of git, of which some are folders that git itself never
/// contacts.
public struct SyncPlaces {
  /// What the url of a remote begins with that is a folder of bundles.
  private static let drop = "drop:"

  private let store: TaskStore

  public init(of store: TaskStore) { self.store = store }

  /// Returns the folder that a place names; nil for a URL of git.
  static func folder(of place: String) -> String? {
    place.hasPrefix(drop) ? String(place.dropFirst(drop.count)) : nil
  }

  /// The names of all remotes with their urls.
  public func all() throws -> [(name: String, place: String)] {
    try store.repository.remotes().map { ($0, try store.repository.string("remote.\($0).url") ?? "") }
  }

  /// Adds a place.
  ///
  /// - Parameter place: A URL of git, or `drop:` and a folder.
  /// - Throws: `invalid` for a name that is taken, and for a folder that is not there.
  public func add(_ name: String, _ place: String, from current: String) throws {
    guard try !store.repository.remotes().contains(name) else {
      throw StoreError.invalid("there is a place \(name) already; remove it with: tasks sync remove \(name)")
    }
    guard let folder = SyncPlaces.folder(of: place) else {
      try GitProgram(folder: store.root).check(["remote", "add", "--", name, place])
      return
    }
    let path = File.realPath(StoreLocation.absolute(folder, in: current))
    guard File.kind(path) == .folder else {
      throw StoreError.invalid("\(path) is no folder; make it first, or plug it in")
    }
    try SyncPlaces.mark(path)
    try set(name, toFolder: path)
  }

  /// Makes a folder one for bundles.
  private static func mark(_ path: String) throws {
    let marker = "\(path)/\(DropFolder.marker)"
    guard File.kind(marker) == nil else { return }
    try StoreFile.write(
      Array("Bundles of a todo store, one or two a device; see tasks-sync(7).\n".utf8), to: marker,
      durable: false)
  }

  /// - Parameter path: Absolute.
  func set(_ name: String, toFolder path: String) throws {
    try store.locked {
      try store.repository.set("remote.\(name).url", to: SyncPlaces.drop + path)
      // git says that it has no program for it, and does not take the url for that of a host.
      try store.repository.set("remote.\(name).vcs", to: "tasks-drop")
      try store.repository.set(
        "remote.\(name).fetch", to: "+refs/heads/*:refs/remotes/\(name)/*")
    }
  }

  public func remove(_ name: String) throws {
    guard try store.repository.remotes().contains(name) else {
      throw StoreError.invalid("there is no place \(name); tasks sync list shows them")
    }
    try GitProgram(folder: store.root).check(["remote", "remove", "--", name])
  }

  /// Returns the folder of a remote that is one of bundles; nil for a remote of git.
  func dropFolder(_ target: SyncTarget) throws -> DropFolder? {
    guard let url = try store.repository.string("remote.\(target.remote).url"),
      let path = SyncPlaces.folder(of: url)
    else { return nil }
    return DropFolder(path: path, name: target.remote, branch: target.branch, store: store)
  }
}
