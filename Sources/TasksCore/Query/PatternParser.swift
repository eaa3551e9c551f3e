/// Parses a regular expression into its syntax tree.
struct PatternParser {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  init(_ expression: String) {
    scalars = Array(expression.unicodeScalars)
  }

  mutating func parse() throws(Pattern.Fault) -> PatternNode {
    let node = try choice()
    if position < scalars.count { throw fault(.unopenedGroup, at: position) }
    return node
  }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private func fault(_ reason: Pattern.Fault.Reason, at offset: Int) -> Pattern.Fault {
    Pattern.Fault(reason: reason, offset: offset)
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  private mutating func choice() throws(Pattern.Fault) -> PatternNode {
    var branches = [try sequence()]
    while skip("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence() throws(Pattern.Fault) -> PatternNode {
    var parts: [PatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      var part = try atom()
      while let repeated = try repetition(of: part) { part = repeated }
      parts.append(part)
    }
    return parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .sequence(parts)
  }

  /// Applies the `*`, `+`, `?` or `{2,5}` that follows the part; nil if none does. A `?` after that (a lazy match)
  /// has no effect on whether there is a match.
  private mutating func repetition(
    of part: PatternNode
  ) throws(Pattern.Fault) -> PatternNode? {
    let start = position
    let bounds: (least: Int, most: Int?)
    switch next {
    case "*": bounds = (0, nil)
    case "+": bounds = (1, nil)
    case "?": bounds = (0, 1)
    case "{":
      guard let counted = countedBounds() else { throw fault(.badRepetition, at: start) }
      bounds = counted
    default: return nil
    }
    position += 1
    _ = skip("?")
    return .repetition(part, least: bounds.least, most: bounds.most)
  }

  /// Parses `{2}`, `{2,}`, `{,5}` or `{2,5}` up to the closing brace.
  private mutating func countedBounds() -> (least: Int, most: Int?)? {
    position += 1
    let least = number()
    let hasComma = skip(",")
    let most = hasComma ? number() : least
    guard next == "}", least != nil || most != nil, most ?? .max >= least ?? 0 else { return nil }
    return (least ?? 0, most)
  }

  private mutating func number() -> Int? {
    var value: Int?
    while let scalar = next, let digit = UInt8(exactly: scalar.value), digit.isDigit {
      value = min(10_000, (value ?? 0) * 10 + Int(digit & 0x0F))
      position += 1
    }
    return value
  }

  private mutating func atom() throws(Pattern.Fault) -> PatternNode {
    let start = position
    let scalar = scalars[position]
    position += 1
    switch scalar {
    case "(":
      depth += 1
      guard depth <= 100 else { throw fault(.tooLarge, at: start) }
      if next == "?", position + 1 < scalars.count, scalars[position + 1] == ":" { position += 2 }
      let inside = try choice()
      guard skip(")") else { throw fault(.unclosedGroup, at: start) }
      depth -= 1
      return inside
    case "[": return .set(try set(from: start))
    case ".": return .set(sealed(ScalarSet([.any])))
    case "^": return .assertion(.lineStart)
    case "$": return .assertion(.lineEnd)
    case "\\": return try escape()
    case "*", "+", "?", "{": throw fault(.nothingToRepeat, at: start)
    default: return .literal(CaseFolding.folded(scalar.value))
    }
  }

  private func sealed(_ set: ScalarSet) -> ScalarSet {
    var set = set
    set.seal()
    return set
  }

  /// Parses what follows a backslash.
  private mutating func escape() throws(Pattern.Fault) -> PatternNode {
    if skip("b") { return .assertion(.wordBoundary) }
    if skip("B") { return .assertion(.noWordBoundary) }
    var set = ScalarSet()
    guard let literal = try escapedScalar(into: &set) else { return .set(sealed(set)) }
    return .literal(CaseFolding.folded(literal))
  }

  /// Returns the scalar that a backslash escapes; nil for a class, which is added to the set.
  private mutating func escapedScalar(into set: inout ScalarSet) throws(Pattern.Fault) -> UInt32? {
    guard let scalar = next else { throw fault(.endsInEscape, at: position - 1) }
    position += 1
    switch scalar {
    case "d": set.classes.append(.digit)
    case "w": set.classes.append(.word)
    case "s": set.classes.append(.space)
    case "D": set.excludedClasses.append(.digit)
    case "W": set.excludedClasses.append(.word)
    case "S": set.excludedClasses.append(.space)
    case "t": return 0x09
    case "n": return 0x0A
    default:
      if ScalarSet.isWord(scalar), scalar != "_" { throw fault(.unknownEscape, at: position - 1) }
      return scalar.value
    }
    return nil
  }

  /// Parses the rest of a set. A `]` at its start stands for itself.
  private mutating func set(from start: Int) throws(Pattern.Fault) -> ScalarSet {
    var set = ScalarSet()
    set.isNegated = skip("^")
    var isFirst = true
    while let scalar = next, scalar != "]" || isFirst {
      isFirst = false
      let rangeStart = position
      guard let lower = try member(into: &set) else { continue }
      guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
        set.ranges.append(lower...lower)
        continue
      }
      position += 1
      guard let upper = try member(into: &set), lower <= upper else {
        throw fault(.reversedRange, at: rangeStart)
      }
      set.ranges.append(lower...upper)
    }
    guard skip("]") else { throw fault(.unclosedSet, at: start) }
    return sealed(set)
  }

  /// Parses one scalar of a set; nil for a class, which is added to the set.
  private mutating func member(into set: inout ScalarSet) throws(Pattern.Fault) -> UInt32? {
    guard let scalar = next else { return nil }
    position += 1
    return scalar == "\\" ? try escapedScalar(into: &set) : scalar.value
  }
}
