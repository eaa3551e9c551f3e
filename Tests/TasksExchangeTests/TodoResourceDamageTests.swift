import CoreTestSupport
import Foundation
import TasksCore
import TasksExchange
import TestSupport
import Testing

/// Whatever becomes of a text that was printed, it is taken or refused with a precondition, and taken twice it is taken
/// once.
struct TodoResourceDamageTests {
  private let door = TodoResourceWorld()

  private static let odd = [
    "", " ", "0", "-1", "x", "99999999999999999999", "20261127", "20261127T170000Z", "00000101",
    "99991231T235900Z", "99991231", "00010101T000000Z", "20261127T240000", "P1D", "PT-1S",
    "-P4000000D", "PT999999999999H",
    "FREQ=DAILY", "FREQ=WEEKLY;COUNT=2;BYDAY=MO,TU", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=9",
    "FREQ=YEARLY;UNTIL=00000101",
    "FREQ=SECONDLY", "FREQ=HOURLY;INTERVAL=100000", "FREQ=DAILY;UNTIL=99991231T235959Z", "a\\nb",
    "\\n\\n", "a\tb", "\u{1}\u{0}",
    "[1/3]", "[#A] x", "COMMENT x", "x :a:b:", ":a:", "a,b,,c", "@", "#", "50;14", "nan;inf",
    "COMPLETED", "CANCELLED",
    "IN-PROCESS", "NEEDS-ACTION", "maybe", "100", "1e308", "2147483648", "k7m", "\"q\"",
    "{\"a\":1}", "[\"x\"]", "\u{2028}", "\u{85}", "😀", "\\", "\\\\;", "* x",
    "#+TODO: A B", "## Log", "---", ":LOGBOOK:", "geo:1,2", "<2026-11-27 Fri +1d>", "null", "~",
    "!x", "&a", "*a", "- a", "a: b", "# c", "'", "%",
    String(repeating: "long ", count: 1_200),
  ]

  private static let lines = [
    "DTSTART:20261120T090000", "DUE;VALUE=DATE:20261120", "DUE;TZID=Europe/London:20261120T090000",
    "DURATION:P1W",
    "RRULE:FREQ=DAILY", "RRULE:FREQ=WEEKLY;BYDAY=MO,FR;COUNT=3", "EXDATE:20261127",
    "RDATE:20261127T170000", "STATUS:COMPLETED",
    "COMPLETED:20261120T163000Z", "PERCENT-COMPLETE:100", "PERCENT-COMPLETE:40", "CATEGORIES:a b,c",
    "RELATED-TO:p",
    "RELATED-TO;RELTYPE=CHILD:c", "X-APPLE-SORT-ORDER:-7", "X-APPLE-SORT-ORDER:77777", "LOCATION:L",
    "GEO:1;2", "URL:http://x", "PRIORITY:3", "CLASS:PRIVATE",
    "COMMENT:a", "X-END:1", "X-URL:2", "TITLE:t", "ID:i", "STATUS-X:s", "TAGS:x", "END-X:y",
    "A--2:z", "URL-2:u", "RRULE-2:r", "ALARM:a", "UID-2:q", "NAME:n",
    "DESCRIPTION:a\\n* b\\n#+TODO: x\\n## Log", "SUMMARY:a\\nb",
    "ATTACH;ENCODING=BASE64;VALUE=BINARY:AAAA", "X-TASKS-LOG:[", "X-TASKS-FORMAT:markdown",
    "X-TASKS-DUE:2026-11-20 +1d", "X-TASKS-VERSION:00",
    "BEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM",
    "BEGIN:VALARM\nACTION:AUDIO\nTRIGGER;RELATED=END:-PT15M\nEND:VALARM",
    "BEGIN:VALARM\nTRIGGER;VALUE=DATE-TIME:99991231T235900Z\nEND:VALARM",
    "BEGIN:VALARM\nACTION:DISPLAY\nEND:VALARM",
    "BEGIN:VALARM\nTRIGGER;VALUE=DATE-TIME:20261120T080000Z\nX-A:b\nEND:VALARM",
    "BEGIN:VALARM\nTRIGGER:-P9000000D\nEND:VALARM",
    "BEGIN:VALARM\nX-APPLE-STRUCTURED-LOCATION;X-APPLE-RADIUS=1e30;X-TITLE=a\tb:geo:1,2\nX-APPLE-PROXIMITY:ARRIVE\nTRIGGER:PT0S\nEND:VALARM",
    "END:VTODO\nBEGIN:VTODO\nUID:UUU\nRECURRENCE-ID:20261120\nSTATUS:COMPLETED\nCOMPLETED:20261121T090000Z",
    "END:VTODO\nBEGIN:VTODO\nUID:UUU\nRECURRENCE-ID;TZID=Asia/Tokyo:20361120T090000\nSTATUS:COMPLETED\nLAST-MODIFIED:20261122T090000Z",
    "END:VTODO\nBEGIN:VTODO\nUID:UUU\nRECURRENCE-ID:20261127T170000\nDUE:20261128T170000",
  ]

