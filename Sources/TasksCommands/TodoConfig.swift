import Platform
import TasksTerminal

/// Where todo.sh keeps its tasks: as the environment says, else as its settings say, else in the home folder.
struct TodoConfig {
  /// `todo.txt` and `done.txt`, whether they are there or not.
  let files: [String]

  init(home: String) {
    let places = [
      Machine.variable("TODOTXT_CFG_FILE"), "\(home)/.todo/config", "\(home)/todo.cfg",
      "\(home)/.todo.cfg",
      "\(Machine.variable("XDG_CONFIG_HOME") ?? home + "/.config")/todo/config",
      "/etc/todo/config",
    ]
    let config = places.compactMap(\.self).lazy.compactMap { try? File.read($0) }.first
    var values: [String: String] = [:]
    func value(_ name: String) -> String? { Machine.variable(name) ?? values[name] }
    for line in String(decoding: config ?? [], as: UTF8.self).split(whereSeparator: \.isNewline) {
      var words = line.drop { $0.isWhitespace }
      if words.hasPrefix("export ") { words = words.dropFirst(7).drop { $0.isWhitespace } }
      guard let sign = words.firstIndex(of: "="), words.first != "#" else { continue }
      var text = words[words.index(after: sign)...]
      if let quote = text.first, quote == "\"" || quote == "'" {
        text = text.dropFirst().prefix { $0 != quote }
      } else {
        text = text.prefix { !$0.isWhitespace }
      }
      values[String(words[..<sign])] = TodoConfig.expanded(String(text), home: home, value)
    }
    let folder = value("TODO_DIR") ?? home
    files = [
      value("TODO_FILE") ?? folder + "/todo.txt", value("DONE_FILE") ?? folder + "/done.txt",
    ]
  }

  /// Replaces `~`, `$NAME` and `${NAME}`, as the shell does that reads the settings.
  private static func expanded(
    _ text: String, home: String, _ value: (String) -> String?
  ) -> String {
    var out = ""
    var rest = text[...]
    if rest.hasPrefix("~/") { (out, rest) = (home, rest.dropFirst()) }
    while let sign = rest.firstIndex(of: "$") {
      out += rest[..<sign]
      rest = rest[rest.index(after: sign)...]
      let isBraced = rest.first == "{"
      let name = rest.drop { $0 == "{" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      rest = rest[name.endIndex...]
      if isBraced { rest = rest.drop { $0 != "}" }.dropFirst() }
      out += name == "HOME" ? home : value(String(name)) ?? ""
    }
    return out + rest
  }
}
