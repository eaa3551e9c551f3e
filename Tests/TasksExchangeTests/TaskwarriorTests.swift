import TasksCore
import TasksExchange
import Testing

/// What is read of Taskwarrior's JSON.
@Suite struct TaskwarriorTests {
  private static let head = #""uuid":"11111111-1111-4111-8111-111111111111","description":"x""#

  private func format(now: String = "2026-11-20T10:00") throws -> TaskwarriorTasks {
    TaskwarriorTasks(try ForeignTrial.context(now: now))
  }

  private func records(_ text: String) throws -> [ForeignRecord] {
    try ForeignTrial.records(format(), text)
  }

  private func one(_ attributes: String) throws -> ForeignTask {
    try ForeignTrial.one(records("[{\(Self.head),\(attributes)}]").first)
  }

  private func printed(_ fill: (inout TasksCore.Task) -> Void, id: Text = "k7mq2xw4tz9nbcde") throws
    -> String
  {
    var task = TasksCore.Task(
      id: try #require(TaskID(id)), path: "", format: .org, title: "x",
      state: State("TODO", isDone: false))
    fill(&task)
    return String(decoding: try format().print([task]), as: UTF8.self)
  }

  // MARK: Samples

  @Test func everyTaskOfTheSample() throws {
    let records = try records(TaskwarriorSamples.tasks)
    let tasks = try records.map { try ForeignTrial.one($0) }
    #expect(tasks.count == 10)
    #expect(tasks.map(\.line) == [2, 8, 37, 45, 52, 72, 75, 81, 88, 99])

    let plain = tasks[0].task
    #expect(plain.id.description == "11111111-1111-4111-8111-111111111111")
    #expect(plain.title == "Plain" && plain.state.keyword == "TODO")
    #expect(plain.created?.iso == "2026-11-20T09:15" && tasks[0].remarks == [])

    let full = tasks[1].task
    // Its uuid is not the one made of the id: it is a copy of that task, or another's.
    #expect(full.id.description == "22222222-2222-4222-8222-222222222222")
    #expect(full.title == "All \"quotes\" back\\slash / slash žluť 日本 😀 tab\there")
    #expect(
      full.state.keyword == "NEXT" && full.wait?.iso == "2026-12-01T01:00"
        && full.priority == Priority("A"))
    #expect(full.deadline == Planning(try #require(Timestamp(iso: "2026-11-27T17:00"))))
    #expect(full.scheduled == Planning(try #require(Timestamp(iso: "2026-11-23T10:00"))))
    #expect(full.list == "work/sub" && full.tags == ["phone", "@office", "next"])
    #expect(full.blockers == [plain.id])
    #expect(
      full.entries == [
        LogEntry(
          .note, at: Timestamp(iso: "2026-11-20T10:30"),
          note: "waiting for Bob http://x.y/?a=b#c")
      ])
    #expect(
      full.properties.map { "\($0.name)=\($0.value)" } == [
        "until=20271201T000000Z", "start=20261120T091500Z",
        "taskwarrior_rank=1024.5",
      ])

    #expect(tasks[2].task.state.keyword == "DONE")
    #expect(tasks[2].task.closed?.iso == "2026-11-19T10:00")
    #expect(tasks[3].task.state.keyword == "CANCELED")
    #expect(tasks[3].task.closed?.iso == "2026-11-19T10:00")

    #expect(tasks[4].task.title == "Recurring parent" && tasks[4].finished == [])
    #expect(tasks[4].task.deadline?.fieldText == "2026-11-25T01:00 ++1w")

    #expect(tasks[5].task.title == "No uuid no entry" && !tasks[5].task.hasOwnID)
    #expect(tasks[5].task.created == nil)
    #expect(tasks[6].task.title == "newline inside")
    #expect(tasks[6].remarks == ["the line breaks of its description became blanks"])
    #expect(tasks[7].task.created?.iso == "2026-11-20T09:15")
    #expect(tasks[7].task.deadline?.fieldText == "2026-11-27")
    #expect(tasks[8].task.created?.iso == "2026-11-20T09:15")
    #expect(tasks[8].task.tags == ["a,b", "with space", "ž"])
    #expect(tasks[9].task.blockers == [plain.id, full.id])
  }

  /// Dots are levels, or stay; a list of ours comes back as it is either way.
  @Test(arguments: [false, true]) func dotsOfProjects(_ isFlat: Bool) throws {
    var context = try ForeignTrial.context()
    context.options = isFlat ? [.flat] : []
    let format = TaskwarriorTasks(context)
    for (project, list) in [("home.garden", "home/garden"), ("a.b.c", "a/b/c"), ("a/b", "a/b")] {
      let json = "[{\"description\":\"x\",\"project\":\"\(project)\"}]"
      let read = try ForeignTrial.one(ForeignTrial.records(format, json).first).task
      #expect(read.list?.string == (isFlat ? project : list))
    }
    for list: Text in ["a.b", "a/b", "a.b/c", "Dr. Who", "v1.2", "a..b", "."] {
      var task = TasksCore.Task(
        id: try #require(TaskID("k7mq2xw4tz9nbcde")), path: "", format: .org, title: "x",
        state: State("TODO", isDone: false))
      task.list = list
      let printed = format.print([task])
      #expect(try ForeignTrial.one(format.read(printed).first).task.list == list)
      let project = try JSONValue(printed).elements.first?["project"].text?.string
      #expect(project == list.string.replacing("/", with: "."))
    }
  }

  @Test(arguments: TaskwarriorSamples.bad)
  func whatTaskwarriorCannotRead(_ text: String, _ answers: [String]) throws {
    let told = try records(text).map { record -> String in
      switch record {
      case .bad(_, let reason), .remark(_, let reason): return "bad: \(reason)"
      case .task(let read):
        let task = read.task
        let words = [task.title.string, task.tags.map(\.string).joined(separator: "+")]
        return
          (words + [task.deadline?.fieldText ?? "", task.properties.first?.value.string ?? ""])
          .filter { !$0.isEmpty }.joined(separator: " | ")
      }
    }
    #expect(told == answers)
  }

  // MARK: Bytes

  @Test func surrogatesInTheFormOfUTF8AreOneReplacement() throws {
    let bytes =
      Array("[{\"description\":\"a".utf8) + [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]
      + Array("b".utf8) + [0xED, 0xA0, 0xBD] + Array("c\"}]".utf8)
    let task = try ForeignTrial.one(format().read(bytes).first).task
    #expect(task.title == "a\u{FFFD}b\u{FFFD}c")
  }

  @Test func controlCharactersMayBeWithoutEscape() throws {
    let notes = try one("\"tasksnotes\":\"a\u{1}b\u{1B}\tc\"").task.notes
    #expect(notes == "a\u{1}b\u{1B}\tc")
  }

  @Test func oneBadObjectDoesNotHideTheOthers() throws {
    let records = try records(
      "[\n{\"description\":\"a\"},\nodd\n{\"description\":b},\n{\"description\":\"c\"}\n]")
    #expect(try ForeignTrial.one(records.first).task.title == "a")
    #expect(
      records.map { ForeignTrial.reason($0) } == [
        nil, "it is no JSON object", "it is no JSON object", nil,
      ])
    #expect(try ForeignTrial.one(records.last).line == 5)
    #expect(try self.records("{\"description\":\"a\"}\n{\"description\":\"b\"").count == 2)
    let invalid = try format().read(Array("{\"description\":\"".utf8) + [0xFF] + Array("\"}".utf8))
    #expect(ForeignTrial.reason(invalid.first) == "it is no JSON object")
  }

  // MARK: Dates and states

  @Test(arguments: [
    ("\"20261127T160000Z\"", "2026-11-27T17:00"), ("\"20261126T230000Z\"", "2026-11-27"),
    ("\"2026-11-27T16:00:00\"", "2026-11-27T16:00"), ("\"20261127T160000\"", "2026-11-27T16:00"),
    ("\"2026-11-27\"", "2026-11-27"), ("\"20261127\"", "2026-11-27"),
    ("1795162500", "2026-11-20T09:15"), ("\"1795162500\"", "2026-11-20T09:15"),
    ("\"2026-11-27T16:00:00+05:00\"", "2026-11-27T12:00"), ("\"\"", nil),
  ])
  func dates(_ text: String, _ date: String?) throws {
    #expect(try one("\"due\":\(text)").task.deadline?.fieldText == date)
  }

  @Test(arguments: [
    ("\"status\":\"pending\"", "TODO"), ("\"start\":\"20261120T091500Z\"", "NEXT"),
    ("\"status\":\"waiting\"", "TODO"), ("\"wait\":\"20301120T091500Z\"", "TODO"),
    ("\"wait\":\"20201120T091500Z\"", "TODO"), ("\"tasksstate\":\"WAIT\"", "WAIT"),
    ("\"tasksstate\":\"REVIEW\"", "REVIEW"),
    ("\"status\":\"completed\",\"tasksstate\":\"WAIT\"", "DONE"),
    ("\"start\":\"20261120T091500Z\",\"tasksstate\":\"WAIT\"", "NEXT"),
    ("\"status\":\"deleted\"", "CANCELED"),
    ("\"status\":\"deleted\",\"tasksstate\":\"DONE\"", "CANCELED"),
  ])
  func states(_ attributes: String, _ keyword: Text) throws {
    #expect(try one(attributes).task.state.keyword == keyword)
  }

  @Test(arguments: [
    ("daily", "++1d"), ("weekly", "++1w"), ("biweekly", "++2w"), ("fortnight", "++2w"),
    ("monthly", "++1m"), ("quarterly", "++3m"), ("semiannual", "++6m"), ("yearly", "++1y"),
    ("P1W", "++1w"), ("P10D", "++10d"), ("PT6H", "++6h"), ("3days", "++3d"), ("2 wks", "++2w"),
    ("weekdays", "++1d"), ("P1Y2M", nil), ("PT30M", nil), ("P0D", nil), ("", nil), ("odd", nil),
  ])
  func recurrences(_ recur: String, _ repeater: String?) throws {
    let read = try one("\"due\":\"20261127T160000Z\",\"recur\":\"\(recur)\"")
    #expect(read.task.deadline?.repeater?.text == repeater)
    #expect(read.task.repeats.days == (recur == "weekdays" ? .workdays : nil))
    let isLost = repeater == nil && !recur.isEmpty
    #expect(read.task.property(named: "recur")?.string == (isLost ? recur : nil))
    #expect(read.remarks.count == (isLost ? 1 : 0))
  }

  // MARK: Beside the attributes

  @Test func theDateBesideHoldsWhileTheAttributeIsTheSame() throws {
    let text = try printed {
      $0.deadline = Planning(fieldText: "2026-11-27T17:00--2026-11-27T18:00 +1w 3d")
    }
    #expect(
      text.contains(
        "\"due\":\"20261127T160000Z\",\"tasksdue\":\"20261127T160000Z 2026-11-27T17:00--2026-11-27T18:00 3d\",\"recur\":\"P1W\",\"mask\":\"-\",\"tasksrepeat\":\"+1w\""
      ))
    func read(_ old: String, _ new: String) throws -> String? {
      try ForeignTrial.one(records(text.replacing(old, with: new)).first).task.deadline?.fieldText
    }
    #expect(try read("x", "x") == "2026-11-27T17:00--2026-11-27T18:00 +1w 3d")
    #expect(
      try read("\"due\":\"20261127T16", "\"due\":\"20261128T17")
        == "2026-11-28T18:00--2026-11-28T19:00 +1w 3d")
    #expect(try read("\"P1W\"", "\"P2W\"") == "2026-11-27T17:00--2026-11-27T18:00 ++2w 3d")
    #expect(try read("\"P1W\"", "\"weekly\"") == "2026-11-27T17:00--2026-11-27T18:00 +1w 3d")
    #expect(try read("\"recur\":\"P1W\",", "") == "2026-11-27T17:00--2026-11-27T18:00 3d")
    #expect(try read("\"due\":\"20261127T160000Z\",", "") == nil)
  }

  /// The end of a series both ways; that of another task is kept, and ends nothing.
  @Test func untilOfASeries() throws {
    let text = try printed {
      $0.deadline = Planning(fieldText: "2026-11-27T17:00 ++1d")
      $0.repeats = RepeatRule(days: .workdays, until: Timestamp(iso: "2026-12-31"))
    }
    #expect(text.contains("\"recur\":\"weekdays\",\"until\":\"20261231T225900Z\""))
    func read(_ text: String) throws -> TasksCore.Task {
      try ForeignTrial.one(records(text).first).task
    }
    let whole = RepeatRule(days: .workdays, until: Timestamp(iso: "2026-12-31"))
    #expect(try read(text).repeats == whole)
    #expect(
      try read(text.replacing("20261231T", with: "20261130T")).repeats.until?.iso == "2026-11-30")
    #expect(
      try read(text.replacing("\"until\":\"20261231T225900Z\",", with: "")).repeats.until == nil)
    let plain = try one("\"due\":\"20261127T160000Z\",\"until\":\"20261231T160000Z\"")
    #expect(plain.task.repeats.until == nil && plain.task.property(named: "until") != nil)
    #expect(plain.remarks.count == 1)
  }

  @Test func nothingIsWrittenThatCrashesTaskwarrior() throws {
    let text = try printed {
      $0.title = ""
      $0.list = " "
      $0.created = Timestamp(iso: "1979-12-31T10:00")
      $0.scheduled = Planning(fieldText: "1950-01-01 +1d")
      $0.properties = [.init("empty", ""), .init("status", "odd"), .init("recur", "odd")]
    }
    #expect(
      text == """
        [
        {"uuid":"\(TaskwarriorID.uuid(of: try #require(TaskID("k7mq2xw4tz9nbcde"))))",\
        "description":"Untitled","status":"pending","taskscreated":"- 1979-12-31T10:00",\
        "tasksscheduled":"- 1950-01-01 +1d","tasksid":"k7mq2xw4tz9nbcde",\
        "tasksproperties":"{\\"empty\\":\\"\\",\\"status\\":\\"odd\\",\\"recur\\":\\"odd\\"}"}
        ]

        """)
  }

  @Test func notesOfAMinuteKeepTheirOrder() throws {
    let text = try printed { task in
      task.log = ["third", "second", "first"].map {
        .entry(LogEntry(.note, at: Timestamp(iso: "2026-11-20T10:30"), note: $0))
      }
    }
    #expect(
      text.contains(
        #"[{"entry":"20261120T093000Z","description":"first"},{"entry":"20261120T093001Z","description":"second"}"#
      ))
    let read = try ForeignTrial.one(records(text).first).task
    #expect(read.entries.map(\.note) == ["third", "second", "first"])
  }

  @Test func attributesOfOthersArePropertiesAndGoBack() throws {
    let read = try one(
      #""estimate":"PT2H","rank":"7","points":1024.5,"my-uda":"z","gone":"","a":["b"]"#)
    #expect(
      read.task.properties.map { "\($0.name)=\($0.value)" } == [
        "estimate=PT2H", "taskwarrior_rank=7", "points=1024.5", "my-uda=z", "a=[\"b\"]",
      ])
    let again = String(decoding: try format().print([read.task]), as: UTF8.self)
    #expect(
      again.contains(#""estimate":"PT2H","rank":"7","points":"1024.5","my-uda":"z","a":"[\"b\"]""#))
  }

  // MARK: Identity

  @Test func theUUIDIsTheIDOrFollowsFromIt() throws {
    let own = try #require(TaskID("5B1C7D9E-1a2b-4c3d-8e9f-0123456789ab"))
    #expect(TaskwarriorID.uuid(of: own) == own.text)
    let id = try #require(TaskID("k7mq2xw4tz9nbcde"))
    let uuid = TaskwarriorID.uuid(of: id)
    #expect(uuid == "6731e382-93da-8d0c-bbae-0308c340237b")
    #expect(TaskwarriorID.isUUID(uuid.bytes) && uuid.string.split(separator: "-")[2].first == "8")
  }

  @Test func theIDIsFoundByTheUUIDAlone() throws {
    let id = try #require(TaskID("k7mq2xw4tz9nbcde"))
    let uuid = TaskwarriorID.uuid(of: id)
    let text = "[{\"uuid\":\"\(uuid)\",\"description\":\"x\"}]"
    #expect(try ForeignTrial.one(records(text).first).task.id.text == uuid)
    var context = try ForeignTrial.context()
    context.ids = [id]
    let read = ForeignTrial.records(TaskwarriorTasks(context), text)
    #expect(try ForeignTrial.one(read.first).task.id == id)
  }

  @Test func aCopyIsAnotherTask() throws {
    let text = try printed { _ in }
    let uuid = TaskwarriorID.uuid(of: try #require(TaskID("k7mq2xw4tz9nbcde")))
    let copy = text.replacing(uuid.string, with: "11111111-1111-4111-8111-111111111111")
    #expect(try ForeignTrial.one(records(text).first).task.id.description == "k7mq2xw4tz9nbcde")
    #expect(
      try ForeignTrial.one(records(copy).first).task.id.description
        == "11111111-1111-4111-8111-111111111111")
  }

  // MARK: Series

  /// As Taskwarrior 2.6.2 makes it of a pending task with `recur`.
  private static let template =
    #"{"uuid":"55555555-5555-4555-8555-555555555555","description":"r","status":"recurring","due":"20261124T230000Z","scheduled":"20261122T230000Z","recur":"P1W","mask":"+-"}"#

  private static func child(_ digit: Int, _ due: String, _ rest: String) -> String {
    #"{"uuid":"66666666-6666-4666-8666-66666666666\#(digit)","description":"r","due":"\#(due)","scheduled":"20261122T230000Z","recur":"P1W","parent":"55555555-5555-4555-8555-555555555555","imask":\#(digit),\#(rest)}"#
  }

  private static let done = child(
    0, "20261124T230000Z", #""status":"completed","end":"20261125T090000Z""#)
  private static let open = child(
    1, "20261201T230000Z", #""status":"pending","start":"20261201T090000Z""#)
  private static let later = child(2, "20261208T230000Z", #""status":"pending""#)

  @Test func aTemplateHasTheDateOfItsEarliestOpenOccurrence() throws {
    let all = [Self.later, Self.template, Self.done, Self.open].joined(separator: ",\n")
    let read = try records("[\(all)]").map { try ForeignTrial.one($0) }
    #expect(read.count == 1 && read[0].line == 2)
    #expect(read[0].task.id.description == "55555555-5555-4555-8555-555555555555")
    #expect(read[0].task.deadline?.fieldText == "2026-12-02 ++1w")
    #expect(read[0].task.scheduled?.fieldText == "2026-11-30")
    #expect(read[0].task.state.keyword == "NEXT")
    #expect(read[0].finished.map(\.iso) == ["2026-11-25T10:00"])
    #expect(read[0].remarks.count == 1 && read[0].remarks[0].contains("'1' of its occurrences"))
  }

  @Test func afterTheLastOccurrenceComesTheNext() throws {
    let read = try ForeignTrial.one(records("[\(Self.template),\(Self.done)]").first)
    #expect(read.task.deadline?.fieldText == "2026-12-02 ++1w")
    #expect(read.task.scheduled?.fieldText == "2026-11-30" && read.finished.count == 1)
  }

  @Test func anOccurrenceAloneStandsForItsTemplate() throws {
    let read = try records("[\(Self.open),\(Self.later)]").map { try ForeignTrial.one($0) }
    #expect(read.count == 1)
    #expect(read[0].task.id.description == "55555555-5555-4555-8555-555555555555")
    #expect(read[0].task.deadline?.fieldText == "2026-12-02 ++1w")
    let finished = try records("[\(Self.done)]").map { try ForeignTrial.one($0) }
    #expect(finished[0].task.id.description == "66666666-6666-4666-8666-666666666660")
    #expect(finished[0].task.state.keyword == "DONE")
  }
}
