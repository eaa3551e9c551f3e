/// The rows of the table, by the names that `--row` takes.
enum RowKind: String, CaseIterable {
  case version, list, json, search, ready, agenda, dashboard, clock, add, done, modify, growth,
    driver,
    pull
  case logFirst = "log-first"
  case log = "log-again"
  case memory
  case readSmall = "read-small"
  case readLarge = "read-large"

  /// The default sizes of stores; empty if the size plays no part.
  var sizes: [Int] {
    switch self {
    case .version, .driver, .readSmall, .readLarge: []
    case .list, .growth: [1_000, 10_000, 100_000]
    case .add, .done, .modify: [10_000, 100_000]
    case .json, .search, .ready, .agenda, .dashboard, .clock, .pull, .logFirst, .log, .memory:
      [10_000]
    }
  }

  var work: String {
    switch self {
    case .version: "`--version`"
    case .list: "list the open tasks"
    case .json: "`list --json` with an upstream"
    case .search: "search titles and notes"
    case .ready: "list the tasks that can be begun"
    case .agenda: "agenda of a week"
    case .dashboard: "dashboard"
    case .clock: "`clock report` of 200 clocks"
    case .add: "add"
    case .done: "done"
    case .modify: "modify"
    case .growth: "growth of .git for each change"
    case .driver: "merge driver, one file"
    case .pull: "`git pull`, one task in ten changed on both sides"
    case .logFirst: "`log ID` in as many commits, first time"
    case .log: "`log ID` in as many commits, after that"
    case .memory: "memory, the most of any"
    case .readSmall: "read one file of 400 bytes, the slower format"
    case .readLarge: "read one file of 1 MB, the slower format"
    }
  }

  /// Returns the limit that the row must meet at a size.
  func must(_ size: Int) -> Limit {
    switch self {
    case .version: .time(4)
    case .list:
      size <= 1_000
        ? .part(2, of: DstaskPeer.name) : .part(size < 100_000 ? 4 : 3, of: nil)
    case .json: .times(1.3, of: StoreRows.alone)
    case .search: .faster(than: GrepPeer.name)
    case .ready, .agenda, .dashboard, .clock: .times(1.5, of: StoreRows.listing)
    case .add, .done, .modify: .part(size < 100_000 ? 3 : 4, of: GitPeer.name)
    case .growth: .growth(30 * 1_024)
    case .driver: .time(2)
    case .pull: .part(4, of: GitPeer.name)
    case .logFirst: .times(2, of: GitPeer.name)
    case .log: .time(20)
    case .memory: .memory(40 * 1_024)
    case .readSmall: .time(0.005)
    case .readLarge: .time(20)
    }
  }

  /// Returns the limit to aim for at a size.
  func aim(_ size: Int) -> Limit? {
    switch self {
    case .version: .time(1.5)
    case .list: size <= 1_000 ? .time(4) : size < 100_000 ? .time(11) : nil
    case .add, .done, .modify: size < 100_000 ? .time(9) : nil
    case .pull: .time(300)
    case .log: .time(15)
    case .json, .search, .ready, .agenda, .dashboard, .clock, .growth, .driver, .logFirst, .memory,
      .readSmall,
      .readLarge:
      nil
    }
  }
}

/// A row of the table: a kind of work at a size.
struct Row {
  let kind: RowKind
  /// The number of tasks in the store; 0 if it plays no part.
  let size: Int
  let measurements: [Measurement]

  var must: Limit { kind.must(size) }
  var aim: Limit? { kind.aim(size) }
}
