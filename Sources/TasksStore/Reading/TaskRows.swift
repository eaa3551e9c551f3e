import TasksCore

/// Rows by the order of ids: those of the cache as they lie there, but for some, and rows of our own among them.
struct TaskRows: RandomAccessCollection {
  /// Rows side by side in the cache or in the list of our own.
  private struct Run {
    /// The number of its first row in the collection.
    let first: Int
    let isOwn: Bool
    /// Where they lie.
    let places: Range<Int>
  }

  private let cache: TaskCache?
  /// Those of our own by the order of ids.
  private(set) var own: [TaskRow] = []
  /// The places of rows in the cache that do not count, in order.
  private var gone: [Int] = []
  private var runs: [Run] = []

  let startIndex = 0
  private(set) var endIndex = 0

  /// All the rows of a cache, where there is one.
  init(_ cache: TaskCache?) {
    self.cache = cache
    arrange()
  }

  subscript(number: Int) -> TaskRow {
    let run = run(of: number)
    return row(at: run.places.lowerBound + number - run.first, isOwn: run.isOwn)
  }

  private func run(of number: Int) -> Run {
    var lower = 0
    var upper = runs.count - 1
    while lower < upper {
      let middle = (lower + upper + 1) / 2
      if runs[middle].first <= number { lower = middle } else { upper = middle - 1 }
    }
    return runs[lower]
  }

  private func row(at place: Int, isOwn: Bool) -> TaskRow {
    guard !isOwn, let cache else { return own[place] }
    return cache.rows[place]
  }

  struct Iterator: IteratorProtocol {
    fileprivate let rows: TaskRows
    private var nextRun = 0
    private var places = 0..<0
    private var isOwn = false

    fileprivate init(_ rows: TaskRows) { self.rows = rows }

    mutating func next() -> TaskRow? {
      if places.isEmpty {
        guard nextRun < rows.runs.count else { return nil }
        (places, isOwn) = (rows.runs[nextRun].places, rows.runs[nextRun].isOwn)
        nextRun += 1
      }
      defer { places = places.lowerBound + 1..<places.upperBound }
      return rows.row(at: places.lowerBound, isOwn: isOwn)
    }
  }

  func makeIterator() -> Iterator { Iterator(self) }

  /// Whether a row of the cache counts.
  func hasCached(_ place: Int) -> Bool {
    let next = gone.withUnsafeBufferPointer { gone in
      var (lower, upper) = (0, gone.count)
      while lower < upper {
        let middle = (lower + upper) / 2
        if gone[middle] < place { lower = middle + 1 } else { upper = middle }
      }
      return lower
    }
    return next == gone.count || gone[next] != place
  }

  /// Calls with the number of each row.
  func forEachNumbered(_ body: (Int, TaskRow) -> Void) {
    var number = 0
    for row in self {
      body(number, row)
      number += 1
    }
  }

  /// The numbers of some rows, in order.
  func numbers(where isWanted: (TaskRow) -> Bool) -> [Int] {
    var numbers: [Int] = []
    forEachNumbered { if isWanted($1) { numbers.append($0) } }
    return numbers
  }

  /// The number of the first row whose id does not come before this one.
  func position(of key: IDKey) -> Int {
    key.position(among: count) { self[$0].id }
  }

  /// Leaves rows out, and puts others where their ids belong.
  mutating func change(leavingOut numbers: [Int], adding rows: [TaskRow]) {
    guard !numbers.isEmpty || !rows.isEmpty else { return }
    var left: Set<Int> = []
    for number in Set(numbers) {
      let run = run(of: number)
      let place = run.places.lowerBound + number - run.first
      if run.isOwn { left.insert(place) } else { gone.append(place) }
    }
    gone.sort()
    if !left.isEmpty { own = own.indices.filter { !left.contains($0) }.map { own[$0] } }
    own += rows
    own.sort { $0.id.isBefore($1.id) }
    arrange()
  }

  /// Finds the runs anew.
  private mutating func arrange() {
    runs = []
    endIndex = 0
    guard let cache, !cache.rows.isEmpty else { return add(0..<own.count, isOwn: true) }
    var place = 0
    var left = gone[...]
    for (number, row) in own.enumerated() {
      let position = row.id.position(among: cache.rows.count) { cache.rows[$0].id }
      addCached(from: &place, to: position, without: &left)
      add(number..<number + 1, isOwn: true)
    }
    addCached(from: &place, to: cache.rows.count, without: &left)
  }

  private mutating func addCached(
    from place: inout Int, to end: Int, without gone: inout ArraySlice<Int>
  ) {
    while let first = gone.first, first < end {
      add(place..<first, isOwn: false)
      place = first + 1
      gone.removeFirst()
    }
    // Two of our own may belong before the same one.
    guard place < end else { return }
    add(place..<end, isOwn: false)
    place = end
  }

  private mutating func add(_ places: Range<Int>, isOwn: Bool) {
    guard !places.isEmpty else { return }
    runs.append(Run(first: endIndex, isOwn: isOwn, places: places))
    endIndex += places.count
  }
}
