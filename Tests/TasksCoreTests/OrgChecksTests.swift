import CoreTestSupport
import TasksCore
import Testing

/// What Org would read as something else is refused, each with its own reason.
@Suite struct OrgChecksTests {
  private static let file =
    "* TODO x [#B] y :t:\n:PROPERTIES:\n:ID: a\n:END:\n:LOGBOOK:\n- l\n:END:\n\nnotes\n"

  private func refusal(of edit: Edit, in text: String = file) throws -> EditError? {
    let document = try OrgLaw.document(text)
    do throws(EditError) {
      _ = try document.applying([edit])
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("[#A] x", "a priority"), ("[#1]x", "a priority"), ("[#12] x", "a priority"),
    (" [#A] x", "a priority"), ("[#%] x", "a priority"), ("[# ]", "a priority"),
    ("[#é]x", "a priority"), ("COMMENT", "a comment"), ("COMMENT x", "a comment"),
    ("COMMENTS", "a comment"),
    ("x :a:", "tags"), (":a:b:", "tags"), ("x :čaj: ", "tags"),
  ])
  func misreadTitles(_ title: Text, _ reading: String) throws {
    guard case .misreadTitle(_, reading) = try refusal(of: .title(title)) else {
      Issue.record("\(title) is not refused as \(reading)")
      return
    }
  }

  @Test(arguments: ["", " ", "\t", "[1/2]", "[/] [33%]"] as [Text])
  func emptyTitles(_ title: Text) throws {
    #expect(try refusal(of: .title(title)) == .emptyTitle)
  }

  @Test(arguments: ["a\nb", "a\r", "a\u{0}", "a\u{7F}", "a\u{85}"] as [Text])
  func controlCharacters(_ text: Text) throws {
    #expect(try refusal(of: .title(text)) == .controlCharacter(in: text))
    #expect(try refusal(of: .property(name: "A", value: text)) == .controlCharacter(in: text))
    #expect(try refusal(of: .list(text)) == .controlCharacter(in: text))
    #expect(try refusal(of: .placeName(text)) == .controlCharacter(in: text))
  }

  @Test(
    arguments: [
      "x", " x ", "#A x", "[#A x", "[#a b] x", "Comments", "x:a:", "x :a-b:", "x ::", "TODO",
      "* star",
      "[1/2] x",
      ":PROPERTIES:", "SCHEDULED: <2026-01-01>", "\u{10FF80}",
    ] as [Text])
  func otherTitlesHoldTheLaw(_ title: Text) throws {
    if title == ":PROPERTIES:" { return }
    try OrgLaw.check(.title(title), on: OrgLaw.document(Self.file), "title")
  }

  @Test func whatStoodInTheMiddleOfAHeading() throws {
    let text = "* TODO [#A] [#B] x :a: :b:\n"
    guard case .misreadTitle(_, "a priority") = try refusal(of: .priority(nil), in: text) else {
      Issue.record("priority")
      return
    }
    guard case .misreadTitle(_, "tags") = try refusal(of: .tags([]), in: text) else {
      Issue.record("tags")
      return
    }
  }

  @Test(arguments: ["", "a b", "a-b", "a:b", "²", "☺", "a\n"] as [Text])
  func tags(_ tag: Text) throws {
    #expect(try refusal(of: .tags(["ok", tag])) == .forbiddenTag(tag))
  }

  @Test(
    arguments: [
      "", "a b", "a\u{A0}b", "A+", "TODO", "tags", "ITEM", "END", "Properties", "a\tb",
      "TIMESTAMP_IA", "a\u{200B}b", "a\u{3000}b", "a\u{2003}", "\u{202F}a",
    ] as [Text])
  func propertyNames(_ name: Text) throws {
    #expect(try refusal(of: .property(name: name, value: "v")) == .badPropertyName(name))
  }

