import ArgumentParser
import TasksCore
import TasksExchange
import TasksStore
import TasksSync
import TasksTerminal

package struct Log: Verb {
  package static let names = "log history"
  package static let configuration = CommandConfiguration(
    of: Log.self, abstract: "Show changes field by field, newest first.",
    usage: "tasks log [<span>] [<id> ...] [<options>]",
    discussion: """
      Each entry shows the commit, the time, the operation, the device and the changed fields; of a merge, only what \
      it decided itself. The log follows a task that was moved to another file or converted. Name a purged task by its \
      whole id. A span (day, last week, month, 2w, 2026-W48, mon..wed) before the tasks is in place of --since and \
      --until. A change whose objects git has lost, or a partial clone cannot fetch, is left out, and the exit status \
      is not 0.

        tasks log -n 10
        tasks log k7m
        tasks log last week
        tasks log --since "last friday" --device laptop
        tasks log --field due --list work
        tasks log --stat --since -1w
        tasks log --patches > patches.jsonl
      """)

  @OptionGroup package var options: GlobalOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Show at most this many changes.", valueName: "count"))
  package var number: Int?

  @Option(
    help: ArgumentHelp(
      "Show changes from that day or time on, or since that commit.", valueName: "when"))
  var since: String?

  @Option(
    help: ArgumentHelp(
      "Show changes up to that day or time, or up to that commit.", valueName: "when"))
  var until: String?

  @Option(
    help: ArgumentHelp(
      "Show changes made on this device, or by this author.", valueName: "name"))
  var device: String?

  @Option(help: ArgumentHelp("Show only changes of this field: due, state, notes, prop.NAME."))
  var field: String?

  @Option(help: ArgumentHelp("Show only changes of tasks that were or are in this list."))
  var list: String?

  @Option(help: ArgumentHelp("Show only changes of tasks that had or have this tag."))
  var tag: String?

  @Flag(help: "Show of each operation only how many tasks and fields it changed.")
  var stat = false

  @Flag(help: "Print the history as patches for tasks rebuild, one JSON object a line.")
  var patches = false

  @Flag(help: "With --patches, print lines even with --json.")
  var jsonl = false

  @Argument(
    help: ArgumentHelp("The tasks; by default the whole store.", valueName: "id"))
  package var ids: [String] = []

  package init() {}

  package static let tool = MCPTool(
    command: Log.self, hint: "", isReadOnly: true,
    parameters: [
      MCPTool.Parameter(name: "ids", kind: .texts, help: "Of these tasks only."),
      MCPTool.Parameter(name: "number", kind: .number, help: "No more than so many changes."),
      MCPTool.Parameter(name: "since", kind: .text, help: "A date, or a commit."),
      MCPTool.Parameter(name: "until", kind: .text, help: "A date, or a commit."),
    ],
    words: { arguments throws(MCPArguments.Fault) in
      MCPTool.Call(words: ["--"] + (try arguments.names("ids")))
    })

  package static func complete(_ line: inout Completion) {
    line.offers = [.ids(.every)]
    if line.place == 0 { line.offerSpans() }
  }

  package static func complete(valueOf option: String, _ line: inout Completion) {
    switch option {
    case "--field": line.offer(FieldFilter.names)
    case "--list": line.offers = [.lists]
    case "--tag": line.offers = [.tags(sign: "")]
    default: line.offer(usualValuesOf: option)
    }
  }

  package static func quick(_ words: [String]) -> (any Request)? { LogListing(words: words) }

  package func validate() throws {
    if jsonl, !patches { throw ValidationError("--jsonl needs --patches.") }
    let narrow = [since, until, device, field, list, tag].contains { $0 != nil }
    if patches, number != nil || narrow || stat {
      throw ValidationError("--patches prints every change: name tasks only.")
    }
    if let number, number < 1 { throw ValidationError("The number of changes must be 1 or more.") }
    if stat, options.json { throw ValidationError("--stat and --json exclude each other.") }
  }

  package func run() throws {
    if patches { return try PatchListing(ids: ids, isLines: jsonl).run(in: Session(options)) }
    var listing = LogListing(words: ids, limit: number ?? .max)
    (listing.since, listing.until, listing.device) = (since, until, device)
    (listing.field, listing.list, listing.tag, listing.isSummed) = (field, list, tag, stat)
    try listing.run(in: Session(options))
  }
}

