import Foundation
import TasksCore
import TasksTerminal
import TestSupport
import Testing

/// Lists on a terminal.
@Suite struct TableTests {
  private func drawn(width: Int, _ rows: [[String]]) -> [String] {
    var table = CellTable([
      CellTable.Column(heading: "ID"), CellTable.Column(heading: "Title", least: 12, isMain: true),
      CellTable.Column(isRight: true), CellTable.Column(heading: "Tags", least: 6),
      CellTable.Column(heading: "Due"),
    ])
    for row in rows { for cell in row { table.add(cell) } }
    var output = Output(Terminal(hasColor: false, width: width))
    table.write(to: &output)
    return String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private let rows = [
    ["k7m", "Call Bob about the invoice of last month", "2/5", "@office +phone", "today"],
    ["b3", "Water", "✎", "", "Fri"],
  ]

  @Test func columnsAreAsWideAsTheirCells() {
    #expect(
      drawn(width: 100, rows) == [
        "  ID   Title                                          Tags            Due",
        "  k7m  Call Bob about the invoice of last month  2/5  @office +phone  today",
        "  b3   Water                                       ✎                  Fri",
      ])
  }

  @Test func theTitleIsCutLast() {
    #expect(
      drawn(width: 68, rows)[1]
        == "  k7m  Call Bob about the invoice of last month  2/5  @offic…  today")
    #expect(
      drawn(width: 60, rows)[1] == "  k7m  Call Bob about the invoice of la…  2/5  @offi…  today")
  }

  /// Where the least widths do not fit, what follows the title is below it.
  @Test(arguments: 24...60) func noLineIsWiderThanTheTerminal(width: Int) {
    let lines = drawn(width: width, rows)
    #expect(lines.allSatisfy { CellWidth.of($0) <= width }, "\(lines)")
  }

  @Test func aNarrowTerminalHasTwoLinesATask() {
    #expect(
      drawn(width: 36, rows) == [
        "  k7m  Call Bob about the invoice o…", "      2/5  @office +phone  today",
        "  b3   Water", "      ✎  Fri",
      ])
  }

  @Test func emptyColumnsAreLeftOut() {
    #expect(drawn(width: 80, [["k7m", "Water", "", "", ""]]) == ["  ID   Title", "  k7m  Water"])
    #expect(drawn(width: 80, []).isEmpty)
  }

  /// Each line is as wide as the others where a column begins, whatever the script, and none wider than the terminal.
  @Test(arguments: [61, 64, 67, 72, 90])
  func wideTextKeepsColumnsStraight(width: Int) {
    let titles = ["完成報告書の第一部と長い題名", "שלום עולם 42", "e\u{301}te\u{301} 👩‍🚀 🇨🇿", "plain"]
    let lines = drawn(width: width, titles.map { ["id", $0, "1/2", "+a", "due"] }).dropFirst()
    for line in lines {
      #expect(CellWidth.of(line) <= width)
      let before = line.components(separatedBy: "1/2")[0]
      #expect(
        CellWidth.of(before) == CellWidth.of(lines.first?.components(separatedBy: "1/2")[0] ?? ""))
    }
    // What follows text that is written from right to left stays where it is.
    #expect(lines.contains { $0.contains("42\u{200E}") })
  }

  private func onTerminal(
    _ world: World, _ command: String, columns: Int = 80, _ environment: [String: String?] = [:]
  ) throws -> [String] {
    let outcome = try world.run(
      "script",
      [
        "-qefc", "tasks() { \(World.tasks) \"$@\"; }; stty cols \(columns) rows 40; \(command)",
        "/dev/null",
      ], in: "store",
      environment: ["TERM": "xterm", "NO_COLOR": "1", "COLUMNS": nil].merging(environment) { $1 })
    return outcome.output.split(whereSeparator: \.isNewline).map(String.init)
  }

  /// The line of the days to come ends before it would be wrapped.
  @Test(arguments: [
    (50, "Next   Sat 21 ▪   Sun 22 ·   Mon 23 ·   Tue 24 ·"),
    (49, "Next   Sat 21 ▪   Sun 22 ·   Mon 23 ·"),
  ]) func theDaysToComeAreOneLine(columns: Int, line: String) throws {
    let lines = try onTerminal(World.withSampleStore(), "tasks dashboard", columns: columns)
    let next = try #require(lines.firstIndex { $0.hasPrefix("Next") })
    #expect(lines[next] == line)
    #expect(lines[next + 1] == "In your order")
  }

  @Test func aListOnATerminalIsATable() throws {
    let world = try World.withSampleStore()
    #expect(
      try onTerminal(world, "tasks list", columns: 100) == [
        "  ID   State  Pri  Title                              Tags            List  Due",
        "  1bb         A    Call Bob about the invoice  1/3 ✎  +phone @office  work  27 Nov 17:00 ≈1h30m",
        "  2cc              Buy milk                           +errand         home",
        "  3dd  NEXT        Water the plants                                   home  ▸ tomorrow  ↻ 1w",
        "3 open",
      ])
    #expect(
      try onTerminal(world, "tasks list --columns id,effort,due,title --sort -title --limit 2") == [
        "  ID   Effort  Due           Title",
        "  3dd                        Water the plants",
        "  1bb    1:30  27 Nov 17:00  Call Bob about the invoice",
        "2 of 3 open",
      ])
    #expect(
      try onTerminal(world, "tasks list --group list --columns id,title") == [
        "  ID   Title", "home", "  2cc  Buy milk", "  3dd  Water the plants", "work",
        "  1bb  Call Bob about the invoice", "3 open",
      ])
    #expect(try onTerminal(world, "tasks list nothing") == ["tasks: no open task matches"])
    #expect(try onTerminal(world, "tasks trash", columns: 40).last == "1 in the trash")
    #expect(
      try onTerminal(world, "tasks tags").map { $0.split(separator: " ").map(String.init) } == [
        ["Tag", "Open", "Done"], ["@office", "1", "0"], ["errand", "1", "1"], ["phone", "1", "0"],
      ])
  }

  /// The same list and dashboard in narrow, plain and light terminals, and in other locales.
  @Test(
    arguments: [
      ("40", ["COLUMNS": nil]), ("LANG=C", ["LC_ALL": nil, "LANG": "C"]),
      ("German", ["LC_ALL": nil, "LANG": "de_DE.UTF-8"]),
      ("linux", ["TERM": "linux"]), ("light", ["COLORFGBG": "0;15", "NO_COLOR": nil]),
    ] as [(String, [String: String?])])
  func screens(_ name: String, _ environment: [String: String?]) throws {
    let world = try World.withSampleStore()
    try world.tasks("modify", "2cc", "depends:1bb", "list:home/kitchen", in: "store")
    let lines = try onTerminal(
      world, "tasks list; tasks dashboard", columns: name == "40" ? 40 : 80, environment)
    #expect(lines.map { $0.replacingOccurrences(of: "\u{1B}", with: "^") } == Self.screens[name])
  }

  private static let plain = [
    "  1bb         A    Call Bob about the invoice",
    "      1/3 *  +phone @office  work  27 Nov 17:00 =1h30m",
    "  2cc              Buy milk",
    "      #  +errand  home/kitchen",
    "  3dd  NEXT        Water the plants",
    "      home  > tomorrow  ~ 1w",
    "3 open",
    "Next   Sat 21 =   Sun 22 .   Mon 23 .   Tue 24 .   Wed 25 .   Thu 26 .",
    "In your order",
    "  1bb  [A] Call Bob about the i~  1/3 *  +phone ~  work      27 Nov 17:00 =1h30m",
    "  2cc  Buy milk                       #  +errand   ~kitchen",
    "  3dd  NEXT Water the plants                       home      > tomorrow  ~ 1w",
    "3 open",
  ]

  private static let screens: [String: [String]] = [
    "40": [
      "  1bb        A    Call Bob about the in…",
      "      1/3 ✎  +phone …  work  27 Nov 17:…",
      "  2cc             Buy milk",
      "      ⛔  +errand  home/kitchen",
      "  3dd  NEXT       Water the plants",
      "      home  ▸ tomorrow  ↻ 1w",
      "3 open",
      "Next   Sat 21 ▪   Sun 22 ·   Mon 23 ·",
      "In your order",
      "  1bb  [A] Call Bob about the invoice",
      "      1/3 ✎  +phone …  work  27 Nov 17:…",
      "  2cc  Buy milk",
      "      ⛔  +errand  home/kitchen",
      "  3dd  NEXT Water the plants",
      "      home  ▸ tomorrow  ↻ 1w",
      "3 open",
    ],
    "LANG=C": plain,
    "German": [
      "  1bb         A    Call Bob about the invoice",
      "      1/3 ✎  +phone @office  work  27 Nov 17:00 ≈1h30m",
      "  2cc              Buy milk",
      "      ⛔  +errand  home/kitchen",
      "  3dd  NEXT        Water the plants",
      "      home  ▸ tomorrow  ↻ 1w",
      "3 open",
      "Next   Sat 21 ▪   Sun 22 ·   Mon 23 ·   Tue 24 ·   Wed 25 ·   Thu 26 ·",
      "In your order",
      "  1bb  [A] Call Bob about the i…  1/3 ✎  +phone …  work      27 Nov 17:00 ≈1h30m",
      "  2cc  Buy milk                      ⛔  +errand   …kitchen",
      "  3dd  NEXT Water the plants                       home      ▸ tomorrow  ↻ 1w",
      "3 open",
    ],
    "linux": plain,
    "light": [
      "  ^[36m1bb^[0m         ^[1mA^[0m    ^[1mCall Bob about the invoice^[0m",
      "      ^[2m1/3 ✎^[0m  ^[34m+phone @office^[0m  ^[2mwork^[0m  ^[2m27 Nov 17:00 ≈1h30m^[0m",
      "  ^[36m2cc^[0m              Buy milk",
      "      ^[2m⛔^[0m  ^[34m+errand^[0m  ^[2mhome/kitchen^[0m",
      "  ^[36m3dd^[0m  ^[35mNEXT^[0m        Water the plants",
      "      ^[2mhome^[0m  ^[2m▸ tomorrow  ↻ 1w^[0m",
      "^[2m3 open^[0m",
      "^[1mNext^[0m   Sat 21 ^[2m▪^[0m   Sun 22 ^[2m·^[0m   Mon 23 ^[2m·^[0m   Tue 24 ^[2m·^[0m   Wed 25 ^[2m·^[0m   Thu 26 ^[2m·^[0m",
      "^[1mIn your order^[0m",
      "  ^[36m1bb^[0m  ^[1m[A] Call Bob about the i…^[0m  ^[2m1/3 ✎^[0m  ^[34m+phone …^[0m  ^[2mwork^[0m      ^[2m27 Nov 17:00 ≈1h30m^[0m",
      "  ^[36m2cc^[0m  Buy milk                      ^[2m⛔^[0m  ^[34m+errand^[0m   ^[2m…kitchen^[0m",
      "  ^[36m3dd^[0m  NEXT Water the plants                       ^[2mhome^[0m      ^[2m▸ tomorrow  ↻ 1w^[0m",
      "^[2m3 open^[0m",
    ],
  ]

  /// Tags, a long list and two dates are too much for a line of 60 to 78 cells.
  @Test(arguments: [50, 60, 66, 72, 80, 100]) func aFullListFits(columns: Int) throws {
    let world = try World.withSampleStore()
    try world.tasks(
      "add", "Send the report of the month to Alice", "+phone", "@office", "list:work/clients/acme",
      "sched:tomorrow", "due:fri@17:00", "effort:2h", "every:1w", in: "store")
    let lines = try onTerminal(world, "tasks list", columns: columns)
    #expect(lines.allSatisfy { CellWidth.of($0) <= columns }, "\(lines)")
    #expect(lines.contains { $0.contains("Send the report of") })
  }

  @Test func aLogFitsTheTerminal() throws {
    let world = try World.withSampleStore()
    try world.tasks("add", String(repeating: "many words ", count: 12), in: "store")
    try world.tasks("modify", "2cc", "title:" + String(repeating: "x ", count: 60), in: "store")
    let lines = try onTerminal(world, "tasks log", columns: 80)
    #expect(lines.allSatisfy { CellWidth.of($0) <= 80 })
    #expect(lines[0].hasPrefix("Fri 20 Nov  today"))
    #expect(lines[1].contains("  modify  x x x x") && lines[1].contains("…  Test (laptop-"))
    let narrow = try onTerminal(world, "tasks log", columns: 60)
    #expect(narrow.allSatisfy { CellWidth.of($0) <= 60 } && !narrow[1].contains("laptop"))
    #expect(lines[2].hasPrefix("          title: Buy milk → x x"))
  }

  @Test func theUsersSettingsDecideHowItLooks() throws {
    let world = try World.withSampleStore()
    func list(_ settings: String, _ environment: [String: String?] = [:]) throws -> [String] {
      try world.write(settings, to: "config/tasks/config")
      return try onTerminal(
        world, "tasks list plants",
        environment.merging(["XDG_CONFIG_HOME": world.path("config")]) { $1 })
    }
    #expect(
      try list("[tasks]\nglyphs = ascii\ncolumns = id, title, dates\n")[1]
        == "  3dd  Water the plants  > tomorrow  ~ 1w")
    let color: [String: String?] = ["NO_COLOR": nil]
    #expect(try list("", color)[1].contains("\u{1B}[36m3dd\u{1B}[0m"))
    #expect(try list("[color]\nid = bold 208\n", color)[1].contains("\u{1B}[1;38;5;208m3dd"))
    #expect(try list("[tasks]\ntheme = light\n", color)[1].contains("\u{1B}[35mNEXT"))
    #expect(try list("", ["NO_COLOR": nil, "COLORFGBG": "0;15"])[1].contains("\u{1B}[35mNEXT"))
    #expect(try !list("[tasks]\ntheme = none\n", color)[1].contains("\u{1B}"))
    #expect(
      try list("[tasks]\ntheme = drak\n")
        == ["tasks: tasks.theme in your settings is 'drak'; it can be dark, light, none"])
    #expect(try list("[color]\nid = rde\n")[0].contains("is 'rde', which is not a colour"))
    #expect(try list("[color]\nids = red\n")[0].contains("a color.ids"))
  }

  @Test func aLongListIsPaged() throws {
    let world = try World.withSampleStore()
    let pager = "sh -c 'echo paged; cat; echo end'"
    func list(_ rows: Int, _ environment: [String: String?]) throws -> [String] {
      try onTerminal(
        world, "stty rows \(rows); tasks list --columns title",
        environment.merging(["NO_COLOR": "1"]) { $1 })
    }
    let plain = try list(20, ["PAGER": pager])
    #expect(plain.count == 5 && plain[0] == "  Title")
    #expect(try list(5, ["PAGER": pager]) == ["paged"] + plain + ["end"])
    #expect(try list(5, ["PAGER": pager, "TASKS_PAGER": "cat"]) == plain)
    #expect(try list(5, ["PAGER": ""]) == plain)
    // Without such a program the list is printed.
    #expect(try list(5, ["PAGER": "no-such-pager"]).suffix(5) == plain[...])
  }

  @Test func whatIsNotPushedIsMarked() throws {
    let world = try World.withSampleStore()
    try world.git("init", "-q", "--bare", "hub.git")
    try world.git("-C", "store", "remote", "add", "origin", "../hub.git")
    try world.git("-C", "store", "push", "-q", "-u", "origin", "HEAD")
    #expect(try onTerminal(world, "tasks").last == "3 open")
    try world.tasks("modify", "2cc", "+now", in: "store")
    let lines = try onTerminal(world, "tasks list")
    #expect(lines.last == "3 open · 1 not synchronized")
    #expect(lines.count { $0.contains("↑") } == 1 && lines[2].contains("Buy milk"))
  }

  /// Off a terminal nothing changes with the user's settings, and columns are separated by tabs.
  @Test func scriptsSeePlainLines() throws {
    try expect(
      #"""
      $ tasks list --columns id,due,title --sort title
      2cc		Buy milk
      1bb	2026-11-27T17:00	Call Bob about the invoice
      3dd		Water the plants
      $ tasks list --group list --columns title
      home
      Buy milk
      Water the plants
      work
      Call Bob about the invoice
      $ tasks list --limit 1
      1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      $ tasks list --columns id,marks,dates,pri --sort -sched --limit 1
      3dd		
      $ tasks list --columns repeat,notes,sync +phone or plants
      	He has the number.  - [ ] find the number - [X] read the contract - [ ] call	not synchronized
      ++1w		not synchronized
      $ tasks list --sort titel
      ! tasks: 'titel' is not a column
      !   titel
      !   ^^^^^
      ! try: title
      [2]
      $ tasks list --sort nope
      ! tasks: 'nope' is not a column
      !   nope
      !   ^^^^
      ! the columns are age alerts assignee blockers checklist clocks closed created deadline deadline_end deleted discovered_from done due effort format geo habit id important last_repeat list location log muted notes parent path priority properties radius rank reminders repeat repeat_on repeat_times repeat_until scheduled scheduled_end state sync tags title urgency wait warning why
      [2]
      $ tasks list --group colour
      ! tasks: 'colour' is not a way to group tasks
      !   colour
      !   ^^^^^^
      ! try: list, tag, state, due, parent, none, or a field of your own
      [2]
      $ tasks list --columns nope
      ! tasks: 'nope' is not a column
      !   nope
      !   ^^^^
      ! the columns are age alerts assignee blockers checklist clocks closed created deadline deadline_end deleted discovered_from done due effort format geo habit id important last_repeat list location log muted notes parent path priority properties radius rank reminders repeat repeat_on repeat_times repeat_until scheduled scheduled_end state sync tags title urgency wait warning why
      [2]
      """#)
  }
}
