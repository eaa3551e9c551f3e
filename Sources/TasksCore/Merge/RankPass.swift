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
