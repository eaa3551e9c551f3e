import CoreTestSupport
import StoreTestSupport
import TasksCore
import TestSupport

/// A value that somebody wrote into a task, found again in its file by a mark that nothing else has.
struct MarkedWrite {
  let task: String
  let mark: String
  /// The marks of the values that its writer saw and replaced.
  let replaced: [String]
  /// A line that must come back as it is, unless another client may write it as well.
  let line: String?
}

/// Who wrote what, with a source of marks.
struct WriteLedger {
  private(set) var writes: [MarkedWrite] = []
  private(set) var count = 0
  /// What happened, for a law that fails.
  private(set) var steps: [String] = []

  mutating func mark() -> String {
    count += 1
    return "m\(count)x"
  }

  /// A day that nothing else has.
  mutating func day() -> CivilDate {
    count += 1
    return CivilDate(dayNumber: 20_900 + count)
  }

  mutating func note(
    _ task: String, _ mark: String, replacing old: String = "", line: String? = nil
  ) {
    let replaced = old.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init)
    writes.append(MarkedWrite(task: task, mark: mark, replaced: replaced, line: line))
  }

  mutating func say(_ step: String) { steps.append(step) }

  /// The moment at which a client says that it changed a task: a minute later each time.
  var moment: String {
    let (hours, minutes) = (count / 60 % 14 + 10, count % 60)
    return "20261120T\(hours)\(minutes < 10 ? "0" : "")\(minutes)00Z"
  }
}

/// A program that has a list, changes it while it is offline, and syncs.
final class SimulatedClient {
  enum Kind: CaseIterable {
    /// Keeps what it does not know, and says what version it has.
    case careful
    /// Keeps what it does not know.
    case plain
    /// Makes a VTODO anew from what it knows.
    case rewriter
  }

  let kind: Kind
  let list: String
  private let world: ServiceWorld
  private var states: [(token: String, held: [String: Held])] = [("", [:])]
  private(set) var held: [String: Held] = [:]
  private var dirty: Set<String> = []
  /// What it has read of each tag.
  private var texts: [String: String] = [:]
  /// What it has ever put.
  private var written: Set<String> = []

  struct Held: Equatable {
    var tag: String
    var text: String
  }

  init(_ kind: Kind, _ world: ServiceWorld, list: String) {
    (self.kind, self.world, self.list) = (kind, world, list)
  }

  private var device: String { "\(kind)-aaaaaaaa" }
  private var product: String { "-//\(kind)//EN" }

  // MARK: Changes

