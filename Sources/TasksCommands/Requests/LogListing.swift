import TasksCore
import TasksStore
import TasksSync
import TasksTerminal

/// A parsed `log` command.
package struct LogListing: Request {
  /// The words that name tasks; empty for the whole store.
  package let ids: [String]
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
    let field = try field.map { word in
      guard let field = FieldFilter(word) else { throw LogListing.unknown(word) }
      return field
    }
    let query = try query(session.now)
    let store = try session.openStore()
    let paths = ids.isEmpty ? nil : try ids.map { try store.path(of: $0) }
    let devices = try device.map { try LogListing.devices($0, of: store) }
    let context = QueryContext(
      now: session.now, isOpen: { _ in false }, isUnsynced: { _ in false },
      isParent: { _ in false })
    let history = try store.history(
      of: paths, in: times(session, store), limit: isSummed ? .max : limit
    ) { entry in
      if let devices, !devices.contains(entry.device ?? entry.author) { return nil }
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
    if history.entries.count < limit, since == nil { LogListing.mentionEnd(of: store) }
    if let failure = history.failure { throw failure }
  }

  /// Says where the history of a shallow clone ends.
  static func mentionEnd(of store: TaskStore) {
    guard store.isShallow else { return }
    Conversation.say(
      "this clone is shallow and has no older commits; fetch them with: tasks git fetch --unshallow"
    )
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

  /// Returns the ids that a name of a device means, and the name itself, which may be that of an author.
  private static func devices(_ name: String, of store: TaskStore) throws -> Set<String> {
    let known = try store.devices(local: LocalTime.timestamp(at:))
    return Set([name] + known.filter { $0.name == name || $0.id.hasPrefix(name) }.map(\.id))
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
