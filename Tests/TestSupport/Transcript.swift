import Foundation

extension World {
  /// Runs the commands of a transcript, one after another, and writes down what each did.
  ///
  /// A line that begins with `$ ` is a command for the shell, run in `place`, where `tasks` is the program under
  /// test. What follows is its standard output as it is, then its standard error, `! ` before each line, then
  /// `[3]` for an exit status other than 0. What differs from run to run gets a name: the world's folder `~`, an
  /// id made up by the program `ID`, a commit `COMMIT`, the id of the device its name.
  package func transcript(_ script: String, in place: String = "store") throws -> String {
    var out: [String] = []
    for line in script.split(separator: "\n") where line.hasPrefix("$ ") {
      out.append(String(line))
      let outcome = try shell(String(line.dropFirst(2)), in: place)
      out += World.lines(normalized(outcome.output))
      out += World.lines(normalized(outcome.errors)).map { "! " + $0 }
      if outcome.status != 0 { out.append("[\(outcome.status)]") }
    }
    return out.joined(separator: "\n")
  }

  /// Runs a line of shell in which `tasks` is the program under test.
  @discardableResult
  package func shell(
    _ line: String, in place: String = "store", environment extra: [String: String?] = [:]
  ) throws -> Outcome {
    var variables = extra
    let folder = URL(fileURLWithPath: World.tasks).deletingLastPathComponent().path
    variables["PATH"] = folder + ":" + (environment["PATH"] ?? "")
    return try run("/bin/sh", ["-c", line], in: place, environment: variables)
  }

  /// An id made up by the program is told from those of the tests' own tasks by where it stands.
  package func normalized(_ text: String) -> String {
    let rules = [
      (
        "(?m)^((would be )?(added|duplicated|undone:|redone:|changed)) [a-z][0-9a-z]{2,15}  ",
        "$1 ID  "
      ),
      ("-[a-z][0-9a-hjkmnp-tv-z]{15}\\.(org|md)", "-ID.$1"),
      ("(?m)^[0-9a-f]{8}  ", "COMMIT  "), ("\\b[0-9a-f]{40}\\b", "COMMIT"),
      // What follows a mistake is made from the declarations, and read elsewhere.
      ("\n(Help|Usage): [\\s\\S]*", "\n"), ("\\blaptop-[0-9a-z]{8}\\b", "laptop"),
      ("\\(process [0-9]+\\)", "(process N)"),
    ]
    let start = text.replacingOccurrences(of: folder, with: "~")
    return rules.reduce(start) { text, rule in
      text.replacingOccurrences(of: rule.0, with: rule.1, options: .regularExpression)
    }
  }

  private static func lines(_ text: String) -> [String] {
    var lines = text.components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
