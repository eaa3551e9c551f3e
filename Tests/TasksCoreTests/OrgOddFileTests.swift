import CoreTestSupport
import TasksCore
import Testing

/// Files as other programs and hands leave them, each with every edit there is.
@Suite struct OrgOddFileTests {
  private static let files: [(name: String, text: String)] = [
    ("bare", "* TODO x"),
    ("title alone, CRLF", "* TODO x\r\n"),
    ("nothing but a heading and notes", "* TODO x\nnotes right below\nmore"),
    ("BOM and CRLF", "\u{FEFF}* TODO x :a:\r\nDEADLINE: <2026-11-27 Fri>\r\n\r\nnotes\r\nmore"),
    ("mixed ends", "* TODO x\r\n:PROPERTIES:\n:ID: a\r\n:RANK: 1\n:END:\r\n\nnotes\r\nmore\n"),
    (
      "tabs",
      "* TODO x\t:a:b:\t\n\tSCHEDULED: <2026-11-27 Fri>\t\n\t:PROPERTIES:\n\t:ID: a\n\t:END:\n"
    ),
    ("aligned tags", "* TODO short                              :phone:@office:\n"),
    ("empty drawer", "* TODO x\n:PROPERTIES:\n:END:\n\nnotes\n"),
    ("empty logbook", "* TODO x\n:LOGBOOK:\n:END:\nnotes\n"),
    (
      "logbook without properties",
      "* TODO x\n  :LOGBOOK:\n  CLOCK: [2026-11-20 Fri 09:20]\n  - Note taken on [2026-11-20 Fri]\n  :END:\n"
    ),
    ("unknown drawers", "* TODO x\n:NOTES:\n:ID: no\n:END:\n:PROPERTIES:\n:ID: no\n:END:\n"),
    (
      "further headings",
      "* TODO x\n:PROPERTIES:\n:ID: a\n:END:\n** TODO sub\n:PROPERTIES:\n:ID: b\n:RANK: 7\n:END:\n"
        + ":LOGBOOK:\n- Note taken on [2026-11-20 Fri]\n:END:\n* DONE other :a:\nCLOSED: [2026-11-20 Fri]\n"
    ),
    (
      "Emacs, indented, log without a drawer",
      """
      #+STARTUP: content
      * DONE Pay the rent                                                  :home:
        CLOSED: [2026-11-20 Fri 10:12] SCHEDULED: <2026-11-20 Fri>
        :PROPERTIES:
        :ID:       5F2D7B1C-9E0A-4B52-8F9D-0C8A5A0E2B11
        :Effort:   0:30
        :END:

        - State "DONE"       from "TODO"       [2026-11-20 Fri 10:12] \\\\
          paid
        - [ ] receipt

      """
    ),
    (
      "Emacs, log below the planning",
      """
      * TODO Water
      SCHEDULED: <2026-11-20 Fri .+2d/4d>
      :PROPERTIES:
      :STYLE:    habit
      :LAST_REPEAT: [2026-11-18 Wed 10:00]
      :END:
      - State "DONE"       from "TODO"       [2026-11-18 Wed 10:00]
      - State "DONE"       from "TODO"       [2026-11-16 Mon 10:00]
      Text.
      """
    ),
    (
      "Orgzly",
      """
      #+TITLE: Orgzly

      * NEXT [#B] Groceries :shop:errand:
      SCHEDULED: <2026-11-21 Sat 10:00 +1w>
      :PROPERTIES:
      :CREATED:  [2026-11-19 Thu 08:00]
      :END:
      :LOGBOOK:
      - State "DONE"       from "NEXT"       [2026-11-14 Sat 11:00]
      :END:

      - [ ] milk
      - [X] bread

      """
    ),
    (
      "organice",
      "* TODO Read\n  DEADLINE: <2026-11-27 Fri 17:00 +1w -3d>\n  :PROPERTIES:\n  :ID: 1\n  :END:\n"
        + "  :LOGBOOK:\n  CLOCK: [2026-11-20 Fri 09:20]--[2026-11-20 Fri 10:05] =>  0:45\n  :END:\n  text"
    ),
    (
      "values by hand",
      "* TODO [#c]  two  blanks [1/2] [50%]  :a::b:\nSCHEDULED: <2026-11-27 pá 9:00 -3d ++1w --2d x> DEADLINE: soon\n"
        + ":PROPERTIES:\n:rank: 007.50\n:rank: 8\n:A+: b\n:A: a\n:EMPTY:\n:Effort: 1h 30min\n:REMIND: 2026-11-20T10:00\n:END:\n"
    ),
    (
      "planning twice",
      "* TODO x\nSCHEDULED: <2026-11-20> CLOSED: [2026-11-19] SCHEDULED: <2026-11-21>  \n"
    ),
    ("a range of days", "* TODO x\nSCHEDULED: <2026-11-20 Fri>--<2026-11-22 Sun +1w>\n"),
    ("comment", "# -*- mode: org -*-\n* TODO COMMENT x :a:\n\n\n\nnotes\n\n\n"),
    (
      "settings everywhere",
      "#+FILETAGS: :a:b:\n#+TODO: TODO OPEN | DONE\n#+CATEGORY: one\n* OPEN x :b:c:\n:PROPERTIES:\n:CATEGORY: two\n:END:\n"
    ),
    ("deleted", "* TODO x :ARCHIVE:a:\n:PROPERTIES:\n:DELETED: [2026-11-20 Fri 10:00]\n:END:\n"),
    (
      "encrypted",
      "* TODO x :crypt:\n:PROPERTIES:\n:ID: a\n:END:\n-----BEGIN PGP MESSAGE-----\n\nhQ\n-----END PGP MESSAGE-----\n"
    ),
  ]

