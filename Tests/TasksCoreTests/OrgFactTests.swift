import CoreTestSupport
import TasksCore
import Testing

/// What the format of task files promises, fact by fact.
@Suite struct OrgFactTests {
  private func task(_ text: String) throws -> Task { try OrgLaw.document(text).task }

  private func isTask(_ text: String) -> Bool {
    OrgDocument(Array(text.utf8), path: OrgLaw.path, workflow: .standard) != nil
  }

  // MARK: Headline

  @Test func headlineHasItsParts() throws {
    let task = try task("* WAIT [#A] Call Bob [1/3] :phone:@office:\n")
    #expect(task.state == State("WAIT", isDone: false))
    #expect(task.priority == Priority("A"))
    #expect(task.title == "Call Bob")
    #expect(task.tags == ["phone", "@office"])
  }

  @Test(arguments: [
    ("* TODO\ttab", false), ("* todo small", false), ("* TODO", false), ("*\tTODO tab", false),
    ("* TODO", false), ("* TODO ", true), ("*  TODO  two", true), ("** TODO deep", false),
    ("* UNKNOWN x", false), ("* TODO x", true), ("*TODO x", false), (" * TODO x", false),
  ])
  func keywordMakesATask(_ line: String, _ isTask: Bool) {
    #expect(self.isTask(line + "\n") == isTask, "\(line)")
  }

  @Test(arguments: [
    ("COMMENT x", "x", []), ("COMMENTS x", "COMMENTS x", []), ("x :a:b:", "x", ["a", "b"]),
    ("x :a-b:", "x :a-b:", []), (":a:", ":a:", []), ("[#A] :a:", ":a:", []), ("x:a:", "x:a:", []),
    ("x :a::b:", "x", ["a", "b"]), ("x\t:a:\t", "x", ["a"]), ("[#12] x", "[#12] x", []),
    ("[33%] x [/]", "x", []), ("[1/2]", "[1/2]", []), ("[/] [50%] :a:", "[/] [50%]", ["a"]),
    ("a [1/2] b", "a b", []),
    ("x :čaj:#1:50%:", "x", ["čaj", "#1", "50%"]),
    ("x [#A] y", "x [#A] y", []), ("x :²:", "x :²:", []), ("x :a:a:", "x", ["a"]),
  ])
  func titleIsWhatIsLeft(_ line: String, _ title: Text, _ tags: [Text]) throws {
    let task = try task("* TODO \(line)\n")
    #expect(task.title == title)
    #expect(task.tags == tags)
  }

  @Test func firstTopHeadingIsTheTask() throws {
    let text = "text\n** deep\n* TODO one\n** below\n* DONE other :x:\n"
    let task = try task(text)
    #expect(task.title == "one")
    #expect(task.notes == "** below\n* DONE other :x:")
    #expect(!isTask("* plain\n* TODO second\n"))
  }

  // MARK: Planning

  @Test func planningIsReadInAnyOrder() throws {
    let task = try task(
      "* DONE x\n  SCHEDULED: <2026-11-23 Mon 10:00-11:30 ++1w> CLOSED: [2026-11-20 Fri 09:15] "
        + "DEADLINE: <2026-11-27 pá 9:00 -3d +1w>\n")
    #expect(task.scheduled?.start.iso == "2026-11-23T10:00")
    #expect(task.scheduled?.end?.iso == "2026-11-23T11:30")
    #expect(task.scheduled?.repeater == Repeater("++1w"))
    #expect(task.closed?.iso == "2026-11-20T09:15")
    #expect(task.deadline?.start.iso == "2026-11-27T09:00")
    #expect(task.deadline?.warning == Warning("-3d"))
    #expect(task.deadline?.repeater == Repeater("+1w"))
  }

