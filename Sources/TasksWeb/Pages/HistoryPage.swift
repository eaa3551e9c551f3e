import Platform
import TasksCore
import TasksStore
import TasksSync

/// What changed of a task, or of the whole store, newest first.
struct HistoryPage: StorePage {
  private static let most = 50
  private static let mostLines = 20

  /// Nil for the whole store.
  let id: String?
  /// The last commit of the page before this one; nil for the first page.
  let before: String?

  func answer(_ session: StoreAccess.Session) throws -> WebAnswer {
    let (entries, more) = try entries(session.store)
    let names = try DeviceNames(of: session.store)
    let reading = try session.store.read()
    return WebAnswer.object("history") { json in
      json.objects("entries", entries) { json, entry in
        json.member("at", entry.time)
        json.member("time", Timestamp.clock(entry.time.minute ?? 0))
        json.member("day", HistoryPage.day(entry.time.date, session.now))
        json.member("device", names.name(of: entry))
        json.member("commit", entry.commit)
        json.member("id", entry.task?.id.text)
        json.member("title", entry.task?.title)
        json.key("words")
        json.array(entry.words(reading, now: session.now)) { $0.string($1) }
        let notes = entry.change.old.flatMap { _ in
          entry.fields.lazy.compactMap(\.noteLines).first
        }
        HistoryPage.write(notes ?? [], to: &json)
        if !entry.isMerge, entry.operation != "init" { json.member("canUndo", true) }
      }
      if let more { json.member("more", more) }
    }
  }

  /// The entries of a page, with all of a commit or none, and the commit after which the next page begins.
  private func entries(_ store: TaskStore) throws -> (ArraySlice<HistoryEntry>, more: String?) {
    let paths = try id.map { [try store.path(of: $0)] }
    let local = LocalTime.timestamp(at:)
    let last = try before.map { try store.commit(at: HistoryPoint($0, .revision), local: local) }
    var isHere = before == nil
    let all = try store.history(
      // The clock of a device may be a day late.
      of: paths, in: .min...(last.map { $0.seconds + 86_400 } ?? .max),
      limit: HistoryPage.most + 1,
      choosing: { [before] entry in
        isHere = isHere || entry.commit == before
        return isHere && entry.commit != before ? entry : nil
      }, local: local
    ).entries[...]
    guard all.count > HistoryPage.most, let next = all.last?.commit else { return (all, nil) }
    let whole = all.prefix { $0.commit != next }
    let entries = whole.isEmpty ? all.dropLast() : whole
    return (entries, entries.last?.commit)
  }

  private static func day(_ date: CivilDate, _ now: Timestamp) -> String {
    switch now.date.dayNumber - date.dayNumber {
    case 0: "Today"
    case 1: "Yesterday"
    default: RelativeDate(now: now).dated(Timestamp(date))
    }
  }

  private static func write(_ lines: [(sign: String, line: Text)], to json: inout JSONWriter) {
    if lines.isEmpty { return }
    var pairs = lines.prefix(mostLines).map { [$0.sign, ControlCharacters.escaped($0.line)] }
    let rest = lines.count - pairs.count
    if rest > 0 { pairs.append(["…", "\(rest) more \(rest == 1 ? "line" : "lines")"]) }
    json.key("notes")
    json.array(pairs) { json, pair in json.array(pair) { $0.string($1) } }
  }
}

struct DeviceNames {
  private var names: [String: String] = [:]

  init(of store: TaskStore) throws {
    for device in try store.devices(local: LocalTime.timestamp(at:)) {
      names[device.id] = device.name
    }
    for device in try DeviceTokens(of: store).all() { names[device.id] = device.name }
  }

  /// The name of the device of a change. Its id begins with the name and ends with eight random characters, which tells
  /// that of a browser whose token was taken back.
  func name(of entry: HistoryEntry) -> String {
    guard let id = entry.device else { return entry.author }
    guard names[id] == nil, let sign = id.lastIndex(of: "-"), id[sign...].utf8.count == 9 else {
      return names[id] ?? id
    }
    return sign == id.startIndex ? "a browser" : String(id[..<sign])
  }
}
