import TasksCommands
import TasksCore
import TestSupport
import Testing

/// What is offered for a word follows from the tables.
@Suite struct CompletionTests {
  private static let verbs = Verbs.all

  private func words(_ typed: String...) -> [String] {
    Completion(typed).offers.flatMap { offer -> [String] in
      if case .words(let words) = offer { words.map(\.text) } else { [] }
    }
  }

  @Test func eachVerbAndOptionOfTheTableIsOffered() {
    let shown = Self.verbs.filter { $0.isShown }
    #expect(words("") == shown.map { $0.name } + ["help"])
    #expect(words("help", "") == words("") + HelpTopic.allCases.map(\.rawValue))
    for candidate in Completion.verbs { #expect(!candidate.meaning.isEmpty, "\(candidate.text)") }
    for verb in Self.verbs {
      for name in [verb.name] + verb.aliases {
        guard case .words(let options) = Completion([name, "--"]).offers.first else {
          Issue.record("\(name)")
          continue
        }
        let long = verb.options.all.filter { $0.hasPrefix("--") }
        #expect(options.map(\.text) == long)
        for option in options { #expect(!option.meaning.isEmpty, "\(name) \(option.text)") }
      }
    }
  }

  /// A value is offered, or is one that nobody else knows.
  @Test func eachOptionWithAValueIsKnown() {
    let free = [
      "--note", "--limit", "--number", "-n", "--op", "--last", "--older-than", "--every", "--set",
      "--link",
      "--here", "--import", "--device", "--svg", "--from",
      "--output", "-o", "--port", "--bundle",
    ]
    for verb in Self.verbs {
      for option in verb.options.valued where !free.contains(option) {
        if option == "--format", verb.name != "init" { continue }
        // Keys are gpg's.
        if option == "--to", verb.name == "encrypt" { continue }
        #expect(!Completion([verb.name, option, ""]).offers.isEmpty, "\(verb.name) \(option)")
        #expect(
          Completion([verb.name, option, "x"]).offers
            == Completion([verb.name, option + "=x"]).offers
        )
      }
    }
  }

  @Test func wordsAreWhatTheTableSays() {
    for verb in Self.verbs {
      let conditions = Completion([verb.name, "k7m", "due.be"])
      switch verb.wordKind {
      case .filter:
        #expect(words(verb.name, "k7m", "due.be").contains("due.before:"), "\(verb.name)")
      case .changes: #expect(words(verb.name, "k7m", "du").contains("due:"))
      case .text, .plain, .times:
        #expect(!conditions.offers.contains(.tags(sign: "+")), "\(verb.name)")
      }
      #expect(
        Completion([verb.name, "-"]).offers.contains(.tags(sign: "-"))
          == (verb.wordKind == .filter || verb.wordKind == .changes), "\(verb.name)")
    }
  }

  @Test(arguments: [
    ("done ", Completion.Offer.ids(.open)), ("reopen ", .ids(.finished)),
    ("restore ", .ids(.deleted)), ("show k7m ", .ids(.every)), ("mv ", .ids(.open)),
    ("move k7m after ", .ids(.open)), ("--store /s done ", .ids(.open)),
    ("done --note x ", .ids(.open)), ("done -y --json k7m ", .ids(.open)),
    ("add list:", .lists), ("list list:wo", .lists), ("list (list:", .lists),
    ("add parent:", .ids(.open)), ("modify k7m depends:b3x,", .ids(.open)),
    ("list state:", .keywords), ("state k7m ", .keywords), ("refile k7m ", .lists),
    ("add sched:", .dates(isPast: false)), ("list due.before:", .dates(isPast: false)),
    ("list --at ", .dates(isPast: true)), ("list closed:", .dates(isPast: true)),
    ("list tags:", .tags(sign: "")), ("list +", .tags(sign: "+")), ("add @", .tags(sign: "@")),
    ("list prop.", .properties), ("list prop.VENDOR:", .propertyValues("VENDOR")),
    ("add prop.", .properties), ("add points:", .ownValues("points")),
    ("list points.over:", .ownValues("points")), ("list ", .own(.keys)), ("add po", .own(.keys)),
    ("list po.", .own(.comparisons)), ("list --columns id,", .own(.names)), ("view ", .views),
    ("context ", .views), ("wor", .views),
    ("config ", .settings), ("init ", .folders), ("--store ", .folders), ("clone url ", .folders),
    ("view import ", .files), ("import org ", .files), ("export org --output ", .files),
    ("work list:", .lists), ("list list:", .lists), ("done --where list:", .lists),
    ("capture ", .templates), ("add --template ", .templates), ("capture todo list:", .lists),
  ]) func position(line: String, offer: Completion.Offer) {
    let typed = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    #expect(Completion(typed).offers.contains(offer))
  }

