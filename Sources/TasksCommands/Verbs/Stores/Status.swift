import ArgumentParser
import TasksCore
import TasksStore
import TasksTerminal

package struct Status: Verb {
  package static let names = "status"
  package static let configuration = CommandConfiguration(
    of: Status.self,
    abstract: "Show the store, its task counts, and its state relative to the upstream branch.",
    discussion: """
      --short is for prompts: 1!2 if the deadline of one open task has passed and two others are due or scheduled \
      today, 1! or 2 if there are only such tasks, nothing if there are none or if there is no store. It does not \
      see a change that an editor has written into a file in place until something else in the file's folder changes.

        tasks status
        tasks status --short
      """)

  @OptionGroup package var options: GlobalOptions

  @Flag(help: "Print the numbers of overdue tasks and of those for today, for prompts.")
  package var short = false

  package init() {}

  package static let quickFlags = ["--short"]

  package static func quick(_ words: [String]) -> (any Request)? {
    words == ["--short"] ? ShortStatus() : nil
  }

  package func validate() throws {
    if short, options.json { throw ValidationError("--short and --json exclude each other.") }
  }

  package func run() throws {
    if short { return try ShortStatus().run(in: Session(options)) }
    let session = try Session(options)
    let store = try session.openStore()
    let (status, reading) = try store.status()
    try session.print(status) { output in
      TaskList.warn(about: reading)
      TaskList.warn(aboutInboxOf: store)
      if let advice = store.strategyAdvice { Conversation.say(advice) }
      let clocks = ClockStatus.answer(reading, now: session.now)
      if let advice = ClockStatus.advice(clocks, now: session.now) { Conversation.say(advice) }
      for line in lines(of: status) { output.line(line) }
      for row in clocks.rows {
        output.line("clock      \(ClockStatus.text(row, now: session.now))")
      }
    }
  }

  private func lines(of status: StoreStatus) -> [String] {
    var lines = [
      "store      \(status.root)",
      "device     \(status.device.name) (\(status.device.id))",
      "tasks      \(status.open) open, \(status.done) done, \(status.deleted) in the trash",
    ]
    if let branch = status.branch {
      lines.append("unsynced   \(status.unsynced) of them")
      let commits = branch.ahead == 1 ? "commit" : "commits"
      lines.append("upstream   \(branch.ahead) \(commits) ahead, \(branch.behind) behind")
    } else {
      lines.append("upstream   none")
    }
    if status.conflicts > 0 {
      let values = status.conflicts.counted("value")
      lines.append("dropped    \(values) in merges; tasks conflicts lists them")
    }
    if status.sparse > 0 {
      lines.append("sparse     \(status.sparse) files left out by a sparse checkout")
    }
    lines += status.cycles.map { "circle     \($0)" }
    return lines + status.unreadable.map { "unreadable \(ControlCharacters.escaped($0))" }
  }
}

/// A parsed `status --short`, for prompts: it runs each time the shell waits for a command.
///
/// It is read from the cache and the folders alone (``TaskStore/readUnchecked()``), and nothing is reported. Without a
/// store nothing is printed, since a prompt is shown in any folder.
package struct ShortStatus: Request {
  package func run(in session: Session) throws {
    let location = try session.location()
    if case .standard(let path) = location, !TaskStore.exists(at: path) { return }
    let store = try session.openStore(noticesMerges: false)
    var counts = DueCounts(now: session.now)
    try store.readUnchecked().forEachRow(where: \.isOpen) { counts.add($0) }
    if !counts.text.isEmpty { try Output.print(counts.text) }
  }
}

extension StoreStatus: Answer {
  package var kind: String { "status" }

  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("store", root)
      json.member("format", format.rawValue)
      json.member("open", open)
      json.member("done", done)
      json.member("deleted", deleted)
      json.member("unsynced", unsynced)
      json.member("ahead", branch?.ahead)
      json.member("behind", branch?.behind)
      json.member("conflicts", conflicts)
      json.key("unreadable")
      json.array(unreadable) { $0.string($1) }
      json.member("sparse", sparse)
      json.member("device", device.name)
      json.key("cycles")
      json.array(cycles) { $0.string($1) }
    }
  }
}
