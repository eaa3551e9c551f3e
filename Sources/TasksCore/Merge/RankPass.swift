/// Orders the list after a merge by the dirty-rank pass (merge.md, "The list"). The steps have the numbers they
/// have there.
///
/// Laws: clean tasks have the server's ranks; a run of dirty tasks keeps its order between the same neighbours; the
/// result is a pure function of the three stores.
package struct RankPass {
  /// What the pass needs to know about a task in one store.
  package struct Item: Hashable, Sendable {
    var rank: Rank?
    var isDone: Bool
    var isDeleted: Bool
    /// True if the task's fields differ from base, or base does not have the task.
    package var isDirty: Bool

    package init(rank: Rank?, isDone: Bool = false, isDeleted: Bool = false, isDirty: Bool = false)
    {
      self.rank = rank
      self.isDone = isDone
      self.isDeleted = isDeleted
      self.isDirty = isDirty
    }
  }

  /// The ranks of the merged store. A task that is not among them keeps the rank its own merge gave it:
  /// one that is in the trash on the local side, or has no rank there.
  ///
  /// Takes O(N log N) time and O(N) memory for N tasks.
  ///
  /// - Parameter base: The tasks that base has.
  package static func ranks(
    base: Set<TaskID>, local: [TaskID: Item], server: [TaskID: Item]
  ) -> [TaskID: Rank] {
    var pass = RankPass(base: base, local: local, server: server)
    pass.order(doneTasks: false)
    pass.order(doneTasks: true)
    pass.addNewTasks()
    return pass.spread.ranks(pass.ranks)
  }

  private let base: Set<TaskID>
  private let local: [TaskID: Item]
  private let server: [TaskID: Item]
  /// The tasks not yet struck from the server's data.
  private var rest: Set<TaskID>
  private var madeDone: [TaskID] = []
  private var ranks: [TaskID: Rank] = [:]
  private var spread = RankRespacing()

  private init(base: Set<TaskID>, local: [TaskID: Item], server: [TaskID: Item]) {
    self.base = base
    self.local = local
    self.server = server
    rest = Set(server.keys)
    ranks.reserveCapacity(server.count)
  }

  private struct Element {
    let id: TaskID
    let isDirty: Bool
    var rank: Double
  }

  private mutating func order(doneTasks: Bool) {
    // Steps 1 to 3.
    var array = elements(doneTasks: doneTasks)
    for index in array.indices where !array[index].isDirty {
      let id = array[index].id
      guard let item = server[id], let rank = item.rank else { continue }
      array[index].rank = rank.value
      ranks[id] = rank
      rest.remove(id)
      if !doneTasks, item.isDone { madeDone.append(id) }
    }
    // Step 4. One walk from the tail finds the rank of the next clean task for all elements.
    var nextClean: [TaskID?] = Array(repeating: nil, count: array.count)
    var upper: [Double?] = Array(repeating: nil, count: array.count)
    for index in array.indices.dropLast().reversed() {
      let next = array[index + 1]
      nextClean[index] = next.isDirty ? nextClean[index + 1] : next.id
      upper[index] = next.isDirty ? upper[index + 1] : next.rank
    }
    var isBehindSqueezed = false
    for index in array.indices {
      guard array[index].isDirty else {
        isBehindSqueezed = false
        continue
      }
      let id = array[index].id
      let before = index == 0 ? nil : array[index - 1]
      let low = before?.rank ?? 0
      let high = upper[index] ?? low.rounded(.toNearestOrAwayFromZero) + 1
      array[index].rank = RankPass.mean(low, high)
      rest.remove(id)
      // Equal bounds are a tie, which is ordered by id, unless this pass made them equal.
      let isTie = upper[index] != nil && low == high && !isBehindSqueezed
      let isOnBound = array[index].rank == low || array[index].rank == high
      isBehindSqueezed = isOnBound && !isTie
      if isBehindSqueezed {
        spread.squeeze(id, after: low <= high ? before?.id : nextClean[index])
        array[index].rank = min(low, high)
      }
      ranks[id] = Rank(array[index].rank)
    }
  }

  /// Returns the local side's tasks of one list, by rank, then id. The done list also contains the clean tasks that
  /// the server completed, with the server's rank (step 5).
  private func elements(doneTasks: Bool) -> [Element] {
    var elements: [Element] = []
    for (id, item) in local where item.isDone == doneTasks && !item.isDeleted {
      guard let rank = item.rank else { continue }
      // A clean task that the server purged, or whose rank the server removed, is left out.
      guard item.isDirty || server[id]?.rank != nil else { continue }
      elements.append(Element(id: id, isDirty: item.isDirty, rank: rank.value))
    }
    for id in doneTasks ? madeDone : [] {
      guard let rank = ranks[id] else { continue }
      elements.append(Element(id: id, isDirty: false, rank: rank.value))
    }
    return elements.sorted { ($0.rank, $0.id) < ($1.rank, $1.id) }
  }

  /// Step 6: what is left, exists, and is not on the local side. A task that was purged here exists when the server
  /// has changed it.
  private mutating func addNewTasks() {
    for id in rest where local[id] == nil {
      guard let item = server[id], let rank = item.rank else { continue }
      if base.contains(id), !item.isDirty { continue }
      ranks[id] = rank
    }
  }

  private static func mean(_ lower: Double, _ upper: Double) -> Double {
    let sum = lower + upper
    return sum.isFinite ? sum / 2 : lower / 2 + upper / 2
  }
}

