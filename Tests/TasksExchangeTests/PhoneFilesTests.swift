import CoreTestSupport
import Foundation
import TasksCore
import TasksExchange
import Testing

/// The files of the branch for phones, and how they are read again.
@Suite struct PhoneFilesTests {
  private static let context = CalendarWorld.context()
  private static let today = CivilDate(year: 2026, month: 11, day: 20) ?? CivilDate(dayNumber: 0)

  private static func task(_ number: Int, _ text: String) throws -> TasksCore.Task {
    let read = try TaskReader.read(Array(text.utf8), path: "\(number).org")
    return try #require(read?.task)
  }

  private static func tasks() throws -> [TasksCore.Task] {
    let texts = [
      "* TODO [#A] Call Bob [1/2] :phone:@office:\nDEADLINE: <2026-11-27 Fri 17:00 -3d>\n:PROPERTIES:\n:ID: bob\n:REMIND: [2026-11-23 Mon 09:30]\n:APPT_WARNTIME: 60\n:END:\nHe has it.\n\n- [ ] find\n- [X] read\n** Below\n",
      "* NEXT Water the plants\nSCHEDULED: <2026-11-14 Sat 08:00 ++1w>\n:PROPERTIES:\n:ID: water\n:END:\n",
      "* TODO Late\nDEADLINE: <2026-11-10 Tue>\n:PROPERTIES:\n:ID: late\n:END:\n",
      "* TODO Secret :crypt:\nSCHEDULED: <2026-11-20 Fri>\n:PROPERTIES:\n:ID: secret\n:END:\nThe code is 1234.\n",
      "* TODO Old secret\nSCHEDULED: <2026-11-20 Fri>\n:PROPERTIES:\n:ID: old\n:END:\n-----BEGIN PGP MESSAGE-----\nabc\n-----END PGP MESSAGE-----\n",
      "* TODO Trip\n:PROPERTIES:\n:ID: trip\n:END:\nFrom <2026-11-24 Tue>--<2026-11-26 Thu>.\n",
      "* TODO Some day\n:PROPERTIES:\n:ID: some\n:END:\n",
      "* TODO Far\nSCHEDULED: <2027-01-20 Wed>\n:PROPERTIES:\n:ID: far\n:END:\n",
      "* DONE Done\nDEADLINE: <2026-11-21 Sat>\n:PROPERTIES:\n:ID: done\n:END:\n",
      "* TODO <b>Less & \"more\"</b>\nSCHEDULED: <2026-11-21 Sat 23:00-00:30>\n:PROPERTIES:\n:ID: less\n:END:\n",
      "* TODO Review\nDEADLINE: <2027-01-10 Sun -2m>\n:PROPERTIES:\n:ID: review\n:END:\n",
    ]
    return try texts.enumerated().map { try task($0, $1) }
  }

  private static func agenda() throws -> String {
    let agenda = PhoneAgenda(try tasks(), today: today)
    return String(decoding: PhoneAgendaFile(context).print(agenda), as: UTF8.self)
  }

