import TasksCore
import TasksTerminal

/// The task beside the list, or in its place.
extension Frame {
  mutating func drawTask() {
    let (start, width) = (geometry.taskStart, geometry.taskWidth)
    if geometry.listWidth > 0 { drawBar(start - 2, from: 0) }
    guard let row = state.current, row.id != nil else { return }
    let count = "\(state.cursor + 1) of \(state.rows.rows.count)"
    let title =
      (state.isWalking ? "Inbox  " : "") + "\(row.short)  \(ControlCharacters.escaped(row.title))"
    screen.put(
      CellTable.cut(title, to: max(8, width - CellWidth.of(count) - 2)), Looks(.bold), row: 0,
      column: start)
    screen.put(count, Looks(.dim), row: 0, endingAt: start + width)
    guard let detail = state.detail, detail.key.id == row.id else { return }
    let stop = state.isInTask ? state.currentStop : nil
    for (offset, line) in detail.lines.dropFirst(state.detailTop).prefix(geometry.taskHeight)
      .enumerated()
    {
      let at = 1 + offset
      screen.put(line, row: at, column: start)
      guard let stop, stop.line == state.detailTop + offset else { continue }
      let columns = start + stop.columns.lowerBound..<start + stop.columns.upperBound
      screen.add(Looks(.selected), row: at, columns: columns)
      screen.cursor = (at, columns.lowerBound)
    }
    if state.isInTask, stop == nil { screen.cursor = (1, start) }
  }
}
