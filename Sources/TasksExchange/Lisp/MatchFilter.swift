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

  /// Takes what a property is compared with.
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
