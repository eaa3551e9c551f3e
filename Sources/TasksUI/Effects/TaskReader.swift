import TasksCore
import TasksExchange
import TasksStore
import TasksTerminal

/// The task beside a list, or in its place.
extension ScreenReader {
  /// The columns of the line above a task that its title does not have.
  private static let titleRoom = 20

  /// A task as `tasks show` has it, with where the cursor stops in it.
  func detail(_ key: TaskDetail.Key) -> TaskDetail {
    guard let task = (try? reading.document(key.id.text.string))?.shownTask else {
      return TaskDetail(key, [], [])
    }
    var boxes: [Int: TaskDetail.Box] = [:]
    for box in MarkupJSON(Markup(task)).checkboxes {
      boxes[box.number] = TaskDetail.Box(
        number: box.number, text: box.text, isTicked: box.isTicked)
    }
    var lines: [StyledLine] = []
    var stops: [TaskDetail.Stop] = []
    // The line above the task has the title if there is room.
    var hasTitle = CellWidth.of(task.shownTitle) + ScreenReader.titleRoom <= key.width
    // Without all signs it is drawn as for a terminal without emphasis: `[x]`, `*bold*`.
    let terminal = Terminal(hasColor: glyphs.isWhole, width: key.width)
    let details = TaskDetails(
      columns: cells.context, own: store.fields,
      children: TaskRelations(reading).names(ofChildrenOf: task.id))
    details.forEachLine(
      of: task, sync: nil, without: ["id", "created", "rank", "path"], on: terminal
    ) { line in
      if hasTitle {
        hasTitle = false
        return
      }
      if let box = MarkupRenderer.box(of: line).flatMap({ boxes[$0] }) {
        stops.append(
          TaskDetail.Stop(line: lines.count, columns: 0..<key.width, kind: .box(box)))
      }
      for link in MarkupRenderer.links(of: line) {
        stops.append(
          TaskDetail.Stop(line: lines.count, columns: link.columns, kind: .link(link.number)))
      }
      lines.append(line)
    }
    return TaskDetail(key, lines, stops)
  }
}