/// Makes room if there is no Double left between two ranks: gives the smallest run of neighbours around the place
/// new ranks at equal distances (merge.md, "The list").
struct RankRespacing {
  /// The tasks that still need a rank of their own, each with the task that it follows directly; nil stands for the
  /// head of the list.
  private var squeezed: [(id: TaskID, before: TaskID?)] = []

  mutating func squeeze(_ id: TaskID, after before: TaskID?) {
    squeezed.append((id, before))
  }

  /// Returns all ranks, with the squeezed tasks placed. No two other tasks change their order.
  func ranks(_ ranks: [TaskID: Rank]) -> [TaskID: Rank] {
    guard !squeezed.isEmpty else { return ranks }
    var waiting = Set(squeezed.map(\.id))
    let order = order(ranks, waiting)
    var values = order.map { ranks[$0]?.value ?? 0 }
    // A task without a rank starts with the rank of the task before it.
    for index in order.indices where waiting.contains(order[index]) {
      values[index] = index == 0 ? 0 : values[index - 1]
    }
    for index in order.indices where waiting.contains(order[index]) {
      let window = RankRespacing.window(around: index, values)
      for (place, value) in zip(window.run, window.values) {
        values[place] = value
        waiting.remove(order[place])
      }
    }
    var spread = ranks
    for (id, value) in zip(order, values) { spread[id] = Rank(value) }
    return spread
  }

  /// Returns all tasks in their final order, each squeezed task directly after the one it follows.
  private func order(_ ranks: [TaskID: Rank], _ waiting: Set<TaskID>) -> [TaskID] {
    var followers: [TaskID: [TaskID]] = [:]
    var heads: [TaskID] = []
    for (id, before) in squeezed {
      if let before { followers[before, default: []].append(id) } else { heads.append(id) }
    }
    let sorted = ranks.filter { !waiting.contains($0.key) }
      .sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    var order: [TaskID] = []
    var pending = (heads + sorted.map(\.key)).reversed().map { $0 }
    while let id = pending.popLast() {
      order.append(id)
      pending += (followers[id] ?? []).reversed()
    }
    return order
  }

  /// Returns the shortest run around `index` that fits between its neighbours, with the new ranks. Among runs of
  /// the same length, the one nearest to the head.
  private static func window(
    around index: Int, _ values: [Double]
  ) -> (run: Range<Int>, values: [Double]) {
    for length in 1...values.count {
      let starts = max(0, index - length + 1)...min(index, values.count - length)
      // Only one position is tried for a long run, centred on `index`, so that the search stays short.
      let middle = min(max(starts.lowerBound, index - length / 2), starts.upperBound)
      for start in length <= 64 ? starts : middle...middle {
        let run = start..<start + length
        if let room = room(for: run, values) { return (run, room) }
      }
    }
    return (values.indices, values.indices.map { Double($0 + 1) })
  }

  private static func room(for run: Range<Int>, _ values: [Double]) -> [Double]? {
    let low = run.lowerBound == 0 ? 0 : values[run.lowerBound - 1]
    let isTail = run.upperBound == values.count
    let high = isTail ? low.rounded(.down) + Double(run.count) + 1 : values[run.upperBound]
    let step = high / Double(run.count + 1) - low / Double(run.count + 1)
    // At least twice the distance between neighbouring Doubles, so that rounding cannot make two ranks equal.
    guard high.isFinite, step >= 2 * high.ulp, step > 0 else { return nil }
    return (1...run.count).map { low + step * Double($0) }
  }
}
