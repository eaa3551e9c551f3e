import Git
import Platform
import TasksCore

/// The places with which a store is synchronized: remotes of git, of which some are folders that git itself never
/// contacts.
public struct SyncPlaces {
  /// What the url of a remote begins with that is a folder of bundles: here, or on a host without git.
  private static let (drop, rsync) = ("drop:", "rsync:")

  private let store: TaskStore

  public init(of store: TaskStore) { self.store = store }

  /// Returns the folder that a place names; nil for a URL of git.
  static func folder(of place: String) -> String? {
    place.hasPrefix(drop) ? String(place.dropFirst(drop.count)) : nil
  }

  /// The names of all remotes with their urls.
  public func all() throws -> [(name: String, place: String)] {
    try store.repository.remotes().map {
      ($0, try store.repository.string("remote.\($0).url") ?? "")
    }
  }

  /// Adds a place.
  ///
  /// - Parameter place: A URL of git, `drop:` and a folder, or `rsync:` and a host with a folder.
  /// - Throws: `invalid` for a name that git has no use for or that is taken, and for a place that cannot be used.
  public func add(_ name: String, _ place: String, from current: String) throws {
    let isName = name.utf8.allSatisfy {
      ("a"..."z").contains(Character(UnicodeScalar($0 | 0x20))) || (0x30...0x39).contains($0)
        || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    guard isName, !name.isEmpty, !name.hasPrefix("-") else {
      throw StoreError.invalid("'\(name)' is no name for a place; use letters, digits, - and _")
    }
    guard try !store.repository.remotes().contains(name) else {
      throw StoreError.invalid(
        "there is a place \(name) already; remove it with: tasks sync remove \(name)")
    }
    if place.hasPrefix(SyncPlaces.rsync) { return try addHost(name, place) }
    if let folder = SyncPlaces.folder(of: place) {
      return try addFolder(name, StoreLocation.absolute(folder, in: current))
    }
    guard !place.hasPrefix("folder:") else {
      throw StoreError.invalid(
        "plain folders are not synchronized; use drop: and a folder for bundles")
    }
    // git would take a relative path for one from the top of the repository.
    let path = StoreLocation.absolute(place, in: current)
    let url = place.contains(":") || File.kind(path) == nil ? place : path
    try GitProgram(folder: store.root).check(["remote", "add", "--", name, url])
    try store.locked { try store.repository.set(SyncPlaces.mark(of: name), to: "true") }
  }

  private func addFolder(_ name: String, _ folder: String) throws {
    let path = File.realPath(folder)
    guard File.kind(path) == .folder else {
      throw StoreError.invalid("\(path) is no folder; make it first, or plug it in")
    }
    guard path != store.root, !path.begins(with: store.root + "/") else {
      throw StoreError.invalid("\(path) is in the store itself; use a folder elsewhere")
    }
    try SyncPlaces.mark(path)
    try set(name, to: SyncPlaces.drop + path)
  }

  private func addHost(_ name: String, _ place: String) throws {
    let there = place.dropFirst(SyncPlaces.rsync.count)
    guard there.hasPrefix("/") && there.count > 1 || there.dropFirst().contains(":"),
      !there.hasPrefix("-")
    else {
      throw StoreError.invalid("'\(place)' names no folder on a host: rsync:me@example.org:tasks")
    }
    let mirror = mirror(of: name)
    try StoreFile.makeFolder(mirror)
    try SyncPlaces.mark(mirror)
    // Makes the folder there, or tells now that it cannot be reached.
    if let reason = try SyncPlaces.host(place, mirror).begin() {
      throw StoreError.invalid("\(place) cannot be used: \(reason)")
    }
    try set(name, to: place)
  }

  /// The setting of a remote that each sync uses, besides the upstream: a user may have others for other things.
  private static func mark(of name: String) -> String { "remote.\(name).tasksSync" }

  /// The names of the places that were added.
  static func added(in store: TaskStore) throws -> [String] {
    try store.repository.remotes().filter {
      try store.repository.bool(SyncPlaces.mark(of: $0)) ?? false
    }
  }

  /// Returns what a sync contacts, the upstream first.
  ///
  /// - Throws: ``SyncFailure`` if there is none.
  func targets() throws -> [SyncTarget] {
    let first = try SyncTarget(store)
    return try [first]
      + SyncPlaces.added(in: store).filter { $0 != first.remote }
      .map { try SyncTarget(store, remote: $0) }
  }

  /// Makes a folder one for bundles.
  static func mark(_ path: String) throws {
    let marker = "\(path)/\(DropFolder.marker)"
    guard File.kind(marker) == nil else { return }
    try StoreFile.write(
      Array("Bundles of a todo store, one or two a device; see tasks-sync(7).\n".utf8), to: marker,
      durable: false)
  }

  /// - Parameter place: The path of a folder in it is absolute.
  func set(_ name: String, to place: String) throws {
    try store.locked {
      try store.repository.set("remote.\(name).url", to: place)
      // git says that it has no program for it, and does not take the url for that of a host.
      try store.repository.set("remote.\(name).vcs", to: "tasks-drop")
      try store.repository.set(SyncPlaces.mark(of: name), to: "true")
      try store.repository.set(
        "remote.\(name).fetch", to: "+refs/heads/*:refs/remotes/\(name)/*")
    }
  }

  static func isHost(_ place: String) -> Bool { place.hasPrefix(rsync) }

  /// - Parameter mirror: The folder here.
  static func host(_ place: String, _ mirror: String) -> RsyncHost {
    RsyncHost(place: String(place.dropFirst(SyncPlaces.rsync.count)), folder: mirror)
  }

  /// The folder here of a place on a host.
  private func mirror(of name: String) -> String { "\(store.ownFolder)/places/\(name)" }

  public func remove(_ name: String) throws {
    guard try store.repository.remotes().contains(name) else {
      throw StoreError.invalid("there is no place \(name); tasks sync list shows them")
    }
    try GitProgram(folder: store.root).check(["remote", "remove", "--", name])
    // What is known of it must not be held against another one of its name.
    try store.locked {
      for folder in ["refs/tasks/synced/remotes/\(name)/", "refs/tasks/drop/\(name)/"] {
        for ref in try store.repository.references(under: folder) {
          try store.repository.removeReference(ref)
        }
      }
    }
    PrivateFolder.remove(mirror(of: name))
  }

  /// Returns the folder of a remote that is one of bundles; nil for a remote of git.
  func dropFolder(_ target: SyncTarget) throws -> DropFolder? {
    guard let url = try store.repository.string("remote.\(target.remote).url") else { return nil }
    if url.hasPrefix(SyncPlaces.rsync) {
      let mirror = mirror(of: target.remote)
      try StoreFile.makeFolder(mirror)
      return DropFolder(
        path: mirror, name: target.remote, branch: target.branch, store: store,
        host: SyncPlaces.host(url, mirror))
    }
    return SyncPlaces.folder(of: url).map {
      DropFolder(path: $0, name: target.remote, branch: target.branch, store: store)
    }
  }
}
