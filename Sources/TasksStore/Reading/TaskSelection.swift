import TasksCore

/// Ordered tasks of a reading, each decoded from its record when it is its turn.
package struct TaskSelection: Sequence {
  private var numbers: [Int]
  private let reading: StoreReading
  /// How many more tasks there are that are hidden until later.
  package private(set) var hidden = 0

  init(_ numbers: [Int], of reading: StoreReading) {
    self.numbers = numbers
    self.reading = reading
  }

  /// Makes the selection of the tasks of a reading that match a query, ordered by rank.
  ///
  /// - Parameter withHidden: Whether it has tasks that are hidden until later, archived or commented out, even if the
  ///   query does not ask for them.
  package init(
    _ query: Query, from reading: StoreReading, of store: TaskStore, now: Timestamp,
    withHidden: Bool = false, where isWanted: @escaping (TaskHead) -> Bool
  ) throws {
    try self.init(matching: query, from: reading, of: store, now: now, where: isWanted)
    // Hardly any task is.
    if withHidden || !numbers.contains(where: { reading.head($0).mayBeHidden }) { return }
    if !query.asksForArchived { numbers.removeAll { reading.head($0).isAside } }
    if !query.asksForHidden { leaveHidden(now) }
  }

  private mutating func leaveHidden(_ now: Timestamp) {
    let shown = numbers.filter { number in
      guard reading.head(number).hasWait else { return true }
      var isHidden = false
      reading.listRow(number) { isHidden = $0.isHidden(now) }
      return !isHidden
    }
    hidden = numbers.count - shown.count
    numbers = shown
  }

  private init(
    matching query: Query, from reading: StoreReading, of store: TaskStore, now: Timestamp,
    where isWanted: @escaping (TaskHead) -> Bool
  ) throws {
    if query.isEmpty {
      self = reading.select(where: isWanted)
      return
    }
    // Computed once each, and only if the query uses them.
    var unsynced: Set<String>?
    lazy var relations = TaskRelations(reading)
    lazy var waiting = TaskRelations.waiting(in: reading)
    lazy var latest = TaskRelations.latest(in: reading)
    lazy var changes = (try? store.lastChanges()) ?? [:]
    let context = QueryContext(
      now: now, isOpen: { reading.isOpen($0) },
      isUnsynced: { task in
        let paths =
          unsynced
          ?? Set(
            (try? store.unsynced(reading.tasks(where: isWanted), in: reading))?.map(\.path) ?? [])
        unsynced = paths
        return paths.contains(task.path)
      }, isParent: { relations.isParent($0) }, isBlocking: { waiting[$0] != nil },
      isLatest: { $0 == latest },
      modified: { changes[$0.path].map { LocalTime.timestamp(at: $0) } })
    let readsRow = query.readsRow
    var failure: InputError?
    self = reading.select(
      where: isWanted,
      byRecord: { record, path in
        if failure != nil || !query.mayMatch(record: record) { return false }
        guard readsRow, let row = ListRow(record: record, path: path) else { return nil }
        return query.matches(row, in: context)
      },
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

  package var count: Int { numbers.count }

  /// The same tasks in another order; those that are equal in it stay in theirs.
  package func sorted(by order: SortOrder, _ context: Column.Context) -> TaskSelection {
    var keyed: [(place: Int, values: [Column.OrderKey?])] = []
    keyed.reserveCapacity(numbers.count)
    forEachRow { place, row in keyed.append((place, order.values(of: row, context))) }
    keyed.sort { order.isBefore($0.values, $1.values) ?? ($0.place < $1.place) }
    return TaskSelection(keyed.map { numbers[$0.place] }, of: reading)
  }

  /// The same tasks in the order of their tree (``TaskTree``), and how deep each is in it.
  package func asTree() -> (tasks: TaskSelection, depths: [Int]) {
    var tasks: [(id: TaskID, parent: TaskID?)] = []
    forEachRow { _, row in tasks.append((row.taskID, row.parent)) }
    // A task that has gone since the scan has no row.
    guard tasks.count == numbers.count else { return (self, numbers.map { _ in 0 }) }
    let places = TaskTree.order(tasks)
    return (TaskSelection(places.map { numbers[$0.number] }, of: reading), places.map(\.depth))
  }

  /// The tasks within whose radius a place is, the nearest first, and how many metres away each is.
  package func near(_ place: Location.Coordinates) -> (tasks: TaskSelection, metres: [Int]) {
    var found: [(number: Int, metres: Double)] = []
    forEachRow { index, row in
      guard let text = row.value(of: .coordinates).text,
        let metres = Location.Coordinates(text.string)?.distance(to: place),
        metres
          <= Double(row.value(of: .radius).text.flatMap { Int($0.string) } ?? Location.usualRadius)
      else { return }
      found.append((numbers[index], metres))
    }
    let order = found.indices.sorted {
      (found[$0].metres, $0) < (found[$1].metres, $1)
    }
    return (
      TaskSelection(order.map { found[$0].number }, of: reading),
      order.map { Int(found[$0].metres.rounded()) }
    )
  }

  package func prefix(_ count: Int) -> TaskSelection {
    TaskSelection(Array(numbers.prefix(count)), of: reading)
  }

  /// The tasks at some places, in that order.
  package func selecting(_ places: some Sequence<Int>) -> TaskSelection {
    TaskSelection(places.map { numbers[$0] }, of: reading)
  }

  /// The places here of the tasks of another selection from the same reading, in its order.
  package func places(of other: TaskSelection) -> [Int] {
    let places = Dictionary(
      numbers.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return other.numbers.compactMap { places[$0] }
  }

  /// The tasks that differ from the upstream branch.
  package func unsynced(in store: TaskStore) throws -> TaskSelection {
    let paths = Set(try store.unsynced(Array(self), in: reading).map(\.path))
    var wanted: [Int] = []
    forEachRow { place, row in
      if paths.contains(row.path.text.string) { wanted.append(numbers[place]) }
    }
    return TaskSelection(wanted, of: reading)
  }

  /// The tasks of each group, groups in their order, tasks in theirs. A task may be in several groups.
  package func grouped(
    by grouping: Grouping, _ context: Column.Context
  ) -> [(heading: String, tasks: TaskSelection)] {
    var groups: [Grouping.Group: [Int]] = [:]
    forEachRow { place, row in
      for group in grouping.groups(of: row, context) {
        groups[group, default: []].append(numbers[place])
      }
    }
    return groups.sorted { Grouping.Group.isBefore($0.key, $1.key) }
      .map { ($0.key.heading, TaskSelection($0.value, of: reading)) }
  }

  package struct Iterator: IteratorProtocol {
    fileprivate var numbers: IndexingIterator<[Int]>
    fileprivate let reading: StoreReading

    package mutating func next() -> Task? {
      while let number = numbers.next() {
        // Skips a task that has gone since the scan.
        if let task = reading.task(number) { return task }
      }
      return nil
    }
  }

  package func makeIterator() -> Iterator {
    Iterator(numbers: numbers.makeIterator(), reading: reading)
  }

  package var shortLengths: [Int] { numbers.map(reading.shortLength) }

  package func shortLength(at place: Int) -> Int { reading.shortLength(numbers[place]) }

  /// Calls `body` with the row of one of the tasks, unless it has gone since.
  package func withRow(at place: Int, _ body: (ListRow) -> Void) {
    reading.listRow(numbers[place], body)
  }

  /// Calls `body` with the row of one of the tasks and the length of its short id, unless it has gone since.
  package func withShortRow(at place: Int, _ body: (ListRow, Int) -> Void) {
    let length = shortLength(at: place)
    withRow(at: place) { body($0, length) }
  }

  /// Calls `body` with the row of each, without decoding whole tasks.
  package func forEachRow(_ body: (_ place: Int, ListRow) -> Void) {
    for (place, number) in numbers.enumerated() { reading.listRow(number) { body(place, $0) } }
  }
}
