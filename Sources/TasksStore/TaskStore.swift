import Git
import Platform
import TasksCore

/// A store that is open: a folder of task files in a git repository.
///
/// Reading looks at the files alone. Writing is one unit, whatever the number of tasks: see ``write``.
public final class TaskStore {
  /// The folder, absolute.
  public let root: String
  public let settings: StoreSettings
  public let device: Device
  public let context: StoreContext
  let repository: Repository
  /// The store's folder in the repository, with a slash at its end; empty when it is all of it.
  let prefix: String
  /// Whether it was said that commits bear the machine's name for want of one in git.
  var hasNamedTheMachine = false
  /// The files that a merge has left conflicts in, in the repository, as far as somebody has looked for them.
  var conflicted: Set<String> = []

  /// Opens the store at a folder, after finishing a change that was cut off and mending what git must know of
  /// this clone.
  ///
  /// - Throws: `notAStore`, `notARepository`, `damaged`, `newerVersion`, `git`.
  public init(at root: String, _ context: StoreContext) throws {
    try TaskStore.checkShape(root)
    guard let found = Repository.discover(from: root) else {
      throw StoreError.notARepository(path: root)
    }
    var repository = try TaskStore.open(found, root: root)
    let real = TaskStore.realPath(root)
    prefix = try TaskStore.prefix(of: real, in: repository.workTree)
    settings = try StoreSettings(root: real, repository: repository)
    device = try Device.of(repository, context)
    try repository.setDurable(settings.isDurable)
    self.root = real
    self.context = context
    self.repository = repository
    // Where nothing can be written the store can still be read.
    try? StoreFile.makeFolder(notesFolder)
    let wasKilled = StoreLock.owner(of: lockPath) != nil
    if hasJournal || wasKilled,
      let lock = try StoreLock.take(lockPath, timeout: 0, workTree: self.repository.workTree)
    {
      do {
        try withExtendedLifetime(lock) { try Recovery(self).run() }
      } catch {
        // Reading goes on; whoever writes next tries again, and fails if it cannot.
        context.say(
          "an interrupted change could not be completed: \(StoreError(error).description)")
      }
    }
    do {
      try CloneSetup(store: self).mend()
    } catch {
      context.explain("this clone could not be set up: \(StoreError(error).description)")
    }
  }

  /// The store in the repository of a folder: its top, or the first folder that the index knows as one.
  public static func root(inRepositoryAt folder: String) -> String? {
    guard let found = Repository.discover(from: folder), let repository = try? Repository(at: found)
    else { return nil }
    // In a linked worktree what was found is a folder of the main one's `.git`.
    let top = repository.workTree
    if exists(at: top) { return top }
    let settings = "/.tasks/config"
    let paths = (try? repository.indexedPaths(under: "")) ?? []
    return paths.first { $0.hasSuffix(settings) }.map { "\(top)/\($0.dropLast(settings.count))" }
  }

  public static func exists(at root: String) -> Bool { File.kind(root + "/.tasks") != nil }

  /// Where this work tree's own things are, which all stores in it share, as they share branch and index: the lock,
  /// the intent, what a sync has taken up.
  var ownFolder: String { repository.gitDirectory + "/tasks" }
  /// Where this store's own are: what it remembers.
  var notesFolder: String {
    prefix.isEmpty ? ownFolder : "\(ownFolder)/\(String(ByteHash.of(prefix), radix: 16))"
  }
  var lockPath: String { ownFolder + "/lock" }

  /// The path on disk of a path in the repository.
  func workTreePath(_ path: String) -> String { repository.workTree + "/" + path }

  /// Reads every task.
  public func read() throws -> StoreReading { try read(.whole) }

  /// Reads every task for what follows from them.
  ///
  /// - Parameter body: Nothing comes of it but its result: it may begin before all files have been looked at, and is called
  ///   once more where one turns out to have been edited.
  public func read<Result>(_ body: (StoreReading) throws -> Result) throws -> Result {
    let reading = try read(.provisional)
    let result = Attempt { try body(reading) }
    do throws(StoreError) {
      try reading.confirm()
    } catch {
      return try body(try read(.again))
    }
    return try result.get()
  }

  func read(_ way: StoreReader.Way) throws -> StoreReading {
    let reader = reader
    let (table, scan, unreadable) = reader.read(leaving: TaskStore.inbox, way)
    return StoreReading(table, scan: scan, unreadable: unreadable) { path throws(ReadError) in
      try reader.parse(path)
    }
  }

  var reader: StoreReader {
    StoreReader(
      root: root, workflow: settings.workflow, program: context.program,
      cachePath: CacheFile.path(in: notesFolder, of: context.program))
  }

  /// What a phone or an editor drops in; no task itself.
  static let inbox = "inbox.org"

  func parse(_ bytes: [UInt8], path: String) throws(ReadError) -> (any TaskDocument)? {
    try TaskReader.read(bytes, path: path, workflow: settings.workflow)
  }

  // MARK: Opening

  /// A store is not looked at through links: they could lead anywhere.
  private static func checkShape(_ root: String) throws(StoreError) {
    let settings = root + "/.tasks"
    switch File.kind(settings) {
    case nil:
      try checkNotLeftOut(around: root)
      throw .notAStore(path: root)
    case .folder?: break
    default: throw .damaged(path: settings, reason: "is not a folder")
    }
    switch File.kind(settings + "/config") {
    case nil: throw .damaged(path: settings + "/config", reason: "is missing")
    case .regular?: break
    default: throw .damaged(path: settings + "/config", reason: "is not a regular file")
    }
    if let kind = File.kind(root + "/.gitattributes"), kind != .regular {
      throw .damaged(path: root + "/.gitattributes", reason: "is not a regular file")
    }
  }

  static func open(_ path: String, root: String) throws(StoreError) -> Repository {
    do throws(GitError) {
      return try Repository(at: path)
    } catch {
      if case .notARepository = error { throw .notARepository(path: root) }
      throw .git(error)
    }
  }

  static func prefix(of root: String, in workTree: String) throws(StoreError) -> String {
    let top = realPath(workTree)
    if root == top { return "" }
    guard root.begins(with: top + "/") else { throw .notARepository(path: root) }
    return root.dropping(top + "/") + "/"
  }
}
