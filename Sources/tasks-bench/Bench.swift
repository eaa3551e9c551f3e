#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Compares `tasks` with the programs one would use instead, by running whole processes on stores of the same
/// tasks.
@main
struct Bench {
  static func main() {
    do {
      try run(try Arguments(Array(CommandLine.arguments.dropFirst())))
    } catch {
      let error = error as? BenchError
      Console.say("tasks-bench: \(error?.description ?? "failed")")
      if case .usage = error { exit(2) }
      exit(1)
    }
  }

  private static func run(_ arguments: Arguments) throws {
    if arguments.wantsHelp { return Console.print(Arguments.usage) }
    if let path = arguments.bareCalls { return try BareCalls(path: path).run() }
    if let path = arguments.read { return try Reading(path: path, times: arguments.times).run() }
    let workshop = try Workshop(
      tasks: try Disk.absolute(arguments.tasks ?? besideThis("tasks")), settle: arguments.settle)
    if let path = arguments.store {
      guard let git = workshop.find("git") else { throw BenchError.usage("git is not on PATH") }
      let sample = SampleTasks(count: arguments.sizes[0])
      let making = StoreMaking(workshop: workshop, git: git, sample: sample)
      _ = try making.make(.store, at: Disk.absolute(path))
      return
    }
    let stores = try Stores(
      workshop: workshop, program: try Disk.absolute(besideThis("tasks-bench")))
    let report = Report(
      machine: Machine.here(), programs: try stores.versions(), missing: stores.missing,
      runs: arguments.runs,
      rows: try rows(arguments, stores))
    Console.print(Table.text(report))
    if let path = arguments.json { try Disk.write(report.json, to: path) }
  }

  private static func rows(_ arguments: Arguments, _ stores: Stores) throws -> [Row] {
    let contest = Contest(workshop: stores.workshop, runs: arguments.runs)
    var rows: [Row] = []
    for kind in RowKind.allCases where arguments.wants(kind) {
      let sizes = kind.sizes.isEmpty ? [0] : arguments.sizes.isEmpty ? kind.sizes : arguments.sizes
      for size in sizes {
        Console.say("\(kind.rawValue)\(size > 0 ? ", \(size) tasks" : "")")
        let measurements = try measure(kind, SampleTasks(count: size), stores, contest, arguments)
        rows.append(Row(kind: kind, size: size, measurements: measurements))
      }
    }
    return rows
  }

  private static func measure(
    _ kind: RowKind, _ sample: SampleTasks, _ stores: Stores, _ contest: Contest,
    _ arguments: Arguments
  ) throws -> [Measurement] {
    let store = StoreRows(stores: stores, contest: contest)
    let merge = MergeRows(stores: stores, contest: contest)
    let size = arguments.sizes.first ?? 10_000
    let read = ReadRows(stores: stores, contest: contest, size: size)
    return switch kind {
    case .version: try store.version()
    case .list: try store.list(sample)
    case .ready: try store.view(["ready"], sample)
    case .json: try store.json(sample)
    case .search: try store.search(sample)
    case .agenda: try store.view(["agenda", "week"], sample)
    case .dashboard: try store.view(["dashboard"], sample)
    case .clock: try store.clock(sample)
    case .add: try store.add(sample)
    case .done: try store.done(sample)
    case .modify: try store.modify(sample)
    case .growth: try store.growth(sample)
    case .driver: try merge.driver()
    case .pull: try merge.pull(sample)
    case .logFirst:
      try LogRows(stores: stores, contest: contest, isFirstTime: true).measure(sample)
    case .log: try LogRows(stores: stores, contest: contest, isFirstTime: false).measure(sample)
    case .memory: try store.memory(sample)
    case .readSmall: try read.measure(bytes: 400)
    case .readLarge: try read.measure(bytes: 1_000_000)
    }
  }

  /// Returns the path of a program in the same folder as this one.
  private static func besideThis(_ name: String) -> String {
    let own = (try? Disk.absolute(CommandLine.arguments.first ?? "")) ?? ""
    let folder = own.lastIndex(of: "/").map { own[..<$0] } ?? "."
    return "\(folder)/\(name)"
  }
}