  @Test(arguments: [
    "done k7m / ", "note k7m ", "add http://", "add Call 9:", "move k7m top ",
    "sync add ", "status ", "done --note ", "git lo", "view save ",
  ]) func elsewhereNothingIsOffered(line: String) {
    let typed = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    #expect(Completion(typed).offers.isEmpty)
  }

  @Test func valuesOfTables() {
    #expect(words("add", "pri:") == ["A", "B", "C"])
    #expect(words("add", "every:") == ["daily", "weekly", "monthly", "yearly"])
    #expect(words("move", "k7m", "") == ["top", "bottom", "up", "down", "before", "after"])
    #expect(words("list", "--group", "") == Grouping.names)
    #expect(words("list", "--sort", "due,-pri") == Column.all.map(\.name))
    #expect(Completion(["list", "--sort", "due,-pri"]).prefix == "due,-")
    #expect(words("completions", "") == ["bash", "zsh", "fish"])
    #expect(words("conflicts", "") == ["list", "take", "keep"])
    #expect(words("config", "format", "") == ["org", "md"])
  }

  // MARK: What is in the store

  private func offered(_ words: String..., in world: World) throws -> [String] {
    try world.run(World.tasks, ["suggest", "fish"] + words, in: "store").output
      .split(separator: "\n").map(String.init)
  }

