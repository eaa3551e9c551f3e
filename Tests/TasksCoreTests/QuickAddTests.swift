import CoreTestSupport
import TasksCore
import Testing

struct QuickAddTests {
  private func now() throws -> Timestamp { try moment("2026-11-20T09:15") }

  private func draft(_ arguments: [String], _ mode: QuickAdd.Mode = .add) throws -> Draft {
    try QuickAdd.read(arguments, mode: mode, now: try now())
  }

  @Test func exampleOfTheManual() throws {
    let draft = try draft([
      "Call", "Bob", "about", "invoice", "42", "+phone", "@office", "list:work", "due:fri", "pri:A",
    ])
    #expect(draft.title == "Call Bob about invoice 42")
    #expect(draft.addedTags == ["phone", "@office"])
    #expect(draft[.list] == .set(.text("work")))
    #expect(draft.deadline == .set(try moment("2026-11-27")))
    #expect(draft.priority == Priority("A").map { .set($0) })
    #expect(draft.note == nil)
  }

  /// Keys of other programs, and what they call the priorities.
  @Test func wordsOfOthers() throws {
    let draft = try draft(["Call", "priority:H", "scheduled:mon", "rec:1w", "proj:home"])
    #expect(draft.title == "Call" && draft.priority == Priority("A").map { .set($0) })
    #expect(draft.scheduled == .set(try moment("2026-11-23")))
    #expect(draft.repeater != .keep && draft[.list] == .set(.text("home")))
    #expect(try self.draft(["x", "pri:l"]).priority == Priority("C").map { .set($0) })
  }

  /// A time of day right after a day belongs to it.
  @Test func timesAfterDays() throws {
    let time = Draft.Change.set(try moment("2026-11-27T17:00"))
    #expect(try draft(["x", "due:fri", "17:00"]).deadline == time)
    #expect(try draft(["x due:fri 17:00 y"]).title == "x y")
    #expect(try draft(["due:fri", "17:00"], .modify).deadline == time)
    let reminder = FieldValue.moment(try moment("2026-11-27T17:00"))
    #expect(try draft(["x", "remind:fri", "17:00"])[.reminders] == .set(.list([reminder])))
    #expect(try draft(["x", "due:fri@9:00", "17:00"]).title == "x 17:00")
    #expect(try draft(["x", "due:fri", "at", "17:00", "at", "9"]).title == "x at 9")
    #expect(try draft(["x", "due:fri", "at", "17:00"]).deadline == time)
    #expect(try draft(["due:", "fri"]).title == "fri")
    #expect(try draft(["x", "due:fri", "--", "17:00"]).title == "x 17:00")
  }

  /// The words after a key that make a date of its value.
  @Test(arguments: [
    (["due:in", "3", "days", "y"], "2026-11-23", "x y"), (["due:next", "week"], "2026-11-23", "x"),
    (["due:in", "20min"], "2026-11-20T09:35", "x"),
    (["due:12", "Dec", "2027", "y"], "2027-12-12", "x y"),
    (["due:next", "month", "9am", "y"], "2026-12-01T09:00", "x y"),
    (["due:fri", "5pm", "y"], "2026-11-27T17:00", "x y"),
    (["due:fri", "noon", "y"], "2026-11-27T12:00", "x y"),
    (["due:fri", "week"], "2026-11-27", "x week"),
    (["due:tomorrow", "at", "5", "pm"], "2026-11-21T17:00", "x"),
  ])
  func datesOfSeveralWords(_ words: [String], _ due: String, _ title: String) throws {
    for draft in [
      try draft(["x"] + words), try draft([(["x"] + words).joined(separator: " ")]),
      try QuickAdd.read(line: (["x"] + words).joined(separator: " "), now: now()),
    ] {
      #expect(draft.deadline == .set(try moment(due)))
      #expect(draft.title == Text(title))
    }
  }

