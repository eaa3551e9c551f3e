import Platform
import Synchronization
import TasksCore
import TasksStore
import TasksTerminal

/// The environment of a command: the store, the time, the terminal.
package struct Session {
  /// The folder given with `--store`.
  let storeOption: String?
  let wantsJSON: Bool
  let isVerbose: Bool
  let terminal: Terminal
  let clock: WallClock
  /// The local time at which the command began, or from which it sees the store (``Viewpoint``).
  var now: Timestamp
  let currentFolder: String

  init(_ options: GlobalOptions) throws {
    try self.init(store: options.store, wantsJSON: options.json, isVerbose: options.verbose)
  }

  package init(store: String? = nil, wantsJSON: Bool = false, isVerbose: Bool = false) throws {
    storeOption = store
    self.wantsJSON = wantsJSON
    self.isVerbose = isVerbose
    terminal = try Terminal(variable: Machine.variable) {
      let settings = try UserSettings(variable: Machine.variable)
      return Terminal.Settings(
        theme: settings.string("tasks.theme"), glyphs: settings.string("tasks.glyphs"),
        colors: settings.colors)
    }
    clock = try WallClock(variable: Machine.variable)
    now = clock.read().now
    guard let folder = getcwd(nil, 0) else {
      throw CommandError(
        "the current folder no longer exists; change to another one", code: .failed)
    }
    defer { free(folder) }
    guard let name = String(validatingCString: folder) else {
      throw CommandError(
        "the name of this folder is not UTF-8; rename it, or use another one", code: .failed)
    }
    currentFolder = name
  }

  var context: StoreContext {
    StoreContext(
      clock: clock.read, variable: Machine.variable, program: OwnProgram.path, host: Machine.host,
      user: { Machine.user }, say: { Conversation.say($0) },
      explain: { [isVerbose] in if isVerbose { Conversation.say($0) } },
      progress: { [progress = Progress()] in
        if let text = $0 { progress.show(text) } else { progress.clear() }
      })
  }

  /// Opens the store that the options, the environment or the current folder name.
  ///
  /// - Parameter noticesMerges: Whether to report what a merge without `tasks` has left behind.
  func openStore(noticesMerges: Bool = true) throws -> TaskStore {
    let location = try location()
    if case .standard(let path) = location, !TaskStore.exists(at: path) {
      throw CommandError(
        "there is no store here, and none at \(path); make it with its first task: tasks add Buy milk; "
          + "or make one elsewhere: tasks init DIR", code: .noStore)
    }
    let store = try TaskStore(at: location.path, context)
    if noticesMerges, let remains = try? store.mergeRemains() {
      for notice in remains.notices { Conversation.say(notice) }
    }
    return store
  }

  /// A store in which changes are only tried; it goes when the process ends.
  private static let trial = Mutex<String?>(nil)

  /// Opens the store like ``openStore(noticesMerges:)``, but makes the default store if it does not exist.
  ///
  /// - Parameter dryRun: Whether nothing is to be made; then it is one that goes when the process ends.
  func openOrCreateStore(dryRun: Bool = false) throws -> TaskStore {
    let location = try location()
    if case .standard(let path) = location, !TaskStore.exists(at: path) {
      if dryRun { return try makeTrialStore() }
      let store = try TaskStore.create(at: path, context).store
      Conversation.say("made a new store at \(path)")
      return store
    }
    return try TaskStore(at: location.path, context)
  }

  private func makeTrialStore() throws -> TaskStore {
    guard
      let folder = PrivateFolder.make(inFirstOf: [Machine.variable("TMPDIR") ?? "/tmp", "/tmp"])
    else { throw CommandError("cannot create a temporary folder in /tmp", code: .failed) }
    Session.trial.withLock { $0 = folder }
    atexit {
      if let folder = Session.trial.withLock({ $0 }) { PrivateFolder.remove(folder) }
    }
    var context = context
    // Nothing remembers it.
    context.variable = { $0 == "XDG_STATE_HOME" ? folder : Machine.variable($0) }
    return try TaskStore.create(at: folder + "/tasks", context).store
  }

  func location() throws -> StoreLocation {
    let found = StoreLocation.find(
      option: storeOption, currentFolder: currentFolder, variable: Machine.variable)
    guard let found else {
      throw CommandError(
        "there is no store here, and HOME is not set; name one with --store", code: .noStore)
    }
    if case .standard = found { try TaskStore.checkNotLeftOut(around: currentFolder) }
    if case .repository(let root) = found, !TaskStore.exists(at: root) {
      throw CommandError(
        "the store of this repository, \(root), is not on this branch; check out a branch that has it, or, "
          + "if the store is gone for good: git config --unset tasks.store", code: .noStore)
    }
    return found
  }

  /// Opens the store that the next task goes into; nil if it is still to be made.
  func openStoreIfThere() throws -> TaskStore? {
    let location = try location()
    if case .standard(let path) = location, !TaskStore.exists(at: path) { return nil }
    return try TaskStore(at: location.path, context)
  }

  /// Reads the words of a filter, and mentions those that may be meant otherwise.
  func query(_ words: [String], in store: TaskStore) throws(InputError) -> Query {
    try Query.read(words, now: now, fields: store.fields, mention: Conversation.mention)
  }

  /// Reads the filter of a view.
  func query(line: String, in store: TaskStore) throws(InputError) -> Query {
    try Query.read(line: line, now: now, fields: store.fields)
  }

  // MARK: Printing

  /// Prints an answer as JSON, or as the lines that `lines` writes.
  func print(_ answer: @autoclosure () throws -> some Answer, lines: (inout Output) throws -> Void)
    throws
  {
    try output(of: answer(), lines: lines).show()
  }

  /// Returns what is printed of an answer. This is the only place that asks for `--json`.
  func output(
    of answer: @autoclosure () throws -> some Answer, lines: (inout Output) throws -> Void
  ) rethrows -> Output {
    var output = Output(terminal)
    if wantsJSON { output.write(try answer().json) } else { try lines(&output) }
    return output
  }

  // MARK: Changing tasks

  /// Tells of reminders that have passed, and which are tomorrow's for that; on a terminal it asks about the latter.
  ///
  /// - Parameter asks: False for lines of input, among which an answer would be another one.
  func checkReminders(of draft: Draft, asks: Bool = true) throws {
    for moment in draft.pastReminders(at: now) {
      Conversation.say("the reminder of \(moment.shown) has passed")
    }
    for moment in draft.remindersOfTomorrow {
      let passed = "\(Timestamp.clock(moment.minute ?? 0)) has passed today"
      guard asks, isatty(0) == 1, isatty(1) == 1 else {
        Conversation.say("\(passed), so the reminder is of tomorrow, \(moment.shown)")
        continue
      }
      guard Conversation.agrees("\(passed); remind you tomorrow, \(moment.shown)? [y/N] ") else {
        throw CommandError(
          "nothing was changed; name the day, as in remind:fri@9:00", code: .failed)
      }
    }
  }

  /// Applies an action to the tasks that words name, in one commit, and prints those that changed.
  func perform(_ action: any TaskAction, on words: [String], dryRun: Bool = false) throws {
    try perform(action, dryRun: dryRun) { try $0.documents(words) }
  }

  /// Applies an action to the tasks of a choice, in one commit, and prints those that changed. A word that is in one title
  /// and begins no id is asked about on a terminal.
  ///
  /// - Parameter store: Nil if it is still to be opened.
  func perform(
    _ action: any TaskAction, on choice: TaskChoice, in store: TaskStore? = nil, dryRun: Bool
  ) throws {
    let store = try store ?? openStore()
    do {
      try perform(action, on: choice, store, dryRun: dryRun)
    } catch StoreError.noSuchTask(let word, let near) where isatty(0) == 1 && isatty(1) == 1 {
      var choice = choice
      let all = choice.words.joined(separator: " ")
      let whole = choice.words.count > 1 ? NearTasks(all, in: try store.read())?.only : nil
      guard let task = whole ?? near?.only else { throw StoreError.noSuchTask(word, near: near) }
      let verb = action.verb == "done" ? "finish" : action.verb
      guard Conversation.agrees("\(verb) \(task.short) \(task.title)? [y/N] ") else {
        throw CommandError("nothing was changed", code: .failed)
      }
      choice.words = whole != nil ? [task.short] : choice.words.map { $0 == word ? task.short : $0 }
      try perform(action, on: choice, store, dryRun: dryRun)
    }
  }

  private func perform(
    _ action: any TaskAction, on choice: TaskChoice, _ store: TaskStore, dryRun: Bool
  ) throws {
    let search = try choice.search(for: action, in: store, self, dryRun: dryRun)
    var isFound = true
    let report = try store.perform(action, dryRun: dryRun) { reading in
      let tasks = try search(reading)
      isFound = !tasks.isEmpty
      return tasks
    }
    let nothing = isFound ? nil : try choice.nothingFound(in: store, self)
    try print(report, of: action, store, dryRun: dryRun, nothing: nothing)
  }

  /// Applies an action to tasks of a reading, in one commit, and prints those that changed.
  ///
  /// - Parameter nothing: Why nothing has changed, if that is known.
  func perform(
    _ action: any TaskAction, dryRun: Bool, nothing: String? = nil,
    on tasks: (StoreReading) throws -> [any TaskDocument]
  ) throws {
    let store = try openStore()
    let report = try store.perform(action, dryRun: dryRun, on: tasks)
    try print(report, of: action, store, dryRun: dryRun, nothing: nothing)
  }

  private func print(
    _ report: WriteReport, of action: any TaskAction, _ store: TaskStore, dryRun: Bool,
    nothing: String? = nil
  ) throws {
    try Report(session: self, store: store, past: action.past, reversal: action.reversal)
      .print(report, dryRun: dryRun, nothing: nothing)
    for case (let old?, let new?) in report.changed.map({ ($0.old, $0.new) }) {
      if let notice = action.notice(from: old, to: new, short: report.reading.short(new)) {
        Conversation.say(notice)
      }
    }
  }

  /// Opens the store, changes it, and prints the tasks that changed.
  ///
  /// - Parameter past: What has become of the tasks: `moved`.
  @discardableResult
  func change(
    _ past: String, dryRun: Bool, _ body: (TaskStore) throws -> WriteReport
  ) throws -> WriteReport {
    let store = try openStore()
    let report = try body(store)
    try Report(session: self, store: store, past: past).print(report, dryRun: dryRun)
    return report
  }
}

/// The names of this process's environment variables.
enum Environment {
  static var names: [String] {
    var names: [String] = []
    var entry = environ
    while let line = entry.pointee {
      let count = strcspn(line, "=")
      names.append(
        line.withMemoryRebound(to: UInt8.self, capacity: count) {
          String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
        })
      entry += 1
    }
    return names
  }
}

/// A parsed command, ready to run.
package protocol Request {
  func run(in session: Session) throws
}
