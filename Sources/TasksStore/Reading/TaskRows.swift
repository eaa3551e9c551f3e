import TasksCore

/// The rows in the order of ids: the rows of the cache, without those left out, merged with rows read since.
package struct TaskRows: RandomAccessCollection {
  /// Adjacent rows of the cache or of `own`.
  private struct Run {
    let first: Int
    let isOwn: Bool
    /// Their range in the cache or in `own`.
    let places: Range<Int>
  }

  private let cache: TaskCache?
  /// The rows that are not from the cache, by id.
  private(set) var own: [TaskRow] = []
  /// The numbers of the cache's rows that are left out, ascending.
  private var gone: [Int] = []
  private var runs: [Run] = []

  package let startIndex = 0
  package private(set) var endIndex = 0

  init(_ cache: TaskCache?) {
    self.cache = cache
    arrange()
  }

  package subscript(number: Int) -> TaskRow {
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

  package struct Iterator: IteratorProtocol {
    fileprivate let rows: TaskRows
    private var nextRun = 0
    private var places = 0..<0
    private var isOwn = false

    fileprivate init(_ rows: TaskRows) { self.rows = rows }

    package mutating func next() -> TaskRow? {
      if places.isEmpty {
        guard nextRun < rows.runs.count else { return nil }
        (places, isOwn) = (rows.runs[nextRun].places, rows.runs[nextRun].isOwn)
        nextRun += 1
      }
      defer { places = places.lowerBound + 1..<places.upperBound }
      return rows.row(at: places.lowerBound, isOwn: isOwn)
    }
  }

  package func makeIterator() -> Iterator { Iterator(self) }

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

  /// Calls `body` with each row and its number.
  package func forEachNumbered(_ body: (Int, TaskRow) -> Void) {
    var number = 0
    for row in self {
      body(number, row)
      number += 1
    }
  }

  func numbers(where isWanted: (TaskRow) -> Bool) -> [Int] {
    var numbers: [Int] = []
    forEachNumbered { if isWanted($1) { numbers.append($0) } }
    return numbers
  }

  /// Returns the number of the first row whose id is not before this one.
  func position(of key: IDKey) -> Int {
    key.position(among: count) { self[$0].id }
  }

  /// Removes rows, and inserts others in the order of ids.
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
    // Two own rows may belong before the same cached one.
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
