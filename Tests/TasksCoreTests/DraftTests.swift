import CoreTestSupport
import TasksCore
import Testing

struct DraftTests {
  private func task() throws -> Task {
    var task = Task(
      id: try #require(TaskID("k7mq2xw4tz9nbcde")), path: "a.org", format: .org, title: "Call Bob",
      state: State("TODO", isDone: false))
    task.tags = ["phone", "@office"]
    task.deadline = Planning(
      try moment("2026-11-27T17:00"), repeater: Repeater("++1w"), warning: Warning("-3d"))
    task.notes = "first"
    task.blockers = [try #require(TaskID("abc"))]
    return task
  }

  private func edits(_ arguments: [String], for task: Task) throws -> [Edit] {
    let now = try moment("2026-11-20T09:15")
    return try QuickAdd.read(arguments, mode: .modify, now: now).edits(for: task) { word in
      try #require(TaskID(Text(word.text)))
    }
  }

  @Test func sameValuesAreNoEdits() throws {
    let task = try task()
    #expect(
      try edits(
        [
          "title:Call Bob", "+phone", "@office", "-other", "due:2026-11-27@17:00", "pri:",
          "rank:", "depends:abc", "every:++1w", "parent:", "remind:", "at:", "effort:", "list:",
        ], for: task) == [])
    #expect(try edits([], for: task) == [])
    #expect(Draft().isEmpty)
  }

  @Test("What could not be read goes when its field is cleared")
  func clearingTakesAwayWhatIsUnread() throws {
    let front = """
      ---
      status: open
      due: next week
      recurrence: FREQ=WEEKLY;BYDAY=MO,WE
      timeEstimate: long
      ---

      """
    let markdown = try #require(MarkdownFiles.read(front))
    let edits = try edits(["due:", "every:", "effort:", "list:"], for: markdown.task)
    #expect(try markdown.applying(edits).bytes == Array("---\nstatus: open\n---\n".utf8))
    let org = try OrgLaw.document("* TODO a\n:PROPERTIES:\n:Effort: long\n:END:\n")
    let clearing = try self.edits(["effort:", "due:"], for: org.task)
    #expect(try org.applying(clearing).bytes == Array("* TODO a\n".utf8))
    let diary = try OrgLaw.document("* TODO a\nDEADLINE: <%%(diary-float t 4 2)>\n")
    let noDate = try self.edits(["due:"], for: diary.task)
    #expect(throws: EditError.self) { try diary.applying(noDate) }
  }

  @Test func movedDateKeepsRepeaterAndWarning() throws {
    let plan = Planning(
      try moment("2026-12-01"), repeater: Repeater("++1w"), warning: Warning("-3d"))
    #expect(try edits(["due:2026-12-01"], for: task()) == [.deadline(plan)])
  }

  @Test func sameDateKeepsItsRange() throws {
    var task = try task()
    task.scheduled = Planning(try moment("2026-11-23T10:00"), end: try moment("2026-11-23T11:30"))
    #expect(try edits(["sched:2026-11-23@10:00"], for: task) == [])
    #expect(
      try edits(["sched:2026-11-24@12:00"], for: task) == [
        .scheduled(
          Planning(try moment("2026-11-24T12:00"), end: try moment("2026-11-24T13:30")))
      ])
  }

  @Test func repeaterGoesToEachDate() throws {
    let task = try task()
    let edits = try edits(["every:.+1d/3d", "sched:2026-11-21"], for: task)
    #expect(
      edits == [
        .scheduled(Planning(try moment("2026-11-21"), repeater: Repeater(".+1d/3d"))),
        .deadline(
          Planning(
            try moment("2026-11-27T17:00"), repeater: Repeater(".+1d/3d"), warning: Warning("-3d"))),
        .field(.habit, .flag(true)),
      ])
    #expect(task.applying(edits).isHabit)
    #expect(try !task.applying(self.edits(["every:!1d", "sched:fri"], for: task)).isHabit)
    #expect(task.applying(edits).isRepeating)
    #expect(
      try self.edits(["every:"], for: task) == [
        .deadline(Planning(try moment("2026-11-27T17:00"), warning: Warning("-3d")))
      ])
  }

  @Test func repeaterNeedsADate() throws {
    let task = try task()
    #expect(throws: InputError.self) { try edits(["due:", "every:1w"], for: task) }
    #expect(try edits(["due:", "every:"], for: task) == [.deadline(nil)])
  }

  @Test func tagsAreTheWholeList() throws {
    #expect(try edits(["-phone", "+new", "+new"], for: task()) == [.tags(["@office", "new"])])
    #expect(try edits(["-phone", "-@office"], for: task()) == [.tags([])])
  }

  @Test func blockers() throws {
    let (abc, def) = (try #require(TaskID("abc")), try #require(TaskID("def")))
    #expect(try edits(["depends:def,abc"], for: task()) == [.blockers([abc, def])])
    #expect(try edits(["depends:"], for: task()) == [.blockers([])])
    #expect(try edits(["depends:", "depends:def"], for: task()) == [.blockers([def])])
    #expect(try edits(["parent:def"], for: task()) == [.parent(def)])
  }

  @Test func noTaskIsItsOwnRelative() throws {
    for key in ["parent:", "depends:"] {
      #expect(throws: InputError.ownRelative(try word("k7mq2xw4tz9nbcde", after: key))) {
        try edits([key + "k7mq2xw4tz9nbcde"], for: task())
      }
    }
  }

  private func word(_ text: String, after key: String) throws -> InputWord {
    let whole = InputWord(key + text)
    return whole.part(whole.bytes.dropFirst(key.utf8.count))
  }

  @Test func whatResolvingThrowsIsPassedOn() throws {
    struct Unknown: Error {}
    var draft = Draft()
    draft[references: .parent].words = [InputWord("xyz")]
    #expect(throws: Unknown.self) { try draft.edits(for: task()) { _ in throw Unknown() } }
  }

  @Test func noteComesAfterABlankLine() throws {
    var task = try task()
    #expect(try edits(["/", "second"], for: task) == [.notes("first\n\nsecond")])
    task.notes = .empty
    #expect(try edits(["/", "second"], for: task) == [.notes("second")])
  }

  @Test func restOfTheFields() throws {
    let edits = try edits(
      ["title:New", "pri:B", "rank:2", "list:home", "at:Office", "effort:2h", "remind:today"],
      for: task())
    #expect(
      edits == [
        .title("New"), .priority(Priority("B")), .rank(Rank(2)), .list("home"), .effort(120),
        .reminders(at: [try moment("2026-11-20")]), .placeName("Office"),
      ])
  }
}
