import CoreTestSupport
import TasksCore
import Testing

/// Dates as people say them, orders and groups of lists, and views.
@Suite struct ListOrderTests {
  /// A Monday.
  private func now() throws -> Timestamp { try moment("2026-11-23T08:00") }

  @Test(arguments: [
    ("2026-11-23", "today"), ("2026-11-23T09:00", "today 9:00"), ("2026-11-24", "tomorrow"),
    ("2026-11-22T00:05", "yesterday 0:05"), ("2026-11-25", "Wed"),
    ("2026-11-29T17:30", "Sun 17:30"),
    ("2026-11-30", "30 Nov"), ("2026-11-21", "2 days ago"), ("2026-10-24T10:00", "30 days ago"),
    ("2026-10-23", "23 Oct"), ("2026-12-12", "12 Dec"), ("2027-12-12T10:00", "12 Dec 2027 10:00"),
    ("2025-11-23", "23 Nov 2025"),
  ])
  func datesAreRelative(date: String, text: String) throws {
    #expect(try RelativeDate(now: now()).text(moment(date)) == text)
  }

  @Test(arguments: [
    ("2026-11-23T07:55", "5 min"), ("2026-11-23T05:00", "3 h"), ("2026-11-22T09:00", "23 h"),
    ("2026-11-22", "1 d"), ("2026-11-10", "13 d"), ("2026-11-09", "2 w"), ("2026-09-01", "2 mo"),
    ("2024-11-23", "24 mo"), ("2020-11-23", "6 y"), ("2026-11-24", ""),
  ])
  func ages(date: String, text: String) throws {
    #expect(try RelativeDate(now: now()).age(of: moment(date)) == text)
  }

  private func task(_ title: String, _ words: String) throws -> Task {
    let id = TaskID("k7mq2xw4tz9nb\(title.lowercased().prefix(3))")
    var task = Task(
      id: try #require(id), path: "\(title).org", format: .org, title: Text(title),
      state: State("TODO", isDone: false))
    let draft = try QuickAdd.read(
      words.split(separator: " ").map(String.init), mode: .modify, now: now())
    task = task.applying(try draft.edits(for: task) { _ in task.id })
    return task
  }

  private func tasks() throws -> [Task] {
    [
      try task("one", "due:tomorrow pri:B list:work effort:90"),
      try task("Two", "due:2026-11-24@9:00 +phone +errand"),
      try task("six", "pri:A list:home effort:2h"), try task("ten", "due:2026-11-01 list:Work"),
      try task("elf", "due:fri effort:15"),
    ]
  }

  private func sorted(_ order: String) throws -> [String] {
    let order = try SortOrder.read(order)
    let context = Column.Context(now: try now()) { $0.text.string }
    var rows: [(title: String, values: [Column.OrderKey?])] = []
    for task in try tasks() {
      ListRow.of(task) { rows.append((task.title.string, order.values(of: $0, context))) }
    }
    return rows.enumerated().sorted {
      order.isBefore($0.element.values, $1.element.values) ?? ($0.offset < $1.offset)
    }.map(\.element.title)
  }

  @Test func tasksAreOrderedByColumns() throws {
    // A deadline without a time comes after the minutes of its day, and a task without a value last either way.
    #expect(try sorted("due") == ["ten", "Two", "one", "elf", "six"])
    #expect(try sorted("-due") == ["elf", "one", "Two", "ten", "six"])
    #expect(try sorted("priority,-due") == ["six", "one", "elf", "Two", "ten"])
    #expect(try sorted("title") == ["elf", "one", "six", "ten", "Two"])
    #expect(try sorted("-effort, title") == ["six", "one", "elf", "ten", "Two"])
    #expect(try sorted("list") == ["six", "one", "ten", "Two", "elf"])
    #expect(throws: InputError.notAColumn(InputWord("nope"))) { try SortOrder.read("nope") }
    #expect(throws: (any Error).self) { try SortOrder.read("") }
  }

  /// Every column has a total order: what is before another is not after it.
  @Test(arguments: Column.all.map(\.name)) func everyColumnIsAnOrder(column: String) throws {
    for name in [column, "-" + column] {
      let order = try sorted(name)
      #expect(Set(order).count == 5)
      #expect(try sorted("\(name),title") == sorted("\(name),title"))
    }
  }

  @Test func groupsHaveHeadings() throws {
    func headings(_ grouping: Grouping) throws -> [String] {
      let context = Column.Context(now: try now()) { $0.text.string }
      var groups: Set<Grouping.Group> = []
      for task in try tasks() {
        ListRow.of(task) { groups.formUnion(grouping.groups(of: $0, context)) }
      }
      return groups.sorted(by: Grouping.Group.isBefore).map(\.heading)
    }
    #expect(try headings(.list) == ["home", "Work", "work", "No list"])
    #expect(try headings(.tag) == ["errand", "phone", "No tag"])
    #expect(try headings(.state) == ["TODO"])
    #expect(try headings(.due) == ["Overdue", "Tomorrow", "This week", "No date"])
    #expect(throws: (any Error).self) { try Grouping.read("colour") }
  }

  @Test func daysAreGroupedByWeeks() throws {
    let context = Column.Context(now: try moment("2026-11-25T08:00")) { $0.text.string }
    func group(_ due: String) throws -> String {
      var heading = ""
      ListRow.of(try task("one", "due:\(due)")) {
        heading = Grouping.due.groups(of: $0, context)[0].heading
      }
      return heading
    }
    #expect(try group("2026-11-25") == "Today")
    #expect(try group("2026-11-27") == "This week")
    #expect(try group("2026-11-29") == "This week")
    #expect(try group("2026-11-30") == "Next week")
    #expect(try group("2026-12-06") == "Next week")
    #expect(try group("2026-12-07") == "Later")
    #expect(try group("2026-11-25@07:00") == "Overdue")
  }

  /// A view's filter is one line, which means the same as the arguments.
  @Test(arguments: [
    ["list:Two words", "+phone"], ["list:work", "(", "pri:A", "or", "due:overdue", ")"],
    ["due.before:in 3 days"], ["/a b/", "x"], ["say", "hello"], [],
  ])
  func argumentsAreALine(arguments: [String]) throws {
    let line = try Query.line(of: arguments, now: now())
    #expect(try Query.read(line: line, now: now()) == Query.read(arguments, now: now()))
  }

  @Test func aQueryCompletesATask() throws {
    let query = try Query.read(
      ["+work", "@office", "list:home", "pri:B", "-phone", "due:today", "(+a or +b)"], now: now())
    let draft = try QuickAdd.read(["Buy", "milk", "list:garden"], mode: .add, now: now())
    let completed = query.completing(draft)
    #expect(completed.addedTags == ["work", "@office"])
    #expect(completed[.list] == .set(.text("garden")))
    #expect(completed.priority == Priority("B").map { .set($0) })
    #expect(completed.deadline == .keep)
  }
}