  private static func edits(of document: OrgDocument) throws -> [Edit] {
    let day = Timestamp(try #require(CivilDate(year: 2027, month: 3, day: 1)))
    let time = Timestamp(day.date, minute: 615)
    let id = try #require(TaskID("n3w1d"))
    let task = document.task
    let plan = Planning(time, repeater: Repeater("+1m"), warning: Warning("-2d"))
    let entry = LogItem.entry(
      LogEntry(.state(from: "TODO", to: "DONE"), at: time, note: "why\n\nand more"))
    let clock = LogItem.clock(Clock(start: time, end: time.adding(minutes: 90)))
    var edits: [Edit] = [
      .id(id), .title("Nový název"), .title(task.title), .priority(Priority("C")), .priority(nil),
      .rank(Rank(2.5)), .rank(nil), .tags([]), .tags(["nové", "@x"]), .tags(task.tags + ["last"]),
      .tags(["first"] + task.tags), .list("home"), .list(nil), .created(time), .created(nil),
      .scheduled(plan), .scheduled(Planning(day)), .scheduled(nil), .deadline(plan), .deadline(nil),
      .closed(time), .closed(nil), .deleted(time), .deleted(nil), .lastRepeat(time),
      .lastRepeat(nil),
      .reminders(at: [time, day]), .reminders([]), .important(true), .important(false),
      .firstAlert(5),
      .firstAlert(nil), .secondAlert(1), .secondAlert(nil), .placeName("Doma"), .placeName(nil),
      .coordinates(Location.Coordinates(latitude: -1.5, longitude: 2)), .coordinates(nil),
      .radius(10),
      .radius(nil), .effort(61), .effort(nil), .parent(id), .parent(nil), .blockers([id]),
      .blockers([]), .property(name: "NEW", value: "new"), .property(name: "a", value: "x"),
      .property(name: "A", value: nil), .property(name: "EMPTY", value: "full"),
      .notes("new notes"),
      .notes(.empty), .notes(Text("first\n\(task.notes)")), .notes(Text("\(task.notes)\nlast")),
      .log([entry] + task.log), .log(task.log + [entry]), .log([]), .log([entry]),
      .log(task.log.filter { $0.entry == nil }), .log(task.log.filter { $0.clock == nil }),
      .log([clock] + task.log), .log([clock]),
    ]
    edits += document.workflow.keywords.map { .state($0.state) }
    return edits
  }

  @Test(arguments: files.indices) func everyEditOfEveryFile(_ index: Int) throws {
    let (name, text) = Self.files[index]
    let raw: [[UInt8]] = [
      Array(text.utf8),
      Array(text.utf8) + [0x0A, 0xFF, 0xC3, 0x0B, 0x0C],
      text.utf8.contains(0x0D) ? [] : Array(text.replacing("\n", with: "\r\n").utf8),
    ]
    for bytes in raw where !bytes.isEmpty {
      let document = try OrgLaw.document(bytes)
      #expect(document.bytes == bytes)
      for edit in try Self.edits(of: document) {
        let new = try OrgLaw.check(edit, on: document, name)
        // Whatever was done, the old fields can be written back.
        let back = try new.applying(document.task.edits(from: new.task))
        if !document.hasLogOutsideDrawer, !document.hasSettingsInNotes, document.task.hasOwnID {
          #expect(
            OrgLaw.plain(back.task) == OrgLaw.plain(document.task),
            "\(name): \(edit)\n\(OrgLaw.shown(back.bytes))")
        }
      }
    }
  }
}
