/// The place of a task in the order by hand: a finite number above 0; smaller comes first.
public struct Rank: Hashable, Comparable, Sendable {
  public let value: Double

  public init?(_ value: Double) {
    guard value.isFinite, value > 0 else { return nil }
    self.value = value
  }

  /// Reads a decimal number (`1024.5`, `1e-05`); no hexadecimal, infinity or signs of the like.
  public init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0.isDigit || [0x2E, 0x2B, 0x2D, 0x65, 0x45].contains($0) }),
      let value = Double(text)
    else { return nil }
    self.init(value)
  }

  /// The same number; few digits need no string: their quotient is rounded once, as it must be.
  init?(_ bytes: some ByteSlice) {
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

  /// The shortest decimal that reads back to the same number; whole numbers without `.0`.
  public var text: String {
    let shortest = value.description
    return shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest
  }

  /// The mean of two bounds, computed so that it cannot overflow; nil when no number lies between them.
  public static func between(_ lower: Double, _ upper: Double) -> Rank? {
    let mean = lower / 2 + upper / 2
    guard mean > lower, mean < upper else { return nil }
    return Rank(mean)
  }

  /// The rank after the last one: the next whole number past it.
  public static func after(_ last: Rank?) -> Rank {
    guard let last else { return Rank(unchecked: 1) }
    // From 2⁵² on every number is whole. (Rounding would call the C library, which nothing here links.)
    let whole = last.value < 0x1p52 ? Double(Int64(last.value)) : last.value
    let next = whole + 1
    return Rank(unchecked: next > last.value && next.isFinite ? next : last.value.nextUp)
  }

  private init(unchecked value: Double) { self.value = value }

  public static func < (a: Rank, b: Rank) -> Bool { a.value < b.value }
}