  @Test func theAgendaHasEachTaskOnce() throws {
    #expect(
      try Self.agenda() == """
        #+TITLE: Agenda
        #+TODO: TODO NEXT WAIT | DONE CANCELED
        # Change the state of a task here, and the next tasks sync takes it over. All else is written anew.

        * 2026-11-20 Friday

        ** TODO Late
        DEADLINE: <2026-11-10 Tue>
        :PROPERTIES:
        :TASK:     late
        :END:

        ** TODO Review
        DEADLINE: <2027-01-10 Sun>
        :PROPERTIES:
        :TASK:     review
        :END:

        ** NEXT Water the plants
        SCHEDULED: <2026-11-14 Sat 08:00>
        :PROPERTIES:
        :TASK:     water
        :END:
        <2026-11-21 Sat 08:00>
        <2026-11-28 Sat 08:00>

        ** TODO Secret :crypt:
        SCHEDULED: <2026-11-20 Fri>
        :PROPERTIES:
        :TASK:     secret
        :END:

        ** TODO Old secret
        SCHEDULED: <2026-11-20 Fri>
        :PROPERTIES:
        :TASK:     old
        :END:

        * 2026-11-21 Saturday

        ** TODO <b>Less & "more"</b>
        SCHEDULED: <2026-11-21 Sat 23:00-00:30>
        :PROPERTIES:
        :TASK:     less
        :END:

        * 2026-11-23 Monday

        ** TODO [#A] Call Bob :phone:@office:
        DEADLINE: <2026-11-27 Fri 17:00>
        :PROPERTIES:
        :TASK:     bob
        :END:
        <2026-11-23 Mon 09:30>

        He has it.

        - [ ] find
        - [X] read

        * 2026-11-24 Tuesday

        ** TODO Trip
        :PROPERTIES:
        :TASK:     trip
        :END:

        From <2026-11-24 Tue>--<2026-11-26 Thu>.

        * Without a date

        ** TODO Some day
        :PROPERTIES:
        :TASK:     some
        :END:

        """)
  }

  /// What is read of it is what was written, however it is printed.
  @Test func theAgendaIsReadAgain() throws {
    let text = try Self.agenda()
    let plain = PhoneHeadings(Array(text.utf8), context: Self.context)
    #expect(plain.added.isEmpty)
    #expect(plain.tasks.count == 9 && Set(plain.tasks.map(\.id)).count == 9)
    #expect(plain.tasks.first { $0.id.text == "water" }?.state.keyword == "NEXT")
    for (old, new) in [
      ("\n", "\r\n"), ("** ", "**    "), (":TASK:     ", ":task: "), ("\n:PROP", "\n\n  :PROP"),
      (":PROPERTIES:\n", ":PROPERTIES:\n:CREATED: [2026-11-20 Fri]\n"), ("\n* ", "\n* TODO x\n* "),
    ] {
      let changed = text.replacingOccurrences(of: old, with: new)
      let read = PhoneHeadings(Array(changed.utf8), context: Self.context)
      let isBroken = old.hasPrefix("\n:PROP")
      #expect(isBroken || read.tasks.map(\.id) == plain.tasks.map(\.id), "\(new)")
      #expect(isBroken || read.tasks.map(\.state) == plain.tasks.map(\.state), "\(new)")
    }
  }

  /// A merge that keeps the lines of both sides leaves two headings over one drawer.
  @Test func bothStatesOfAMergedHeadingAreRead() throws {
    let text = """
      * 2026-11-20 Friday
      ** DONE Call
      CLOSED: [2026-11-20 Fri 10:00] DEADLINE: <2026-11-27 Fri>
      ** TODO Call
      DEADLINE: <2026-11-27 Fri>
      :PROPERTIES:
      :TASK: bob
      ** NEXT Walk
      :PROPERTIES:
      :TASK: walk
      :END:
      ** Buy
      *** TODO More
      """
    let read = PhoneHeadings(Array(text.utf8), context: Self.context)
    #expect(read.tasks.map(\.id.text) == ["bob", "bob", "walk"])
    #expect(read.tasks.map(\.state.keyword) == ["DONE", "TODO", "NEXT"])
    #expect(read.tasks[0].closed == Timestamp(iso: "2026-11-20T10:00"))
    #expect(read.added.map(\.title) == ["Buy"])
  }

  @Test func markersOfConflictsGo() {
    let cases = [
      ("a\n<<<<<<< x\nb\n=======\nc\n>>>>>>> y\nd\n", "a\nb\nc\nd\n"),
      ("<<<<<<<\nb\n||||||| z\no\n=======\nc\n>>>>>>>\n", "b\nc\n"),
      ("<<<<<<< x\nb\n", "<<<<<<< x\nb\n"), ("=======\n", "=======\n"),
      ("<<<<<<< x\r\nb\r\n=======\r\nc\r\n>>>>>>> y\r\n", "b\r\nc\r\n"),
    ]
    for (text, plain) in cases {
      #expect(PhoneText.read(Array(text.utf8)) == Array(plain.utf8))
    }
    #expect(PhoneText.read([0x2A, 0]) == nil)
  }

  @Test func whatIsPrintedInAnotherWayIsTheSameCapture() {
    func keys(_ text: String) -> [[UInt8]] {
      PhoneInbox(Array(text.utf8), context: Self.context).captures.map(\.key)
    }
    let plain = keys(
      "* TODO Call :b:a:\nDEADLINE: <2026-11-27 Fri>\n:PROPERTIES:\n:X: 1\n:Y: 2\n:END:\n\nText.\n")
    #expect(plain.count == 1)
    for other in [
      "** DONE  Call    :a:b:\r\nCLOSED: [2026-11-20 Fri] DEADLINE: <2026-11-27>\r\n:PROPERTIES:\r\n:y:   2\r\n:x: 1\r\n:END:\r\n\r\n\r\n  Text.",
      "#+TITLE: x\n\n* Call :b:a:\nDEADLINE: <2026-11-27 Fri>\n:PROPERTIES:\n:CREATED: [2026-11-20 Fri]\n:X: 1\n:Y: 2\n:END:\nText.\n",
    ] { #expect(keys(other) == plain) }
    #expect(keys("* Call :b:\n") != plain)
  }

  /// Python's icalendar reads the events, and Emacs the agenda.
  @Test func icalendarReadsTheCalendar() throws {
    var rules = AlertRules()
    rules.dates = .all
    rules.second = 30
    let bytes = PhoneCalendar.print(try Self.tasks(), rules)
    #expect(bytes == PhoneCalendar.print(try Self.tasks(), rules))
    let said = try PythonJudge.run(Self.reader, input: bytes, package: "python3-icalendar")
    #expect(
      said == """
        bob-deadline|Due: Call Bob|2026-11-27T17:00:00|None|None|@office,phone|-60
        bob-remind-1|Reminder: Call Bob|2026-11-23T09:30:00|None|None|@office,phone|0
        far-scheduled|Far|2027-01-20|None|None||510,540
        late-deadline|Due: Late|2026-11-10|None|None||510,540
        less-scheduled|<b>Less & "more"</b>|2026-11-21T23:00:00|2026-11-22T00:30:00|None||-30,0
        old-scheduled|Old secret|2026-11-20|None|None||510,540
        review-deadline|Due: Review|2027-01-10|None|None||510,540
        secret-scheduled|Secret|2026-11-20|None|None|crypt|510,540
        trip-stamp-1|Trip|2026-11-24|2026-11-27|None||
        water-scheduled|Water the plants|2026-11-14T08:00:00|None|WEEKLY||-30,0

        """)
  }

  private static let reader = """
    import sys, icalendar
    calendar = icalendar.Calendar.from_ical(open(sys.argv[1], 'rb').read())
    lines = []
    for event in calendar.walk('VEVENT'):
        end, rule, tags = event.get('dtend'), event.get('rrule'), event.get('categories')
        assert getattr(event['dtstart'].dt, 'tzinfo', None) is None
        alarms = sorted(int(a['trigger'].dt.total_seconds() / 60) for a in event.walk('VALARM'))
        lines.append('|'.join([
            str(event['uid']), str(event['summary']), event['dtstart'].dt.isoformat(),
            end.dt.isoformat() if end else 'None', rule['FREQ'][0] if rule else 'None',
            ','.join(sorted(str(c) for c in tags.cats)) if tags else '',
            ','.join(str(a) for a in alarms)]))
    print('\\n'.join(sorted(lines)))
    """

  @Test func emacsReadsTheAgenda() throws {
    let answers = try EmacsBatch.answers(
      """
      (require 'org) (require 'org-lint) (require 'org-agenda)
      (with-current-buffer (find-file-noselect (concat here "agenda.org"))
        (org-map-entries (lambda ()
          (say (format "%s|%s|%s|%s|%s" (org-outline-level) (or (org-get-todo-state) "")
            (org-get-heading t t t t) (or (org-entry-get nil "TASK") "")
            (or (org-entry-get nil "DEADLINE") (org-entry-get nil "SCHEDULED") "")))))
        (say (format "lint %s" (length (org-lint)))))
      (setq org-agenda-files (list (concat here "agenda.org")) org-agenda-span 1
        org-agenda-start-day "2026-11-23")
      (org-agenda-list)
      (with-current-buffer org-agenda-buffer-name
        (say (if (string-match "9:30.*Call Bob" (buffer-string)) "rings" (buffer-string))))
      """, files: ["agenda.org": try Self.agenda()])
    #expect(
      answers == [
        "1||2026-11-20 Friday||", "2|TODO|Late|late|<2026-11-10 Tue>",
        "2|TODO|Review|review|<2027-01-10 Sun>",
        "2|NEXT|Water the plants|water|<2026-11-14 Sat 08:00>",
        "2|TODO|Secret|secret|<2026-11-20 Fri>", "2|TODO|Old secret|old|<2026-11-20 Fri>",
        "1||2026-11-21 Saturday||",
        "2|TODO|<b>Less & \"more\"</b>|less|<2026-11-21 Sat 23:00-00:30>",
        "1||2026-11-23 Monday||", "2|TODO|Call Bob|bob|<2026-11-27 Fri 17:00>",
        "1||2026-11-24 Tuesday||", "2|TODO|Trip|trip|", "1||Without a date||",
        "2|TODO|Some day|some|", "lint 0", "rings",
      ])
  }

  @Test func thePageRunsNothing() throws {
    let page = String(
      decoding: PhonePage.print(PhoneAgenda(try Self.tasks(), today: Self.today)), as: UTF8.self)
    #expect(page.contains("&lt;b&gt;Less &amp; &quot;more&quot;&lt;/b&gt;"))
    #expect(page.contains("name=\"viewport\"") && page.contains("prefers-color-scheme: dark"))
    #expect(!page.contains("<script") && !page.contains("<b>") && !page.contains("1234"))
    #expect(page.contains("Late:"))
  }
}