/// A parsed `log` command.
package struct LogListing: Request {
  /// A span, if the first words name one and no task, and the words that name tasks; none for the whole store.
  package let words: [String]
  package var limit = Int.max
  /// Points of the history, as typed.
  var since: String?
  var until: String?
  var device: String?
  var field: String?
  var list: String?
  var tag: String?
  /// Whether operations are counted instead of told.
  var isSummed = false

  package func run(in session: Session) throws {
    let store = try session.openStore()
    let field = try field.map { word in
      guard let field = FieldFilter(word, store.fields) else { throw LogListing.unknown(word) }
      return field
    }
    let query = try query(session.now)
    let (span, ids) = try span(session, store)
    let paths = ids.isEmpty ? nil : try ids.map { try path(of: $0, in: store) }
    let isWanted = try device.map { try LogListing.test(ofDevice: $0, in: store) }
    var devices: Set<String> = []
    let context = QueryContext(
      now: session.now, isOpen: { _ in false }, isUnsynced: { _ in false },
      isParent: { _ in false })
    let history = try store.history(
      of: paths, in: try span ?? times(session, store), limit: isSummed ? .max : limit
    ) { entry in
      if let isWanted {
        devices.insert(entry.device ?? entry.author)
        if !isWanted(entry.device, entry.author) { return nil }
      }
      let tasks = [entry.change.new, entry.change.old].compactMap { $0 }
      if let query, !tasks.contains(where: { (try? query.matches($0, in: context)) == true }) {
        return nil
      }
      guard let field else { return entry }
      var entry = entry
      entry.fields.removeAll { !field.matches($0) }
      return entry.fields.isEmpty ? nil : entry
    } local: {
      LocalTime.timestamp(at: $0)
    }
    let page = LogPage(now: session.now, showsAdded: field != nil)
    try session.print(LogAnswer(history.entries)) { output in
      if isSummed {
        page.writeSums(history.entries, of: limit, to: &output)
      } else {
        page.write(history.entries, to: &output)
      }
    }
    if history.entries.isEmpty, !session.wantsJSON {
      try explainNothing(query, devices, store, session)
    }
    if history.entries.count < limit, since == nil, span == nil { LogListing.mentionEnd(of: store) }
    if let failure = history.failure { throw failure }
  }

  /// Says where the history of a shallow clone ends.
  static func mentionEnd(of store: TaskStore) {
    guard store.isShallow else { return }
    Conversation.say(
      "this clone is shallow and has no older commits; fetch them with: tasks git fetch --unshallow"
    )
  }

  /// - Throws: `noSuchTask`, with the span that may be meant.
  private func path(of word: String, in store: TaskStore) throws -> String {
    do {
      return try store.path(of: word)
    } catch StoreError.noSuchTask(let word, nil) {
      guard let near = NearestWord.to(word.lowercased(), among: DaySpan.words) else {
        throw StoreError.noSuchTask(word)
      }
      throw CommandError(
        "'\(word)' is neither an id nor a span; did you mean '\(near)'?", code: .noSuchTask)
    }
  }

  /// The commit times of the span that the first words name, nil if there is none, and the words after it.
  private func span(
    _ session: Session, _ store: TaskStore
  ) throws -> (times: ClosedRange<Int64>?, rest: [String]) {
    let (days, rest) = try DaySpan.read(first: words, now: session.now, .past)
    guard let days, (try? store.path(of: words[0])) == nil else { return (nil, words) }
    guard since == nil, until == nil else {
      let span = Array(words.dropLast(rest.count)).spaced
      throw CommandError("'\(span)' and --since or --until exclude each other", code: .usage)
    }
    let times =
      LocalTime.seconds(of: Timestamp(days.lowerBound, minute: 0))...LocalTime.seconds(
        of: Timestamp(days.upperBound, minute: 1439)) + 59
    return (times, rest)
  }

  /// The commit times that are wanted.
  private func times(_ session: Session, _ store: TaskStore) throws -> ClosedRange<Int64> {
    func seconds(_ word: String, isStart: Bool) throws -> Int64 {
      let point = try PointArgument(session).read(word, isStart: isStart)
      // A day before the first commit is as good as any.
      if case .moment(let seconds) = point.place { return seconds }
      return try store.commit(at: point, local: LocalTime.timestamp(at:)).seconds
    }
    let first = try since.map { try seconds($0, isStart: true) } ?? .min
    let last = try until.map { try seconds($0, isStart: false) } ?? .max
    guard first <= last else {
      throw CommandError("'\(until ?? "")' is before '\(since ?? "")'", code: .usage)
    }
    return first...last
  }

  private func query(_ now: Timestamp) throws -> Query? {
    guard list != nil || tag != nil else { return nil }
    let list = list.map { "list:" + $0 }
    let tag = tag.map { $0.hasPrefix("+") || $0.hasPrefix("@") ? $0 : "+" + $0 }
    return try Query.read([list, tag].compactMap { $0 }, now: now)
  }

  /// Returns whether a change was made on the device, or by the author, that a name means. A device that this clone never
  /// met is known by its id, which begins with its name.
  private static func test(
    ofDevice name: String, in store: TaskStore
  ) throws -> (_ device: String?, _ author: String) -> Bool {
    let known = try store.devices(local: LocalTime.timestamp(at:))
    let ids = Set(known.filter { $0.name == name || $0.id.hasPrefix(name) }.map(\.id))
    return { device, author in
      author.lowercased() == name.lowercased()
        || device.map { $0 == name || $0.hasPrefix(name + "-") || ids.contains($0) } == true
    }
  }

  /// Says of what was asked for that there is none of it.
  private func explainNothing(
    _ query: Query?, _ devices: Set<String>, _ store: TaskStore, _ session: Session
  ) throws {
    if let query {
      TaskList(session: session, store: store).explainNothing(query, try store.read())
    }
    guard let device else { return }
    let names = devices.map { id in id.lastIndex(of: "-").map { String(id[..<$0]) } ?? id }
    let near = NearestWord.to(device, among: names)
    Conversation.say(
      "no change was made on or by '\(ControlCharacters.escaped(Text(device)))'; "
        + (near.map { "did you mean \($0)?" } ?? "tasks devices lists them"))
  }

  private static func unknown(_ word: String) -> CommandError {
    let near = NearestWord.to(word.lowercased(), among: FieldFilter.names)
    return CommandError(
      "'\(word)' is no field"
        + (near.map { "; did you mean '\($0)'?" } ?? "")
        + "\ntry: title, state, due, tags, notes, or prop.NAME for any other property", code: .usage
    )
  }
}