  @Test(arguments: [" v", "v ", "\tv"] as [Text])
  func propertyValues(_ value: Text) throws {
    #expect(
      try refusal(of: .property(name: "A", value: value)) == .badProperty(name: "A", value: value))
    #expect(try refusal(of: .list(value)) == .badProperty(name: "CATEGORY", value: value))
    #expect(try refusal(of: .placeName(value)) == .badProperty(name: "LOCATION", value: value))
  }

  @Test func idsWithBlanks() throws {
    let id = try #require(TaskID("a b"))
    let bracket = try #require(TaskID("a)"))
    #expect(try refusal(of: .parent(id)) == .badProperty(name: "PARENT", value: "id:a b"))
    #expect(try refusal(of: .blockers([id])) == .badProperty(name: "BLOCKER", value: "ids(a b)"))
    #expect(
      try refusal(of: .blockers([bracket])) == .badProperty(name: "BLOCKER", value: "ids(a))"))
    #expect(try refusal(of: .id(id)) == nil)
    #expect(
      try refusal(of: .property(name: "ID", value: nil)) == .badProperty(name: "ID", value: .empty))
  }

  @Test func numbersBelowZero() throws {
    #expect(try refusal(of: .radius(-1)) == .badProperty(name: "LOCATION_RADIUS", value: "-1"))
    #expect(try refusal(of: .firstAlert(-1)) == .badProperty(name: "APPT_WARNTIME", value: "-1"))
    #expect(try refusal(of: .effort(-5)) != nil)
  }

  @Test func stampsThatDoNotReadBack() throws {
    let day = Timestamp(try #require(CivilDate(year: 2026, month: 11, day: 20)), minute: 600)
    var plan = Planning(day, end: Timestamp(day.date))
    #expect(try refusal(of: .scheduled(plan)) == nil)
    plan = Planning(Timestamp(day.date), end: day)
    #expect(try refusal(of: .scheduled(plan)) == nil)
    plan = Planning(day, repeater: Repeater(.cumulate, Interval(200_000, .day)))
    #expect(try refusal(of: .deadline(plan)) != nil)
    let late = Timestamp(CivilDate(dayNumber: 4_000_000))
    #expect(try refusal(of: .created(late)) != nil)
    #expect(try refusal(of: .closed(late)) != nil)
  }

  @Test(
    arguments: [
      ":END:", "a\n :end: ", "a\n:END:", "a\n#+TODO: A | B", "CLOCK: [2026-11-20 Fri 10:00]",
    ] as [Text])
  func logNotesThatEndTheLog(_ note: Text) throws {
    let entry = LogItem.entry(LogEntry(.other("x"), note: note))
    guard case .badNotes(let line) = try refusal(of: .log([entry])) else {
      Issue.record("\(note)")
      return
    }
    #expect(note.string.contains(line.string))
  }

  @Test(arguments: ["* x", "** x", ":LOGBOOK:", "- x", "a\\\\"] as [Text])
  func otherLogNotesHoldTheLaw(_ note: Text) throws {
    let document = try OrgLaw.document(Self.file)
    let day = Timestamp(try #require(CivilDate(year: 2026, month: 11, day: 20)))
    let entry = LogItem.entry(LogEntry(.note, at: day, note: note))
    try OrgLaw.check(.log([entry] + document.task.log), on: document, "note")
  }

  @Test(arguments: ["#+FILETAGS: :a:", "x\n  #+todo: A | B", "#+CATEGORY: c"] as [Text])
  func settingsInNotes(_ notes: Text) throws {
    #expect(try refusal(of: .notes(notes)) == .badNotes(line: notes.lines.last ?? notes))
    #expect(try refusal(of: .notes("#+BEGIN_SRC\n\(notes)\n#+END_SRC")) == nil)
    if notes.string.contains("todo") { return }
    let there = "* TODO x\n\n" + notes.string + "\n"
    #expect(try refusal(of: .notes("more\n\(notes)"), in: there) == nil)
  }

  @Test(
    arguments: [
      "SCHEDULED: <2026-11-20>", ":PROPERTIES:\n:ID: x\n:END:", "CLOCK: [2026-11-20 Fri 10:00]",
      "- Note taken on [2026-11-20 Fri 10:00]",
    ] as [Text])
  func notesThatLookLikeDataGetABlankLine(_ notes: Text) throws {
    for text in ["* TODO x\n", "* TODO x\nold\n", "* TODO x\nold", "* TODO x"] {
      try OrgLaw.check(.notes(notes), on: OrgLaw.document(text), "notes")
    }
  }

  @Test func logbookAtTheBeginningOfNotes() throws {
    #expect(try refusal(of: .notes(":LOGBOOK:\n- x\n:END:\nmore")) == .badNotes(line: ":LOGBOOK:"))
  }

  @Test func unknownState() throws {
    guard case .unknownKeyword("NO", _) = try refusal(of: .state(State("NO", isDone: false))) else {
      Issue.record("unknown keyword")
      return
    }
  }
}
