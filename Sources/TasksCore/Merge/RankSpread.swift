/// Makes room where two ranks have no number left between them: the smallest run of neighbours around the
/// place gets ranks at even distances (merge.md, "The list").
struct RankSpread {
  /// Tasks without a rank of their own yet, and the one that each stands right behind; nil for the head.
  private var squeezed: [(id: TaskID, before: TaskID?)] = []

  mutating func squeeze(_ id: TaskID, after before: TaskID?) {
    squeezed.append((id, before))
  }

  /// The ranks with the squeezed tasks at their places. All others keep their order.
  func ranks(_ ranks: [TaskID: Rank]) -> [TaskID: Rank] {
    guard !squeezed.isEmpty else { return ranks }
    var waiting = Set(squeezed.map(\.id))
    let order = order(ranks, waiting)
    var values = order.map { ranks[$0]?.value ?? 0 }
    // A task without a number stands at that of the one before it.
    for index in order.indices where waiting.contains(order[index]) {
      values[index] = index == 0 ? 0 : values[index - 1]
    }
    for index in order.indices where waiting.contains(order[index]) {
      let window = RankSpread.window(around: index, values)
      for (place, value) in zip(window.run, window.values) {
        values[place] = value
        waiting.remove(order[place])
      }
    }
    var spread = ranks
    for (id, value) in zip(order, values) { spread[id] = Rank(value) }
    return spread
  }

  /// All tasks in order, each squeezed one behind the task it belongs behind.
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

  /// The shortest run around a place that has room for itself between its neighbours; among runs of one
  /// length the one nearest to the head.
  private static func window(
    around index: Int, _ values: [Double]
  ) -> (run: Range<Int>, values: [Double]) {
    for length in 1...values.count {
      let starts = max(0, index - length + 1)...min(index, values.count - length)
      // A long run is looked for evenly around the place, so that the search stays short.
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
    // Twice the distance of neighbouring numbers, so that rounding cannot bring two of them together.
    guard high.isFinite, step >= 2 * high.ulp, step > 0 else { return nil }
    return (1...run.count).map { low + step * Double($0) }
  }
}