  func change(_ ledger: inout WriteLedger, _ random: inout SeededGenerator) {
    guard let name = held.keys.sorted().randomElement(using: &random), var own = held[name] else {
      return
    }
    if kind == .rewriter, !dirty.contains(name) { own.text = rewritten(own.text) }
    let task = String(name.dropLast(4))
    func line(_ name: String) -> String {
      ClientBody.lines(own.text).last { $0.hasPrefix(name) } ?? ""
    }
    var edits: [(String, String?)] = []
    let mark = ledger.mark()
    switch random.below(kind == .rewriter ? 6 : 10) {
    case 0, 1:
      ledger.note(task, mark, replacing: line("SUMMARY"))
      edits = [("SUMMARY", "SUMMARY:\(mark) title")]
    case 2:
      let day = ledger.day()
      let old = line("DUE").drop { $0 != ":" }.dropFirst()
      ledger.note(
        task, day.iso, replacing: CalendarDate(String(old))?.wall.date.iso ?? "")
      edits = [("DUE", "DUE;VALUE=DATE:\(day.iso.replacing("-", with: ""))"), ("DTSTART", nil)]
    case 3:
      let old = String(line("DESCRIPTION:n").dropFirst(12))
      ledger.note(task, mark)
      let notes =
        old.isEmpty
        ? "n\(mark)" : random.chance(50) ? "n\(mark)\\n\(old)" : "\(old)\\nn\(mark)"
      edits = [("DESCRIPTION:n", "DESCRIPTION:\(notes)")]
      if old.isEmpty { edits = [("", "DESCRIPTION:\(notes)")] }
    case 4 where random.chance(30):
      let old = line("DUE").drop { $0 != ":" }.dropFirst()
      ledger.note(task, task, replacing: CalendarDate(String(old))?.wall.date.iso ?? "")
      edits = [("DUE", nil), ("DTSTART", nil)]
    case 4: edits = [("PRIORITY", "PRIORITY:\(random.below(9) + 1)")]
    case 5:
      if random.chance(50) {
        edits = alarm(own.text, minutes: random.below(90))
      } else {
        edits = [("STATUS", "STATUS:COMPLETED"), ("COMPLETED", "COMPLETED:\(ledger.moment)")]
        if line("STATUS") == "STATUS:COMPLETED" {
          edits = [("STATUS", "STATUS:NEEDS-ACTION"), ("COMPLETED", nil), ("PERCENT-", nil)]
        }
      }
    case 6:
      let old = line("CATEGORIES:").dropFirst(11)
      ledger.note(task, mark)
      edits = [("CATEGORIES:", "CATEGORIES:\(old)\(old.isEmpty ? "" : ",")\(mark)")]
    case 7:
      let name = "X-CLIENT-\(kind)".uppercased()
      let text = "\(name);X-P=\"a;b\":v \(mark)\\, w"
      ledger.note(task, mark, replacing: line(name), line: text)
      edits = [(name, text)]
    case 8:
      ledger.note(task, mark, replacing: line("ATTACH:"))
      edits = [("ATTACH:", "ATTACH:https://example.org/\(mark)")]
    default:
      ledger.note(task, mark)
      edits = [("", "COMMENT;LANGUAGE=de:c \(mark)")]
    }
    edits.append(("LAST-MODIFIED", "LAST-MODIFIED:\(ledger.moment)"))
    own.text = ClientBody.edited(own.text, edits, product: product)
    held[name] = own
    dirty.insert(name)
    ledger.say("\(kind) changes \(name): \(edits.map { $0.1 ?? "-\($0.0)" })")
  }

  /// Puts the first alarm at other minutes, or adds one.
  private func alarm(_ text: String, minutes: Int) -> [(String, String?)] {
    if text.contains("TRIGGER") { return [("TRIGGER", "TRIGGER;RELATED=END:-PT\(minutes)M")] }
    return [
      (
        "",
        "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:r\nTRIGGER;RELATED=END:-PT\(minutes)M\nEND:VALARM"
      )
    ]
  }

  /// What a client makes of a text of which it knows a few lines.
  private func rewritten(_ text: String) -> String {
    let known = [
      "UID", "SUMMARY", "DUE", "DTSTART", "STATUS", "COMPLETED", "PRIORITY", "DESCRIPTION", "RRULE",
      "BEGIN", "END", "VERSION", "PRODID", "LAST-MODIFIED",
    ]
    var isAlarm = false
    let lines = ClientBody.lines(text).filter { line in
      if line == "BEGIN:VALARM" { isAlarm = true }
      defer { if line == "END:VALARM" { isAlarm = false } }
      let name = String(line.prefix { $0 != ":" && $0 != ";" })
      return isAlarm
        ? ["BEGIN", "END", "ACTION", "TRIGGER", "DESCRIPTION"].contains(name) : known.contains(name)
    }
    return ClientBody.text(lines)
  }

  func add(_ ledger: inout WriteLedger) throws {
    let mark = ledger.mark()
    ledger.note(mark, mark)
    ledger.say("\(kind) adds \(mark).ics")
    let text = todo(mark, "SUMMARY:\(mark) title", "STATUS:NEEDS-ACTION")
    let put = try world.put(
      "\(mark).ics", in: list, text, kind == .careful ? ["If-None-Match": "*"] : [:], device: device
    )
    expect([201], put, "\(mark).ics", ledger)
  }

  func delete(_ ledger: inout WriteLedger, _ random: inout SeededGenerator) throws {
    let names = held.keys.filter { !dirty.contains($0) }.sorted()
    guard let name = names.randomElement(using: &random) else { return }
    ledger.say("\(kind) deletes \(name)")
    let tag = kind == .careful ? ["If-Match": held[name]?.tag ?? ""] : [:]
    let gone = try world.ask("DELETE", "/dav/lists/\(list)/\(name)", tag, device: device)
    expect([204, 404], gone, name, ledger)
    held[name] = nil
  }

