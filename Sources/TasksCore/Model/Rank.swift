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

/// Computes the ranks for moving a task by hand (requirements, R3).
package enum RankPlacement {
  /// Returns the ranks to set after the element at `moved` was moved to its present index.
  ///
  /// Only the moved element gets a rank, the mean of its neighbours' ranks; the lower bound before the first is 0,
  /// and after the last it gets the next whole number. There are two exceptions: neighbours before it without a
  /// rank get one too, and if no Double is left between the bounds, the smallest run of neighbours around it is
  /// respaced.
  ///
  /// - Parameter ranks: In the wanted order. Elements without a rank come after all others, except that the moved
  ///   one may be anywhere.
  /// - Returns: The new ranks by index.
  package static func ranks(moving moved: Int, in ranks: [Rank?]) -> [Int: Rank] {
    var first = moved
    while first > 0, ranks[first - 1] == nil { first -= 1 }
    var last = moved
    while true {
      let lower = first > 0 ? ranks[first - 1] : nil
      let upper = last + 1 < ranks.count ? ranks[last + 1] : nil
      if let spread = spread(last - first + 1, above: lower, below: upper) {
        return Dictionary(uniqueKeysWithValues: zip(first...last, spread))
      }
      // Extends the run towards the side on which it has grown less.
      let canGrowUp = first > 0
      let canGrowDown = last + 1 < ranks.count && ranks[last + 1] != nil
      if canGrowDown, !canGrowUp || last - moved <= moved - first {
        last += 1
      } else if canGrowUp {
        first -= 1
      } else {
        return [:]
      }
    }
  }

  /// Returns `count` ranks at equal distances between two bounds; nil if they do not all fit.
  private static func spread(_ count: Int, above lower: Rank?, below upper: Rank?) -> [Rank]? {
    var ranks: [Rank] = []
    guard let upper else {
      for _ in 0..<count { ranks.append(Rank.after(ranks.last ?? lower)) }
      return ranks
    }
    let start = lower?.value ?? 0
    guard start < upper.value else { return nil }
    for step in 1...count {
      let share = Double(step) / Double(count + 1)
      let value = count == 1 ? start / 2 + upper.value / 2 : start + (upper.value - start) * share
      guard let rank = Rank(value), value > (ranks.last?.value ?? start), value < upper.value else {
        return nil
      }
      ranks.append(rank)
    }
    return ranks
  }
}

/// A task's sort key in the order by hand: by rank, then id, then path. A task without a rank comes after all that
/// have one, by path.
///
/// A separate type, because a whole task is too large to move about while thousands are sorted.
package struct TaskOrder: Comparable, Sendable {
  private let rank: Rank?
  private let id: TaskID
  private let path: String

  package init(_ task: Task) {
    rank = task.rank
    id = task.id
    path = task.path
  }

  package static func < (a: TaskOrder, b: TaskOrder) -> Bool {
    switch (a.rank, b.rank) {
    case let (left?, right?):
      left != right ? left < right : a.id != b.id ? a.id < b.id : a.isByPath(before: b)
    case (_?, nil): true
    case (nil, _?): false
    case (nil, nil): a.isByPath(before: b)
    }
  }

  private func isByPath(before other: TaskOrder) -> Bool {
    path.utf8.lexicographicallyPrecedes(other.path.utf8)
  }
}
