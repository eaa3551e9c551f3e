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
