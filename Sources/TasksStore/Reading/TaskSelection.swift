import TasksCore

/// Tasks of a reading in an order, each read out of its record when its turn comes.
public struct TaskSelection: Sequence {
  /// The numbers of their rows.
  private let numbers: [Int]
  private let reading: StoreReading

  init(_ numbers: [Int], of reading: StoreReading) {
    self.numbers = numbers
    self.reading = reading
  }

  public struct Iterator: IteratorProtocol {
    fileprivate var numbers: IndexingIterator<[Int]>
    fileprivate let reading: StoreReading

    public mutating func next() -> Task? {
      while let number = numbers.next() {
        // What is gone since it was looked at is passed over.
        if let task = reading.task(number) { return task }
      }
      return nil
    }
  }

  public func makeIterator() -> Iterator {
    Iterator(numbers: numbers.makeIterator(), reading: reading)
  }

  /// How long their short ids are, in bytes.
  public var shortLengths: [Int] { numbers.map(reading.shortLength) }

  /// Looks at one after the other, without making tasks of them.
  public func forEachGlance(_ body: (_ place: Int, TaskGlance) -> Void) {
    for (place, number) in numbers.enumerated() { reading.glance(number) { body(place, $0) } }
  }
}
