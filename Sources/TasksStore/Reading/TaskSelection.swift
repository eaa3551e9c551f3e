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

  /// Makes the selection of the tasks of a reading that match a query, ordered by rank.
  public init(
    _ query: Query, from reading: StoreReading, of store: TaskStore, now: Timestamp,
    where isWanted: @escaping (TaskHead) -> Bool
  ) throws {
    if query.isEmpty {
      self = reading.select(where: isWanted)
      return
    }
    var unsynced: Set<String>?
    let context = QueryContext(
      now: now, isOpen: { reading.task(withID: $0)?.isOpen == true },
      isUnsynced: { task in
        // Computed once, and only if the query uses it.
        let paths =
          unsynced
          ?? Set(
            (try? store.unsynced(reading.tasks(where: isWanted), in: reading))?.map(\.path) ?? [])
        unsynced = paths
        return paths.contains(task.path)
      })
    var failure: InputError?
    self = reading.select(
      where: isWanted, whoseRecord: { failure == nil && query.mayMatch(record: $0) },
      matching: { task in
        guard failure == nil else { return false }
        do throws(InputError) {
          return try query.matches(task, in: context)
        } catch {
          failure = error
          return false
        }
      })
    if let failure { throw failure }
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
