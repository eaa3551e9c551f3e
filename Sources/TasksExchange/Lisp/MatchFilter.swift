import TasksCore

/// A match string of Org, `+work-boss+PRIORITY="A"/NEXT|WAITING`, as a filter (Org manual, "Matching tags and
/// properties").
package struct MatchFilter {
  /// Why there is no filter for a match.
  package struct Refusal: Error {
    let reason: String
  }

  private var rest: Substring

  /// Returns the filter; empty for a match of everything.
  package static func read(_ match: String) throws(Refusal) -> String {
    let (tags, states) = split(match)
    var parts: [String] = []
    if !tags.isEmpty {
      parts.append(try alternatives(tags, term: { reader throws(Refusal) in try reader.term() }))
    }
    if let states, !states.isEmpty {
      parts.append(
        try alternatives(states, term: { reader throws(Refusal) in try reader.states() }))
    }
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Returns the filter for keywords: `NEXT|WAITING`.
  static func read(states: String) throws(Refusal) -> String {
    try alternatives(states[...], term: { reader throws(Refusal) in try reader.states() })
  }

  /// Splits at the first slash that is in no string and no expression; a `!` after it asks for open tasks, which views
  /// have alone.
  private static func split(_ match: String) -> (Substring, Substring?) {
    var quote: Character?
    for index in match.indices {
      let sign = match[index]
      if sign == quote {
        quote = nil
      } else if quote == nil, sign == "\"" || sign == "{" {
        quote = sign == "{" ? "}" : "\""
      } else if quote == nil, sign == "/" {
        return (match[..<index], match[index...].drop { $0 == "/" }.drop { $0 == "!" })
      }
    }
    return (match[...], nil)
  }

  /// Reads terms between bars, of which one must hold.
  private static func alternatives(
    _ text: Substring, term: (inout MatchFilter) throws(Refusal) -> [String]
  ) throws(Refusal) -> String {
    var reader = MatchFilter(rest: text.drop(while: \.isWhitespace))
    var terms: [[String]] = []
    while !reader.rest.isEmpty {
      terms.append(try term(&reader))
      guard reader.rest.isEmpty || reader.rest.first == "|" else {
        throw Refusal(reason: "'\(reader.rest)' is not understood")
      }
      reader.rest = reader.rest.drop { $0 == "|" || $0.isWhitespace }
    }
    if terms.count < 2 { return terms.first?.joined(separator: " ") ?? "" }
    return "(\(terms.map { $0.joined(separator: " ") }.joined(separator: " or ")))"
  }

  private static let signs = "+-:&"

  /// Reads conditions up to a bar: tags and properties, each after a sign, the first one after none too.
  private mutating func term() throws(Refusal) -> [String] {
    try conditions { reader, isNegated throws(Refusal) in
      let name = reader.name()
      guard !name.isEmpty else { throw Refusal(reason: "'\(reader.rest)' is not understood") }
      let sign = reader.rest.prefix { "<>=".contains($0) }
      if sign.isEmpty { return (isNegated ? "-" : "+") + name }
      reader.rest = reader.rest.dropFirst(sign.count)
      let property = MatchProperty(name: name, sign: String(sign), value: try reader.value())
      let condition = try property.filter()
      return isNegated ? "not \(condition)" : condition
    }
  }

  /// Reads keywords up to a bar.
  private mutating func states() throws(Refusal) -> [String] {
    try conditions { reader, isNegated throws(Refusal) in
      let word = reader.rest.prefix { !"|+-&:".contains($0) && !$0.isWhitespace }
      reader.rest = reader.rest.dropFirst(word.count)
      guard !word.isEmpty else { throw Refusal(reason: "'\(reader.rest)' is not understood") }
      return (isNegated ? "not " : "") + "state:\(word)"
    }
  }

  private mutating func conditions(
    _ read: (inout MatchFilter, Bool) throws(Refusal) -> String
  ) throws(Refusal) -> [String] {
    var found: [String] = []
    while let first = rest.first, first != "|" {
      if first.isWhitespace {
        rest = rest.dropFirst()
        continue
      }
      let signs = rest.prefix { MatchFilter.signs.contains($0) }
      rest = rest.dropFirst(signs.count)
      if rest.first == "{" {
        throw Refusal(reason: "it compares tags or states with an expression")
      }
      if rest.isEmpty { throw Refusal(reason: "'\(signs)' is not followed by anything") }
      found.append(try read(&self, signs.last == "-"))
    }
    return found
  }

  /// Takes a name, in which a hyphen follows a backslash.
  private mutating func name() -> String {
    var name = ""
    while let first = rest.first {
      if first == "\\", rest.dropFirst().first == "-" {
        rest = rest.dropFirst()
      } else if !first.isLetter, !first.isNumber, !"_@#%".contains(first) {
        break
      }
      name.append(rest.removeFirst())
    }
    return name
  }

  private mutating func value() throws(Refusal) -> MatchProperty.Value {
    func taken(to end: Character) throws(Refusal) -> String {
      guard let close = rest.dropFirst().firstIndex(of: end) else {
        throw Refusal(reason: "'\(rest)' has no end")
      }
      return String(rest[..<close].dropFirst())
    }
    switch rest.first {
    case "\"":
      let text = try taken(to: "\"")
      rest = rest.dropFirst(text.count + 2)
      return text.hasPrefix("<") && text.hasSuffix(">")
        ? .date(String(text.dropFirst().dropLast())) : .text(text)
    case "{":
      let text = try taken(to: "}")
      rest = rest.dropFirst(text.count + 2)
      return .expression(text)
    default:
      let number = rest.prefix { $0.isNumber || ".-eE".contains($0) }
      rest = rest.dropFirst(number.count)
      guard !number.isEmpty else { throw Refusal(reason: "'\(rest)' is not understood") }
      return .number(String(number))
    }
  }
}

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
