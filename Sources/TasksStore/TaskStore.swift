import Git
import Platform
import TasksCore

/// An open store: a folder of task files in a git repository.
///
/// Reads use the files alone. A write is one transaction, however many tasks it changes: see ``write``.
package final class TaskStore {
  /// The folder, absolute.
  package let root: String
  package let settings: StoreSettings
  package var fields: OwnFields { settings.fields }
  /// Who changes the store: this clone, or a browser or phone of it.
  package let device: Device
  /// Who commits what was there already: edits by hand, finds, merges.
  let clone: Device
  package let context: StoreContext
  package let repository: Repository
  let cipher: GnuPG
  /// The store's folder in the repository, with a trailing slash; empty if it is the whole repository.
  package let prefix: String
  /// Whether the user was told that commits use the machine's name, since git has none configured.
  var hasNamedTheMachine = false
  /// The files that a command has told the user of because they cannot be read.
  package var namedFiles: Set<String> = []
  /// The files with conflicts left by a merge, as paths in the repository; empty until `mergeRemains()` has run.
  package var conflicted: Set<String> = []

  /// Opens the store in a folder, after recovering an interrupted change and completing the clone's git
  /// configuration.
  ///
  /// - Parameter browser: The device as which the store is changed, in place of this clone.
  /// - Throws: `notAStore`, `notARepository`, `damaged`, `newerVersion`, `git`.
  package init(at root: String, _ context: StoreContext, as browser: Device? = nil) throws {
    try TaskStore.checkShape(root)
    guard let found = Repository.discover(from: root) else {
      throw StoreError.notARepository(path: root)
    }
    var repository = try TaskStore.open(found, root: root)
    let real = File.realPath(root)
    prefix = try TaskStore.prefix(of: real, in: repository.workTree)
    settings = try StoreSettings(root: real, repository: repository)
    clone = try Device.of(repository, context)
    device = browser ?? clone
    try repository.setDurable(settings.isDurable)
    self.root = real
    self.context = context
    cipher = GnuPG(context.variable)
    self.repository = repository
    // Fails on a read-only disk, where the store can still be read. A store that has just been moved away is not begun
    // anew at its old place.
    if File.kind(self.repository.gitDirectory) != nil { try? StoreFile.makeFolder(notesFolder) }
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
  package static func root(inRepositoryAt folder: String) -> String? {
    guard let found = Repository.discover(from: folder), let repository = try? Repository(at: found)
    else { return nil }
    // For a linked work tree, the folder found is inside the main one's `.git`.
    let top = repository.workTree
    if exists(at: top) { return top }
    let settings = "/.tasks/config"
    let paths = (try? repository.indexedPaths(under: "")) ?? []
    return paths.first { $0.hasSuffix(settings) }.map { "\(top)/\($0.dropLast(settings.count))" }
  }

  /// Whether a folder is a store, or it cannot be told that it is none. One that this user may not enter, such as the
  /// current folder below `sudo -u`, is none.
  package static func exists(at root: String) -> Bool {
    !File.isMissing(root + "/.tasks") && !File.isForbidden(root + "/.")
  }

  /// The folder for the work tree's own files (lock, journal, pending sync). All stores in the work tree share it, as
  /// they share branch and index.
  package var ownFolder: String { repository.gitDirectory + "/tasks" }
  /// The folder for this store's own files: caches.
  package var notesFolder: String {
    prefix.isEmpty ? ownFolder : "\(ownFolder)/\(String(ByteHash.of(prefix), radix: 16))"
  }
  var lockPath: String { ownFolder + "/lock" }

  package func workTreePath(_ path: String) -> String { repository.workTree + "/" + path }

  package func read() throws -> StoreReading { try read(.whole) }

  /// Reads every task, and returns what `body` makes of the reading.
  ///
  /// - Parameter body: Must have no effects but its result. It may run before all files have been checked, and runs
  ///   again if one of them turns out to have been edited.
  package func read<Result>(_ body: (StoreReading) throws -> Result) throws -> Result {
    let reading = try read(.provisional)
    let result = Attempt { try body(reading) }
    do throws(StoreError) {
      try reading.confirm()
    } catch {
      return try body(try read(.again))
    }
    return try result.get()
  }

  /// Reads every task without looking at the files of folders that are unchanged since the cache was written, for what
  /// is asked for at each key or prompt. It costs a call for each folder instead of each file.
  ///
  /// Whatever is created, renamed or replaced changes its folder, as tasks, git and most editors do. A file that was
  /// written in place is as it was read last, until something else in its folder changes.
  package func readUnchecked() throws -> StoreReading { try read(.unchecked) }

  func read(_ way: StoreReader.Way) throws -> StoreReading {
    let reader = reader
    let (table, scan, unreadable, misplaced) = reader.read(leaving: inboxFile, way)
    return StoreReading(table, scan: scan, unreadable: unreadable, misplaced: misplaced) {
      path throws(ReadError) in
      try reader.parse(path)
    }
  }

  var reader: StoreReader {
    var reader = StoreReader(
      root: root, workflow: settings.workflow, notes: settings.notes, program: context.program,
      cachePath: CacheFile.path(in: notesFolder, of: context.program),
      ignored: { [top = repository.workTree, prefix] in
        Repository.ignored(of: $0, under: prefix, at: top)
      },
      ignoreFiles: [
        repository.workTree + "/.gitignore", root + "/.gitignore",
        repository.commonDirectory + "/info/exclude",
      ], progress: context.progress)
    reader.isMended = settings.autocommit
    lazy var head = try? repository.head().id.map { try repository.tree(ofCommit: $0) }
    reader.wasTask = { path, bytes in
      guard let tree = head,
        let entry = try? self.repository.entry(self.prefix + path, inTree: tree), entry.isFile,
        entry.id != self.repository.id(ofBlob: bytes),
        let old = try? OldContents(self).bytes(entry.id, at: self.prefix + path) as [UInt8]
      else { return false }
      return (try? self.parse(old, path: path)) != nil
    }
    return reader
  }

  /// The Org file that phones and editors add tasks to, which is no task itself; empty for none.
  package var inboxFile: String { settings.inbox.files.first { Format(path: $0) == .org } ?? "" }

  package func contents(_ path: String) throws -> [UInt8] {
    do throws(ReadError) {
      return try StoreFile.read(root + "/" + path)
    } catch {
      throw StoreError.unreadable(path: path, error)
    }
  }

  /// Reads a task; nil for a file that is none, as a template for tasks.
  package func parse(_ bytes: [UInt8], path: String) throws(ReadError) -> (any TaskDocument)? {
    if path.begins(with: ".tasks/") { return nil }
    return try TaskReader.read(
      bytes, path: path, workflow: settings.workflow, notes: settings.notes)
  }

  /// Reads the text of a task that is in no file of the store; nil if it is none.
  func parse(text bytes: [UInt8], path: String) throws(ReadError) -> (any TaskDocument)? {
    try TaskReader.read(bytes, path: path, workflow: settings.workflow)
  }

  /// What a new Markdown file starts from; empty if the store has no such file.
  package var startOfNotes: [UInt8] {
    (try? StoreFile.read(root + "/" + StartOfNotes.path, limit: TaskReader.longestLine)) ?? []
  }

  /// Converts a task to another format, with the workflow of this store.
  ///
  /// - Throws: `cannotEdit` if the format cannot hold it, `invalid` if it has no title to be named by.
  package func converting(
    _ document: any TaskDocument, to format: Format
  ) throws(StoreError) -> Conversion {
    do throws(EditError) {
      return try Conversion(
        of: document, to: format, specification: settings.keywords, workflow: settings.workflow,
        fields: fields)
    } catch .emptyTitle {
      let task = document.task
      // After COMMENT a title would be read as part of the comment.
      let takesTitle = (try? document.applying([.title("x")])) != nil
      throw .invalid(
        "\(ControlCharacters.escaped(task.path)) has no title, and a Markdown file needs one; give it one with: "
          + (takesTitle ? "tasks modify \(task.id.text) title:\"…\"" : "tasks edit \(task.id.text)")
      )
    } catch {
      throw .cannotEdit(title: ControlCharacters.escaped(document.task.title), error)
    }
  }

  // MARK: Writing

  /// Changes the store in one transaction, after taking in what waits in the inbox: see ``StoreWrite``. The user's hooks can refuse and change what is written.
  package func write(
    _ verb: String, dryRun: Bool = false, takesIn: Bool = false,
    decide: (StoreReading) throws -> [Change]
  ) throws -> WriteReport {
    let write = StoreWrite(store: self, verb: verb, asksHooks: true, takesIn: takesIn)
    if !dryRun { try Inbox(of: self).absorb() }
    do {
      return dryRun ? try write.preview(decide) : try write.run(decide)
    } catch StoreError.noSuchTask(let word, let near) {
      guard let path = try? EncryptedFiles(of: self).find(word) else {
        throw StoreError.noSuchTask(word, near: near)
      }
      throw StoreError.invalid(
        "\(path) is encrypted as a whole: change it with tasks edit \(word), or put the plain file back with "
          + "tasks decrypt \(word)")
    }
  }

  /// Applies an action to tasks, in one commit, all or nothing.
  ///
  /// - Parameter tasks: Returns the tasks of a reading that are meant.
  package func perform(
    _ action: some TaskAction, dryRun: Bool = false,
    on tasks: (StoreReading) throws -> [any TaskDocument]
  ) throws -> WriteReport {
    guard action.claims, !dryRun else { return try apply(action, dryRun: dryRun, on: tasks) }
    return try Claims(store: self).locked { try apply(action, dryRun: dryRun, on: tasks) }
  }

  private func apply(
    _ action: some TaskAction, dryRun: Bool,
    on tasks: (StoreReading) throws -> [any TaskDocument]
  ) throws -> WriteReport {
    try write(action.verb, dryRun: dryRun) { reading in
      let documents = try tasks(reading)
      let actionContext = actionContext(reading, changing: Set(documents.map(\.task.id)))
      return try documents.map { document in
        do {
          let edits = try action.edits(for: document, in: actionContext)
          return action.removesTask ? .purge(document) : .edit(document, edits)
        } catch let error as EditError {
          throw StoreError.cannotEdit(title: ControlCharacters.escaped(document.task.title), error)
        }
      }
    }
  }

  /// What actions on tasks of a reading may know besides the tasks.
  ///
  /// - Parameter changed: The tasks that the command changes together.
  package func actionContext(_ reading: StoreReading, changing changed: Set<TaskID>)
    -> ActionContext
  {
    let claims = Claims(store: self)
    return ActionContext(
      now: context.clock().now, find: { try reading.document($0.text).task.id },
      short: { reading.short($0) },
      openBlockers: { task in
        task.blockers.filter { !changed.contains($0) && reading.isOpen($0) }
          .compactMap { reading.task(withID: $0) }
      }, claimers: { claims.claimers }, holder: claims.holder, logsEdits: settings.logsEdits,
      encryption: encryption)
  }

  /// Runs `body` under the store's lock. Post-commit hooks run after the lock is released, since they may call
  /// `tasks`.
  func locked<Result>(_ body: (Writer) throws -> Result) throws -> Result {
    let writer = Writer()
    let result = Attempt {
      guard let lock = try StoreLock.take(lockPath, timeout: 10, workTree: repository.workTree)
      else { throw StoreError.locked(path: lockPath, owner: StoreLock.owner(of: lockPath)) }
      return try withExtendedLifetime(lock) { try body(writer) }
    }
    for route in writer.routes {
      // The commit stands even if a hook fails.
      do throws(GitError) {
        try route.finish(in: repository)
      } catch {
        context.explain("a hook could not be run: \(StoreError.git(error).description)")
      }
    }
    if !writer.routes.isEmpty { repository.packIfNeeded() }
    return try result.get()
  }

  /// Runs `body` under the store's lock, for work that commits no files.
  package func locked<Result>(_ body: () throws -> Result) throws -> Result {
    try locked { _ in try body() }
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

  package static func open(_ path: String, root: String) throws(StoreError) -> Repository {
    do throws(GitError) {
      return try Repository(at: path)
    } catch {
      if case .notARepository = error { throw .notARepository(path: root) }
      throw .git(error)
    }
  }

  static func prefix(of root: String, in workTree: String) throws(StoreError) -> String {
    let top = File.realPath(workTree)
    if root == top { return "" }
    guard root.begins(with: top + "/") else { throw .notARepository(path: root) }
    return root.dropping(top + "/") + "/"
  }
}
