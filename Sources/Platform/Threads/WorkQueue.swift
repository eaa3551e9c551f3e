import Synchronization

/// Numbers that threads share out among them, each to be had once.
public final class WorkQueue: Sendable {
  private let end: Int
  private let taken = Atomic(0)

  /// The numbers from 0 up to `end`.
  public init(_ end: Int) { self.end = end }

  /// Nil when all are taken.
  public func next() -> Int? {
    let number = taken.wrappingAdd(1, ordering: .relaxed).oldValue
    return number < end ? number : nil
  }
}
