import TasksCore
import Testing

/// What reading other people's files by hand brought up.
struct OddDatesAndCookiesTests {
  private func org(_ text: String) throws -> OrgDocument {
    try #require(OrgDocument(Array(text.utf8), path: "a.org", workflow: .standard))
  }

  private func markdown(_ text: String) throws -> MarkdownDocument {
    try #require(MarkdownDocument(Array(text.utf8), path: "a.md", workflow: .standard))
  }

  private func text(_ document: any TaskDocument) -> String {
    String(decoding: document.bytes, as: UTF8.self)
  }

  /// What stands between two dates must not end up in front of the one that stays.
  @Test(arguments: [
    (
      "* DONE t\nCLOSED: [2026-11-20 Fri 10:00] x DEADLINE: <2026-11-21 Sat>\n", Edit.closed(nil),
      "* DONE t\nDEADLINE: <2026-11-21 Sat> x\n"
    ),
    (
      "* TODO t\n  DEADLINE: <2026-11-21 Sat>, SCHEDULED: <2026-11-22 Sun>  \n", .deadline(nil),
      "* TODO t\n  SCHEDULED: <2026-11-22 Sun> ,\n"
    ),
    (
      "* TODO t\nDEADLINE: <2026-11-21 Sat> a SCHEDULED: <2026-11-22 Sun> b CLOSED: [2026-11-20 Fri]\n",
      .scheduled(nil),
      "* TODO t\nDEADLINE: <2026-11-21 Sat> a b CLOSED: [2026-11-20 Fri]\n"
    ),
  ])
  func theOtherDateStays(_ before: String, _ edit: Edit, _ after: String) throws {
    let old = try org(before)
    let new = try old.applying([edit])
    #expect(text(new) == after)
    #expect(new.task == old.task.applying(edit))
  }

  @Test func aDiaryDateIsNotSetBesideAnother() throws {
    let document = try org("* TODO t\nSCHEDULED: <%%(diary-float t 4 2)>\n")
    let day = Planning(Timestamp(CivilDate(dayNumber: 20_000)))
    #expect(throws: EditError.notEditable("SCHEDULED holds something other than a date")) {
      try document.applying([.scheduled(day)])
    }
    #expect(try text(document.applying([.deadline(day)])).contains("DEADLINE: <2024-10-04 Fri>"))
  }

  /// Cookies change when the count of boxes does, and only then.
  @Test func cookiesFollowBoxesAlone() throws {
    let document = try org("* TODO t [50%] [/]\n- [ ] a\n- [X] b\n- [ ] c\n")
    let noted = try document.applying([.notes(Text(document.task.notes.string + "\nmore"))])
    #expect(text(noted).hasPrefix("* TODO t [50%] [/]\n"))
    let ticked = Checklist(document.task.notes, format: .org).setting(0, to: true)
    #expect(try text(document.applying([.notes(ticked)])).hasPrefix("* TODO t [66%] [2/3]\n"))
  }

  /// A drawer below a setting is text, and stays so when the setting goes.
  @Test(arguments: ["#+CATEGORY: work\n", "#+FILETAGS: :a:\n", "# b\n#+CATEGORY: c\n"])
  func aSettingAboveADrawerGoes(_ setting: String) throws {
    let rest = ":PROPERTIES:\n:CATEGORY: x\n:END:\n* TODO t\n"
    let document = try org(setting + rest)
    let new = try document.applying([.list(nil), .tags([])])
    #expect((new.task.list, new.task.tags) == (nil, []))
    #expect(text(new) == (setting.hasPrefix("# b") ? "# b\n" : "") + "\n" + rest)
  }

  @Test(arguments: [
    (["a", "b", "c"], ":a:a:b:c:"), (["a"], ":a:a:"), (["b"], ":b:"), (["b", "a"], ":b:a:"),
    (["a", "b"], ":a:a:b:"),
  ])
  func aTagThatStandsThereTwiceStays(_ tags: [Text], _ written: String) throws {
    let new = try org("* TODO t :a:a:b:\n").applying([.tags(tags)])
    #expect(text(new) == "* TODO t \(written)\n")
  }

  /// A heading of a cookie alone has it for a title, as in Emacs, and it counts all the same.
  @Test func aTitleMayBeACookie() throws {
    let document = try org("* TODO [0/1]\n- [ ] a\n")
    let ticked = Checklist(document.task.notes, format: .org).setting(0, to: true)
    let new = try document.applying([.notes(ticked)])
    #expect(text(new) == "* TODO [1/1]\n- [X] a\n")
    #expect(try text(new.applying([.title("b")])) == "* TODO [1/1] b\n- [X] a\n")
    let converted = try Conversion(
      of: document, to: .markdown, specification: "TODO | DONE", workflow: .standard)
    #expect(converted.document.task.title == "[0/1]")
  }

  @Test(arguments: [("recursive", "[1/3]"), ("todo recursive", "[0/2]"), ("checkbox", "[0/1]")])
  func cookieDataSaysWhatCounts(_ ways: String, _ cookie: String) throws {
    let document = try org(
      "* TODO t [0/2]\n:PROPERTIES:\n:COOKIE_DATA: \(ways)\n:END:\n- [ ] a\n  - [ ] b\n  - [ ] c\n")
    let ticked = Checklist(document.task.notes, format: .org).setting(1, to: true)
    let new = try document.applying([.notes(ticked)])
    let heading = text(new).prefix { $0 != "\n" }
    // Emacs 28 writes the first two so; of the last the one box at the top is not all ticked.
    #expect(heading == "* TODO t \(cookie)" || ways == "checkbox" && heading == "* TODO t [0/2]")
  }

  @Test func noDateOfDstask() throws {
    let document = try markdown(
      "---\ntitle: t\nstatus: pending\ndue: 0001-01-01T00:00:00Z\n---\n")
    #expect(document.task.deadline == nil)
    #expect(document.task.properties.isEmpty)
    let day = Planning(Timestamp(CivilDate(dayNumber: 20_000)))
    #expect(
      try text(document.applying([.deadline(day)]))
        == "---\ntitle: t\nstatus: pending\ndue: 2024-10-04\n---\n")
  }

  /// A repeater that holds for both dates is written once.
  @Test func bothDatesShareTheirRepeater() throws {
    let document = try markdown(
      "---\ntitle: t\nstatus: todo\nscheduled: 2026-11-23\ndue: 2026-11-27\n---\n")
    let repeater = Repeater(.cumulate, Interval(2, .week))
    func repeating(_ plan: Planning?) -> Planning? {
      plan.map { Planning($0.start, repeater: repeater) }
    }
    let new = try document.applying([
      .scheduled(repeating(document.task.scheduled)), .deadline(repeating(document.task.deadline)),
    ])
    #expect(
      text(new)
        == "---\ntitle: t\nstatus: todo\nscheduled: 2026-11-23\ndue: 2026-11-27\nrepeat: \"+2w\"\n---\n"
    )
  }
}
