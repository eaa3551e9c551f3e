import TasksCore

/// A comparison of a property in a match string.
struct MatchProperty {
  enum Value {
    case text(String)
    /// The part between `<` and `>`.
    case date(String)
    case expression(String)
    case number(String)
  }

  let name: String
  let sign: String
  let value: Value

  private var refusal: MatchFilter.Refusal {
    MatchFilter.Refusal(reason: "no filter compares \(name) so")
  }

  func filter() throws(MatchFilter.Refusal) -> String {
    let isEqual = sign == "=" || sign == "=="
    let isUnequal = sign == "<>"
    switch (name.uppercased(), value) {
    case ("TODO", .text(let state)) where isEqual || isUnequal:
      return (isUnequal ? "not " : "") + "state:\(MatchProperty.quoted(state))"
    case ("TODO", .expression(let states)) where isEqual || isUnequal:
      let words = try alternatives(states)
      let filter = words.map { "state:\($0)" }.joined(separator: " or ")
      return (isUnequal ? "not " : "") + "(\(filter))"
    case ("PRIORITY", .text(let priority)): return try self.priority(priority)
    case ("CATEGORY", .text(let list)) where isEqual || isUnequal:
      return (isUnequal ? "not " : "") + "list:\(MatchProperty.quoted(list))"
    case ("DEADLINE", .date(let date)): return try compared("due", MatchProperty.date(date))
    case ("SCHEDULED", .date(let date)): return try compared("sched", MatchProperty.date(date))
    case ("CLOSED", .date(let date)): return try compared("closed", MatchProperty.date(date))
    case ("DEADLINE", .text("")): return try presence("due")
    case ("SCHEDULED", .text("")): return try presence("sched")
    case ("CLOSED", .text("")): return try presence("closed")
    case ("EFFORT", .text("")): return try presence("effort")
    case ("EFFORT", .text(let effort)): return try self.effort(effort)
    case ("LEVEL", _), ("ITEM", _), ("ALLTAGS", _), ("TAGS", _), ("TIMESTAMP", _),
      ("TIMESTAMP_IA", _),
      ("BLOCKED", _), ("FILE", _), ("CLOCKSUM", _), ("TODO", _), ("CATEGORY", _):
      throw refusal
    case (_, .text("")): return try presence("prop.\(name)")
    case (_, .text(let text)) where isEqual || isUnequal:
      return (isUnequal ? "not " : "") + "prop.\(name):\(MatchProperty.quoted(text))"
    default: throw refusal
    }
  }

  static func quoted(_ value: String) -> String {
    value.contains { $0.isWhitespace || "()\"".contains($0) } ? "\"\(value)\"" : value
  }

  private func presence(_ key: String) throws(MatchFilter.Refusal) -> String {
    switch sign {
    case "=", "==": return key + ".none:"
    case "<>": return key + ".any:"
    default: throw refusal
    }
  }

  /// Reads `A\|B` with nothing else that an expression could have; anchors add nothing to whole words.
  private func alternatives(_ text: String) throws(MatchFilter.Refusal) -> [String] {
    var bare = text
    for sign in ["^", "$", "\\(", "\\)", "\\`", "\\'", "\\<", "\\>"] {
      bare = MatchProperty.removing(sign, bare)
    }
    let words = bare.split(separator: "|").map { $0.hasSuffix("\\") ? $0.dropLast() : $0 }
    guard words.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isLetter || "_-".contains($0) } })
    else { throw refusal }
    return words.map(String.init)
  }

  private static func removing(_ part: String, _ text: String) -> String {
    var text = Array(text.utf8)
    while let range = text.firstRange(of: Array(part.utf8)) { text.removeSubrange(range) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Org takes a task without a priority for one of B.
  private func priority(_ wanted: String) throws(MatchFilter.Refusal) -> String {
    func list(_ priorities: [Character]) -> String {
      let all = priorities.map { "pri:\($0)" } + (priorities.contains("B") ? ["pri.none:"] : [])
      return all.count == 1 ? all[0] : "(\(all.joined(separator: " or ")))"
    }
    guard wanted.count == 1, let letter = wanted.first, ("A"..."C").contains(letter) else {
      throw refusal
    }
    let some: [Character] = ["A", "B", "C"].filter { (other: Character) in
      switch sign {
      case "=", "==": other == letter
      case "<>": other != letter
      case "<": other < letter
      case "<=": other <= letter
      case ">": other > letter
      default: other >= letter
      }
    }
    guard !some.isEmpty else { throw refusal }
    return list(some)
  }

  /// Org compares texts, and that of a task without an effort is less than any.
  private func effort(_ effort: String) throws(MatchFilter.Refusal) -> String {
    switch sign {
    case "=", "==": return "effort:\(effort)"
    case "<>": return "not effort:\(effort)"
    case "<": return "(effort.under:\(effort) or effort.none:)"
    case "<=": return "(effort.under:\(effort) or effort:\(effort) or effort.none:)"
    case ">": return "effort.over:\(effort)"
    default: return "(effort.over:\(effort) or effort:\(effort))"
    }
  }

  private func compared(_ key: String, _ date: String?) throws(MatchFilter.Refusal) -> String {
    guard let date else { throw refusal }
    switch sign {
    case "=", "==": return "\(key):\(date)"
    case "<>": return "not \(key):\(date)"
    case "<": return "\(key).before:\(date)"
    case "<=": return "(\(key).before:\(date) or \(key):\(date))"
    case ">": return "\(key).after:\(date)"
    default: return "(\(key).after:\(date) or \(key):\(date))"
    }
  }

  /// Returns the date as it is typed: `today`, `+1w`, `2026-11-20 Fri 10:00`.
  private static func date(_ text: String) -> String? {
    if ["today", "tomorrow", "yesterday", "now"].contains(text) { return text }
    if let unit = text.last, "dwmy".contains(unit), let count = Int(text.dropLast()) {
      return "\(count)\(unit == "m" ? "mo" : String(unit))"
    }
    guard let date = Timestamp(iso: String(text.prefix(10))) else { return nil }
    let time = text.split(separator: " ").last.flatMap { $0.contains(":") ? $0 : nil }
    return date.iso + (time.map { "T" + ($0.count == 4 ? "0" : "") + $0.prefix(5) } ?? "")
  }
}
