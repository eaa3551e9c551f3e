import Foundation
import TasksCore
import TasksExchange
import Testing

/// Taskwarrior itself as a judge: it takes what is printed, and what it prints is read as the same tasks.
@Suite struct TaskwarriorJudgeTests {
  @Test func taskwarriorKeepsAllOfATask() throws {
    var generator = ForeignTaskGenerator(seed: 7)
    let tasks = (0..<40).map { _ in generator.task() }
    let format = TaskwarriorTasks(try ForeignTrial.context())
    let exported = try Taskwarrior.exported(format.print(tasks), recurs: false)
    let read = try format.read(exported).map { try ForeignTrial.one($0) }
    #expect(Set(read.map(\.task.id)) == Set(tasks.map(\.id)))
    let told = Dictionary(
      format.told(tasks).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for record in read {
      let before = try #require(told[record.task.id])
      #expect(ForeignTrial.differences(record.task, before) == [])
      #expect(record.finished == [])
    }
  }

  @Test func anOccurrenceThatIsDoneThere() throws {
    var task = TasksCore.Task(
      id: try #require(TaskID("k7mq2xw4tz9nbcde")), path: "", format: .org, title: "Water",
      state: State("TODO", isDone: false))
    task.deadline = Planning(fieldText: "2099-11-24 ++1w 3d")
    task.scheduled = Planning(fieldText: "2099-11-22T10:00 ++1w")
    let format = TaskwarriorTasks(try ForeignTrial.context())
    let exported = try Taskwarrior.exported(
      format.print([task]), after: [["list"], ["+CHILD", "done"]])
    let records = format.read(exported)
    let read = try ForeignTrial.one(records.first)
    #expect(records.count == 1 && read.finished.count == 1)
    #expect(read.task.id == task.id && read.task.state == task.state)
    #expect(read.task.deadline?.fieldText == "2099-12-01 ++1w 3d")
    #expect(read.task.scheduled?.fieldText == "2099-11-29T10:00 ++1w")
  }

  /// Names of days mean the same day there, from the real day on, by which it goes.
  @Test func namesOfDays() throws {
    let today = try #require(try Taskwarrior.day("today"))
    let days = ["monday", "tue", "wed", "thursday", "fri", "saturday", "sun"]
    let ends = ["sod", "eod", "eom", "eoy"] + (today.date.weekday == 7 ? [] : ["eow"])
    for word in ["today", "tomorrow", "yesterday", "1st", "12th", "28th"] + ends + days {
      let theirs = try Taskwarrior.day(word)
      #expect(try DateReader(now: today).read(word).date == theirs?.date, "\(word) at \(today.iso)")
    }
  }

  @Test func anExportThatIsImportedAgainDoublesNothing() throws {
    var context = try ForeignTrial.context()
    context.now = Taskwarrior.now
    let format = TaskwarriorTasks(context)
    var tasks = try [
      Self.task("k7mq2xw4tz9nbcde", deadline: "2020-01-31 ++1m"),
      Self.task("late", deadline: "2026-11-10 ++1w"),
      Self.task("soon", deadline: "2099-11-24 .+2d"),
    ]
    let names = tasks.map(\.title.string).sorted()
    let first = format.print(tasks)
    tasks[1].deadline = Planning(fieldText: "2026-11-17 ++1w")
    let exported = try Taskwarrior.exported(
      first, then: [format.print(tasks), format.print(tasks)], after: [["list"]])
    #expect(try Self.titles(exported) == names)
    let read = try format.read(exported).map { try ForeignTrial.one($0) }
    #expect(read.map(\.task.deadline?.fieldText) == tasks.map(\.deadline?.fieldText))
    // Of Taskwarrior's own series its instance is known again.
    let theirs = try Taskwarrior.exported(
      Array(
        #"[{"description":"Weekly","uuid":"55555555-5555-4555-8555-555555555555","due":"20990101T230000Z","recur":"weekly","status":"recurring"}]"#
          .utf8), after: [["list"]])
    let weekly = try format.read(theirs).map { try ForeignTrial.one($0).task }
    #expect(weekly.first?.property(named: "instance") != nil)
    let again = try Taskwarrior.exported(theirs, then: [format.print(weekly)], after: [["list"]])
    #expect(try Self.titles(again) == ["Weekly"])
  }

  private static func task(
    _ title: String, deadline: String? = nil
  ) throws -> TasksCore.Task {
    var task = TasksCore.Task(
      id: try #require(TaskID(Text(title))), path: "", format: .org, title: Text(title),
      state: State("TODO", isDone: false))
    task.deadline = deadline.flatMap { Planning(fieldText: $0) }
    return task
  }

  /// The titles of the tasks in an export, sorted.
  private static func titles(_ exported: [UInt8]) throws -> [String] {
    try JSONValue(exported).elements.filter { $0["status"].text == "pending" }
      .compactMap { $0["description"].text?.string }.sorted()
  }

  /// After its last day a repeating task has no occurrences there, as here.
  @Test func untilTheLastDay() throws {
    let today = try #require(try Taskwarrior.day("today")).date
    var context = try ForeignTrial.context()
    context.now = Timestamp(today, minute: 720)
    var tasks: [TasksCore.Task] = []
    for (title, start, until) in [
      ("over", -40, -2), ("today", -40, 0), ("later", 3, 30), ("onlyonce", 2, 3),
      ("forever", -40, nil as Int?), ("yearsago", -900, -700),
    ] {
      var task = try Self.task(title, deadline: "\(today.adding(days: start).iso) ++1w")
      task.repeats.until = until.map { Timestamp(today.adding(days: $0)) }
      tasks.append(task)
    }
    let exported = try Taskwarrior.exported(
      TaskwarriorTasks(context).print(tasks), after: [["list"], ["list"]])
    let ours = tasks.filter { $0.repeats.allows(Timestamp(today)) }.map(\.title.string).sorted()
    #expect(ours == ["forever", "later", "onlyonce", "today"])
    #expect(Set(try Self.titles(exported)) == Set(ours))
  }

  /// A task is hidden there for as long as here, whatever the export says of its status.
  @Test(arguments: ["2020-01-01T00:00", "2099-01-01T00:00"])
  func hiddenUntil(_ exportedAt: String) throws {
    let now = Taskwarrior.now
    var context = try ForeignTrial.context()
    context.now = try #require(Timestamp(iso: exportedAt))
    var tasks: [TasksCore.Task] = []
    for (number, minutes) in [-90_000, -3000, -180, 180, 3000, 90_000].enumerated() {
      for isWhole in [false, true] where !isWhole || abs(minutes) > 180 {
        var task = try Self.task("wait-\(number)-\(isWhole)")
        let wait = now.adding(minutes: minutes)
        task.wait = isWhole ? Timestamp(wait.date) : wait
        tasks.append(task)
      }
    }
    var weekly = try Self.task("weekly", deadline: "\(now.date.adding(days: 20).iso) ++1w")
    weekly.wait = Timestamp(now.date.adding(days: 5))
    tasks += [weekly, try Self.task("none")]
    let exported = try Taskwarrior.exported(
      TaskwarriorTasks(context).print(tasks), after: [["list"]], filter: ["+WAITING"])
    #expect(
      try Self.titles(exported)
        == tasks.filter { $0.isHidden(now) }.map(\.title.string).sorted())
    #expect(tasks.count(where: { $0.isHidden(now) }) == 6)
  }

