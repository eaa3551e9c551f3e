import CoreTestSupport
import TasksCore
import Testing

/// The table of fields: names, values as text, and reading them back.
@Suite struct MergeFieldTests {
  static func task(_ edits: [Edit] = [], format: Format = .org) -> Task {
    Task(
      id: TaskID(ofPath: "a"), path: "a.\(format.rawValue)", format: format, title: "Call Bob",
      state: State("TODO", isDone: false)
    ).applying(edits)
  }

  private static func at(_ text: String) -> Timestamp? { Timestamp(iso: text) }
  private static func plan(_ text: String) -> Planning? { Planning(fieldText: text) }

  @Test(arguments: [
    (Edit.title("Say \"hi\""), "title", "Say \"hi\""),
    (.state(State("DONE", isDone: true)), "state", "DONE"),
    (.priority(Priority("A")), "priority", "A"), (.rank(Rank(1024.5)), "rank", "1024.5"),
    (.rank(Rank(7)), "rank", "7"), (.list("work"), "list", "work"),
    (.created(at("2026-11-20T09:15")), "created", "2026-11-20T09:15"),
    (.closed(at("2026-11-20")), "closed", "2026-11-20"),
    (.deadline(plan("2026-11-27T17:00 ++1w 3d")), "deadline", "2026-11-27T17:00 ++1w 3d"),
    (.deadline(plan("2026-11-27 --2d")), "deadline", "2026-11-27 --2d"),
    (
      .scheduled(plan("2026-11-23T10:00--2026-11-23T11:30")), "scheduled",
      "2026-11-23T10:00--2026-11-23T11:30"
    ),
    (.scheduled(plan("2026-11-23 .+2d/4d")), "scheduled", "2026-11-23 .+2d/4d"),
    (.deleted(at("2026-11-20T09:15")), "deleted", "2026-11-20T09:15"),
    (
      .reminders(at: [at("2026-11-20T09:15"), at("2026-11-21")].compactMap { $0 }), "reminders",
      "2026-11-20T09:15 2026-11-21"
    ),
    (.important(true), "important", "true"), (.firstAlert(60), "alerts", "60"),
    (.secondAlert(10), "property APPT_WARNTIME2", "10"),
    (.placeName("Office, Prague"), "location", "Office, Prague"),
    (.coordinates(Location.Coordinates("50.0875,14.4213")), "property GEO", "50.0875,14.4213"),
    (.radius(500), "property LOCATION_RADIUS", "500"), (.effort(90), "effort", "90"),
    (.parent(TaskID("abc")), "parent", "abc"),
    (.blockers([TaskID("abc")].compactMap { $0 }), "blockers", "abc"),
    (.tags(["phone"]), "tags", "phone"),
    (.lastRepeat(at("2026-11-20T09:15")), "property LAST_REPEAT", "2026-11-20T09:15"),
    (.property(name: "Colour", value: "red"), "property Colour", "red"),
    (.property(name: "Empty", value: ""), "property Empty", ""),
    (.notes("one\ntwo"), "notes", "one\ntwo"),
    (
      .log(
        [Clock(fieldText: "2026-11-20T09:20--2026-11-20T10:05")].compactMap {
          $0.map { .clock($0) }
        }
      ), "clocks",
      "2026-11-20T09:20--2026-11-20T10:05"
    ),
  ])
  func valueIsWrittenAndReadBack(edit: Edit, name: String, value: String) throws {
    let plain = MergeFieldTests.task()
    let task = plain.applying(edit)
    let field = try #require(Field.named(Text(name), in: .org))
    #expect(field.name == Text(name))
    #expect(field.value(in: task).text == Text(value))
    let edits = try #require(field.edits(reading: Text(value), into: plain, workflow: .standard))
    #expect(plain.applying(edits) == task)
    #expect(plain.applying(field.edits(giving: task, to: plain)) == task || name == "closed")
    #expect(!field.isSame(plain, task))
    #expect(field.isSame(task, task))
    #expect(TaskDifference(from: plain, to: task).changes.map(\.field) == [Text(name)])
  }

  @Test(arguments: [
    "priority", "rank", "list", "created", "deadline", "scheduled", "deleted", "effort", "parent",
    "alerts", "location", "property GEO", "property Colour", "notes", "tags", "blockers",
  ])
  func nothingTakesTheValueAway(name: String) throws {
    let field = try #require(Field.named(Text(name), in: .org))
    let plain = MergeFieldTests.task()
    let edits = try #require(field.edits(reading: nil, into: plain, workflow: .standard))
    #expect(plain.applying(edits) == plain)
    #expect(field.value(in: plain).text?.isEmpty ?? true)
  }

