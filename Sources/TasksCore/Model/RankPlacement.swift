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
