import TasksCore
import TasksSync

/// How the cursor moves, and which screen it is on.
extension ScreenState {
  // MARK: Lists

  /// Moves the cursor of the list; nil for another action.
  mutating func moveInList(_ action: Action) -> [Effect]? {
    switch action {
    case .down: cursor += 1
    case .up: cursor -= 1
    case .pageDown: turn(1)
    case .pageUp: turn(-1)
    case .first: cursor = 0
    case .last: cursor = rows.rows.count - 1
    case .left, .right: return moveAside(action == .right ? 1 : -1)
    case .now:
      span.offset = 0
      landing = .day(now.date.iso)
      return place == .agenda ? [.read] : []
    default: return nil
    }
    return []
  }

  private mutating func turn(_ pages: Int) {
    let rows = Geometry(of: self).page * pages
    cursor = max(0, min(self.rows.rows.count - 1, cursor + rows))
    top = max(0, top + rows)
  }

  private mutating func moveAside(_ step: Int) -> [Effect] {
    switch place {
    case .agenda:
      span.offset += step
      landing = .first
      return [.read]
    case .tree: return fold(step < 0)
    case .board:
      let groups = rows.groups
      guard let group = groups.firstIndex(where: { $0.rows.contains(cursor) }) else { return [] }
      let others =
        step > 0 ? Array(groups[(group + 1)...]) : groups[..<group].reversed()
      if let next = others.first(where: { !$0.rows.isEmpty })?.rows {
        cursor = min(next.lowerBound + cursor - groups[group].rows.lowerBound, next.upperBound - 1)
      }
    default: break
    }
    return []
  }

  /// Folds a task of the tree, or goes to its parent; or unfolds it.
  private mutating func fold(_ folds: Bool) -> [Effect] {
    guard let row = current, let id = row.id else { return [] }
    if !folds { return self.folds.remove(id) == nil ? [] : [.read] }
    let hasChildren =
      rows.rows.indices.contains(cursor + 1) && rows.rows[cursor + 1].depth > row.depth
    if hasChildren {
      self.folds.insert(id)
      return [.read]
    }
    if let parent = rows.rows[..<cursor].lastIndex(where: { $0.depth < row.depth }) {
      cursor = parent
    }
    return []
  }

  // MARK: The task

  var currentStop: TaskDetail.Stop? {
    guard let detail, let stop, detail.stops.indices.contains(stop) else { return nil }
    return detail.stops[stop]
  }

  /// Moves the cursor of the task: to the next box or link that is seen, or a line further; nil for another action.
  mutating func moveInTask(_ action: Action) -> [Effect]? {
    let height = Geometry(of: self).taskHeight
    switch action {
    case .down, .up:
      let step = action == .down ? 1 : -1
      let stops = detail?.stops ?? []
      let next = stop.map { $0 + step } ?? stops.indices.first { stops[$0].line >= detailTop }
      let isSeen = next.map { stops.indices.contains($0) } ?? false
      if isSeen, let next, (detailTop..<detailTop + height).contains(stops[next].line) {
        stop = next
      } else {
        detailTop += step
      }
    case .pageDown: detailTop += max(1, height - 1)
    case .pageUp: detailTop -= max(1, height - 1)
    case .first: (detailTop, stop) = (0, detail?.stops.isEmpty == false ? 0 : nil)
    case .last: (detailTop, stop) = (.max / 2, detail?.stops.indices.last)
    default: return nil
    }
    return []
  }

  /// Goes into the task; in it does what the cursor is on.
  mutating func open() -> [Effect] {
    if isWalking {
      cursor += 1
      (stop, detailTop) = (nil, 0)
      if cursor >= rows.rows.count {
        let effects = leave()
        say("that was the whole inbox")
        return effects
      }
      return []
    }
    guard isInTask else {
      turnPane()
      return []
    }
    return run(currentStop.map { if case .link = $0.kind { .link } else { .done } } ?? .pane)
  }

  mutating func turnPane() {
    guard isInTask || current?.id != nil else { return }
    isInTask.toggle()
    if !isInTask { isZoomed = false }
    (stop, detailTop) = (nil, 0)
    if isInTask { enterTask() }
  }

  mutating func zoom() -> [Effect] {
    if place == .agenda, !isInTask {
      span.turn()
      landing = .day(now.date.iso)
      return [.read]
    }
    if current?.id != nil { (isZoomed, isInTask) = (!isZoomed, true) }
    return []
  }

  // MARK: Screens

  mutating func openView(_ number: Int) -> [Effect] {
    guard reading.views.indices.contains(number) else {
      say("there is no view \(number + 1); save one with :view save NAME FILTER")
      return []
    }
    return go(to: .list(.view(reading.views[number])))
  }

  mutating func turnView(_ step: Int) -> [Effect] {
    let count = reading.views.count
    guard count > 0 else { return openView(0) }
    guard case .list(.view(let name)) = place, let old = reading.views.firstIndex(of: name) else {
      return openView(step > 0 ? 0 : count - 1)
    }
    return openView((old + step + count) % count)
  }

  /// Takes back marks, then the filter, then the screen.
  mutating func back() -> [Effect] {
    if isInTask { return leave() }
    if !marks.isEmpty {
      marks = [:]
    } else if !filter.isEmpty {
      filter = ""
      return [.read]
    } else if place != firstPlace {
      return go(to: firstPlace)
    }
    return []
  }

  /// Leaves the task, or the screen.
  mutating func leave() -> [Effect] {
    if isWalking { return go(to: walkedFrom) }
    if !isInTask { return go(to: firstPlace) }
    turnPane()
    return []
  }

  mutating func walk() -> [Effect] {
    let (place, start) = (self.place, cursor)
    let effects = go(to: .list(.inbox))
    if place == .list(.inbox) { (landing, cursor) = (.same, start) }
    (walkedFrom, isWalking, isInTask, isZoomed) = (place, true, true, true)
    return effects
  }

  // MARK: Marks

  mutating func mark() {
    guard let row = current, let id = row.id else { return }
    if marks.removeValue(forKey: id) == nil { marks[id] = row }
    lastMark = id
    cursor += 1
  }

  mutating func markRange() {
    guard let last = lastMark.flatMap({ rows.row(of: $0) }), current != nil else { return mark() }
    for row in rows.rows[min(last, cursor)...max(last, cursor)] {
      if let id = row.id { marks[id] = row }
    }
    lastMark = current?.id
  }

  // MARK: The mouse

  /// A click selects, another one on the same row opens; the wheel moves the cursor.
  mutating func click(_ button: Int, _ row: Int, _ column: Int) -> [Effect] {
    guard hasMouse, case .normal = mode else { return [] }
    switch button {
    case 64, 65:
      for _ in 0..<3 { _ = run(button == 65 ? .down : .up) }
    case 0:
      guard let number = Geometry(of: self).row(at: row, column, of: self) else {
        return column >= Geometry(of: self).taskStart && !isInTask ? run(.pane) : []
      }
      if isInTask { turnPane() }
      if number == cursor { return run(.open) }
      cursor = number
    default: break
    }
    return []
  }
}
