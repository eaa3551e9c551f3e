import ArgumentParser
import TasksStore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Commit, fetch, merge and push in one step.",
    discussion: """
      What was edited by hand is committed first. Where another device was faster, it is tried again. \
      Without a network nothing is lost, and the exit status is 6. With --every it is repeated until it is \
      interrupted, every 20 seconds when no number is given. With --dry-run nothing is changed and the \
      network is not touched: it says what would be committed and pushed, and what was fetched before and \
      would be merged.

        tasks sync
        tasks sync --every 60
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Option(help: ArgumentHelp("Repeat it, so many seconds apart.", valueName: "seconds"))
  var every: Int?

  func validate() throws {
    if let every, every < 1 { throw ValidationError("The seconds must be 1 or more.") }
    if every != nil, write.dryRun {
      throw ValidationError("--dry-run says what one sync would do; leave out --every.")
    }
  }

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore(noticesMerges: false)
    let sync = Sync(store, pause: Pause.wait, progress: Progress.show)
    let output = SyncOutput(isJSON: options.json)
    if write.dryRun { return try output.print(sync.plan()) }
    guard let every else {
      defer { Progress.clear() }
      let report = try sync.run()
      Progress.clear()
      return try output.print(report)
    }
    Interruption.watch()
    while !Interruption.isAsked {
      do {
        defer { Progress.clear() }
        let report = try sync.run()
        Progress.clear()
        if !report.isEmpty { try output.print(report) }
      } catch let failure as SyncFailure where failure.mayPass {
        Progress.clear()
        if !Interruption.isAsked { Conversation.say(failure.description) }
      } catch let error as StoreError where error.kind == .failed {
        // Another command is writing, or git is in the middle of something.
        Progress.clear()
        Conversation.say(error.description)
      }
      Pause.wait(Double(every))
    }
  }
}

/// What a sync is at, on a terminal; it goes when the sync is done.
enum Progress {
  static func show(_ step: SyncStep) { write("\r\u{1B}[K\(step.rawValue)…") }

  static func clear() { write("\r\u{1B}[K") }

  private static func write(_ text: String) {
    guard isatty(2) == 1 else { return }
    Conversation.write(Array(text.utf8))
  }
}

/// Waiting that an interruption ends.
enum Pause {
  static func wait(_ seconds: Double) {
    var left = seconds
    while left > 0, !Interruption.isAsked {
      usleep(UInt32(min(left, 0.2) * 1_000_000))
      left -= 0.2
    }
  }
}

/// SIGINT and SIGTERM, noted and acted on between two steps.
enum Interruption {
  static var isAsked: Bool { interruptionIsAsked != 0 }

  static func watch() {
    signal(SIGINT) { _ in interruptionIsAsked = 1 }
    signal(SIGTERM) { _ in interruptionIsAsked = 1 }
    // Whoever started us may have blocked them.
    var both = sigset_t()
    sigemptyset(&both)
    sigaddset(&both, SIGINT)
    sigaddset(&both, SIGTERM)
    sigprocmask(SIG_UNBLOCK, &both, nil)
  }
}

/// Set by a signal handler, which may touch nothing else.
private nonisolated(unsafe) var interruptionIsAsked: sig_atomic_t = 0
