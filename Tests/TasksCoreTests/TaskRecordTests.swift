import CoreTestSupport
import TasksCore
import Testing

/// What is read back equals what was written.
struct TaskRecordTests {
  private func record(_ task: Task) -> [UInt8] {
    var bytes: [UInt8] = [7, 7]
    TaskRecord.write(task, to: &bytes)
    return Array(bytes.dropFirst(2))
  }

  private func read(_ bytes: [UInt8], path: String) -> Task? {
    bytes.withUnsafeBytes { TaskRecord.read($0, path: path) }
  }

  @Test func everyValueComesBack() throws {
    var task = Task(
      id: try #require(TaskID("Ünique-1")), path: "a/b.md", format: .markdown,
      title: Text(bytes: [0x41, 0xFF, 0xF4, 0x8F, 0xBF, 0xBF]), state: State("WAIT", isDone: false))
    task.hasOwnID = false
    task.priority = Priority("B")
    task.rank = Rank(0.1)
    task.tags = ["a", "@büro"]
    task.list = "ö"
    let day = try #require(CivilDate(year: 1, month: 1, day: 1))
    task.created = Timestamp(day, minute: 0)
    task.scheduled = Planning(
      Timestamp(day.adding(days: 800_000)), end: Timestamp(day, minute: 1439),
      repeater: Repeater(.restart, Interval(2, .hour), limit: Interval(3, .year)),
      warning: Warning(Interval(0, .month), isFirstOnly: true))
    task.deadline = Planning(Timestamp(day), repeater: Repeater(.catchUp, Interval(1, .week)))
    task.closed = Timestamp(day)
    task.deleted = Timestamp(day, minute: 5)
    task.lastRepeat = Timestamp(CivilDate(dayNumber: 9_000_000), minute: 5)
    task.reminders = [
      Reminder(Timestamp(day)), Reminder(Timestamp(day, minute: 1), repeater: Repeater(".+2d/4d")),
    ]
    task.isImportant = true
    task.firstAlert = 0
    task.secondAlert = 1 << 40
    task.location = Location(
      name: "home", coordinates: Location.Coordinates(latitude: -0.1, longitude: 180), radius: 5)
    task.effort = 90
    task.parent = TaskID("p")
    task.blockers = [try #require(TaskID("q"))]
    task.properties = [.init("A", ""), .init("ä", Text(bytes: [0x80]))]
    let entries = [
      LogEntry(.state(from: nil, to: "TODO"), at: Timestamp(day)),
      LogEntry(.state(from: "TODO", to: "DONE"), note: "two\nlines"),
      LogEntry(.note, at: Timestamp(day), note: "x"),
      LogEntry(.dropped(field: "title", value: nil)),
      LogEntry(.dropped(field: "rank", value: "1")), LogEntry(.other("- what")),
    ]
    task.log =
      [.clock(Clock(start: Timestamp(day)))] + entries.map { .entry($0) } + [
        .clock(Clock(start: Timestamp(day), end: Timestamp(day, minute: 9)))
      ]
    task.notes = "- [ ] box\n\nend"
    #expect(read(record(task), path: task.path) == task)
    expectRow(of: task, "every value")
  }

  @Test(arguments: 0..<400) func filesOfAllKindsComeBack(_ seed: Int) throws {
    var markdown = MarkdownGenerator(seed: UInt64(seed))
    let files = [(OrgFile(seed: seed, .odd).bytes, "x.org"), (markdown.file(), "x.md")]
    for (bytes, path) in files {
      guard let task = try TaskReader.read(bytes, path: path)?.task else { continue }
      #expect(read(record(task), path: path) == task, "seed \(seed)")
      expectRow(of: task, "seed \(seed)")
    }
  }

  /// A row of a listing says what the task says.
  private func expectRow(of task: Task, _ hint: Comment) {
    var isSeen = false
    ListRow.of(task) { row in
      isSeen = true
      #expect(row.id.text == task.id.text, hint)
      #expect(row.title.text == task.title, hint)
      #expect(row.keyword.text == task.state.keyword, hint)
      #expect(row.keyword.isSame(as: task.state.keyword), hint)
      #expect(row.priority?.text.string == task.priority?.text, hint)
      #expect(row.list?.text == task.list && row.path.text.string == task.path, hint)
      for field in PlainField.allCases {
        #expect(row.value(of: field) == field.value(in: task), hint)
      }
      #expect(row.tags.map(\.text) == task.tags, hint)
      #expect(row.scheduled == task.scheduled && row.deadline == task.deadline, hint)
      #expect(row.closed == task.closed && row.deleted == task.deleted, hint)
      #expect(row.isOpen == task.isOpen && row.isDone == task.isDone, hint)
      let boxes = Checklist(task.notes, format: task.format).progress
      #expect(row.progress?.total ?? 0 == boxes.total, hint)
      #expect(row.progress?.checked ?? 0 == boxes.checked, hint)
      var title: [UInt8] = []
      row.title.appendVisible(to: &title)
      #expect(String(decoding: title, as: UTF8.self) == ControlCharacters.escaped(task.title), hint)
    }
    #expect(isSeen, hint)
  }

  /// Damage may give a wrong task, which a sum over the bytes tells, but never a crash.
  @Test(arguments: 0..<200) func damagedBytesAreNoCrash(_ seed: Int) throws {
    var random = OrgSeed(seed)
    let bytes = OrgFile(seed: seed, .odd).bytes
    guard let task = try TaskReader.read(bytes, path: "x.org")?.task else { return }
    let whole = record(task)
    for count in 0..<whole.count { #expect(read(Array(whole[..<count]), path: "x.org") == nil) }
    for _ in 0..<50 {
      var damaged = whole
      damaged[random.number(0...whole.count - 1)] = UInt8(random.number(0...255))
      _ = read(damaged, path: "x.org")
    }
  }
}
