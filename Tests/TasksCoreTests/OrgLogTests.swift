import CoreTestSupport
import TasksCore
import Testing

@Suite struct OrgLogTests {
  private static let head = "* TODO x\n"

  private func task(_ text: String) throws -> Task { try OrgLaw.document(Self.head + text).task }

  @Test func drawerHoldsEntriesAndClocks() throws {
    let task = try task(
      """
      :LOGBOOK:
      - State "WAIT"       from "TODO"       [2026-11-20 Fri 10:30] \\\\
        waiting for Bob

          deeper
      - State "DONE"       from              [2026-11-19 Thu]
      CLOCK: [2026-11-20 Fri 09:20]--[2026-11-20 Fri 10:05] =>  0:45
      CLOCK: [2026-11-21 Sat 09:20]
      - Note taken on [2026-11-18 Wed 10:30] \\\\
        why
      - Merge dropped title "Call \\"Bob\\""
      - Rescheduled from "[2026-11-17 Tue]" on [2026-11-18 Wed 08:00]
      odd line


      another
      :END:
      notes
      """)
    #expect(
      task.entries.map(\.kind) == [
        .state(from: "TODO", to: "WAIT"), .state(from: nil, to: "DONE"), .note,
        .dropped(field: "title", value: "Call \"Bob\""),
        .other("Rescheduled from \"[2026-11-17 Tue]\" on [2026-11-18 Wed 08:00]"),
        .other("odd line"), .other("another"),
      ])
    #expect(task.entries.first?.note == "waiting for Bob\n\n  deeper")
    #expect(task.entries[2].note == "why")
    #expect(task.clocks.map(\.minutes) == [45, nil])
    #expect(task.notes == "notes")
  }

  /// Seconds, sums of any kind and a span in one stamp: what Org makes of them.
  @Test(arguments: [
    ("[2026-11-20 Fri 10:05:30]--[2026-11-20 Fri 11:00:45] =>  0:55:15", "10:05", "11:00"),
    ("[2026-11-20 Fri 10:05]--[2026-11-20 Fri 11:00] =>  9:99", "10:05", "11:00"),
    ("[2026-11-20 Fri 9:05]--[2026-11-20 Fri 11:00] => 115min", "09:05", "11:00"),
    ("[2026-11-20 Fri 10:05-11:00] =>  0:55", "10:05", "11:00"),
    ("[2026-11-20 Fri 10:05:30-11:00:15] =>  0:55", "10:05", "11:00"),
    ("[2026-11-20 Fri 10:05:30]", "10:05", nil),
  ])
  func oddClocks(_ line: String, _ start: String, _ end: String?) throws {
    let text = Self.head + ":LOGBOOK:\nCLOCK: \(line)\n:END:\n"
    let document = try OrgLaw.document(text)
    #expect(document.task.clocks.map(\.start.iso) == ["2026-11-20T" + start])
    #expect(document.task.clocks.map(\.end?.iso) == [end.map { "2026-11-20T" + $0 }])
    let more = try document.applying([
      .log([.clock(Clock(start: Timestamp(CivilDate(dayNumber: 20_800))))] + document.task.log)
    ])
    #expect(Text(bytes: more.bytes).string.contains("\nCLOCK: \(line)\n"))
  }

  @Test(arguments: ["10:5", "10:5:30", "x10:05", ":05", "100:05"])
  func wordsThatAreNoTime(_ word: String) throws {
    let plan = try task("").scheduled
    #expect(plan == nil)
    let scheduled = try OrgLaw.document(Self.head + "SCHEDULED: <2026-11-20 Fri \(word)>\n")
    #expect(scheduled.task.scheduled == Planning(Timestamp(CivilDate(dayNumber: 20_777))))
  }

  /// Other drawers are text, whatever `LOG_INTO_DRAWER` says.
  @Test func logbookIsTheOneLogDrawer() throws {
    let head = "* TODO x\n:PROPERTIES:\n:LOG_INTO_DRAWER: NOTES\n:END:\n"
    let own = ":NOTES:\n- Note taken on [2026-11-19 Thu] \\\\\n  n\n:END:\n"
    let document = try OrgLaw.document(head + own)
    #expect(document.task.log.isEmpty && document.task.notes.string + "\n" == own)
    let new = LogEntry(.note, at: Timestamp(iso: "2026-11-20T09:15"), note: "new")
    let edited = try document.applying([.log([.entry(new)])])
    #expect(
      Text(bytes: edited.bytes).string
        == head + ":LOGBOOK:\n- Note taken on [2026-11-20 Fri 09:15] \\\\\n  new\n:END:\n" + own)
  }

  /// As Emacs reads and moves them.
  @Test(arguments: [
    ("2026-11-20 Fri 24:00 +1w", "2026-11-21T00:00", nil, "2026-11-28 Sat 00:00 +1w"),
    ("2026-11-20 Fri 25:61 +1w", "2026-11-21T02:01", nil, "2026-11-28 Sat 02:01 +1w"),
    ("2026-11-20 Fri 10:60 +1w", "2026-11-20T11:00", nil, "2026-11-27 Fri 10:60 +1w"),
    (
      "2026-11-20 Fri 23:00-24:30 +1w", "2026-11-20T23:00", "2026-11-21T00:30",
      "2026-11-27 Fri 23:00-24:30 +1w"
    ),
    ("2026-13-01 Fri +1m", "2027-01-01", nil, "2027-02-01 Mon +1m"),
    ("2026-00-10 Fri", "2025-12-10", nil, nil), ("2026-01-00", "2025-12-31", nil, nil),
    ("2026-01-99", "2026-04-09", nil, nil),
  ])
  func timeAndDateRunOver(_ stamp: String, _ start: String, _ end: String?, _ next: String?) throws
  {
    let document = try OrgLaw.document(Self.head + "SCHEDULED: <\(stamp)>\n")
    let plan = try #require(document.task.scheduled)
    #expect(plan.start.iso == start && plan.end?.iso == end)
    let sooner = try document.applying([.scheduled(nil), .scheduled(plan)])
    #expect(sooner.task.scheduled == plan)
    guard let next else { return }
    let now = try #require(Timestamp(iso: "2026-11-20T09:00"))
    let done = try document.applying([.scheduled(plan.repeated(now: now))])
    #expect(Text(bytes: done.bytes).string.contains("SCHEDULED: <\(next)>"))
  }

  @Test func secondsStayWhileTheTimeDoes() throws {
    let document = try OrgLaw.document(Self.head + "SCHEDULED: <2026-11-20 Fri 10:05:30 +1w>\n")
    let plan = try #require(document.task.scheduled)
    #expect(plan.start.iso == "2026-11-20T10:05")
    let moved = try document.applying([
      .scheduled(plan.moved(to: Timestamp(iso: "2026-11-21T10:05") ?? plan.start))
    ])
    #expect(Text(bytes: moved.bytes).string.contains("<2026-11-21 Sat 10:05:30 +1w>"))
  }

  @Test func listBelowTheDrawersIsReadAndTheDrawerWritten() throws {
    let old = try OrgLaw.document(
      Self.head + "- State \"DONE\"       from \"TODO\"       [2026-11-19 Thu]\n- a list\n")
    #expect(old.task.log.count == 1)
    #expect(old.task.notes == "- a list")
    let entry = LogItem.entry(LogEntry(.note, at: nil, note: nil))
    #expect(throws: EditError.self) { try old.applying([.log([entry] + old.task.log)]) }
    let dated = LogItem.entry(LogEntry(.note, at: old.task.entries.first?.at, note: "n"))
    #expect(
      Text(bytes: try old.applying([.log([dated] + old.task.log)]).bytes)
        == Text(
          Self.head
            + """
            :LOGBOOK:
            - Note taken on [2026-11-19 Thu] \\\\
              n
            :END:
            - State "DONE"       from "TODO"       [2026-11-19 Thu]
            - a list

            """))
  }

  @Test func twoBlankLinesEndAnEntryOutsideADrawer() throws {
    let text = "- Note taken on [2026-11-19 Thu] \\\\\n  note\n\n  more\n\n\n  body\n"
    let task = try task(text)
    #expect(task.entries.first?.note == "note\n\nmore")
    #expect(task.notes == "  body")
  }

  @Test func unclosedDrawerIsText() throws {
    let task = try task(":LOGBOOK:\n- Note taken on [2026-11-19 Thu]\n** heading\n:END:\n")
    #expect(task.log.isEmpty)
    #expect(task.notes.string.hasPrefix(":LOGBOOK:"))
  }

  @Test func newestStandsFirst() throws {
    let old = try OrgLaw.document(
      Self.head + "  :LOGBOOK:\n  CLOCK: [2026-11-21 Sat 09:20]\n  :END:\n  :OTHER:\n  :END:\n")
    let day = old.task.clocks.first?.start
    let new = try old.applying([
      .log([.entry(LogEntry(.state(from: "TODO", to: "NEXT"), at: day))] + old.task.log)
    ])
    #expect(
      Text(bytes: new.bytes).lines.dropFirst(2).first
        == "  - State \"NEXT\"       from \"TODO\"       [2026-11-21 Sat 09:20]")
    #expect(new.task.notes == "  :OTHER:\n  :END:")
  }

  @Test func secondDrawerKeepsItsEntries() throws {
    let text =
      Self.head + ":LOGBOOK:\n- a\n:END:\n:LOGBOOK:\n- b\n- c\n:END:\n"
    let old = try OrgLaw.document(text)
    var log = old.task.log
    log[2] = .entry(LogEntry(.other("d")))
    let new = try old.applying([.log(log)])
    #expect(Text(bytes: new.bytes) == Text(text.replacing("- c", with: "- d")))
    log.removeFirst()
    #expect(
      Text(bytes: try new.applying([.log(log)]).bytes)
        == Text(Self.head + ":LOGBOOK:\n- b\n- d\n:END:\n"))
  }

  /// Bytes that are no UTF-8, or would be with those of the next piece, stay with their own.
  @Test func bytesOfAnEntryStayApart() throws {
    let old: [UInt8] = [0x41, 0xC3]
    let new: [UInt8] = [0xA9, 0x42]
    let quoted = { (bytes: [UInt8]) in [0x22] + bytes + [0x22] }
    let org =
      Array("* TODO x\n:LOGBOOK:\n- State ".utf8) + quoted(old) + Array(" from ".utf8)
      + quoted(new) + Array(" [2026-11-20 Fri] \\\\\n  ".utf8) + new + Array("\n- ".utf8) + old
      + Array("\n  ".utf8) + new + Array("\n- é\n  é\n:END:\n".utf8)
    let document = try #require(OrgDocument(org, path: "a.org", workflow: .standard))
    var entries = [
      LogEntry(.state(from: Text(bytes: new), to: Text(bytes: old)), note: Text(bytes: new)),
      LogEntry(.other(Text(bytes: old)), note: Text(bytes: new)), LogEntry(.other("é"), note: "é"),
    ]
    entries[0].at = Timestamp(iso: "2026-11-20")
    #expect(document.task.entries == entries)
    #expect(document.task.entries[0].kind == .state(from: Text(bytes: new), to: Text(bytes: old)))
    #expect(document.task.entries.map(\.note) == [Text(bytes: new), Text(bytes: new), "é"])

    let head = "---\nstatus: todo\n---\n\n## Log\n\n- note: "
    let markdown = Array(head.utf8) + old + Array("\n  ".utf8) + new + Array("\n".utf8)
    let task = try #require(MarkdownDocument(markdown, path: "a.md", workflow: .standard)).task
    #expect(task.entries == [LogEntry(.note, note: Text(bytes: old + [0x0A] + new))])
  }

  @Test func piecesOfAnEntryAreToldApart() {
    #expect(LogEntry(.state(from: "b", to: "a")) != LogEntry(.state(from: "", to: "ab")))
    #expect(LogEntry(.state(from: "", to: "a")) != LogEntry(.state(from: nil, to: "a")))
    #expect(LogEntry(.other("a"), note: "b") != LogEntry(.other("ab")))
    #expect(LogEntry(.dropped(field: "a", value: nil)).kind == .dropped(field: "a", value: nil))
    var entry = LogEntry(.dropped(field: "list", value: "b"), note: "c")
    entry.note = nil
    #expect(entry == LogEntry(.dropped(field: "list", value: "b")))
    entry.note = "d"
    entry.kind = .state(from: "x", to: "yz")
    #expect(entry == LogEntry(.state(from: "x", to: "yz"), note: "d"))
    #expect(entry.kind == .state(from: "x", to: "yz") && entry.note == "d")
  }

  /// What goes at the end of a file without a line feed gives way to what is put in its place.
  @Test(arguments: ["CLOCK: [2026-11-20 Fri 09:20]", "- Note taken on [2026-11-20 Fri 09:20]"])
  func lastLineOfTheFileIsReplaced(_ line: String) throws {
    let document = try OrgLaw.document(Self.head + line)
    let at = try #require(Timestamp(iso: "2026-11-21T10:00"))
    let isClock = !document.task.clocks.isEmpty
    let edit: Edit = .log([isClock ? .clock(Clock(start: at)) : .entry(LogEntry(.note, at: at))])
    let new = try OrgLaw.check(edit, on: document, line)
    let words = isClock ? "CLOCK: " : "- Note taken on "
    #expect(
      Text(bytes: new.bytes).string
        == Self.head + ":LOGBOOK:\n\(words)[2026-11-21 Sat 10:00]\n:END:")
  }
}
