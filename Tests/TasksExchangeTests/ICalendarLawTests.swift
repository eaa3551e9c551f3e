import CoreTestSupport
import TasksCore
import TasksExchange
import Testing

/// What is printed as iCalendar is read as the same tasks, and printed again as the same bytes.
struct ICalendarLawTests {
  private static func tasks(_ seeds: Range<Int>) throws -> [TasksCore.Task] {
    var tasks: [TasksCore.Task] = []
    for seed in seeds {
      var markdown = MarkdownGenerator(seed: UInt64(seed))
      let files = [(OrgFile(seed: seed, .odd).bytes, "x.org"), (markdown.file(), "x.md")]
      for (bytes, path) in files {
        guard var task = try TaskReader.read(bytes, path: path)?.task else { continue }
        task.id = TaskID(Text("task-\(seed)-\(path)")) ?? task.id
        tasks.append(task)
      }
    }
    return tasks
  }

  private func read(_ bytes: [UInt8], _ format: ICalendarTasks) -> [TasksCore.Task] {
    format.read(bytes).compactMap { record in
      guard case .task(let read) = record else {
        Issue.record("\(record)")
        return nil
      }
      #expect(read.remarks.allSatisfy { $0.contains("RRULE") }, "\(read.remarks)")
      return read.task
    }
  }

  @Test(arguments: [Format.org, .markdown]) func printedAgainItIsTheSame(format: Format) throws {
    let tasks = try ICalendarLawTests.tasks(0..<150)
    #expect(tasks.count > 200)
    let calendar = ICalendarTasks(CalendarWorld.context(format))
    let printed = calendar.print(tasks)
    let read = read(printed, calendar)
    #expect(read.count == tasks.count)
    for (task, again) in zip(tasks, read) {
      let (first, second) = (calendar.print([task]), calendar.print([again]))
      #expect(
        String(decoding: first, as: UTF8.self) == String(decoding: second, as: UTF8.self))
    }
    #expect(calendar.print(tasks) == printed)
  }

  @Test func whatIsToldIsStable() throws {
    let tasks = try ICalendarLawTests.tasks(0..<80)
    let calendar = ICalendarTasks(CalendarWorld.context())
    let told = calendar.told(tasks)
    #expect(calendar.told(told) == told)
  }

  @Test func aTaskReadBackIsTheSame() throws {
    let calendar = ICalendarTasks(CalendarWorld.context(.org))
    var count = 0
    for task in try ICalendarLawTests.tasks(0..<150) {
      let json = TaskJSON.lines([(task: task, short: "", sync: "")])
      guard String(validating: json, as: UTF8.self) != nil, !json.contains(0xEF) else { continue }
      let again = try #require(read(calendar.print([task]), calendar).first)
      #expect(plain(again) == plain(task))
      count += 1
    }
    #expect(count > 100)
  }

  /// The task without what iCalendar does not carry.
  private func plain(_ task: TasksCore.Task) -> TasksCore.Task {
    var task = task
    (task.hasOwnID, task.isCommented, task.path) = (true, false, "")
    task.log = task.entries.map { .entry($0) } + task.clocks.map { .clock($0) }
    task.properties.sort { $0.name < $1.name }
    return task
  }

  @Test func linesAreFoldedOutsideCharacters() {
    var task = CalendarWorld.context().task(
      TaskID("a"), title: Text(String(repeating: "ž日😀", count: 60)))
    task.notes = Text(String(repeating: "a, b; c\\\n", count: 40) + "end")
    let bytes = ICalendarTasks(CalendarWorld.context()).print([task])
    for line in ByteLines(bytes[...]) {
      #expect(bytes[line].count <= 75)
      #expect(String(validating: bytes[line], as: UTF8.self) != nil)
      #expect(bytes[..<line.next].suffix(2) == [0x0D, 0x0A])
    }
  }
}
