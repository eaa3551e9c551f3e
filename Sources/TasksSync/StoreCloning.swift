import Git
import Platform
import TasksStore

extension TaskStore {
  /// Clones a store and sets the clone up. A repository without a commit becomes a new store.
  package static func clone(
    _ url: String, to root: String, _ context: StoreContext
  ) throws -> (store: TaskStore, isNew: Bool) {
    if let names = File.names(in: root), !names.isEmpty {
      throw StoreError.invalid("\(root) already exists and is not empty; name another folder")
    }
    if url.hasPrefix("/") || url.hasPrefix("."), File.isMissing(url) {
      throw StoreError.invalid("there is nothing at \(url) to clone")
    }
    switch PlaceAddress(url) {
    case .drop(let folder):
      let path = File.realPath(PlaceAddress.path(folder, home: context.variable("HOME")))
      return (try cloneBundles(in: path, of: .drop(path), to: root, context), false)
    case .host(let place): return (try cloneHost(place, to: root, context), false)
    case .folder:
      throw StoreError.invalid(
        "a folder of plain files has no history to clone; clone the store from elsewhere, then: tasks sync add NAME \(url)"
      )
    case .git: break
    }
    try fetch(url, to: CloneFolder(root))
    if try open(root, root: root).head().id == nil {
      guard let branch = try soleBranch(of: root) else { return try create(at: root, context) }
      try GitProgram(folder: root).check(["checkout", "--quiet", branch])
    }
    guard File.kind(root + "/.tasks/config") != nil else {
      throw StoreError.notAStore(path: root)
    }
    return (try TaskStore(at: root, context), false)
  }

  /// Clones a store from the bundles in a folder, and takes over all that is there.
  ///
  /// - Parameter place: What the clone is synchronized with afterwards.
  private static func cloneBundles(
    in path: String, of place: PlaceAddress, to root: String, _ context: StoreContext
  ) throws -> TaskStore {
    let places = try CloneFolder(root)
    for file in DropFolder.wholeBundles(in: path) {
      let answer = try GitProgram(folder: ".").ask(["clone", "--", file, root])
      guard answer.succeeded, File.kind(root + "/.tasks/config") != nil else {
        // One that is not complete yet, or of something else.
        places.clear()
        continue
      }
      let store = try TaskStore(at: root, context)
      try SyncPlaces.mark(path)
      try SyncPlaces(of: store).set("origin", to: place)
      _ = try Sync(store, pause: { _ in }).run()
      return store
    }
    throw StoreError.invalid("there is no bundle of a store in \(place.text)")
  }

  /// Clones a store from the bundles on a host without git.
  private static func cloneHost(
    _ place: String, to root: String, _ context: StoreContext
  ) throws -> TaskStore {
    let places = [context.variable("TMPDIR"), "/tmp"].compactMap(\.self)
    guard let folder = PrivateFolder.make(inFirstOf: places) else {
      throw StoreError.invalid("there is no folder for temporary files; set TMPDIR to one")
    }
    defer { PrivateFolder.remove(folder) }
    if let reason = try RsyncHost(place: place, folder: folder).bring() {
      throw StoreError.cloneFailed(url: place, said: reason)
    }
    return try cloneBundles(in: folder, of: .host(place), to: root, context)
  }

  /// Runs `git clone`; an interrupted one leaves nothing.
  private static func fetch(_ url: String, to folder: CloneFolder) throws {
    do {
      // A relative path of a repository is one from the current folder.
      let answer = try GitProgram(folder: ".").ask(["clone", "--", url, folder.path])
      guard !answer.succeeded else { return }
      folder.clearAbove()
      throw StoreError.cloneFailed(url: url, said: answer.said)
    } catch GitError.system(.interrupted(let signal)) {
      folder.clear()
      throw GitError.system(.interrupted(signal: signal))
    }
  }

  /// Returns the branch to check out if the remote's HEAD names one that does not exist, as in a bare repository that
  /// was pushed to under another name.
  private static func soleBranch(of root: String) throws -> String? {
    let remote = "refs/remotes/origin/"
    let names = try open(root, root: root).references(under: remote)
      .map { String($0.dropFirst(remote.count)) }.filter { $0 != "HEAD" }
    return names.count == 1 ? names[0] : ["main", "master"].first { names.contains($0) }
  }
}

/// The folder of a new clone, which did not exist or was empty.
struct CloneFolder {
  let path: String
  private let wasThere: Bool
  /// The parent folders that had to be created, the innermost first.
  private let made: [String]

  /// Creates missing parent folders.
  init(_ path: String) throws(StoreError) {
    self.path = path
    wasThere = File.kind(path) != nil
    let above = Self.above(path)
    var made: [String] = []
    var folder = above
    while File.isMissing(folder) {
      made.append(folder)
      folder = Self.above(folder)
    }
    self.made = made
    try StoreFile.makeFolder(above)
  }

  /// Removes what an interrupted clone has left.
  func clear() {
    Self.empty(path)
    if !wasThere { File.removeIfEmpty(path) }
    clearAbove()
  }

  /// Removes the parent folders that were created, if they are empty.
  func clearAbove() {
    for folder in made { File.removeIfEmpty(folder) }
  }

  private static func above(_ path: String) -> String {
    let folder = path.lastSlash.map { String(path[..<$0]) } ?? ""
    return folder.isEmpty ? "/" : folder
  }

  private static func empty(_ folder: String) {
    for (name, kind) in File.names(in: folder) ?? [] {
      let path = folder + "/" + name
      if kind == .folder {
        empty(path)
        File.removeIfEmpty(path)
      } else {
        try? StoreFile.remove(path)
      }
    }
  }
}