/// The history, newest first.
struct LogAnswer: Answer {
  let kind = "log"
  let entries: [HistoryEntry]

  init(_ entries: [HistoryEntry]) { self.entries = entries }

  func write(to json: inout JSONWriter) {
    json.array(entries) { json, entry in
      json.object { json in
        json.member("commit", entry.commit)
        json.member("operation", entry.operation)
        json.member("time", entry.time)
        json.member("device", entry.device)
        json.member("id", entry.task?.id.text)
        json.member("title", entry.task?.title)
        json.key("changes")
        json.array(entry.fields) { $1.write(to: &$0) }
      }
    }
  }
}

/// A parsed `log --patches` command.
struct PatchListing: Request {
  /// The words that name tasks; empty for the whole store.
  let ids: [String]
  /// Whether each patch is on a line of its own, whatever `--json` says.
  let isLines: Bool

  func run(in session: Session) throws {
    let store = try session.openStore()
    var left = Set(try ids.map { try store.id(of: $0) })
    let wanted = left
    var patches: [Patch] = []
    var lines: [UInt8] = []
    try store.patches { patch in
      if !wanted.isEmpty {
        guard wanted.contains(patch.task) else { return }
        left.remove(patch.task)
      }
      if session.wantsJSON, !isLines {
        patches.append(patch)
        return
      }
      lines += patch.line
      if lines.count > 1 << 16 {
        try Output.write(lines)
        lines = []
      }
    }
    if let id = left.first { throw StoreError.noSuchTask(id.text.string) }
    if session.wantsJSON, !isLines {
      lines =
        JSONAnswer("patches") { [patches] json in
          json.array(patches) { $1.write(to: &$0) }
        }.json
    }
    try Output.write(lines)
  }
}
