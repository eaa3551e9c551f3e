/// The syntax tree of a regular expression.
indirect enum PatternNode: Hashable, Sendable {
  case empty
  /// A scalar with case folded.
  case literal(UInt32)
  case set(ScalarSet)
  case assertion(Assertion)
  case sequence([PatternNode])
  case choice([PatternNode])
  /// Without `most`, the number is not limited.
  case repetition(PatternNode, least: Int, most: Int?)

  /// The longest run of folded scalars that every match contains; empty if there is none.
  var literal: [UInt32] {
    switch self {
    case .literal(let value): return [value]
    case .sequence(let parts):
      var longest: [UInt32] = []
      var run: [UInt32] = []
      for part in parts {
        if case .literal(let value) = part {
          run.append(value)
        } else {
          run = part.literal
        }
        if run.count > longest.count { longest = run }
        if case .literal = part { continue }
        run = []
      }
      return longest
    case .repetition(let part, let least, _): return least > 0 ? part.literal : []
    case .empty, .set, .assertion, .choice: return []
    }
  }

  enum Assertion: Hashable, Sendable {
    case lineStart, lineEnd, wordBoundary, noWordBoundary
  }
}

/// A set of scalars that match at one position.
struct ScalarSet: Hashable, Sendable {
  enum Class: Hashable, Sendable {
    case digit, word, space, any

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .digit: scalar.properties.generalCategory == .decimalNumber
      case .word: ScalarSet.isWord(scalar)
      case .space: scalar.properties.isWhitespace
      case .any: scalar != "\n"
      }
    }
  }

  var isNegated = false
  var ranges: [ClosedRange<UInt32>] = []
  var classes: [Class] = []
  /// The negated classes `\D`, `\W` and `\S`.
  var excludedClasses: [Class] = []
  /// Precomputed results for the first 128 scalars.
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ classes: [Class] = []) {
    self.classes = classes
  }

  /// Precomputes the results. Call this once the set is complete.
  mutating func seal() {
    (low, high) = (0, 0)
    for value in UInt32(0)..<128 where computed(value) {
      if value < 64 { low |= 1 << UInt64(value) } else { high |= 1 << UInt64(value - 64) }
    }
  }

  func contains(_ value: UInt32) -> Bool {
    if value < 64 { return low >> UInt64(value) & 1 == 1 }
    if value < 128 { return high >> UInt64(value - 64) & 1 == 1 }
    return computed(value)
  }

  private func computed(_ value: UInt32) -> Bool {
    guard let scalar = Unicode.Scalar(value) else { return isNegated }
    let isIn =
      classes.contains { $0.contains(scalar) } || excludedClasses.contains { !$0.contains(scalar) }
      || (!ranges.isEmpty && isInRanges(scalar))
    return isIn != isNegated
  }

  /// Returns true if a range contains the scalar in either case.
  private func isInRanges(_ scalar: Unicode.Scalar) -> Bool {
    let folded = CaseFolding.folded(scalar.value)
    let capital = CaseFolding.capital(folded)
    return ranges.contains {
      $0.contains(scalar.value) || $0.contains(folded) || $0.contains(capital)
    }
  }

  /// Returns true for letters and digits of any script, and `_`.
  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if let byte = UInt8(exactly: scalar.value), byte < 0x80 {
      return byte.isASCIILetter || byte.isDigit || byte == 0x5F
    }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}
