extension Sequence {
  /// The elements in an order; those that are equal in it stay in theirs.
  ///
  /// It is for the sorts that are not hot: `sorted(by:)` is compiled anew for each type of element, and this one sorts
  /// their places, which is compiled once.
  ///
  /// - Parameter isBefore: A strict weak ordering.
  @inlinable
  package func ordered(by isBefore: (Element, Element) -> Bool) -> [Element] {
    let elements = Array(self)
    return Places.ordered(elements.count) { isBefore(elements[$0], elements[$1]) }
      .map { elements[$0] }
  }
}

@usableFromInline
package enum Places {
  /// The places from 0 below a count, ordered.
  @usableFromInline
  package static func ordered(_ count: Int, by isBefore: (Int, Int) -> Bool) -> [Int] {
    // The library's sort is stable, but does not promise it.
    (0..<count).sorted { isBefore($0, $1) || ($0 < $1 && !isBefore($1, $0)) }
  }
}

/// Arrays without duplicates. Short ones are searched element by element, because instantiating the generic Set takes
/// longer at run time.
extension Array where Element: Hashable {
  private static var few: Int { 16 }

  /// Returns the elements in order of first appearance, each once.
  package func uniqued() -> [Element] {
    if count < 2 { return self }
    var unique: [Element] = []
    unique.append(new: self)
    return unique
  }

  /// Appends the elements that the array does not contain yet, without duplicates.
  package mutating func append(new elements: some Collection<Element>) {
    guard count + elements.count > Array.few else {
      for element in elements where !contains(element) { append(element) }
      return
    }
    var seen = Set(self)
    for element in elements where seen.insert(element).inserted { append(element) }
  }
}
