import TasksCore

/// Tasks of a reading in an order, each read out of its record when its turn comes.
public struct TaskSelection: Sequence {
  private(set) var rows: [TaskRow]
  private let reading: StoreReading

  init(rows: [TaskRow], reading: StoreReading) {
    self.rows = rows
    self.reading = reading
  }

  /// How long the longest of their short ids is, in bytes.
  public var shortLength: Int { rows.lazy.map(reading.shortLength).max() ?? 0 }

  public struct Iterator: IteratorProtocol {
    fileprivate var rows: IndexingIterator<[TaskRow]>
    fileprivate let reading: StoreReading

    public mutating func next() -> Task? {
      while let row = rows.next() {
        // What is gone since it was looked at is passed over.
        if let task = reading.task(of: row) { return task }
      }
      return nil
    }
  }

  public func makeIterator() -> Iterator {
    Iterator(rows: rows.makeIterator(), reading: reading)
  }
}
