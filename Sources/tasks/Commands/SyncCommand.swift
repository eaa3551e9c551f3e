import ArgumentParser
import TasksCore
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
      interrupted, every 20 seconds when no number is given.

        tasks sync
        tasks sync --every 60
      """)

  @OptionGroup var options: GlobalOptions

  @Option(help: ArgumentHelp("Repeat it, so many seconds apart.", valueName: "seconds"))
  var every: Int?

  func validate() throws {
    if let every, every < 1 { throw ValidationError("The seconds must be 1 or more.") }
  }

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore(noticesMerges: false)
    let sync = Sync(store, pause: Pause.wait, progress: Progress.show)
    guard let every else {
      defer { Progress.clear() }
      return try print(sync.run())
    }
    Interruption.watch()
    while !Interruption.isAsked {
      do {
        defer { Progress.clear() }
        let report = try sync.run()
        if !report.isEmpty { try print(report) }
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

  private func print(_ report: SyncReport) throws {
    Progress.clear()
    var output = Output()
    if options.json {
      output.write(
        JSONWriter.document(kind: "sync") { json in
          json.object { json in
            json.key("remote")
            json.string(report.remote)
            json.key("received")
            json.number(report.received)
            json.key("sent")
            json.number(report.sent)
            json.key("merged")
            json.bool(report.merged)
          }
        })
    } else if report.isEmpty {
      output.line("up to date with \(report.remote)")
    } else {
      let merged = report.merged ? ", merged" : ""
      output.line(
        "synchronized with \(report.remote): \(report.received) received, \(report.sent) sent\(merged)"
      )
    }
    try output.flush()
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