  @Test func memberOfASetJoinsTheOthers() {
    let task = MergeFieldTests.task().applying([.tags(["a"])])
    let tags = Field.named("tags", in: .org)?.edits(reading: "b c", into: task, workflow: .standard)
    #expect(tags == [.tags(["a", "b c"])])
    let blockers = Field.named("blockers", in: .org)?.edits(
      reading: "x", into: task, workflow: .standard)
    #expect(blockers == [.blockers([TaskID("x")].compactMap { $0 })])
  }

  @Test func valuesThatAreNoneAreRefused() {
    let task = MergeFieldTests.task()
    for (name, value) in [
      ("rank", "seven"), ("deadline", "soon"), ("deadline", "2026-11-27 x"), ("state", "GONE"),
      ("effort", "1:30"), ("reminders", "2026-13-01"), ("clocks", "x"),
    ] as [(Text, Text)] {
      #expect(
        Field.named(name, in: .org)?.edits(reading: value, into: task, workflow: .standard) == nil)
    }
    #expect(Field.named("nonsense", in: .org) == nil)
    #expect(Field.named("property ", in: .org) == nil)
  }

  @Test func logEntriesAreReadAsTheyAreTold() throws {
    let at = try #require(Timestamp(iso: "2026-11-20T10:30"))
    let entries = [
      LogEntry(.note, at: at, note: "a: b"), LogEntry(.note, at: at),
      LogEntry(.state(from: "TODO", to: "WAIT"), at: at, note: "why\nnot"),
      LogEntry(.state(from: nil, to: "DONE"), at: at), LogEntry(.other("Refiled somewhere")),
      LogEntry(.other("from x to y"), note: "z"),
    ]
    for entry in entries { #expect(LogEntry(fieldText: entry.fieldText) == entry) }
    for text in ["", "a", ": ", "2026-11-20T10:30", "2026-11-20T10:30 x y: z"] as [Text] {
      #expect(LogEntry(fieldText: text).fieldText == text)
    }
  }

  @Test func boxIsNamedByItsText() throws {
    let task = MergeFieldTests.task([.notes("- [ ] say \"hi\"\n- [ ] b")])
    let field = try #require(Field.named(#"checkbox "say \"hi\"""#, in: .org))
    #expect(field.value(in: task) == .flag(false))
    let edits = try #require(field.edits(reading: "true", into: task, workflow: .standard))
    #expect(edits == [.notes("- [X] say \"hi\"\n- [ ] b")])
  }

  @Test func markdownRepeaterIsAFieldOfItsOwn() throws {
    let old = MergeFieldTests.task(
      [.deadline(Planning(fieldText: "2026-11-27 ++1w 3d"))], format: .markdown)
    let new = old.applying(.deadline(Planning(fieldText: "2026-11-27 ++2w 3d")))
    #expect(
      TaskDifference(from: old, to: new).changes == [
        FieldChange("repeat", .value(old: .text("++1w"), new: .text("++2w")))
      ])
    #expect(
      Field.repeats.edits(reading: "++2w", into: old, workflow: .standard) == new.edits(from: old))
    let both = old.applying(.scheduled(Planning(fieldText: "2026-11-20 +1d")))
    #expect(Field.repeats.value(in: both).text == "scheduled +1d deadline ++1w")
    #expect(
      Field.repeats.edits(reading: "scheduled +1d deadline ++1w", into: both, workflow: .standard)
        == [])
  }

  @Test func differenceTellsBoxesSetsAndStates() throws {
    let old = MergeFieldTests.task([.tags(["a", "b"]), .notes("- [ ] x\n- [ ] y")])
    let at = try #require(Timestamp(iso: "2026-11-20T10:00"))
    let new = old.applying([
      .tags(["b", "c"]), .notes("- [X] x\n- [ ] y"), .state(State("DONE", isDone: true)),
      .closed(at), .log([.entry(LogEntry(.note, at: at, note: "well"))]),
    ])
    #expect(
      TaskDifference(from: old, to: new).changes == [
        FieldChange("state", .value(old: .text("TODO"), new: .text("DONE"))),
        FieldChange("closed", .value(old: .nothing, new: .moment(at))),
        FieldChange("tags", .members(add: [.text("c")], remove: [.text("a")])),
        FieldChange("log", .members(add: [.text("2026-11-20T10:00 note: well")], remove: [])),
        FieldChange("checkbox \"x\"", .value(old: .flag(false), new: .flag(true))),
      ])
    #expect(TaskDifference(from: nil, to: nil).changes.isEmpty)
    #expect(TaskDifference(from: old, to: old).changes.isEmpty)
    #expect(
      TaskDifference(from: nil, to: old).changes.map(\.field) == [
        "title", "state", "tags", "notes",
      ])
    #expect(old.hasSameFields(as: old) && !old.hasSameFields(as: new))
  }
}
