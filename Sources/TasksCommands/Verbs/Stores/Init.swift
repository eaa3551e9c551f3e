import ArgumentParser
import Platform
import TasksCore
import TasksStore
import TasksSync
import TasksTerminal

package struct Init: Verb {
  package static let names = "init"
  package static let configuration = CommandConfiguration(
    of: Init.self, abstract: "Create a store, or set up an existing one.",
    discussion: """
      The folder becomes a git repository that holds the store's settings. Inside a repository, it becomes a \
      store in that repository; at the top of one with other content, the store is the folder tasks there. If the \
      store exists, init adds only what is missing, so running it again changes \
      nothing.

      In a vault of Obsidian, the store takes which notes are tasks, and where and how new ones are written, from the \
      plugin TaskNotes or from the notes themselves, and says what it took; see tasks help obsidian.

      A store that stands at the top of a repository with other content moves to a folder of its own with --move.

      With --agents a short section about tasks is added to the file AGENTS.md at the top of the work tree, which is \
      not committed; --agents --remove takes it out. The rest of the file stays as it is.

        tasks init ~/todo
        tasks init ~/notes --format md
        tasks init ~/vault
        tasks init ~/code/backlog
        tasks init --agents
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Option(
    help: ArgumentHelp(
      "The format of new tasks: org (the default) or md (Markdown).",
      valueName: "format"))
  var format: Format?

  @Flag(help: "Move the store at the top of the repository there.")
  var move = false

  @Flag(help: "Add a section about tasks to AGENTS.md.")
  var agents = false

  @Flag(help: "With --agents, remove that section.")
  var remove = false

  @Argument(
    help: "The folder; the current one by default.", completion: .directory)
  var dir: String?

  package init() {}

  package static func complete(_ line: inout Completion) {
    if line.place == 0 { line.offers = [.folders] }
  }

  package static func complete(valueOf option: String, _ line: inout Completion) {
    if option == "--format" { return line.offer(Format.allCases.map(\.rawValue)) }
    line.offer(usualValuesOf: option)
  }

  package func validate() throws {
    if remove, !agents { throw ValidationError("--remove is for --agents.") }
  }

  package func run() throws {
    let session = try Session(options)
    let named = dir ?? options.store ?? "."
    if move { return try move(session) }
    let top = StoreLocation.absolute(named, in: session.currentFolder)
    let root = try TaskStore.place(for: top)
    if dir == nil, options.store == nil { try confirmHome(root) }
    let vault = TaskStore.exists(at: root) || root != top ? nil : Vault(at: root)
    if write.dryRun {
      try TaskStore.checkPlace(of: root)
      if agents, TaskStore.exists(at: root) { return try writeAgents(root, session) }
      let verb = TaskStore.exists(at: root) ? "set up the store" : "make a store"
      try Output.print("would \(verb) at \(root)")
      if let vault { say(vault) }
      return
    }
    if remove { return try writeAgents(root, session) }
    let (store, isNew) = try TaskStore.create(
      at: root, format: format ?? (vault == nil ? .org : .markdown), vault: vault, session.context)
    if let format, store.settings.format != format {
      throw CommandError(
        "the store at \(store.root) has another format; change it with: tasks config format "
          + format.rawValue, code: .failed)
    }
    let reason =
      root == top || !isNew ? "" : ", a folder of its own, since the repository has other content"
    try session.print(
      (isNew ? "made a store at \(store.root)" : "the store at \(store.root) is set up") + reason,
      store: store)
    if let vault { say(vault) }
    if isNew, isatty(1) == 1 {
      Conversation.say("to learn the first commands in five minutes, type: tasks tutorial")
    }
    if agents { try sayAgents(AgentsFile(of: store)) }
  }

  /// Says what was taken from a vault.
  private func say(_ vault: Vault) {
    let (tasks, notes) = vault.counts
    Conversation.say(
      "\(tasks) of \(notes) notes \(tasks == 1 ? "is a task" : "are tasks"): \(vault.notes.description); "
        + "change it with: tasks config notes \"\(vault.notes.text)\"")
    Conversation.say(
      "new tasks are \(vault.newPath), from .tasks/new.md; change it with: tasks config new.path …")
    if !vault.unread.isEmpty {
      Conversation.say(
        "TaskNotes has keys of its own here, which are shown as properties and not read: "
          + vault.unread.joined(separator: ", "))
    }
  }

  /// Asks before the home folder itself becomes a store, which somebody who typed no folder seldom means.
  private func confirmHome(_ root: String) throws {
    guard let home = Machine.variable("HOME"), StoreLocation.absolute(home, in: "/") == root,
      !TaskStore.exists(at: root)
    else { return }
    let other = "the usual store is made by the first: tasks add Buy milk"
    guard isatty(0) == 1, isatty(1) == 1 else {
      throw CommandError(
        "this is your home folder; name it to make it a store, with all that is below it: tasks init ~\n\(other)",
        code: .usage)
    }
    Conversation.say(other)
    guard
      Conversation.agrees(
        "make your whole home folder, with all that is below it, a store? [y/N] ")
    else { throw CommandError("nothing was made", code: .failed) }
  }

  /// Moves a store that shares its folder with other things.
  private func move(_ session: Session) throws {
    let store = try session.openStore()
    let root =
      dir.map { StoreLocation.absolute($0, in: session.currentFolder) }
      ?? store.root + "/" + StoreLocation.usualFolder
    let move = try StoreMove(store, to: root)
    if write.dryRun { return try Output.print("would move the store to \(root)") }
    let moved = try move.run()
    try session.print("moved the store to \(moved.root)", store: moved)
  }

  /// Changes the section in AGENTS.md alone.
  private func writeAgents(_ root: String, _ session: Session) throws {
    let store = try TaskStore(at: root, session.context)
    try sayAgents(AgentsFile(of: store))
  }

  private func sayAgents(_ file: AgentsFile) throws {
    let isChange = try file.update(isWanted: !remove, dryRun: write.dryRun)
    let done = remove ? "removed from" : "added to"
    Conversation.say(
      isChange
        ? "the section about tasks \(write.dryRun ? "would be" : "was") \(done) \(file.path)"
        : "\(file.path) is as it should be")
  }
}

package struct Clone: Verb {
  package static let names = "clone"
  package static let configuration = CommandConfiguration(
    of: Clone.self, abstract: "Clone a store and set up the clone.",
    discussion: """
      This does what git clone and tasks init do. From then on, git pull merges tasks field by field in this \
      clone.

        tasks clone git@example.org:todo.git ~/.local/share/tasks
        tasks clone git@example.org:todo.git ~/todo --dry-run
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Argument(help: "The URL, as for git clone.")
  var url: String

  @Argument(
    help: "The folder; by default it is named after the URL.", completion: .directory)
  var dir: String?

  package init() {}

  package static func complete(_ line: inout Completion) {
    if line.place == 1 { line.offers = [.folders] }
  }

  package func run() throws {
    let session = try Session(options)
    let root = StoreLocation.absolute(dir ?? folderName, in: session.currentFolder)
    if write.dryRun { return try Output.print("would clone \(url) to \(root)") }
    let (store, isNew) = try TaskStore.clone(url, to: root, session.context)
    try session.print(
      isNew
        ? "cloned an empty repository, and made a store at \(store.root)"
        : "cloned to \(store.root)", store: store)
  }

  /// The last component of the URL, after which git names the folder.
  private var folderName: String {
    let path =
      url.split(separator: "/").last?.split(separator: ":").last.map(String.init) ?? "tasks"
    return path.hasSuffix(".git") && path.count > 4 ? String(path.dropLast(4)) : path
  }
}

extension Session {
  /// Prints what was done to make or find a store.
  fileprivate func print(_ text: String, store: TaskStore) throws {
    try print(store.status().status) { $0.line(text) }
    if let advice = store.strategyAdvice { Conversation.say(advice) }
  }
}
