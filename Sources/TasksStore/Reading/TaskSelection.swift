import TasksCore

/// Ordered tasks of a reading, each decoded from its record when it is its turn.
public struct TaskSelection: Sequence {
  /// The numbers of the rows.
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
        // Skips a task that has gone since the scan.
        if let task = reading.task(number) { return task }
      }
      return nil
    }
  }

  public func makeIterator() -> Iterator {
    Iterator(numbers: numbers.makeIterator(), reading: reading)
  }

  /// The lengths of the short ids, in bytes.
  public var shortLengths: [Int] { numbers.map(reading.shortLength) }

  /// Calls `body` with the row of each, without decoding whole tasks.
  public func forEachRow(_ body: (_ place: Int, ListRow) -> Void) {
    for (place, number) in numbers.enumerated() { reading.listRow(number) { body(place, $0) } }
  }
}
