import Git
import Platform
import TasksCore
import Templates

extension TaskStore {
  /// Creates a store in a folder and opens it. Creates a repository too, unless the folder is in one. An existing
  /// store is set up and otherwise left as it is.
  ///
  /// - Parameters:
  ///   - keywords: The states of tasks in a new store, if they are not those of every new store.
  ///   - vault: The vault of Obsidian that a new store is in, whose ways it takes.
  /// - Returns: The store, and whether anything was created.
  package static func create(
    at root: String, format: Format = .org, keywords: Text? = nil, vault: Vault? = nil,
    _ context: StoreContext
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
    let files = try missingFiles(root: root, format: format, keywords ?? vault?.keywords, vault)
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
  package static func checkPlace(of root: String) throws {
    guard !exists(at: root) else { return }
    // For a folder that does not exist yet, checks the nearest parent that does.
    var there = root
    while File.isMissing(there), let slash = there.lastSlash, there != "/" {
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

  /// Returns the name that `git init` would give the first branch: a remote made with it expects the same name.
  private static func gitDefaultBranch(in folder: String) -> String? {
    guard let outcome = try? GitProgram(folder: folder).run(["var", "GIT_DEFAULT_BRANCH"]),
      outcome.succeeded
    else { return nil }
    let name = String(decoding: outcome.output.prefix { $0 != 0x0A }, as: UTF8.self)
    return name.isEmpty ? nil : name
  }

  /// Returns the files of a new store that are missing or lack a line.
  private static func missingFiles(
    root: String, format: Format, _ keywords: Text?, _ vault: Vault?
  ) throws -> [(name: String, content: [UInt8])] {
    var files: [(String, [UInt8])] = []
    if File.isMissing(root + "/.tasks/config") {
      var config = try ConfigFile(bytes: Templates.storeConfig)
      try config.set("tasks.format", to: format.rawValue)
      if let keywords { try config.set("tasks.keywords", to: keywords.string) }
      if let vault {
        try config.set("tasks.notes", to: vault.notes.text)
        try config.set("new.path", to: vault.newPath)
        if File.isMissing(root + "/" + StartOfNotes.path) {
          files.append((StartOfNotes.path, vault.start))
        }
      }
      files.append((".tasks/config", config.bytes))
    }
    let path = root + "/.gitattributes"
    let old = File.isMissing(path) ? [] : try StoreFile.read(path)
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
      for name in [".tasks/config", ".gitattributes", StartOfNotes.path]
      where File.kind(root + "/" + name) != nil {
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

extension TaskStore {
  /// Returns the folder that a new store takes: the one named or, where that is the top of a repository with other
  /// content, a folder of its own there; the store that such a repository has already, in a new clone, say.
  ///
  /// - Throws: `invalid` if that folder holds something already.
  package static func place(for root: String) throws -> String {
    try checkNotLeftOut(around: root)
    guard !exists(at: root), let found = Repository.discover(from: root),
      let repository = try? Repository(at: found),
      File.realPath(repository.workTree) == File.realPath(root)
    else { return root }
    if let there = self.root(inRepositoryAt: root) { return there }
    let isEmpty = try repository.indexedPaths(under: "").allSatisfy { path in
      path.isHidden || Format(path: path) != nil && isTask(at: root + "/" + path, path)
    }
    let names = File.names(in: root) ?? []
    if isEmpty, names.allSatisfy({ !isForeign($0.name) }) { return root }
    if Vault(at: root)?.isOfTasks == true { return root }
    let place = root + "/" + StoreLocation.usualFolder
    guard File.names(in: place)?.isEmpty != false || exists(at: place) else {
      throw StoreError.invalid(
        "\(root) has other content, so the store needs a folder of its own, and "
          + "\(StoreLocation.usualFolder)/ is taken; name another one: tasks init todo")
    }
    return place
  }

  private static func isTask(at file: String, _ path: String) -> Bool {
    guard let bytes = try? StoreFile.read(file, limit: TaskReader.largestFile) else { return false }
    return (try? TaskReader.read(bytes, path: path, workflow: .standard)) != nil
  }

  /// A file in the repository that is neither a note, nor what notes show, nor about the repository itself, such as one
  /// of a program; nil if there is none.
  package func otherContent() throws -> String? {
    try repository.indexedPaths(under: prefix).first(where: TaskStore.isForeign)
  }

  /// Whether there is other content, and no setting says which files are tasks all the same.
  func isSharedUnsaid() throws -> Bool {
    try settings.notes.text.isEmpty && hasOtherContent()
  }

  func hasOtherContent() throws -> Bool { try otherContent() != nil }

  /// The endings of pictures, recordings and documents that lie beside notes.
  private static let attachments = Set(
    "avif base canvas epub gif heic jpeg jpg m4a mov mp3 mp4 ogg pdf png svg wav webm webp"
      .split(separator: " ").map(String.init))

  private static func isForeign(_ path: String) -> Bool {
    if path.isHidden || Format(path: path) != nil || path.hasSuffix(".gpg") { return false }
    let ending = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() }
    if let ending, attachments.contains(ending) { return false }
    // Where Org puts the attachments of a task.
    if ("/" + path).contains("/data/") { return false }
    let isAbout = ["README", "LICENSE", "COPYING"].contains { path.hasPrefix($0) }
    return !isAbout
  }
}

extension String {
  fileprivate var isHidden: Bool { hasPrefix(".") || contains("/.") }
}
