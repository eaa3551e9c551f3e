/// A row of the table: a kind of work.
struct Row: Sendable {
  /// What `--row` takes.
  let name: String
  let work: String
  /// The default sizes of stores; empty if the size plays no part.
  var sizes = [10_000]
  /// The limit to meet.
  var must: Limit?
  /// The limit to aim for.
  var aim: Limit?
  /// The two limits at a size, where they depend on it.
  var limits: (@Sendable (Int) -> (must: Limit?, aim: Limit?))?
  /// True if all outcomes are of `tasks`: the slowest is to meet the limits.
  var isEach = false
  let measure: @Sendable (Contest, Sample) throws -> [Outcome]

  static let all: [Row] = [
    Row(name: "version", work: "`--version`", sizes: [], must: .time(4), aim: .time(1.5)) {
      contest, _ in
      try contest.compare(Sample(count: 10)) { _ in .version }
    },
    Row(
      name: "list", work: "list the open tasks", sizes: [1_000, 10_000, 100_000],
      limits: { size in
        switch size {
        case ...1_000: (.times(1 / 2, of: "dstask"), .time(4))
        case ..<100_000: (.times(1 / 4, of: nil), .time(11))
        default: (.times(1 / 3, of: nil), nil)
        }
      }
    ) { try $0.compare($1) { _ in .list } },
    Row(
      name: "git-status", work: "list the open tasks, beside `git status`", sizes: [100_000],
      must: .times(1 / 3, of: "git status")
    ) { try $0.listBesideStatus($1) },
    Row(name: "list-at", work: "list the tasks of another time", must: .times(4, of: "list")) {
      try $0.listAtAnotherTime($1)
    },
    Row(name: "json", work: "`list --json` with an upstream", must: .times(1.3, of: "no upstream"))
    {
      try $0.jsonWithUpstream($1)
    },
    Row(name: "json-all", work: "`list --all --json`") {
      try $0.view(["list", "--all", "--json"], $1)
    },
    Row(name: "search", work: "search titles and notes", must: .faster(than: "grep -ril")) {
      try $0.compare($1) { _ in .search }
    },
    view("ready", "list the tasks that can be begun", ["ready"]),
    view("agenda", "agenda of a week", ["agenda", "week"]),
    view("dashboard", "dashboard", ["dashboard"]),
    Row(
      name: "ui", work: "`ui`: the first screen, and `q`", sizes: [10_000, 100_000],
      limits: { ($0 <= 10_000 ? .more(30, than: "nothing") : .more(250, than: "nothing"), nil) }
    ) { try $0.screen($1) },
    view("tags", "`tags`", ["tags"]),
    view("lists", "`lists`", ["lists"]),
    Row(name: "clock", work: "`clock report` of 200 clocks", must: .times(1.5, of: "list")) {
      try $0.clockReport($1)
    },
    view("remind-check", "`remind check`, nothing due", ["remind", "check"]),
    prompt("status", "`status --short`", ["status", "--short"]),
    prompt("badge", "`remind badge`", ["remind", "badge"]),
    Row(name: "complete", work: "complete ids, tags and lists", must: .time(15), isEach: true) {
      try $0.completions($1)
    },
    change("add") { .add($0.task($0.count + $1)) },
    change("done") { .done($0.task($0.open($1))) },
    change("modify") { .modify($0.task($0.open($1))) },
    Row(
      name: "growth", work: "growth of .git for each change", sizes: [1_000, 10_000, 100_000],
      must: .growth(30 * 1_024)
    ) { try $0.growth($1) },
    Row(name: "driver", work: "merge driver, one file", sizes: [], must: .time(2)) {
      contest, _ in try contest.mergeDriver()
    },
    Row(
      name: "pull", work: "`git pull`, one task in ten changed on both sides",
      must: .times(1 / 4, of: "git"), aim: .time(300)
    ) { try $0.pull($1) },
    Row(
      name: "log-first", work: "`log ID` in as many commits, first time", must: .times(2, of: "git")
    ) { try $0.log($1, isFirstTime: true) },
    Row(
      name: "log-again", work: "`log ID` in as many commits, after that", must: .time(20),
      aim: .time(15)
    ) {
      try $0.log($1, isFirstTime: false)
    },
    Row(name: "export", work: "export all, any format", must: .time(1_000), isEach: true) {
      try $0.exports($1)
    },
    Row(name: "import", work: "import as many, any format", must: .time(1_000), isEach: true) {
      try $0.imports($1)
    },
  ]

  private static func view(_ name: String, _ work: String, _ words: [String]) -> Row {
    Row(name: name, work: work, must: .times(1.5, of: "list")) { try $0.view(words, $1) }
  }

  /// What a prompt shows is to take little more than the start of the program.
  private static func prompt(_ name: String, _ work: String, _ words: [String]) -> Row {
    Row(name: name, work: work, must: .more(1, than: "--version")) {
      try $0.view(words, beside: "--version", $1)
    }
  }

  private static func change(
    _ name: String, _ work: @escaping @Sendable (Sample, Int) -> Work
  ) -> Row {
    Row(
      name: name, work: name, sizes: [10_000, 100_000], must: .times(1 / 2, of: "git"),
      aim: .times(0.42, of: "git")
    ) { contest, sample in try contest.changes(sample) { work(sample, $0) } }
  }

  /// What was measured at a size; 0 if it plays no part.
  struct Result {
    let row: Row
    let size: Int
    let outcomes: [Outcome]

    var limits: (must: Limit?, aim: Limit?) { row.limits?(size) ?? (row.must, row.aim) }

    /// Our program, or its slowest work.
    var ours: Outcome {
      let slowest = outcomes.max { $0.wall < $1.wall }
      return (row.isEach ? slowest : outcomes.first) ?? Outcome(name: "tasks")
    }

    var others: [Outcome] { row.isEach ? outcomes : Array(outcomes.dropFirst()) }

    /// The most that our program took, in KiB.
    var peak: Int { (row.isEach ? others : [ours]).map(\.peak).max() ?? 0 }

    /// True if that is no more than it may take with 10,000 tasks.
    var isSmall: Bool { size > 10_000 || peak <= (row.name == "pull" ? 80 : 40) * 1_024 }
  }
}
