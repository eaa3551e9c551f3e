import Git
import Platform
import TasksCore
import Templates

extension TaskStore {
  /// Creates a store in a folder and opens it. Creates a repository too, unless the folder is in one. An existing
  /// store is set up and otherwise left as it is.
  ///
  /// - Parameter keywords: The states of tasks in a new store, if they are not those of every new store.
  /// - Returns: The store, and whether anything was created.
  public static func create(
    at root: String, format: Format = .org, keywords: Text? = nil, _ context: StoreContext
  ) throws -> (store: TaskStore, isNew: Bool) {
    try checkPlace(of: root)
    try checkNotLeftOut(around: root)
    try StoreFile.makeFolder(root)
    let found = Repository.discover(from: root)
    if let found {
      _ = try open(found, root: root)
    } else {
      _ = try Repository.create(at: root, initialBranch: gitDefaultBranch(in: root))
    }
    let files = try missingFiles(root: root, format: format, keywords)
    for (name, content) in files {
      let file = root + "/" + name
      if name.hasPrefix(".tasks/") { try StoreFile.makeFolder(root + "/.tasks") }
      try StoreFile.write(content, to: file + ".tasks-new", modeOf: file, durable: true)
      try StoreFile.rename(file + ".tasks-new", to: file)
    }
    let store = try TaskStore(at: root, context)
    let isCommitted = try store.commitStart()
    return (store, !files.isEmpty || isCommitted)
  }

  /// Refuses a new store inside another store or around one, except in hidden folders: the tasks would be in both.
  ///
  /// - Throws: `invalid`.
  public static func checkPlace(of root: String) throws {
    guard !exists(at: root) else { return }
    // For a folder that does not exist yet, checks the nearest parent that does.
    var there = root
    while File.kind(there) == nil, let slash = there.lastSlash, there != "/" {
      there = slash == there.startIndex ? "/" : String(there[..<slash])
    }
    guard let found = Repository.discover(from: there), let repository = try? Repository(at: found)
    else { return }
    let top = File.realPath(repository.workTree)
    let place = File.realPath(there) + root.dropping(there)
    var above = File.realPath(there)
    while above.utf8.count >= top.utf8.count {
      if exists(at: above), !place.dropping(above).contains("/.") {
        throw StoreError.invalid(
          "\(root) is inside the store at \(above), and its tasks belong to that store; for a separate "
            + "store, make it a repository first: git init \(root)")
      }
      guard let slash = above.lastSlash, slash > above.startIndex else { break }
      above = String(above[..<slash])
    }
    guard there == root else { return }
    let settings = "/.tasks/config"
    let inner = try repository.indexedPaths(under: place.dropping(top + "/"))
      .filter { $0.hasSuffix(settings) }.map { "\(top)/\($0.dropLast(settings.count))" }
      .first { !$0.dropping(place).contains("/.") && exists(at: $0) }
    guard let inner else { return }
    throw StoreError.invalid(
      "\(place) already contains a store, \(inner), whose tasks would be in both; choose another folder"
    )
  }

  /// Clones a store and sets the clone up. A repository without a commit becomes a new store.
  public static func clone(
    _ url: String, to root: String, _ context: StoreContext
  ) throws -> (store: TaskStore, isNew: Bool) {
    if let names = File.names(in: root), !names.isEmpty {
      throw StoreError.invalid("\(root) already exists and is not empty; name another folder")
    }
    if url.hasPrefix("/") || url.hasPrefix("."), File.kind(url) == nil {
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

  /// Returns the name that `git init` would give the first branch: a remote made with it expects the same name.
  private static func gitDefaultBranch(in folder: String) -> String? {
    guard let outcome = try? GitProgram(folder: folder).run(["var", "GIT_DEFAULT_BRANCH"]),
      outcome.succeeded
    else { return nil }
    let name = String(decoding: outcome.output.prefix { $0 != 0x0A }, as: UTF8.self)
    return name.isEmpty ? nil : name
  }

  /// Returns the branch to check out if the remote's HEAD names one that does not exist, as in a bare repository that
  /// was pushed to under another name.
  private static func soleBranch(of root: String) throws -> String? {
    let remote = "refs/remotes/origin/"
    let names = try open(root, root: root).references(under: remote)
      .map { String($0.dropFirst(remote.count)) }.filter { $0 != "HEAD" }
    return names.count == 1 ? names[0] : ["main", "master"].first { names.contains($0) }
  }

  /// Returns the files of a new store that are missing or lack a line.
  private static func missingFiles(
    root: String, format: Format, _ keywords: Text?
  ) throws -> [(name: String, content: [UInt8])] {
    var files: [(String, [UInt8])] = []
    if File.kind(root + "/.tasks/config") == nil {
      var config = try ConfigFile(bytes: Templates.storeConfig)
      try config.set("tasks.format", to: format.rawValue)
      if let keywords { try config.set("tasks.keywords", to: keywords.string) }
      files.append((".tasks/config", config.bytes))
    }
    let path = root + "/.gitattributes"
    let old = File.kind(path) == nil ? [] : try StoreFile.read(path)
    let lines = CloneSetup.attributes(for: "")
    let missing = CloneSetup.missing(lines, in: old)
    if !missing.isEmpty { files.append((".gitattributes", CloneSetup.appending(missing, to: old))) }
    return files
  }

  /// Commits the files of a new store, if the last commit does not have them as they are.
  private func commitStart() throws -> Bool {
    if let operation = repository.ongoingOperation() { throw StoreError.inTheMiddle(operation) }
    return try locked { writer in
      let snapshot = try Snapshot(repository)
      var files: [FileEdit] = []
      for name in [".tasks/config", ".gitattributes"] {
        let content = try StoreFile.read(root + "/" + name)
        let there = try snapshot.tree.flatMap {
          try repository.entry(prefix + name, inTree: $0)
        }
        if there?.id != repository.id(ofBlob: content) {
          files.append(.asItIs(FileContent(path: prefix + name, content: content)))
        }
      }
      guard !files.isEmpty else { return false }
      let message = CommitMessage.text(verb: "init", changed: [], device: device)
      let commit = try FileCommit(
        files, message: message, operation: "init", in: self, writer, from: snapshot)
      return try commit.prepare() && commit.finish() != nil
    }
  }
}
