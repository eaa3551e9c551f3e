/// The shortest edit script between two lists of lines (Myers, "An O(ND) Difference Algorithm and Its
/// Variations").
package struct LineDifference {
  /// The lines `old` of one side are replaced by the lines `new` of the other; either range may be empty.
  package struct Hunk: Equatable {
    package var old: Range<Int>
    package var new: Range<Int>

    package init(old: Range<Int>, new: Range<Int>) {
      (self.old, self.new) = (old, new)
    }
  }

  /// In order, with at least one kept line between two of them.
  package let hunks: [Hunk]

  /// With more edits than this, the middle of the texts counts as one hunk.
  private static let maxEdits = 2_000

  package init<Line: Hashable>(_ old: [Line], _ new: [Line]) {
    var prefix = 0
    while prefix < old.count, prefix < new.count, old[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < old.count - prefix, suffix < new.count - prefix,
      old[old.count - 1 - suffix] == new[new.count - 1 - suffix]
    {
      suffix += 1
    }
    let oldMiddle = prefix..<(old.count - suffix)
    let newMiddle = prefix..<(new.count - suffix)
    if oldMiddle.isEmpty && newMiddle.isEmpty {
      hunks = []
      return
    }
    if oldMiddle.isEmpty || newMiddle.isEmpty {
      hunks = [Hunk(old: oldMiddle, new: newMiddle)]
      return
    }
    // Equal lines get equal numbers, so that each comparison takes constant time.
    var numbers: [Line: Int] = [:]
    func numbered(_ lines: ArraySlice<Line>) -> [Int] {
      lines.map { line in
        if let number = numbers[line] { return number }
        numbers[line] = numbers.count
        return numbers.count - 1
      }
    }
    let a = numbered(old[oldMiddle])
    let b = numbered(new[newMiddle])
    hunks = LineDifference.hunks(kept: LineDifference.kept(a, b), a.count, b.count, offset: prefix)
  }

  /// The pairs of indices of the kept lines, on the shortest path through the edit graph; empty past
  /// `maxEdits`.
  private static func kept(_ a: [Int], _ b: [Int]) -> [(Int, Int)] {
    let most = min(a.count + b.count, maxEdits)
    var reach: [Int] = Array(repeating: 0, count: 2 * most + 3)
    var trace: [[Int]] = []
    let middle = most + 1
    for edits in 0...most {
      trace.append(Array(reach[(middle - edits - 1)...(middle + edits + 1)]))
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let isDown =
          diagonal == -edits
          || (diagonal != edits && reach[middle + diagonal - 1] < reach[middle + diagonal + 1])
        var x = isDown ? reach[middle + diagonal + 1] : reach[middle + diagonal - 1] + 1
        while x < a.count, x - diagonal < b.count, a[x] == b[x - diagonal] { x += 1 }
        reach[middle + diagonal] = x
        if x >= a.count, x - diagonal >= b.count {
          return backtrack(trace, edits: edits, a.count, b.count)
        }
      }
    }
    return []
  }

  private static func backtrack(
    _ trace: [[Int]], edits: Int, _ oldCount: Int, _ newCount: Int
  ) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    var x = oldCount
    var y = newCount
    for step in stride(from: edits, through: 0, by: -1) {
      let reach = trace[step]
      let middle = step + 1
      let diagonal = x - y
      let isDown =
        diagonal == -step
        || (diagonal != step && reach[middle + diagonal - 1] < reach[middle + diagonal + 1])
      let previous = isDown ? diagonal + 1 : diagonal - 1
      let fromX = step == 0 ? 0 : reach[middle + previous]
      let fromY = step == 0 ? 0 : fromX - previous
      while x > fromX, y > fromY, x > 0, y > 0 {
        if step > 0, x == (isDown ? fromX : fromX + 1), y == (isDown ? fromY + 1 : fromY) { break }
        x -= 1
        y -= 1
        pairs.append((x, y))
      }
      x = fromX
      y = fromY
    }
    return pairs.reversed()
  }

  private static func hunks(
    kept: [(Int, Int)], _ oldCount: Int, _ newCount: Int, offset: Int
  ) -> [Hunk] {
    var hunks: [Hunk] = []
    var (x, y) = (0, 0)
    for (nextX, nextY) in kept + [(oldCount, newCount)] {
      if nextX > x || nextY > y {
        hunks.append(
          Hunk(old: offset + x..<offset + nextX, new: offset + y..<offset + nextY))
      }
      (x, y) = (nextX + 1, nextY + 1)
    }
    return hunks
  }
}
