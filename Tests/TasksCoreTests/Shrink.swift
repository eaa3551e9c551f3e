/// Something that can be made smaller piece by piece.
protocol Shrinkable {
  /// The same with one piece less, each way there is; the most promising first.
  var smaller: [Self] { get }
}

/// Making a case that fails as small as it goes.
enum Shrink {
  /// The smallest case found that still fails; greedy, and given up after a while.
  static func smallest<Case: Shrinkable>(_ start: Case, while fails: (Case) -> Bool) -> Case {
    var smallest = start
    var tries = 0
    var isSmaller = true
    while isSmaller, tries < 5000 {
      isSmaller = false
      for candidate in smallest.smaller {
        tries += 1
        guard fails(candidate) else { continue }
        smallest = candidate
        isSmaller = true
        break
      }
    }
    return smallest
  }

  /// Each list that lacks one element.
  static func without<Element>(_ elements: [Element]) -> [[Element]] {
    elements.indices.map { index in
      var fewer = elements
      fewer.remove(at: index)
      return fewer
    }
  }
}
