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