  @Test(arguments: [
    ("SCHEDULED: <2026-01-01> SCHEDULED: <2026-01-02>", "2026-01-02"),
    ("\nSCHEDULED: <2026-01-02>", nil), ("scheduled: <2026-01-02>", "2026-01-02"),
    ("SCHEDULED:<2026-01-02>", "2026-01-02"), ("SCHEDULED:\t<2026-01-02>", nil),
    ("SCHEDULED: [2026-01-02]", "2026-01-02"), ("SCHEDULED: soon", nil),
    ("CLOSED: [2026-01-01]SCHEDULED: <2026-01-02>", "2026-01-02"),
    ("DEADLINE: <2026-01-01>xSCHEDULED: <2026-01-02>", nil),
    ("SCHEDULED: <2026-02-30>", "2026-03-02"), ("SCHEDULED: <2026-1-2>", nil),
  ])
  func planningLine(_ line: String, _ scheduled: String?) throws {
    #expect(try task("* TODO x\n\(line)\n").scheduled?.start.iso == scheduled)
  }

  /// What `org-element` says of them: something in brackets takes the keyword its date, other words do not.
  @Test func dateBehindABrokenOneIsTheLast() throws {
    let dates = [
      "< 2026-11-20>", "<x>", "<2026-11-2>", "<2026-11-21Sat>", "<>", "", "soon",
      "soon <2026-11-25>", "<2026-11-21",
      "< 2026-11-20> %: <2026-11-25 Wed 09:00>", "<2026-11-25 Wed>", "<x %: <2026-11-25 Wed 09:00>",
      "<x",
    ].flatMap { [$0, $0.replacing("<", with: "[").replacing(">", with: "]")] }
    let lines = dates.flatMap { date in
      ["SCHEDULED", "DEADLINE", "CLOSED"].flatMap { keyword in
        ["%: <2026-11-20 Fri 09:00> ", "%: <2026-11-20 Fri 09:00> CLOCKED: [x] ", ""].map {
          "\($0)%: \(date)".replacing("%", with: keyword)
        }
      }
    }
    let files = lines.map { Array("* TODO x\n\($0)\nnotes\n".utf8) }
    for (bytes, heading) in zip(files, try OrgEmacs.read(files)) {
      let task = try #require(try TaskReader.read(bytes, path: "a.org")?.task)
      let heading = try #require(heading)
      let shown: Comment = "\(Text(bytes: bytes))"
      let moments = [task.scheduled?.start, task.deadline?.start, task.closed].map { $0?.iso }
      #expect(moments == heading.moments, shown)
    }
  }