  private func files(_ seed: Int) throws -> [DoorFile] {
    var markdown = MarkdownGenerator(seed: UInt64(seed))
    var files: [DoorFile] = []
    for (bytes, path) in [(OrgFile(seed: seed, .odd).bytes, "x.org"), (markdown.file(), "x.md")] {
      if let document = try TaskReader.read(bytes, path: path) {
        files.append(DoorFile(document: document))
      }
    }
    var cases = ForeignCase(seed: seed)
    return try files + cases.tasks(2, [.org, .markdown]).map { try DoorFile($0) }
  }

  private func damaged(_ text: String, _ random: inout SeededGenerator) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let uid = lines.first { $0.hasPrefix("UID:") }?.dropFirst(4) ?? ""
    for _ in 0...random.below(6) {
      let place = random.below(lines.count)
      switch random.below(8) {
      case 0: lines.remove(at: place)
      case 1: lines.insert(lines[place], at: random.below(lines.count))
      case 2: lines.swapAt(place, random.below(lines.count))
      case 3:
        let bytes = Array(lines[place].unicodeScalars.map(String.init))
        let cut = random.below(bytes.count + 1)
        lines[place] = bytes[..<cut].joined() + "\n " + bytes[cut...].joined()
      case 4, 5:
        if let colon = lines[place].firstIndex(of: ":") {
          lines[place] = lines[place][...colon] + random.pick(TodoResourceDamageTests.odd)
        }
      default:
        let line = random.pick(TodoResourceDamageTests.lines).replacing("UUU", with: uid)
        lines.insert(line, at: max(0, lines.count - 3))
      }
      if lines.isEmpty { return "" }
    }
    return lines.joined(separator: "\n")
  }

  /// Whether all that a client may take away is told: a date or an alert that first is told after an edit of the others
  /// is taken away by the same body.
  private func isWhollyTold(_ task: TasksCore.Task, _ text: String) -> Bool {
    let start = door.text(task).split(separator: "\n").first { $0.hasPrefix("DTSTART") } ?? "-"
    return (task.scheduled == nil || task.deadline == nil)
      && (task.deadline != nil || task.firstAlert == nil && task.secondAlert == nil)
      && (!task.isRepeating || !text.contains(start)) && !task.notes.string.contains("#+")
      && task.repeats == RepeatRule()
  }

  @Test func damage() throws {
    // How long it goes on.
    let seeds = ProcessInfo.processInfo.environment["TASKS_DOOR_SEEDS"] ?? "0 40"
    let bounds = seeds.split(separator: " ").compactMap { Int($0) }
    var failures: [String: String] = [:]
    func fail(_ kind: String, _ seed: Int, _ old: DoorFile?, _ text: String) {
      let file = String(decoding: old?.document.bytes ?? [], as: UTF8.self)
      let text = "seed \(seed)\n\(text)\n\(file)"
      if failures[kind].map({ $0.utf8.count <= text.utf8.count }) != true { failures[kind] = text }
    }
    func expectSame(
      _ new: DoorFile, _ once: DoorFile, _ kind: String, _ seed: Int, _ old: DoorFile?,
      _ text: String
    ) {
      if new.document.bytes == once.document.bytes { return }
      let differences = ForeignTrial.differences(new.task, once.task)
      let names = differences.map { String($0.prefix { $0 != ":" }) }.joined(separator: " ")
      fail("\(kind): \(names)", seed, old, "\(differences)\n\(text)")
    }
    let id = try #require(TaskID("new1"))
    for seed in bounds[0]..<bounds[1] {
      var random = SeededGenerator(seed: UInt64(seed))
      for old in try files(seed) {
        for _ in 0..<4 {
          let text = damaged(door.text(old.task), &random)
          let body = Array(text.utf8)
          do {
            let new = try old.put(body)
            expectSame(try new.put(door.bytes(new.task)), new, "told", seed, old, text)
            if isWhollyTold(old.task, text) {
              expectSame(try new.put(body), new, "twice", seed, old, text)
            }
          } catch {
            if !(error is TodoResourceError) { fail("\(error)", seed, old, text) }
          }
          do {
            let context = CalendarWorld.context(old.task.format)
            var task = try TodoResource(reading: body, context).applied(
              to: nil, printedAs: nil, id: id, context)
            task.path = "2026-11/a.\(task.format.rawValue)"
            let new = try DoorFile(task)
            expectSame(try new.put(door.bytes(new.task)), new, "made", seed, nil, text)
          } catch {
            if !(error is TodoResourceError) { fail("made: \(error)", seed, nil, text) }
          }
        }
      }
    }
    for (kind, failure) in failures { Issue.record("\(kind)\n\(failure)") }
  }
}