  @Test func tasksByIDAndTitle() throws {
    let world = try World.withSampleStore()
    #expect(
      try offered("done", "", in: world) == [
        "1bb\tCall Bob about the invoice", "2cc\tBuy milk", "3dd\tWater the plants",
      ])
    #expect(try offered("done", "2", in: world) == ["2cc\tBuy milk"])
    #expect(try offered("done", "2CC", in: world) == ["2cc\tBuy milk"])
    func titled(_ words: String...) throws -> String {
      try world.run(World.tasks, ["suggest", "zsh"] + words, in: "store").output
    }
    #expect(try titled("done", "MILK") == "2cc\t2cc  Buy milk\n")
    #expect(try titled("add", "parent:milk") == "parent:2cc\tparent:2cc  Buy milk\n")
    #expect(try titled("show", "rent") == "4ff\t4ff  Pay rent\n")
    #expect(try offered("done", "2cc", "milk", in: world) == [])
    #expect(try offered("reopen", "", in: world) == ["4ff\tPay rent"])
    #expect(try offered("restore", "", in: world) == ["5gg\tOld idea"])
    // fish offers only what has the typed letters in it.
    #expect(
      try offered("done", "the", in: world) == [
        "2026-11/call-bob-1bbbbbbbbbbbbbbb.org\tCall Bob about the invoice",
        "2026-11/water-the-plants-3ddddddddddddddd.org\tWater the plants",
      ])
  }

  @Test func namesAndDates() throws {
    let world = try World.withSampleStore()
    #expect(try offered("list", "list:w", in: world) == ["list:work\t1 open"])
    #expect(try offered("list", "+e", in: world) == ["+errand\t1 open"])
    #expect(try offered("list", "-er", in: world) == ["-errand\t1 open"])
    #expect(try offered("list", "@", in: world) == ["@office\t1 open"])
    #expect(try offered("list", "+OVER", in: world).first?.hasPrefix("+OVERDUE\t") == true)
    #expect(try offered("list", "prop.", in: world) == ["prop.VENDOR:\t"])
    #expect(try offered("state", "2cc", "W", in: world) == ["WAIT\topen"])
    #expect(
      try offered("add", "due:t", in: world) == [
        "due:today\tFri 2026-11-20", "due:tomorrow\tSat 2026-11-21", "due:tue\tTue 2026-11-24",
        "due:thu\tThu 2026-11-26",
      ])
    #expect(try offered("config", "max", in: world) == ["max-open\t200"])
    try world.tasks("view", "save", "chores", "list:home", in: "store")
    #expect(try offered("cho", in: world) == ["chores\tlist:home"])
    #expect(try offered("context", "cho", in: world) == ["chores\tlist:home"])
    #expect(try offered("--store", "", in: world) == ["/"])
    #expect(
      try world.run(World.tasks, ["suggest", "fish", "--store", "store", "done", "2"]).output
        == "2cc\tBuy milk\n")
    let none = try world.run(World.tasks, ["suggest", "fish", "done", ""], in: "")
    #expect(none.status == 0 && none.output + none.errors == "")
  }

  @Test func whatIsOfferedIsRead() throws {
    let world = try World.withSampleStore()
    for key in ["due:", "every:", "pri:", "list:", "parent:", "depends:"] {
      for line in try offered("add", key, in: world) {
        let word = String(line.prefix { $0 != "\t" })
        let outcome = try world.tasks("add", "--dry-run", "x", "due:1w", word, in: "store")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(word): \(outcome.errors)")
      }
    }
    for line in try offered("list", "--at", "", in: world) {
      #expect(line.split(separator: "\t").count == 2, "\(line)")
    }
  }

  /// A task that was made a moment ago is offered, though the cache is older.
  @Test func newTasksAreOffered() throws {
    let world = try World.withSampleStore()
    try world.tasks("list", in: "store")
    try world.tasks("add", "Mend the roof", in: "store")
    #expect(try offered("done", "roof", in: world).count == 1)
    try world.tasks("done", "2cc", in: "store")
    #expect(try offered("done", "2", in: world) == [])
  }

  // MARK: bash

  private static let breaks = " \t\n\"'@><=;|&(:"

  @Test(arguments: [
    ("tasks list list:w", ["list"], "list:w"), ("tasks ", [], ""), ("tasks do", [], "do"),
    ("A=1 tasks  add  \"two words\" x\\ y", ["add", "two words"], "x y"),
    ("t add 'it''s' \"a \\\" b", ["add", "its"], "a \" b"), ("tasks add list:", ["add"], "list:"),
  ]) func bashLine(line: String, before: [String], word: String) {
    let read = BashLine(line, type: "9", breaks: Self.breaks)
    #expect(Array(read.words.dropFirst()) == before && read.word == word)
  }

  @Test(arguments: [
    ("tasks list list:w", ["list:work"], ["work"]), ("tasks list due:to", ["due:today"], ["today"]),
    ("tasks list @o", ["@office"], ["@office"]), ("tasks list +p", ["+phone"], ["+phone"]),
    ("tasks list list:o", ["list:odds and ends"], ["odds\\ and\\ ends"]),
    ("tasks list list:odds\\ a", ["list:odds and ends"], ["odds\\ and\\ ends"]),
    ("tasks list \"list:o", ["list:odds and $x"], ["list:odds and \\$x"]),
    ("tasks list list:'o", ["list:odds and $x"], ["odds and $x"]),
    ("tasks done milk", ["k7m"], ["k7m"]),
    ("tasks done milk", ["k7m", "k9m"], ["k7m", "k9m", " "]),
    ("tasks done k", ["k7m", "k9m"], ["k7m", "k9m"]), ("tasks done a:m", ["k7m"], []),
  ]) func bashReplies(line: String, offered: [String], replies: [String]) {
    let line = BashLine(line, type: "9", breaks: Self.breaks)
    #expect(line.replies(offered.map { Candidate($0) }) == replies)
  }

  @Test func bashShowsMeaningsOfSeveral() {
    let candidates = [Candidate("k7m", "Buy milk"), Candidate("k9", "Call Bob")]
    #expect(
      BashLine("tasks done k", type: "63", breaks: Self.breaks).replies(candidates) == [
        "k7m  Buy milk", "k9   Call Bob",
      ])
    #expect(
      BashLine("tasks done k", type: "37", breaks: Self.breaks).replies(candidates) == [
        "k7m", "k9",
      ])
  }
}