  // MARK: Sync

  /// Puts what has changed here. The same once more changes nothing.
  func push(_ ledger: inout WriteLedger, _ random: inout SeededGenerator) throws {
    for name in dirty.sorted() {
      guard let own = held[name] else { continue }
      let tag = kind == .careful ? ["If-Match": own.tag] : [:]
      ledger.say("\(kind) puts \(name)")
      if kind == .rewriter, written.insert(name).inserted {
        // What a device has that says nothing of it and has written nothing is guessed by its text.
        let (id, now) = (String(name.dropLast(4)), try world.task(String(name.dropLast(4))))
        let day = now.deadline?.start.date.iso ?? ""
        ledger.note(id, id, replacing: "\(now.title) \(day)")
      }
      let put = try world.put(name, in: list, own.text, tag, device: device)
      expect([201, 204], put, name, ledger)
      guard random.chance(30) else { continue }
      try world.settle()
      let head = try world.head()
      let again = try world.put(name, in: list, own.text, tag, device: device)
      expect([201, 204], again, name, ledger)
      try expectNothing(since: head, "puts \(name) twice", ledger)
    }
    unread.formUnion(dirty)
    dirty = []
  }

  /// What was put and is not read again yet: an answer to PUT has no tag.
  private var unread: Set<String> = []

  /// Reads what has changed since the last sync, or since an earlier one, as after a backup.
  func pull(_ ledger: inout WriteLedger, _ random: inout SeededGenerator) throws {
    var (token, old) = states[states.count - 1]
    if random.chance(20) { (token, old) = random.pick(states) } else { old = held }
    ledger.say("\(kind) syncs")
    var changed = unread
    let limit = random.chance(30) ? random.below(4) + 1 : nil
    for _ in 0..<99 {
      let answer = try world.sync(list, token, limit: limit)
      guard answer.status == 207 else { return expect([207], answer, "sync", ledger) }
      for (name, status) in answer.statuses where name != list {
        if status == 404 { old[name] = nil } else { changed.insert(name) }
        if status == 404 { changed.remove(name) }
      }
      token = answer.token
      if answer.statuses[list] != 507 { break }
    }
    if !changed.isEmpty {
      for (name, status) in try world.multiget(list, changed.sorted()).statuses where status == 404
      {
        old[name] = nil
      }
      for (name, task) in try world.multiget(list, changed.sorted()).tasks {
        // A version that comes back, as after a restore, was changed later than it was before.
        let text = ClientBody.edited(task.text, [("LAST-MODIFIED", nil), ("DTSTAMP", nil)])
        let known = texts.updateValue(text, forKey: name + task.tag)
        if let known, known != text {
          ledger.fail("\(task.tag) is of two texts: \(known)\n\(text)", of: name)
        }
        old[name] = Held(tag: task.tag, text: task.text)
      }
    }
    (held, unread) = (old, [])
    states.append((token, old))
  }

  /// Drops its changes.
  func forget() { dirty = [] }

  /// Puts what it has just read, in other words.
  func respell(_ ledger: inout WriteLedger, _ random: inout SeededGenerator) throws {
    guard let name = held.keys.sorted().randomElement(using: &random), !dirty.contains(name),
      case let got = try world.get(name, in: list), got.status == 200
    else { return }
    try world.settle()
    let head = try world.head()
    let text = kind == .rewriter ? rewritten(got.body) : got.body
    let spelt = ClientBody.spelling(text, &random)
    let tag = kind == .careful ? ["If-Match": got.tag] : [:]
    expect([204], try world.put(name, in: list, spelt, tag, device: device), name, ledger)
    try expectNothing(since: head, "puts \(name) as it is:\n\(spelt)", ledger)
  }

  private func expectNothing(since head: String, _ what: String, _ ledger: WriteLedger) throws {
    if try world.head() == head { return }
    ledger.fail("\(kind) \(what): \(try world.world.git("show", "HEAD"))")
  }

  private func expect(
    _ statuses: [Int], _ answer: ServiceWorld.Answer, _ name: String, _ ledger: WriteLedger
  ) {
    if statuses.contains(answer.status) { return }
    ledger.fail("\(kind) gets \(answer.status) for \(name): \(answer.body)")
  }
}
