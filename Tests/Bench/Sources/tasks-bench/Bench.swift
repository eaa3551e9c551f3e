import Foundation

/// Compares `tasks` with the programs one would use instead, by running whole processes on stores of the same
/// tasks.
@main
struct Bench {
  static func main() {
    do {
      try run(try Arguments(Array(CommandLine.arguments.dropFirst())))
    } catch {
      say("tasks-bench: \(error)")
      if case BenchError.usage = error { exit(2) }
      exit(1)
    }
  }

  static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  private static func run(_ arguments: Arguments) throws {
    if arguments.wantsHelp { return print(Arguments.usage, terminator: "") }
    let workshop = try Workshop(tasks: arguments.tasks)
    if let path = arguments.store {
      let sample = Sample(count: arguments.sizes[0])
      _ = try workshop.makeStore(.tasks, at: absolute(path)) { $0.add(sample) }
      return
    }
    let stores = try Stores(workshop)
    let contest = Contest(stores: stores, runs: arguments.runs)
    var results: [Row.Result] = []
    for row in Row.all where arguments.wants(row) {
      let sizes = row.sizes.isEmpty || arguments.sizes.isEmpty ? row.sizes : arguments.sizes
      for size in sizes.isEmpty ? [0] : sizes {
        say("\(row.name)\(size > 0 ? ", \(size) tasks" : "")")
        let outcomes = try row.measure(contest, Sample(count: size))
        results.append(Row.Result(row: row, size: size, outcomes: outcomes))
      }
    }
    let report = Report(stores: stores, runs: arguments.runs, results: results)
    print(report.table, terminator: "")
    if let path = arguments.json { try report.json().write(to: URL(fileURLWithPath: path)) }
  }

  /// The absolute path of what the words of the command line name.
  static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardized.path }
}

/// The reasons why nothing can be measured.
enum BenchError: Error, CustomStringConvertible {
  case usage(String)
  case failed(command: String, status: Int32, errors: String)
  case wrongResult(String)

  var description: String {
    switch self {
    case .usage(let text): "\(text)\n\(Arguments.usage)"
    case .failed(let command, let status, let errors):
      "\(command) ended with status \(status)\n\(errors)"
    case .wrongResult(let text): text
    }
  }
}
