/// The parsed command line.
struct Arguments {
  /// The sizes of stores; empty for the sizes that each row has by default.
  var sizes: [Int] = []
  /// The names of rows, or prefixes of them; empty for all rows.
  var rows: [String] = []
  var runs = 7
  var json: String?
  /// The program to measure; nil for the one in this program's folder.
  var tasks: String?
  /// The folder in which to make a store without measuring.
  var store: String?
  var wantsHelp = false
  /// The folder in which to make the system calls of one change. Used when this program runs itself.
  var bareCalls: String?
  /// The file to read `times` times. Used when this program runs itself.
  var read: String?
  var times = 1
  /// Milliseconds to wait before a measurement, so that no file is as young as what was noted about it.
  var settle = 1_100

  static let usage = """
    usage: tasks-bench [--size N]... [--row NAME]... [--runs N] [--settle MS] [--json FILE] [--tasks PATH]
           tasks-bench --make-store DIR --size N [--tasks PATH]

    Builds stores of tasks, runs tasks and the other programs it finds on PATH in turns, and prints a table of
    medians. --row takes the beginning of a row's name: \(RowKind.allCases.map(\.rawValue).joined(separator: ", ")).
    --settle sets how long it waits for files to be older than the notes about them: 1100 ms if not given.
    With --make-store it makes a store of N tasks, the same each time, and measures nothing.

    """

  init(_ words: [String]) throws(BenchError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      func value() throws(BenchError) -> String {
        guard let value = rest.popFirst() else { throw .usage("\(word) needs a value") }
        return value
      }
      func number(from least: Int) throws(BenchError) -> Int {
        let text = try value()
        guard let number = Int(text), (least...1_000_000).contains(number) else {
          throw .usage("\(word) needs a number from \(least) to 1000000, not \(text)")
        }
        return number
      }
      switch word {
      case "--size":
        let size = try number(from: 10)
        if !sizes.contains(size) { sizes.append(size) }
      case "--runs": runs = try number(from: 1)
      case "--row":
        let name = try value()
        guard RowKind.allCases.contains(where: { $0.rawValue.hasPrefix(name) }) else {
          throw .usage("there is no row \(name)")
        }
        rows.append(name)
      case "--json": json = try value()
      case "--tasks": tasks = try value()
      case "--make-store": store = try value()
      case "--bare-calls": bareCalls = try value()
      case "--read": read = try value()
      case "--times": times = try number(from: 1)
      case "--settle": settle = try number(from: 0)
      case "--help", "-h": wantsHelp = true
      default: throw .usage("\(word) is no option")
      }
    }
    if store != nil, sizes.count != 1 { throw .usage("--make-store needs one --size") }
  }

  func wants(_ kind: RowKind) -> Bool {
    rows.isEmpty || rows.contains { kind.rawValue.hasPrefix($0) }
  }
}