  /// A time after days is the one of the first date, which is the next one to come.
  @Test(arguments: [
    // On a Friday at 9:15.
    ("every:weekdays 10am", "2026-11-20T10:00", "x"),
    ("every:weekdays 9am", "2026-11-23T09:00", "x"),
    ("every:mon,wed 17:00", "2026-11-23T17:00", "x"),
    ("every:mon,wed at 5 pm", "2026-11-23T17:00", "x"),
    ("every:2nd tue at noon", "2026-12-08T12:00", "x"),
    ("every:month on 31 8:30", "2026-11-30T08:30", "x"),
    ("every:2w on mon thu at 9:00", "2026-11-23T09:00", "x"),
    ("every:weekdays 9am due:2026-12-01", "2026-12-01T09:00", "x"),
    ("due:2026-12-01 8am every:tue 9am", "2026-12-01T08:00", "x"),
    ("every:weekdays 9 am remind:mon", "2026-11-23T09:00", "x"),
    ("every:weekdays", "2026-11-20", "x"), ("every:mon at 42", "2026-11-23", "x at 42"),
    ("every:mon at", "2026-11-23", "x at"), ("due:mon every:week 9am", "2026-11-23", "x 9am"),
  ]) func timesAfterRepeatDays(_ typed: String, _ due: String, _ title: Text) throws {
    let words = ["x"] + typed.split(separator: " ").map(String.init)
    for draft in [
      try draft(words), try QuickAdd.read(line: words.joined(separator: " "), now: now()),
    ] {
      #expect(draft.deadline == .set(try moment(due)))
      #expect(draft.title == title)
    }
    #expect(try draft(["x", "every:mon,wed 17:00"]).deadline == .set(moment("2026-11-23T17:00")))
    #expect(throws: InputError.self) { try draft(["every:weekdays", "9am"], .modify) }
  }

