import ArgumentParser
import Platform
import TasksCore
import TasksStore
import TasksSync
import TasksTerminal

struct SyncCommand: Verb {
  static let names = "sync"
  static let steps: [any Verb.Type] = [Once.self, Add.self, Places.self, Remove.self]
  static var usualStep: (any Verb.Type)? { Once.self }
  static let tool = MCPTool(
    command: SyncCommand.self, hint: "", parameters: [.dryRun],
    words: { _ in MCPTool.Call() })
  static let configuration = CommandConfiguration(
    of: SyncCommand.self, abstract: "Commit, fetch, merge and push in one step.",
    discussion: """
      Edits made by hand are committed first. If another device pushes at the same time, the sync is repeated. \
      Without a network nothing is lost, and the exit status is 6. With --every the sync repeats until it is \
      interrupted, every 20 seconds if no time is given. --dry-run changes nothing and does not use the \
      network: it prints what would be committed and pushed, and which fetched commits would be merged.

      A sync contacts the upstream and the places that tasks sync add has added. A place is a URL of git, of \
      which file:///FOLDER/NAME.git is made if it is not there; \
      drop:FOLDER, a folder that Dropbox, Syncthing or a USB stick carries between devices; or rsync:HOST:FOLDER, \
      a folder on a host without git; or folder:FOLDER, a folder of plain files for apps that know nothing of git: \
      what they change there is merged, and a file that is missing at two syncs is a task in the trash. If many are \
      missing, --yes confirms that. --bundle synchronizes through one file, to be carried by hand or sent by mail.

        tasks sync
        tasks sync --every 60
        tasks sync add stick drop:~/Stick
        tasks sync add notes folder:~/Notes
        tasks sync list
        tasks sync remove stick
        tasks sync --bundle ~/todo.bundle
      """)
}

extension SyncCommand {
  struct Once: Verb {
    static let names = "once"
    static let configuration = CommandConfiguration(
      of: Once.self, abstract: "Commit, fetch, merge and push in one step.",
      usage: "tasks sync [--every <time> | --bundle <file>]", shouldDisplay: false)

    @OptionGroup var options: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Option(
      help: ArgumentHelp(
        "Repeat the sync, with this many seconds in between, or 5min, 1h.", valueName: "time"),
      transform: Once.seconds)
    var every: Int?

    @Option(
      help: ArgumentHelp(
        "Take over what this file has and merge it, and leave what is here in it.",
        valueName: "file")
    )
    var bundle: String?

    @Flag(
      name: .shortAndLong,
      help: "Delete the tasks whose files are missing in a folder of plain files, however many.")
    var yes = false

    private static func seconds(_ text: String) throws -> Int {
      guard let seconds = Int(text) ?? (try? Effort.read(text)).map({ $0 * 60 }) else {
        throw ValidationError("'\(text)' is not a length of time: 60 (seconds), 5min, 1h.")
      }
      return seconds
    }

    func validate() throws {
      if let every, every < 1 { throw ValidationError("The number of seconds must be 1 or more.") }
      if bundle != nil, every != nil || write.dryRun || yes {
        throw ValidationError("--bundle is a sync of its own; leave out the other options.")
      }
      if every != nil, write.dryRun {
        throw ValidationError("--dry-run shows what one sync would do; leave out --every.")
      }
    }

    func run() throws {
      let session = try Session(options)
      let store = try session.openStore(noticesMerges: false)
      let progress = Progress(isShown: !options.json && isatty(2) == 1)
      var sync = Sync(
        store, isSure: yes, pause: Pause.wait, progress: { progress.show($0.rawValue) })
      sync.partly = { report in
        progress.clear()
        try session.print(report) { report.writeLines(to: &$0) }
      }
      if write.dryRun {
        let plan = try sync.plan()
        try session.print(plan) { plan.writeLines(to: &$0) }
        for plan in [plan] + plan.others {
          Conversation.say("\(plan.remote) was not contacted; it may have newer commits")
        }
        return
      }
      guard let every else {
        defer { progress.clear() }
        let report =
          try bundle.map {
            try sync.run(throughBundle: StoreLocation.absolute($0, in: session.currentFolder))
          } ?? sync.run()
        progress.clear()
        let unreadable = try store.read { $0.unreadable }
        TaskList.warn(about: unreadable.filter { !store.namedFiles.contains($0.path) })
        return try session.print(report) { report.writeLines(to: &$0) }
      }
      Interruption.watch()
      while Interruption.signal == nil {
        do {
          defer { progress.clear() }
          let report = try sync.run()
          progress.clear()
          if !report.isEmpty { try session.print(report) { report.writeLines(to: &$0) } }
        } catch  where StoreError.interruption(error) != nil {
          return
        } catch  where mayPass(error) {
          _ = Failure(error, wantsJSON: options.json).report()
        }
        Pause.wait(Double(every))
      }
    }

