import Foundation

/// The parsed command line.
struct Arguments {
  /// The sizes of stores; empty for the sizes that each row has by default.
  var sizes: [Int] = []
  /// The names of rows; empty for all of them.
  var rows: [String] = []
  var runs = 7
  var json: String?
  /// The program to measure: by default what `TASKS_PROGRAM` names, or the release that was built.
  var tasks = ProcessInfo.processInfo.environment["TASKS_PROGRAM"] ?? Arguments.release
  /// The folder in which to make a store without measuring.
  var store: String?
  var wantsHelp = false

  private static let release =
    URL(filePath: #filePath + "/../../../../../.build/release/tasks").standardized.path

  static let usage = """
    usage: tasks-bench [--size N]... [--row NAME]... [--runs N] [--json FILE] [--tasks PATH]
           tasks-bench --make-store DIR --size N [--tasks PATH]

    Builds stores of tasks, runs tasks and the other programs it finds on PATH in turns, and prints a table of
    medians. --row takes a row's name or the beginning of several:
    \(Row.all.map(\.name).joined(separator: ", ")).
    The program to measure is that of --tasks, else TASKS_PROGRAM, else the release of the package around.
    With --make-store it makes a store of N tasks, the same each time, and measures nothing.

    """

  init(_ words: [String]) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      func value() throws -> String {
        guard let value = rest.popFirst() else {
          throw BenchError.usage("\(word) needs a value")
        }
        return value
      }
      func number(from least: Int) throws -> Int {
        let text = try value()
        guard let number = Int(text), (least...1_000_000).contains(number) else {
          throw BenchError.usage("\(word) needs a number from \(least) to 1000000, not \(text)")
        }
        return number
      }
      switch word {
      case "--size": sizes.append(try number(from: 10))
      case "--runs": runs = try number(from: 1)
      case "--row":
        let name = try value()
        let all = Row.all.map(\.name)
        let found = all.contains(name) ? [name] : all.filter { $0.hasPrefix(name) }
        if found.isEmpty { throw BenchError.usage("there is no row \(name)") }
        rows += found
      case "--json": json = try value()
      case "--tasks": tasks = Bench.absolute(try value())
      case "--make-store": store = try value()
      case "--help", "-h": wantsHelp = true
      default: throw BenchError.usage("\(word) is no option")
      }
    }
    if store != nil, sizes.count != 1 { throw BenchError.usage("--make-store needs one --size") }
  }

  func wants(_ row: Row) -> Bool { rows.isEmpty || rows.contains(row.name) }
}
