/// The ranks a move by hand takes (requirements, R3).
public enum RankPlacement {
  /// The ranks that put a list into order after the element at `moved` was put where it now stands.
  ///
  /// One element is given a rank, the mean of its neighbours' (0 before the first, past the end after the
  /// last), unless neighbours without a rank come before it, which then need one too, or no number is left
  /// between the two bounds: then the smallest run of neighbours around it is spread anew.
  ///
  /// - Parameter ranks: In the wanted order; those without a rank stand behind all others but the moved one.
  /// - Returns: The new ranks by place.
  public static func ranks(moving moved: Int, in ranks: [Rank?]) -> [Int: Rank] {
    var first = moved
    while first > 0, ranks[first - 1] == nil { first -= 1 }
    var last = moved
    while true {
      let lower = first > 0 ? ranks[first - 1] : nil
      let upper = last + 1 < ranks.count ? ranks[last + 1] : nil
      if let spread = spread(last - first + 1, above: lower, below: upper) {
        return Dictionary(uniqueKeysWithValues: zip(first...last, spread))
      }
      // Wider by the side that has more room to give.
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

  /// `count` ranks at even distances between two bounds; nil when they do not all fit.
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
