import TasksCore
import TasksStore
import TasksSync
import TasksTerminal

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
