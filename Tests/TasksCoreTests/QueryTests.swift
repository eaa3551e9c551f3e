import Testing

@testable import TasksCore

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
    bob.notes = "Příšerně drahé, see https://example.org/x"
    var car = try task("car00000", "Wash the car")
    car.deadline = Planning(try moment("2026-11-19"))
    car.list = "home"
    car.priority = Priority("B")
    var tea = try task("tea00000", "Drink tea (green)", "DONE")
    tea.deadline = Planning(try moment("2026-11-10"))
    tea.closed = try moment("2026-11-20T08:00")
    tea.tags = ["to-do"]
    var run = try task("run00000", "Run")
    run.scheduled = Planning(try moment("2026-11-20T06:00"), repeater: Repeater(".+2d/4d"))
    run.hasHabitStyle = true
    run.tags = ["OVERDO"]
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
      isUnsynced: { $0.title == "Run" })
    return try tasks.filter { try query.matches($0, in: context) }
      .map { $0.id.description.filter { !$0.isNumber } }.joined(separator: " ")
  }

  @Test(arguments: [
    ("", "bob car tea run next"), ("+phone", "bob"), ("-phone", "car tea run next"),
    ("@office", "bob"), ("-@office list:work", ""), ("+to-do", "tea"), ("+Phone", ""),
    ("list:work", "bob"), ("project:home", "car"), ("list:", "tea run next"), ("list:Work", ""),
    ("state:WAIT", "bob"), ("state:next", "next"), ("pri:A", "bob"), ("pri:b", "car"),
    ("pri:", "tea run next"), ("pri:none", "tea run next"),
    ("due:fri", "bob"), ("due:2026-11-27@17:00", "bob"), ("due:2026-11-27@16:00", ""),
    ("due.is:fri", "bob"), ("due.before:today", "car tea"), ("due.before:fri", "car tea"),
    ("due.before:fri@17:00", "car tea"), ("due.before:fri@17:01", "bob car tea"),
    ("due.after:today", "bob"), ("due.after:fri", ""), ("due.after:fri@16:59", "bob"),
    ("due.before:eow", "car tea"), ("due:overdue", "car"), ("due:none", "run next"),
    ("due:", "run next"), ("due:any", "bob car tea"), ("due:today", ""), ("sched:today", "run"),
    ("sched:none", "bob car tea"), ("sched.after:today", "next"), ("closed:today", "tea"),
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
    ("+", nil), ("-", nil), ("@", nil), ("+\"\"", nil), ("\"+\"", ""), ("state:", nil), ("x:y", ""),
    ("Due:fri", ""), ("\"", ""), ("call or", nil),
    ("or call", nil), ("not", nil), ("(", nil), ("()", nil), (")", nil), ("(a", nil), ("a)", nil),
    ("due:frj", nil), ("due.by:fri", nil), ("/(/", nil), ("pri:AB", nil), ("sched:overdue", nil),
    ("and", nil), ("a and and b", nil), ("a or (or b)", nil), ("not or", nil),
  ])
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
    func read(_ arguments: String...) throws -> String { try ids(Query.read(arguments, now: now)) }
    #expect(try read("due.before:in 3 days") == "car tea")
    #expect(try read("(", "car", "or", "tea", ")", "-to-do") == "car")
    #expect(try read("( car or", "tea )", "list:home") == "car")
    #expect(try read("(car", "or", "list:work)") == "bob car")
    #expect(try read() == "bob car tea run next")
    #expect(try Query.read([], now: now).isEmpty)
    #expect(try read("/call bob/") == "bob")
  }

  @Test(arguments: [
    ("a due:frj", "frj", 6), ("a or", "or", 2), ("(a", "(", 0), ("a ) b", ")", 2), ("x ()", "(", 2),
    ("due.by:fri", "by", 4), ("a /b(/", "(", 4), ("/é[/", "[", 3), ("pri:AB", "AB", 4),
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
