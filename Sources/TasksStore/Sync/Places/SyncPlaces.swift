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
  /// - Throws: `invalid` for a name that is taken, and for a folder that is not there.
  public func add(_ name: String, _ place: String, from current: String) throws {
    guard try !store.repository.remotes().contains(name) else {
      throw StoreError.invalid(
        "there is a place \(name) already; remove it with: tasks sync remove \(name)")
    }
    if place.hasPrefix(SyncPlaces.rsync) {
      let mirror = try mirror(of: name)
      try StoreFile.makeFolder(mirror)
      try SyncPlaces.mark(mirror)
      // Makes the folder there, or tells now that it cannot be reached.
      if let reason = try host(place, mirror).send([]) {
        throw StoreError.invalid("\(place) cannot be used: \(reason)")
      }
      try set(name, to: place)
      return
    }
    guard let folder = SyncPlaces.folder(of: place) else {
      try GitProgram(folder: store.root).check(["remote", "add", "--", name, place])
      try store.locked { try store.repository.set(SyncPlaces.mark(of: name), to: "true") }
      return
    }
    let path = File.realPath(StoreLocation.absolute(folder, in: current))
    guard File.kind(path) == .folder else {
      throw StoreError.invalid("\(path) is no folder; make it first, or plug it in")
    }
    try SyncPlaces.mark(path)
    try set(name, to: SyncPlaces.drop + path)
  }

  /// The setting of a remote that each sync uses, besides the upstream: a user may have others for other things.
  private static func mark(of name: String) -> String { "remote.\(name).tasksSync" }

  /// Returns what a sync contacts, the upstream first.
  ///
  /// - Throws: ``SyncFailure`` if there is none.
  func targets() throws -> [SyncTarget] {
    let added = try store.repository.remotes().filter {
      try store.repository.bool(SyncPlaces.mark(of: $0)) ?? false
    }
    let first: SyncTarget
    do {
      first = try SyncTarget(store)
    } catch let failure as SyncFailure {
      guard case .severalRemotes = failure, let name = added.first else { throw failure }
      first = try SyncTarget(store, remote: name, follows: true)
    }
    return try [first]
      + added.filter { $0 != first.remote }.map { try SyncTarget(store, remote: $0) }
  }

  /// Makes a folder one for bundles.
  private static func mark(_ path: String) throws {
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

  private func host(_ place: String, _ mirror: String) -> RsyncHost {
    RsyncHost(place: String(place.dropFirst(SyncPlaces.rsync.count)), folder: mirror)
  }

  /// The folder here of a place on a host.
  private func mirror(of name: String) throws -> String {
    guard !name.contains("/"), !name.hasPrefix(".") else {
      throw StoreError.invalid("'\(name)' is no name for a place; use letters and digits")
    }
    return "\(store.ownFolder)/places/\(name)"
  }

  public func remove(_ name: String) throws {
    guard try store.repository.remotes().contains(name) else {
      throw StoreError.invalid("there is no place \(name); tasks sync list shows them")
    }
    try GitProgram(folder: store.root).check(["remote", "remove", "--", name])
  }

  /// Returns the folder of a remote that is one of bundles; nil for a remote of git.
  func dropFolder(_ target: SyncTarget) throws -> DropFolder? {
    guard let url = try store.repository.string("remote.\(target.remote).url") else { return nil }
    if url.hasPrefix(SyncPlaces.rsync) {
      let mirror = try mirror(of: target.remote)
      return DropFolder(
        path: mirror, name: target.remote, branch: target.branch, store: store,
        host: host(url, mirror))
    }
    return SyncPlaces.folder(of: url).map {
      DropFolder(path: $0, name: target.remote, branch: target.branch, store: store)
    }
  }
}
