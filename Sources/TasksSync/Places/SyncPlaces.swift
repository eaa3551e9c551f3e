import Git
import Platform
import TasksCore
import TasksStore

/// The places with which a store is synchronized: remotes of git, of which some are folders that git itself never
/// contacts.
package struct SyncPlaces {
  private let store: TaskStore

  package init(of store: TaskStore) { self.store = store }

  /// Returns all remotes, with their addresses without passwords.
  package func all() throws -> [(name: String, place: String, isSynced: Bool)] {
    let synced = try? targets().map(\.remote)
    return try store.repository.remotes().map {
      let url = try store.repository.string("remote.\($0).url") ?? ""
      return ($0, SyncTarget.withoutPassword(url), synced?.contains($0) ?? false)
    }
  }

  /// Adds a place.
  ///
  /// - Parameter place: A URL of git, or another ``PlaceAddress``.
  /// - Throws: `invalid` for a name that git has no use for or that is taken, and for a place that cannot be used.
  package func add(_ name: String, _ place: String, from current: String) throws {
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
    switch PlaceAddress(place) {
    case .drop(let folder):
      let path = try folderToAdd(folder, from: current)
      try SyncPlaces.mark(path)
      try set(name, to: .drop(path))
    case .host(let place): try add(name, host: place)
    case .folder(let folder):
      try add(name, plain: folderToAdd(folder, from: current))
    case .git(let url):
      // git would take a relative path for one from the top of the repository.
      let path = StoreLocation.absolute(url, in: current)
      let url = url.contains(":") || File.isMissing(path) ? url : path
      try makeRepository(at: url.hasPrefix("file://") ? String(url.dropFirst(7)) : url)
      try GitProgram(folder: store.root).check(["remote", "add", "--", name, url])
      try store.locked { try store.repository.set(SyncTarget.mark(of: name), to: "true") }
    }
  }

  /// Makes the bare repository of a path that has none yet, such as one on a stick or a share.
  private func makeRepository(at path: String) throws {
    guard path.hasPrefix("/"), path.hasSuffix(".git"), File.isMissing(path) else { return }
    try GitProgram(folder: store.root).check(["init", "-q", "--bare", "--", path])
    store.context.say("made the bare repository \(path)")
  }

  private func folderToAdd(_ folder: String, from current: String) throws -> String {
    guard !folder.isEmpty else {
      throw StoreError.invalid("no folder is named; write it after the colon")
    }
    let written = PlaceAddress.path(folder, home: store.context.variable("HOME"))
    let path = File.realPath(StoreLocation.absolute(written, in: current))
    guard File.kind(path) == .folder else {
      throw StoreError.invalid("\(path) is no folder; make it first, or plug it in")
    }
    guard path != store.root, !path.begins(with: store.root + "/") else {
      throw StoreError.invalid("\(path) is in the store itself; use a folder elsewhere")
    }
    if let other = try all().first(where: { PlaceAddress($0.place).folder == path }) {
      throw StoreError.invalid("\(path) is the place \(other.name) already")
    }
    return path
  }

  private func add(_ name: String, host there: String) throws {
    guard there.hasPrefix("/") && there.count > 1 || there.dropFirst().contains(":"),
      !there.hasPrefix("-")
    else {
      throw StoreError.invalid(
        "'\(there)' names no folder on a host: rsync:me@example.org:tasks")
    }
    let notes = notes(of: name)
    try StoreFile.makeFolder(notes)
    try SyncPlaces.mark(notes)
    // Makes the folder there, or tells now that it cannot be reached.
    if let reason = try RsyncHost(place: there, folder: notes).begin() {
      throw StoreError.invalid("\(there) cannot be used: \(reason)")
    }
    try set(name, to: .host(there))
  }

  private func add(_ name: String, plain path: String) throws {
    guard !store.root.begins(with: path + "/") else {
      throw StoreError.invalid("the store is in \(path) itself; use a folder elsewhere")
    }
    let id: String
    if let there = PlainFolder.storeID(of: path) {
      guard let head = try store.repository.head().id, let commit = ObjectID(hex: there),
        try store.repository.contains(commit),
        try store.repository.isAncestor(commit, of: head)
      else { throw StoreError.invalid("\(path) is the folder of another store") }
      id = there
    } else {
      try checkNothingForeign(in: path)
      let output = try GitProgram(folder: store.root).check(["rev-list", "--max-parents=0", "HEAD"])
      guard let first = output.split(separator: 0x0A).last else {
        throw StoreError.invalid("the store has no commit yet; add a task first")
      }
      id = String(decoding: first, as: UTF8.self)
      try PlainFolder.mark(path, id)
    }
    try set(name, to: .folder(path))
    try store.locked { try store.repository.set(SyncPlaces.storeID(of: name), to: id) }
  }

  /// Refuses a folder with tasks that are not of this store: each of them would become one.
  private func checkNothingForeign(in path: String) throws {
    let reading = try store.read()
    let foreign = PlainFiles(in: path, of: store).all.filter { file in
      guard let task = try? store.parse(file.bytes, path: file.path)?.task else { return false }
      return reading.task(withID: task.id) == nil
    }
    guard let first = foreign.first else { return }
    throw StoreError.invalid(
      "\(path) has tasks that are not in this store, such as \(ControlCharacters.escaped(first.path)); use another folder, which the tasks are written into"
    )
  }

  /// The setting of a remote that says what the folder of plain files has to be of.
  private static func storeID(of name: String) -> String { "remote.\(name).tasksStore" }

  /// Returns what a sync contacts, the upstream first.
  ///
  /// - Throws: ``SyncFailure`` if there is none.
  func targets() throws -> [SyncTarget] {
    let first = try SyncTarget(store)
    return try [first]
      + SyncTarget.added(in: store).filter { $0 != first.remote }
      .map { try SyncTarget(store, remote: $0) }
  }

  /// Marks a folder as one for bundles: without the mark, none is taken for one.
  static func mark(_ path: String) throws {
    let marker = "\(path)/\(DropFolder.marker)"
    guard File.isMissing(marker) else { return }
    try StoreFile.write(
      Array("Bundles of a todo store, one or two a device; see tasks-sync(7).\n".utf8), to: marker,
      durable: false)
  }

  /// - Parameter place: The path of a folder in it is absolute.
  func set(_ name: String, to place: PlaceAddress) throws {
    try store.locked {
      try store.repository.set("remote.\(name).url", to: place.text)
      // git says that it has no program for it, and does not take the url for that of a host.
      try store.repository.set("remote.\(name).vcs", to: "tasks-drop")
      try store.repository.set(SyncTarget.mark(of: name), to: "true")
      try store.repository.set(
        "remote.\(name).fetch", to: "+refs/heads/*:refs/remotes/\(name)/*")
    }
  }

  private func notes(of name: String) -> String { "\(store.ownFolder)/places/\(name)" }

  package func remove(_ name: String) throws {
    guard try store.repository.remotes().contains(name) else {
      throw StoreError.invalid("there is no place \(name); tasks sync list shows them")
    }
    try GitProgram(folder: store.root).check(["remote", "remove", "--", name])
    // What is known of it must not be held against another one of its name.
    try store.locked {
      for folder in [
        "refs/tasks/synced/remotes/\(name)/", "refs/tasks/drop/\(name)/",
      ] + PlainFolderHistory.folders(of: name) {
        for ref in try store.repository.references(under: folder) {
          try store.repository.removeReference(ref)
        }
      }
    }
    PrivateFolder.remove(notes(of: name))
  }

  /// Returns what a remote is if git itself does not contact it; nil for a remote of git.
  ///
  func place(of target: SyncTarget, for run: SyncRun = SyncRun()) throws -> (any SyncPlace)? {
    let name = target.remote
    guard let url = try store.repository.string("remote.\(name).url") else { return nil }
    let notes = notes(of: name)
    switch PlaceAddress(url) {
    case .git: return nil
    case .drop(let path): return DropFolder(path: path, target: target, store: store)
    case .host(let place):
      try StoreFile.makeFolder(notes)
      return DropFolder(
        path: notes, target: target, store: store, host: RsyncHost(place: place, folder: notes))
    case .folder(let path):
      return PlainFolder(
        path: path, storeID: try store.repository.string(SyncPlaces.storeID(of: name)) ?? "",
        target: target, notes: notes, store: store, run: run)
    }
  }
}
