import Synchronization

/// Numbers that threads share out among them, each to be had once.
final class Turns: Sendable {
  private let end: Int
  private let taken = Atomic(0)

  /// The numbers from 0 up to `end`.
  init(_ end: Int) { self.end = end }

  /// Nil when all are taken.
  func next() -> Int? {
    let number = taken.wrappingAdd(1, ordering: .relaxed).oldValue
    return number < end ? number : nil
  }
}