  @Test func fieldsOfOnesOwnAreUDAs() throws {
    var context = try ForeignTrial.context()
    let kinds: [(Text, OwnField.Kind, Text, String)] = [
      ("points", .number, "2.5", "numeric"), ("estimate", .duration, "1:30", "duration"),
      ("when", .date, "[2026-12-04 Fri]", "date"),
      ("until-when", .date, "[2026-12-04 Fri 17:05]", "date"),
      ("client", .text, "Big Corp", "string"), ("crew", .words([]), "ann bob", "string"),
    ]
    context.fields = OwnFields(kinds.map { OwnField($0.0, $0.1) })
    let format = TaskwarriorTasks(context)
    var task = TasksCore.Task(
      id: try #require(TaskID("k7mq2xw4tz9nbcde")), path: "", format: .org, title: "Plan",
      state: State("TODO", isDone: false))
    task.properties = kinds.map { TasksCore.Task.Property($0.0, $0.2) }
    let settings = kinds.map { "uda.\($0.0).type=\($0.3)\n" }.joined()
    let exported = try Taskwarrior.exported(format.print([task]), settings: settings)
    let read = try ForeignTrial.one(format.read(exported).first).task
    for property in task.properties {
      let field = try #require(context.fields[property.name])
      #expect(field.value(in: read) == field.value(in: task))
    }
    #expect(try JSONValue(exported).elements.first?["points"].number == 2.5)
  }

  @Test func whatTaskwarriorHasMadeItTakesBack() throws {
    let format = TaskwarriorTasks(try ForeignTrial.context())
    let made = try Taskwarrior.exported(
      Array(
        #"""
        [{"description":"Buy milk","uuid":"11111111-1111-4111-8111-111111111111","entry":"20261120T081500Z","tags":["a","b"],"estimate":5},
        {"description":"Weekly","uuid":"55555555-5555-4555-8555-555555555555","entry":"20261120T081500Z","due":"20990101T230000Z","recur":"weekly","status":"recurring"}]
        """#.utf8))
    let read = try format.read(made).map { try ForeignTrial.one($0).task }
    #expect(read.map(\.title).sorted() == ["Buy milk", "Weekly"])
    let weekly = try #require(read.first { $0.title == "Weekly" })
    #expect(weekly.deadline?.fieldText == "2099-01-02 ++1w")
    let again = try format.read(Taskwarrior.exported(format.print(read)))
      .map { try ForeignTrial.one($0).task }
    #expect(
      Set(again.map { ForeignTrial.plain($0) }.map { "\($0)" })
        == Set(read.map { ForeignTrial.plain($0) }.map { "\($0)" }))
  }
}
