import Git
import Platform
import TasksCore

/// An open store: a folder of task files in a git repository.
///
/// Reads use the files alone. A write is one transaction, however many tasks it changes: see ``write``.
public final class TaskStore {
  /// The folder, absolute.
  public let root: String
  public let settings: StoreSettings
  public let device: Device
  public let context: StoreContext
  let repository: Repository
  /// The store's folder in the repository, with a trailing slash; empty if it is the whole repository.
  let prefix: String
  /// Whether the user was told that commits use the machine's name, since git has none configured.
  var hasNamedTheMachine = false
  /// The files with conflicts left by a merge, as paths in the repository; empty until `mergeRemains()` has run.
  var conflicted: Set<String> = []

  /// Opens the store in a folder, after recovering an interrupted change and completing the clone's git
  /// configuration.
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
    // Fails on a read-only disk, where the store can still be read.
    try? StoreFile.makeFolder(notesFolder)
    let wasKilled = StoreLock.owner(of: lockPath) != nil
    if hasJournal || wasKilled,
      let lock = try StoreLock.take(lockPath, timeout: 0, workTree: self.repository.workTree)
    {
      do {
        try withExtendedLifetime(lock) { try Recovery(self).run() }
      } catch {
        // Reading continues; the next writing command tries again, and fails if it cannot.
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

  /// Returns the store in a folder's repository: its top, or the first folder in the index that is a store.
  public static func root(inRepositoryAt folder: String) -> String? {
    guard let found = Repository.discover(from: folder), let repository = try? Repository(at: found)
    else { return nil }
    // For a linked work tree, the folder found is inside the main one's `.git`.
    let top = repository.workTree
    if exists(at: top) { return top }
    let settings = "/.tasks/config"
    let paths = (try? repository.indexedPaths(under: "")) ?? []
    return paths.first { $0.hasSuffix(settings) }.map { "\(top)/\($0.dropLast(settings.count))" }
  }

  public static func exists(at root: String) -> Bool { File.kind(root + "/.tasks") != nil }

  /// The folder for the work tree's own files (lock, journal, pending sync). All stores in the work tree share it, as
  /// they share branch and index.
  var ownFolder: String { repository.gitDirectory + "/tasks" }
  /// The folder for this store's own files: caches.
  var notesFolder: String {
    prefix.isEmpty ? ownFolder : "\(ownFolder)/\(String(ByteHash.of(prefix), radix: 16))"
  }
  var lockPath: String { ownFolder + "/lock" }

  /// The path on disk of a path in the repository.
  func workTreePath(_ path: String) -> String { repository.workTree + "/" + path }

  /// Reads every task.
  public func read() throws -> StoreReading { try read(.whole) }

  /// Reads every task, and returns what `body` makes of the reading.
  ///
  /// - Parameter body: Must have no effects but its result. It may run before all files have been checked, and runs
  ///   again if one of them turns out to have been edited.
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

  /// The file that phones and editors add tasks to; it is not a task.
  static let inbox = "inbox.org"

  func parse(_ bytes: [UInt8], path: String) throws(ReadError) -> (any TaskDocument)? {
    try TaskReader.read(bytes, path: path, workflow: settings.workflow)
  }

  // MARK: Opening

  /// Refuses a store whose settings or attributes are links, which could lead anywhere.
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