  @Test func reminders() throws {
    let passed = try draft(["x", "remind:8am,9:15", "remind:today@8:00"])
    let tomorrow = try moment("2026-11-21T08:00")
    #expect(
      passed[.reminders]
        == .set(
          .list(
            [tomorrow, try moment("2026-11-20T09:15"), try moment("2026-11-20T08:00")].map {
              .moment($0)
            })))
    #expect(passed.remindersOfTomorrow == [tomorrow])
    #expect(passed.pastReminders(at: try now()) == [try moment("2026-11-20T08:00")])
    let words = try draft(["x", "remind:fri,in", "20min"])
    #expect(
      words[.reminders]
        == .set(
          .list([
            .moment(try moment("2026-11-27")), .moment(try moment("2026-11-20T09:35")),
          ])))
  }

  /// What belongs to the title, though it looks like something else.
  @Test(arguments: [
    "a@b.cz", "C++", "5+3", "+1", "+ 2", "@ home", "-5°", "a - b", "-v", "-tag", "++", "+420 123",
    "https://example.org/a?due:fri", "http://x", "x:y", "Due:fri", "LIST:work", "due", ":due:fri",
    "and/or", "/usr/bin", "/note", "a /b/ c", "(a) b", "x (A)", "(AB) x", "() x", "@17:00", "@2",
    "+/-",
    "5:30", "warn:3d", "tags:a", "příšerně", "日本語", "---", "–",
    "50%", "#1", "+#1", "state:DONE", "note:x", "due.before:fri",
  ])
  func text(_ title: String) throws {
    let draft = try draft([title])
    var expected = Draft()
    expected.title = Text(title)
    #expect(draft == expected)
    #expect(try self.draft(title.split(separator: " ").map(String.init)) == expected)
  }

  @Test func valueIsTheRestOfTheArgument() throws {
    let draft = try draft([
      "due:in 3 days", "title: Two  words ", "at:Office, Prague", "list:Big list",
    ])
    #expect(draft.title == "Two  words")
    #expect(draft.deadline == .set(try moment("2026-11-23")))
    #expect(draft[.placeName] == .set(.text("Office, Prague")))
    #expect(draft[.list] == .set(.text("Big list")))
  }

  @Test func otherArgumentsAreCutAtBlanks() throws {
    let draft = try draft(["Call Bob due:fri +phone \t list:work /  call  him ", "now", "due:x"])
    #expect(draft.title == "Call Bob")
    #expect(draft.addedTags == ["phone"])
    #expect(draft[.list] == .set(.text("work")))
    #expect(draft.note == "call  him  now due:x")
    let line = try QuickAdd.read(line: "due:fri Call Bob", now: try now())
    #expect(line.title == "Call Bob")
    #expect(line.deadline == .set(try moment("2026-11-27")))
  }

  @Test func noteMayHaveLines() throws {
    #expect(try draft(["x", "/", "one\ntwo\n"]).note == "one\ntwo")
    #expect(try draft(["x", "/"]).note == nil)
    #expect(try draft(["/", "more"], .modify).note == "more")
    let found = fault { () throws(InputError) in
      _ = try QuickAdd.read(["x / a\u{1B}b"], mode: .add, now: Timestamp(CivilDate(dayNumber: 0)))
    }
    #expect(found?.at == 5)
  }

  @Test func doubleDashEndsReading() throws {
    #expect(try draft(["--", "+x", "due:fri", "/", "--"]).title == "+x due:fri / --")
    #expect(try draft(["+a", "b", "--", "+c d"]).title == "b +c d")
    #expect(try draft(["+a", "b", "--", "+c d"]).addedTags == ["a"])
  }

  @Test func leadingPriority() throws {
    let draft = try draft(["+x", "(B) Call"])
    #expect(draft.priority == Priority("B").map { .set($0) })
    #expect(draft.title == "Call")
    #expect(try self.draft(["Call (B)"]).priority == .keep)
    #expect(try self.draft(["(B)"], .modify).priority == Priority("B").map { .set($0) })
  }

  @Test func fields() throws {
    let draft = try draft([
      "x", "sched:tomorrow@9:00", "remind:mon,", "remind:17:00, tomorrow", "every:++1w",
      "effort:1h30m",
      "parent:k7m", "depends:abc,def", "depends:ghi", "rank:10.5", "project:home", "list:work",
    ])
    #expect(draft.scheduled == .set(try moment("2026-11-21T09:00")))
    #expect(
      draft[.reminders]
        == .set(
          .list([
            .moment(try moment("2026-11-23")), .moment(try moment("2026-11-20T17:00")),
            .moment(try moment("2026-11-21")),
          ])))
    #expect(draft.repeater == Repeater("++1w").map { .set($0) })
    #expect(draft[.effort] == .set(.number(90)))
    #expect(draft[.rank] == .set(.number(10.5)))
    #expect(draft[.list] == .set(.text("work")))
    #expect(draft[references: .parent].words.map(\.text) == ["k7m"])
    #expect(draft[references: .blockers].words.map(\.text) == ["abc", "def", "ghi"])
    #expect(!draft[references: .blockers].clears)
  }

  @Test func nothingAfterTheColonClears() throws {
    let draft = try draft(
      [
        "due:", "sched:", "remind:", "every:", "effort:", "parent:", "depends:", "at:", "pri:",
        "rank:", "list:",
      ], .modify)
    #expect(draft.deadline == .clear && draft.scheduled == .clear && draft[.reminders] == .clear)
    #expect(
      draft.repeater == .clear && draft[.effort] == .clear && draft[references: .parent].clears)
    #expect(
      draft[references: .blockers].clears && draft[.placeName] == .clear && draft.priority == .clear
    )
    #expect(draft[.rank] == .clear && draft[.list] == .clear)
  }

  @Test func tagsWhenModifying() throws {
    let draft = try draft(["+a", "-b", "@home", "-@office", "-a-b", "+2026", "+c", "-c"], .modify)
    #expect(draft.addedTags == ["a", "@home", "2026"])
    #expect(draft.removedTags == ["b", "@office", "a-b", "c"])
  }

  @Test(arguments: [
    (["+to-do x"], QuickAdd.Mode.add, "-", 3), (["x", "+phone,"], .add, ",", 6),
    (["x", "@a.b"], .add, ".", 2), (["x", "+é!"], .add, "!", 3),
    (["x", "due:frj"], .add, "frj", 4),
    (["x due:fri@25:00 y"], .add, "25:00", 10), (["x", "pri:AB"], .add, "AB", 4),
    (["x", "rank:0"], .add, "0", 5), (["x", "rank:-1"], .add, "-1", 5),
    (["x", "effort:soon"], .add, "soon", 7), (["x", "every:often"], .add, "often", 6),
    (["x", "remind:mon, frj"], .add, "frj", 12), (["x", "remind:30m"], .add, "30m", 7),
    (["x", "due:3/4"], .add, "3/4", 4), (["x", "due:in", "3", "z"], .add, "in", 4),
    (["a\nb"], .add, "\n", 1),
    (["title:a\u{7}b"], .add, "\u{7}", 7), (["list:a\nb"], .add, "\n", 6), ([], .add, "", -1),
    (["+a"], .add, "", -1), (["title:"], .modify, "", 6), (["title: "], .add, "", 7),
    (["due:fri word"], .modify, "fri word", 4), (["+a word"], .modify, "word", 3),
    (["/note"], .modify, "/note", 0), (["+"], .modify, "+", 0), (["-"], .modify, "-", 0),
    (["--", "-a"], .modify, "-a", 0), (["+a.b"], .modify, ".", 2), (["x:y"], .modify, "x:y", 0),
  ])
  func error(_ arguments: [String], _ mode: QuickAdd.Mode, _ part: String, _ start: Int) throws {
    let now = try now()
    let found = fault { () throws(InputError) in
      _ = try QuickAdd.read(arguments, mode: mode, now: now)
    }
    #expect(found?.text == part)
    #expect(found?.at == start)
    #expect(found?.message.isEmpty == false)
  }

  @Test func wordKnowsItsPlace() throws {
    let word = try #require(InputWord("čau +a-b").first { $0 == "-" })
    #expect(word.argument == "čau +a-b")
    #expect(word.before == "čau +a")
    #expect(word.text == "-")
  }
}