  /// A new date goes behind what would take it away again.
  @Test func dateBesideABrokenOneIsWrittenLast() throws {
    let line = "CLOSED: [2026-11-20 Fri] CLOSED: [x] DEADLINE: <2026-11-27 Fri>"
    let old = try OrgLaw.document("* TODO x\n\(line)\nnotes\n")
    #expect(old.task.closed == nil)
    let moment = try #require(Timestamp(iso: "2026-11-21T10:00"))
    let new = try old.applying([.closed(moment)])
    #expect(
      Text(bytes: new.bytes)
        == Text("* TODO x\n\(line) CLOSED: [2026-11-21 Sat 10:00]\nnotes\n"))
    #expect(try new.applying([.closed(nil)]).task.closed == nil)
    let broken = try OrgLaw.document("* TODO x\nSCHEDULED: <2026-11-20 Fri> SCHEDULED: <x>\n")
    #expect(throws: EditError.self) { try broken.applying([.scheduled(Planning(moment))]) }
    #expect(
      try broken.applying([.title("y")]).bytes
        == Array("* TODO y\nSCHEDULED: <2026-11-20 Fri> SCHEDULED: <x>\n".utf8))
  }

  /// Only such dates does the agenda of Emacs look for, though its editor reads others.
  @Test(arguments: [
    "scheduled: <2026-01-02 Fri>", "SCHEDULED: [2026-01-02 Fri]", "Scheduled:[2026-01-02]",
  ])
  func dateThatChangesIsOneOfTheAgenda(_ line: String) throws {
    let old = try OrgLaw.document("* TODO x\n\(line)\n:PROPERTIES:\n:ID: a\n:END:\n")
    #expect(old.task.scheduled?.start.iso == "2026-01-02" && old.task.id == TaskID("a"))
    let new = try old.applying([
      .scheduled(old.task.scheduled?.moved(to: try #require(Timestamp(iso: "2026-01-03"))))
    ])
    #expect(
      Text(bytes: new.bytes)
        == "* TODO x\nSCHEDULED: <2026-01-03 Sat>\n:PROPERTIES:\n:ID: a\n:END:\n")
    #expect(
      Text(bytes: try old.applying([.scheduled(nil)]).bytes).string.hasPrefix("* TODO x\n:PROP"))
  }

  @Test func newPlanningLineHasItsOrder() throws {
    let day = Timestamp(try #require(CivilDate(year: 2026, month: 11, day: 27)))
    let new = try OrgLaw.document("* DONE x\n").applying([
      .scheduled(Planning(day)), .closed(Timestamp(day.date, minute: 555)),
      .deadline(Planning(day)),
    ])
    #expect(
      Text(bytes: new.bytes)
        == """
        * DONE x
        CLOSED: [2026-11-27 Fri 09:15] DEADLINE: <2026-11-27 Fri> SCHEDULED: <2026-11-27 Fri>

        """)
  }

  @Test func onlyThePartsOfAStampThatChangeAreWritten() throws {
    let old = try OrgLaw.document("* TODO x\n  DEADLINE: <2026-11-27 pá 9:00 -3d ++1w>  \n")
    var plan = try #require(old.task.deadline)
    plan.start.minute = 630
    #expect(
      Text(bytes: try old.applying([.deadline(plan)]).bytes)
        == "* TODO x\n  DEADLINE: <2026-11-27 pá 10:30 -3d ++1w>  \n")
    plan.start = Timestamp(plan.start.date.adding(days: 1))
    #expect(
      Text(bytes: try old.applying([.deadline(plan)]).bytes)
        == "* TODO x\n  DEADLINE: <2026-11-28 Sat -3d ++1w>  \n")
  }

  /// What a stamp says beside its date, as Emacs reads it.
  @Test(arguments: [
    ("10:00am", "T10:00", nil), ("10:05:3", "T10:05", nil), ("1:005", "T01:00", nil),
    ("10:05:30:1", "T10:05", nil), ("9:30-10:00-11:00", "T09:30", "T10:00"),
    ("10:00--11:00", "T10:00", nil), ("10:00:30-11:00:00", "T10:00", "T11:00"), ("1:5", "", nil),
    ("@10:00", "", nil),
  ])
  func timesByHand(_ words: String, _ start: String, _ end: String?) throws {
    let document = try OrgLaw.document("* TODO x\nSCHEDULED: <2026-11-27 Fri \(words)>\n")
    let plan = try #require(document.task.scheduled)
    #expect(
      plan.start.iso == "2026-11-27\(start)" && plan.end?.iso == end.map { "2026-11-27\($0)" })
  }

  /// Emacs reads a time only right behind the day: odd words make room for it.
  @Test(arguments: ["+b", "1:5", "@10:00 +1w", "10:00am", "+1w 10:00", "10:00"])
  func newTimesStandBehindTheDay(_ words: String) throws {
    let old = try OrgLaw.document("* TODO x\nSCHEDULED: <2026-11-20 Fri \(words)>\n")
    let day = try #require(CivilDate(year: 2026, month: 11, day: 24))
    let new = try OrgLaw.check(.scheduled(Planning(Timestamp(day, minute: 615))), on: old, words)
    #expect(Text(bytes: new.bytes).string.contains("<2026-11-24 Tue 10:15"))
    let moved = try OrgLaw.check(.scheduled(Planning(Timestamp(day))), on: old, words)
    #expect(moved.task.scheduled?.start.minute == nil)
  }

  // MARK: Properties

  @Test func firstOfDuplicatesCountsAndPlusAdds() throws {
    let task = try task(
      "* TODO x\n:PROPERTIES:\n:b+: c\n:A: 1\n:a: 2\n:A+: 3\n:B: b\n:rank: 5\n:RANK: 6\n:END:\n")
    #expect(task.property(named: "a") == "1 3")
    #expect(task.property(named: "B") == "b c")
    #expect(task.rank == Rank(5))
  }

  /// As in current Org; Org 9.5 takes the drawer for text.
  @Test func aTabPartsNameAndValue() throws {
    let task = try task("* TODO x\n:PROPERTIES:\n:ID:\tabc\n:A:\t1 2\n:RANK: \t5\n:END:\n")
    #expect(task.hasOwnID && task.id.text == "abc")
    #expect(task.property(named: "A") == "1 2" && task.rank == Rank(5))
  }

  @Test(arguments: ["text", ":A:1", "", ":: x"])
  func oneBadLineDemotesTheDrawer(_ line: String) throws {
    let task = try task("* TODO x\n:PROPERTIES:\n:ID: abc\n\(line)\n:END:\n")
    #expect(!task.hasOwnID)
    #expect(task.notes.string.hasPrefix(":PROPERTIES:"))
  }

  @Test func drawerStandsRightBelowThePlanning() throws {
    #expect(try task("* TODO x\nSCHEDULED: soon\n\t:properties:\n :ID: abc\n:end:  \n").hasOwnID)
    #expect(try !task("* TODO x\n\n:PROPERTIES:\n:ID: abc\n:END:\n").hasOwnID)
    #expect(try task("* TODO x\n:PROPERTIES:\n:ID: abc\n* TODO y\n").notes != .empty)
  }

  @Test func unreadableValuesStayProperties() throws {
    let old = try OrgLaw.document("* TODO x\n:PROPERTIES:\n:RANK: many\n:Effort: soon\n:END:\n")
    #expect(old.task.rank == nil)
    #expect(old.task.properties.map(\.name) == ["RANK", "Effort"])
    #expect(try old.applying([.rank(Rank(2))]).task.properties.map(\.name) == ["Effort"])
  }

  @Test func newDrawerHasItsOrder() throws {
    let id = try #require(TaskID("k7mq"))
    let day = Timestamp(try #require(CivilDate(year: 2026, month: 11, day: 20)), minute: 555)
    let new = try OrgLaw.document("* TODO x\n").applying([
      .property(name: "Z", value: "z"), .created(day), .rank(Rank(1024.5)), .list("work"), .id(id),
      .effort(90), .important(true),
    ])
    #expect(
      Text(bytes: new.bytes)
        == """
        * TODO x
        :PROPERTIES:
        :ID:       k7mq
        :RANK:     1024.5
        :CREATED:  [2026-11-20 Fri 09:15]
        :CATEGORY: work
        :Effort:   1:30
        :IMPORTANT: t
        :Z:        z
        :END:

        """)
  }

  /// Emacs aligns them too, after each of these (`org-auto-align-tags`).
  @Test func alignedTagsKeepTheirEnd() throws {
    let old = try OrgLaw.document("* TODO [#B] Call Bob          :phone:\n")
    func heading(_ edit: Edit) throws -> String {
      String(decoding: try old.applying([edit]).bytes, as: UTF8.self)
    }
    let canceled = State("CANCELED", isDone: true)
    #expect(try heading(.state(canceled)) == "* CANCELED [#B] Call Bob      :phone:\n")
    #expect(try heading(.priority(nil)) == "* TODO Call Bob               :phone:\n")
    #expect(try heading(.title("Call")) == "* TODO [#B] Call              :phone:\n")
    #expect(try heading(.tags(["phone", "b"])) == "* TODO [#B] Call Bob          :phone:b:\n")
    let near = try OrgLaw.document("* TODO Call  :a:\n* b\n")
    #expect(try near.applying([.state(canceled)]).bytes.starts(with: "* CANCELED Call :a:\n".utf8))
    let one = try OrgLaw.document("* TODO Call :a:\n")
    #expect(try one.applying([.state(canceled)]).bytes == Array("* CANCELED Call :a:\n".utf8))
  }

  /// A tag that comes and goes leaves the heading as it was, however many blanks stand before the tags.
  @Test(arguments: [" ", "  ", "   ", "                    ", "\t"])
  func aTagThatGoesAgainLeavesTheGap(_ gap: String) throws {
    let old = try OrgLaw.document("* TODO Call Bob\(gap):a:b:\n")
    let tagged = try old.applying([.tags(["a", "b", "long"])])
    #expect(tagged.bytes == Array("* TODO Call Bob\(gap):a:b:long:\n".utf8))
    #expect(try tagged.applying([.tags(["a", "b"])]).bytes == old.bytes)
  }

  @Test func deletedTaskIsHidden() throws {
    let day = Timestamp(try #require(CivilDate(year: 2026, month: 11, day: 20)))
    let old = try OrgLaw.document("* TODO x     :a:\n:PROPERTIES:\n:ID: b\n:END:\n")
    let deleted = try old.applying([.deleted(day)])
    #expect(deleted.heading.tags(in: deleted.bytes[...]) == ["a", "ARCHIVE"])
    #expect(deleted.task.tags == ["a"])
    #expect(deleted.task.isDeleted)
    #expect(try task("* TODO x :ARCHIVE:\n").tags == ["ARCHIVE"])
    #expect(try deleted.applying([.deleted(nil)]).bytes == old.bytes)
  }

  /// A file whose lines end in carriage returns alone is one line to Org.
  @Test(arguments: ["x\r", "x :a:\r", "x\r:PROPERTIES:\r:ID: b\r:END:\r", "x\r\r"])
  func headingBeforeACarriageReturnAtTheEnd(_ title: String) throws {
    let old = try OrgLaw.document("* TODO \(title)")
    let day = Timestamp(try #require(CivilDate(year: 2026, month: 11, day: 20)))
    let deleted = try old.applying([.id(TaskID(ofPath: "a")), .deleted(day)])
    let back = try deleted.applying([.deleted(nil)])
    #expect(back.task.title == old.task.title && back.task.tags == old.task.tags)
    #expect(back.bytes.starts(with: "* TODO \(title)\n".utf8))
    #expect(try old.applying([.tags(["b"])]).task.tags == ["b"])
    #expect(
      try old.applying([.priority(Priority("A")), .rank(Rank(1))]).task.title == old.task.title)
    #expect(try old.applying([.title("new")]).task.title == "new")
  }

  /// Tags of its own, however they are aligned, come back as they were; one ARCHIVE more hides the task.
  @Test(
    arguments: [
      "x", "x  ", "x :a:", "x   :a:", "x                  :a:  ", "x\t:a:b:", "x :a::b:", "x :a::",
      "x :ARCHIVE:", "x     :ARCHIVE:a:", "x :a:ARCHIVE:ARCHIVE:",
    ])
  func restoredHeadingIsTheOneThatWasDeleted(_ title: String) throws {
    let old = try OrgLaw.document("* TODO \(title)\n")
    let day = Timestamp(try #require(CivilDate(year: 2026, month: 11, day: 20)))
    let deleted = try old.applying([.deleted(day)])
    #expect(!deleted.task.tags.contains("ARCHIVE"))
    let count = [old, deleted].map {
      $0.heading.tags(in: $0.bytes[...]).count { $0 == "ARCHIVE" }
    }
    #expect(count[1] == count[0] + 1)
    let tagged = try deleted.applying([.tags(deleted.task.tags + ["new"])])
    #expect(tagged.heading.tags(in: tagged.bytes[...]).count { $0 == "ARCHIVE" } == count[1])
    let back = try deleted.applying([.deleted(nil)])
    #expect(back.task.tags == old.task.tags)
    #expect(back.bytes.starts(with: "* TODO \(title)\n".utf8))
  }
}
