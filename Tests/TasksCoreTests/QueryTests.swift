import CoreTestSupport
import TasksCore
import Testing

struct QueryTests {
  private static let workflow = Workflow.standard

  /// `bob` waits, is due on Friday at 17:00, blocked by `car`; `car` is overdue; `tea` is done; `old` waits in
  /// the trash; `run` is a habit of today.
  private func tasks() throws -> [Task] {
    func task(_ id: String, _ title: Text, _ keyword: Text = "TODO") throws -> Task {
      let state = try #require(Workflow.standard[keyword]?.state)
      return Task(
        id: try #require(TaskID(Text(id))), path: id, format: .org, title: title, state: state)
    }
    var bob = try task("bob00000", "Call Bob about invoice 42", "WAIT")
    bob.tags = ["phone", "@office"]
    bob.list = "work"
    bob.priority = Priority("A")
    bob.deadline = Planning(try moment("2026-11-27T17:00"))
    bob.created = try moment("2026-11-01T08:00")
    bob.blockers = [try #require(TaskID("car00000"))]
    bob.effort = 90
    bob.properties = [Task.Property("Vendor", "ACME Ltd"), Task.Property("a.b", "c")]
    bob.notes = "Příšerně drahé, see https://example.org/x"
    var car = try task("car00000", "Wash the car")
    car.deadline = Planning(try moment("2026-11-19"))
    car.list = "home/garage"
    car.parent = bob.id
    car.effort = 30
    car.log = [.clock(Clock(start: try moment("2026-11-20T09:00")))]
    car.priority = Priority("B")
    var tea = try task("tea00000", "Drink tea (green)", "DONE")
    tea.deadline = Planning(try moment("2026-11-10"))
    tea.closed = try moment("2026-11-20T08:00")
    tea.tags = ["to-do"]
    tea.parent = car.id
    tea.log = [
      .clock(Clock(start: try moment("2026-11-20T07:00"), end: try moment("2026-11-20T08:00")))
    ]
    var run = try task("run00000", "Run")
    run.scheduled = Planning(try moment("2026-11-20T06:00"), repeater: Repeater(".+2d/4d"))
    run.hasHabitStyle = true
    run.list = "Two words"
    run.reminders = [
      Reminder(try moment("2026-11-18T08:00"), repeater: Repeater("+1d")),
      Reminder(try moment("2026-12-01T08:00")),
    ]
    run.tags = ["OVERDO"]
    run.repeats.until = try moment("2026-12-31")
    var next = try task("next0000", "Plan trip", "NEXT")
    next.scheduled = Planning(try moment("2026-11-21"))
    next.blockers = [try #require(TaskID("tea00000")), try #require(TaskID("none"))]
    return [bob, car, tea, run, next]
  }

  private func ids(_ query: Query) throws -> String {
    let tasks = try tasks()
    let open = Set(tasks.filter(\.isOpen).map(\.id))
    let context = QueryContext(
      now: try moment("2026-11-20T09:15"), isOpen: { open.contains($0) },
      isUnsynced: { $0.title == "Run" },
      isParent: { id in tasks.contains { $0.isOpen && $0.parent == id } },
      isBlocking: { id in tasks.contains { $0.isOpen && $0.blockers.contains(id) } },
      isLatest: { $0.text == "run00000" })
    for task in tasks {
      let matches = try query.matches(task, in: context)
      ListRow.of(task) { row in
        guard let answer = query.matches(row, in: context) else { return }
        #expect(query.readsRow || query.isEmpty)
        #expect(answer == matches, "\(task.title), by its row")
      }
    }
    return try tasks.filter { try query.matches($0, in: context) }
      .map { $0.id.description.filter { !$0.isNumber } }.joined(separator: " ")
  }

  private static let filters: [(String, String?)] = [
    ("", "bob car tea run next"), ("+phone", "bob"), ("-phone", "car tea run next"),
    ("@office", "bob"), ("-@office list:work", ""), ("+to-do", "tea"), ("+Phone", ""),
    ("list:work", "bob"), ("project:home", "car"), ("list:", "tea next"), ("list:Work", ""),
    ("state:WAIT", "bob"), ("state:next", "next"), ("pri:A", "bob"), ("pri:b", "car"),
    ("list:home", "car"), ("list:home/garage", "car"), ("list:home/", "car"), ("list:hom", ""),
    ("list:\"Two words\"", "run"), ("not list:home", "bob tea run next"),
    ("pri:", "tea run next"), ("pri:none", "tea run next"), ("pri.none:", "tea run next"),
    ("pri.any:", "bob car"), ("pri:any", "bob car"), ("pri.over:A", nil), ("state.none:", nil),
    ("tags.none:", "car next"), ("tags:", "car next"), ("tags.any:", "bob tea run"),
    ("tags:phone", "bob"), ("tags.is:phone", nil),
    ("prop.vendor:\"acme ltd\"", "bob"), ("prop.VENDOR:acme", ""),
    ("prop.vendor.any:", "bob"), ("prop.vendor:", "car tea run next"),
    ("prop.vendor.none:", "car tea run next"), ("prop.a.b:C", "bob"), ("prop.a.b.any:", "bob"),
    ("prop.category:work", "bob"), ("prop.vendor.over:1", nil), ("prop:x", ""), ("prop.:x", ""),
    ("effort.over:1h", "bob"), ("effort.under:1h", "car"), ("effort.over:30", "bob"),
    ("effort.over:long", nil), ("effort.over:", nil), ("effort.before:1h", nil),
    ("rank.over:3", ""), ("list.over:3", nil), ("due.over:1h", nil),
    ("important.any:", ""), ("habit.any:", "run"),
    ("+WEEK", "car run next"), ("+PARENT", "bob"), ("+CHILD", "car tea"), ("+CLOCKED", "car"),
    ("+REPEATING", "run"), ("+INBOX", ""), ("-INBOX +phone", "bob"), ("remind:today", "run"),
    ("remind:tomorrow", "run"),
    ("remind:yesterday", "run"), ("remind:2026-11-17", ""), ("remind:2026-11-25@8:00", "run"),
    ("remind:2026-11-25@9:00", ""),
    ("due:fri", "bob"), ("due:2026-11-27@17:00", "bob"), ("due:2026-11-27@16:00", ""),
    ("due.is:fri", "bob"), ("due.before:today", "car tea"), ("due.before:fri", "car tea"),
    ("due.before:fri@17:00", "car tea"), ("due.before:fri@17:01", "bob car tea"),
    ("due.after:today", "bob"), ("due.after:fri", ""), ("due.after:fri@16:59", "bob"),
    ("due.before:eow", "car tea"), ("due:overdue", "car"), ("due:none", "run next"),
    ("due:", "run next"), ("due:any", "bob car tea"), ("due:today", ""), ("sched:today", "run"),
    ("sched:none", "bob car tea"), ("sched.any:", "run next"), ("sched.after:today", "next"),
    ("closed:today", "tea"),
    ("created.before:2026-11-02", "bob"), ("closed.after:2026-11-20@7:59", "tea"),
    ("bob", "bob"), ("BOB", "bob"), ("invoice call", "bob"), ("příšerně", "bob"),
    ("PŘÍŠERNĚ", "bob"), ("example.org", "bob"), ("https://example.org/x", "bob"), ("ru", "run"),
    ("tea0", "tea"), ("TEA000", "tea"), ("te", "tea"), ("nex", "next"), ("ne", ""), ("42", "bob"),
    ("car or tea", "car tea"), ("not car", "bob tea run next"), ("not not car", "car"),
    ("not (car or tea)", "bob run next"), ("(car or tea) -to-do", "car"), ("car and +phone", ""),
    ("car or tea and -to-do", "car"), ("((car))", "car"), ("(+phone) or (list:home)", "bob car"),
    ("(car)tea", ""), ("f(x)", ""), ("\":)\"", ""),
    ("not +phone not list:home", "tea run next"), ("tea (green)", "tea"), ("(green)", "tea"),
    ("(tea)", "tea"), ("\"call bob\"", "bob"), ("\"bob call\"", ""), ("bob call", "bob"),
    ("due.before:\"in 3 days\"", "car tea"), ("\"or\"", "bob"), ("-\"to-do\" tea", ""),
    ("/^call.*[0-9]$/", "bob"), ("/call bob/", "bob"), ("(/^run$/ or /tea/)", "tea run"),
    ("/drahé/ +phone", "bob"), ("/a\\/b/", ""), ("/", "bob"), ("//", "bob"), ("//example", "bob"),
    ("/usr", ""), ("+OVERDUE", "car"), ("-OVERDUE", "bob tea run next"), ("+TODAY", "run"),
    ("+READY", "car run"), ("+BLOCKED", "bob"), ("+WAITING", "bob"), ("+HABIT", "run"),
    ("+UNSYNCED", "run"), ("-UNSYNCED -BLOCKED", "car tea next"), ("+OVERDO", "run"),
    ("+overdue", ""),
    ("+ACTIVE", "car next"), ("-ACTIVE", "bob tea run"), ("+PENDING", "bob car run next"),
    ("-PENDING", "tea"), ("+BLOCKING", "car"), ("+LATEST", "run"), ("not +LATEST list:work", "bob"),
    ("title:call", "bob"), ("description:\"CALL bob\"", "bob"), ("title:https", ""),
    ("-title:a", "run"), ("description:bob0", ""), ("title.none:", nil),
    ("entry.before:2026-11-02", "bob"), ("end:today", "tea"), ("end.any:", "tea"),
    ("entry:", "car tea run next"), ("end:milk", nil), ("modified.any:", ""),
    ("until:eoy", "run"), ("until.before:2027-01-01", "run"), ("until.before:eoy", ""),
    ("until.after:eom", "run"), ("until.is:2026-12-31", "run"), ("until.any:", "run"),
    ("until.none:", "bob car tea next"), ("until.over:3", nil), ("until:milk", nil),
    ("+", nil), ("-", nil), ("@", nil), ("+\"\"", nil), ("\"+\"", ""), ("state:", nil), ("x:y", ""),
    ("Due:fri", ""), ("\"", ""), ("call or", nil),
    ("or call", nil), ("not", nil), ("(", nil), ("()", nil), (")", nil), ("(a", nil), ("a)", nil),
    ("due:frj", nil), ("due.by:fri", nil), ("/(/", nil), ("pri:AB", nil), ("sched:overdue", nil),
    ("and", nil), ("a and and b", nil), ("a or (or b)", nil), ("not or", nil),
  ]

  @Test(arguments: filters)
  func filter(_ text: String, _ expected: String?) throws {
    let now = try moment("2026-11-20T09:15")
    let query = try? Query.read(line: text, now: now)
    #expect(try query.map(ids) == expected)
    if !text.contains("\"") {
      #expect((try? Query.read([text], now: now)) == query)
    }
  }

  @Test func argumentsOfTheShell() throws {
    let now = try moment("2026-11-20T09:15")
    func read(_ arguments: String...) throws -> String? {
      try (try? Query.read(arguments, now: now)).map(ids)
    }
    #expect(try read("due.before:in 3 days") == "car tea")
    #expect(try read("(", "car", "or", "tea", ")", "-to-do") == "car")
    #expect(try read("( car or", "tea )", "list:home") == "car")
    #expect(try read("(car", "or", "list:work)") == "bob car")
    #expect(try read() == "bob car tea run next")
    #expect(try Query.read([], now: now).isEmpty)
    #expect(try read("/call bob/") == "bob")
    #expect(try read("list:Two words") == "run")
    #expect(try read("list:Two words", "due.none:") == "run")
    #expect(try read("list:Two words due.none:") == "")
    #expect(try read("list:\"Two words\" due.none:") == "run")
    #expect(try read("list:\"Two words\"") == "run")
    #expect(try read("list:work (pri:A or due:overdue)") == "bob")
    #expect(try read("list:home (pri:A or due:overdue)") == "car")
    #expect(try read("list:work or list:home") == "bob car")
    #expect(try read("list:work +phone") == "bob")
    #expect(try read("list:work not +phone") == "")
    #expect(try read("due.before:in 3 days list:home") == "car")
    #expect(try read("due.before:in 3 list:home") == nil)
    #expect(try read("(due.before:in 3 days or list:none)") == "car tea")
    #expect(try read("-due.before:in 3 days") == read("not due.before:\"in 3 days\""))
    #expect(try read("due.before:\"in 3 days\" list:home") == "car")
    #expect(try read(" pri:A  +phone ") == "bob")
    #expect(try read("at:Office + Lab") == "")
  }

  @Test(arguments: [
    ("a due:frj", "frj", 6), ("a or", "or", 2), ("(a", "(", 0), ("a ) b", ")", 2), ("x ()", "(", 2),
    ("due.by:fri", "by", 4), ("effort.before:1h", "before", 7), ("a /b(/", "(", 4),
    ("/é[/", "[", 3), ("pri:AB", "AB", 4),
    ("(a or )", "or", 3), ("(a and", "and", 3), ("not", "not", 0), ("a (not) b", "not", 3),
    ("due:fri@25:00", "25:00", 8), ("a +", "+", 2), ("- a", "-", 0), ("a state: b", "state:", 2),
  ])
  func errorPointsAtWord(_ text: String, _ part: String, _ start: Int) throws {
    let now = try moment("2026-11-20T09:15")
    let found = fault { () throws(InputError) in _ = try Query.read(line: text, now: now) }
    #expect(found?.text == part)
    #expect(found?.at == start)
  }

  @Test func deepGroups() throws {
    let now = try moment("2026-11-20")
    let fine = String(repeating: "(", count: 100) + "a" + String(repeating: ")", count: 100)
    #expect(throws: Never.self) { try Query.read(line: fine, now: now) }
    #expect(throws: InputError.self) { try Query.read(line: "(" + fine + ")", now: now) }
    let many = String(repeating: "not ", count: 100_001) + "zzz"
    #expect(try ids(Query.read(line: many, now: now)) == "bob car tea run next")
  }
}

struct QueryExplanationTests {
  private static let table: [([String], [String]?)] = [
    ([], ["every task"]), (["+phone"], ["tag phone"]), (["-phone"], ["not tag phone"]),
    (["+OVERDUE"], ["+OVERDUE: open, and the deadline has passed"]),
    (["list:Two words"], ["list is Two words, or below it"]),
    (
      ["list:work (pri:A or due:overdue)"],
      [
        "all of", "  list is work, or below it", "  any of", "    priority is A",
        "    open, and the deadline has passed by Fri 2026-11-20 09:15",
      ]
    ),
    (
      ["not", "(", "due.before:eow", "or", "sched:fri@17:00", ")", "state:WAIT"],
      [
        "all of", "  not any of", "    due before Sun 2026-11-22",
        "    scheduled at Fri 2026-11-27 17:00", "  state is WAIT",
      ]
    ),
    (["created:today"], ["created on Fri 2026-11-20"]), (["due.none:"], ["without a date due"]),
    (["closed.any:"], ["with a date closed"]), (["pri:"], ["without a priority"]),
    (["tags.none:"], ["not with a tag"]), (["effort.over:1h"], ["effort over 1:00"]),
    (["effort:90"], ["effort is 1:30"]), (["rank.under:1.5"], ["rank under 1.5"]),
    (["depends:k7m"], ["depends: an id that begins with k7m"]), (["at:"], ["without at"]),
    (["remind:today"], ["remind on Fri 2026-11-20"]),
    (["prop.V:x"], ["property V is x"]), (["prop.V:"], ["without the property V"]),
    (["/b.b/"], ["/b.b/ in the title or the notes"]), (["or"], nil),
    (["bo"], ["'bo' in the title or the notes"]),
    (["bob"], ["'bob' in the title or the notes, or an id that begins with it"]),
  ]

  @Test(arguments: table)
  func lines(_ words: [String], _ expected: [String]?) throws {
    let now = try moment("2026-11-20T09:15")
    let query = try? Query.read(words, now: now)
    #expect(query.map { QueryExplanation($0, now: now).lines } == expected)
  }

  @Test func eachConditionHasWords() throws {
    let now = try moment("2026-11-20T09:15")
    for key in Query.keys {
      guard let query = try? Query.read([key + "1"], now: now) else { continue }
      let lines = QueryExplanation(query, now: now).lines
      #expect(lines.count == 1 && lines[0].count > 4)
    }
  }
}

struct UnknownNamesTests {
  @Test(arguments: [
    ("+phnoe", ["no task has the tag 'phnoe'; did you mean +phone?"]),
    ("+phone", []), ("-phnoe", []), ("not (+phnoe)", []), ("+OVERDUE", []),
    ("+office", ["no task has the tag 'office'; did you mean @office?"]),
    (
      "+phnoe or (+phnoe list:hme)",
      [
        "no task has the tag 'phnoe'; did you mean +phone?",
        "no task is in the list 'hme'; did you mean list:home?",
      ]
    ),
    ("list:home", []), ("state:wait", []), ("-state:DOING", []),
    ("list:Home/garage", ["no task is in the list 'Home/garage'; did you mean list:home/garage?"]),
    ("list:garage", ["no task is in the list 'garage'; did you mean list:home/garage?"]),
    ("list:far-away", ["no task is in the list 'far-away'"]), ("+xy", ["no task has the tag 'xy'"]),
    ("+STARTED", ["no task has the tag 'STARTED'; did you mean +ACTIVE?"]),
    ("state:waiting", ["there is no state 'waiting'; did you mean state:WAIT?"]),
    ("status:completed", ["there is no state 'completed'; did you mean --done?"]),
    ("state:REVIEW", ["there is no state 'REVIEW'; the states are TODO, WAIT, DONE"]),
    ("priority:H", []), ("text", []),
    (
      "has:priority",
      [
        "'has:priority' is searched as text, since it has no key of a filter; did you mean pri.any:?"
      ]
    ),
  ])
  func messages(_ line: String, _ expected: [String]) throws {
    let query = try Query.read(line: line, now: moment("2026-11-20"))
    let found = UnknownNames(
      query,
      among: .init(
        tags: ["phone", "@office"], lists: ["home/garage", "work"],
        keywords: ["TODO", "WAIT", "DONE"]), now: try moment("2026-11-20T09:15"))
    #expect(found.messages == expected)
  }
}
