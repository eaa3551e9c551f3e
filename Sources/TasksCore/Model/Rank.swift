/// A task's position in the order by hand: a finite number above 0. Smaller ranks come first.
package struct Rank: Hashable, Comparable, Sendable {
  package let value: Double

  package init?(_ value: Double) {
    guard value.isFinite, value > 0 else { return nil }
    self.value = value
  }

  /// Parses a decimal number such as `1024.5` or `1e-05`. Nil for hexadecimal numbers, infinity and the like.
  package init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0.isDigit || [0x2E, 0x2B, 0x2D, 0x65, 0x45].contains($0) }),
      let value = Double(text)
    else { return nil }
    self.init(value)
  }

  /// Parses the same numbers. One with few digits is computed without a string: numerator and denominator are
  /// exact, so the quotient is rounded correctly.
  package init?(_ bytes: some ByteSlice) {
    let limit = 100_000_000_000_000
    var whole = 0
    var scale = 1
    var hasPoint = false
    for byte in bytes {
      if byte == 0x2E, !hasPoint {
        hasPoint = true
      } else if byte.isDigit, whole < limit, scale < limit {
        whole = whole * 10 + Int(byte & 0x0F)
        if hasPoint { scale *= 10 }
      } else {
        self.init(Text(bytes: bytes).string)
        return
      }
    }
    self.init(Double(whole) / Double(scale))
  }

  package var text: String { value.shortestDecimal }

  /// Returns the mean of two bounds, without overflow; nil if no Double lies between them.
  package static func between(_ lower: Double, _ upper: Double) -> Rank? {
    let mean = lower / 2 + upper / 2
    guard mean > lower, mean < upper else { return nil }
    return Rank(mean)
  }

  /// Returns the rank to append after `last`: the next greater whole number.
  package static func after(_ last: Rank?) -> Rank {
    guard let last else { return Rank(unchecked: 1) }
    // From 2⁵² on every Double is whole. (`rounded()` would call the C math library, which is not linked.)
    let whole = last.value < 0x1p52 ? Double(Int64(last.value)) : last.value
    let next = whole + 1
    return Rank(unchecked: next > last.value && next.isFinite ? next : last.value.nextUp)
  }

  private init(unchecked value: Double) { self.value = value }

  package static func < (a: Rank, b: Rank) -> Bool { a.value < b.value }
}

extension Double {
  /// The shortest decimal that parses to the same number. Whole numbers have no `.0`.
  package var shortestDecimal: String {
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
