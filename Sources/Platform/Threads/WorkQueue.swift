import Synchronization

/// An atomic counter that hands each number to exactly one thread.
package final class WorkQueue: Sendable {
  private let end: Int
  private let taken = Atomic(0)

  /// Makes a queue of the numbers from 0 up to, not including, `end`.
  package init(_ end: Int) { self.end = end }

  /// Takes the next number; nil when none is left.
  package func next() -> Int? {
    let number = taken.wrappingAdd(1, ordering: .relaxed).oldValue
    return number < end ? number : nil
  }
}