    /// Returns whether the same operation may succeed at the next attempt.
    private func mayPass(_ error: any Error) -> Bool {
      if let failure = error as? SyncFailure { return failure.mayPass }
      // Another command is writing, git is in the middle of an operation, or a branch is locked.
      return (error as? any ReportedError)?.kind == .failed
    }
  }

  struct Add: Verb {
    static let names = "add"
    static let configuration = CommandConfiguration(
      of: Add.self, abstract: "Add a place that each sync contacts.",
      usage: "tasks sync add <name> <place>")

    @OptionGroup var options: GlobalOptions
    @Argument(help: "What the place is called.") var name: String
    @Argument(help: "A URL of git, drop:FOLDER, rsync:HOST:FOLDER or folder:FOLDER.") var place:
      String

    func run() throws {
      let session = try Session(options)
      try SyncPlaces(of: session.openStore(noticesMerges: false)).add(
        name, place, from: session.currentFolder)
      try Output.print("added \(name)")
    }
  }

  struct Places: Verb {
    static let names = "list"
    static let configuration = CommandConfiguration(
      of: Places.self, abstract: "List the places that each sync contacts.",
      usage: "tasks sync list")

    @OptionGroup var options: GlobalOptions

    func run() throws {
      let session = try Session(options)
      let places = try SyncPlaces(of: session.openStore(noticesMerges: false)).all()
      let answer = JSONAnswer("places", rows: places) { json, row in
        json.member("name", row.name)
        json.member("place", row.place)
        json.member("synced", row.isSynced)
      }
      if places.isEmpty {
        Conversation.say("no places; add one with: tasks sync add NAME PLACE")
      }
      try session.print(answer) { output in
        for row in places {
          output.line("\(row.name)  \(row.place)" + (row.isSynced ? "" : "  not synchronized"))
        }
      }
    }
  }

  struct Remove: Verb {
    static let names = "remove"
    static let configuration = CommandConfiguration(
      of: Remove.self, abstract: "Contact a place no more.", usage: "tasks sync remove <name>")

    @OptionGroup var options: GlobalOptions
    @Argument(help: "What the place is called.") var name: String

    func run() throws {
      let session = try Session(options)
      try SyncPlaces(of: session.openStore(noticesMerges: false)).remove(name)
      try Output.print("removed \(name)")
    }
  }
}

/// A pause that a signal ends early.
enum Pause {
  static func wait(_ seconds: Double) {
    var left = seconds
    while left > 0, Interruption.signal == nil {
      usleep(UInt32(min(left, 0.2) * 1_000_000))
      left -= 0.2
    }
  }
}

extension SyncReport {
  func writeLines(to output: inout Output) {
    let isNew = received > 0 || sent > 0 || newBranch != nil
    output.line(
      isNew
        ? "synchronized with \(remote): \(received) received, \(sent) sent"
          + (merged ? ", merged" : "") + SyncPlan.made(newBranch)
        : "up to date with \(remote)")
    for other in others { other.writeLines(to: &output) }
  }
}

extension SyncPlan: Answer {
  package var kind: String { "sync" }

  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("remote", remote)
      json.member("received", received)
      json.member("sent", sent)
      json.member("merged", merges)
      json.key("edited")
      json.array(edited) { $0.string($1) }
      if !others.isEmpty {
        json.key("others")
        json.array(others) { $1.write(to: &$0) }
      }
    }
  }

  func writeLines(to output: inout Output) {
    for path in edited { output.line("would commit \(ControlCharacters.escaped(path))") }
    if received > 0 {
      let verb = merges ? "merge" : "fast-forward by"
      output.line("would \(verb) \(received.counted("commit")) already fetched from \(remote)")
    }
    output.line(
      sent > 0
        ? "would push \(sent.counted("commit")) to \(remote)" + SyncPlan.made(newBranch)
        : "nothing to push to \(remote)")
    for other in others { other.writeLines(to: &output) }
  }

  fileprivate static func made(_ branch: String?) -> String {
    branch.map { ", as the new branch \(ControlCharacters.escaped($0))" } ?? ""
  }
}
