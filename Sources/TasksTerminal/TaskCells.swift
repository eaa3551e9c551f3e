import TasksCore

/// What a list on a terminal shows of a task in the columns that are put together.
package final class TaskCells {
  package let context: Column.Context
  package let glyphs: Glyphs
  /// The state that is not shown among the usual columns: the one of new tasks.
  package let plainKeyword: TasksCore.Text
  let isOpen: (TaskID) -> Bool
  /// How many of a task's children are done.
  let children: (ListRow) -> TaskTree.Progress?

  private let dates: RelativeDate

  package init(
    _ context: Column.Context, glyphs: Glyphs, plainKeyword: TasksCore.Text,
    isOpen: @escaping (TaskID) -> Bool,
    children: @escaping (ListRow) -> TaskTree.Progress?
  ) {
    self.context = context
    self.glyphs = glyphs
    self.plainKeyword = plainKeyword
    self.isOpen = isOpen
    self.children = children
    dates = RelativeDate(now: context.now)
  }

  func isLate(_ row: ListRow) -> Bool {
    row.isOpen && row.deadline?.start.isPast(at: context.now) == true
  }

  func look(of column: Column, _ row: ListRow) -> Look? {
    switch column.name {
    case "title", "priority": row.priority?.isSame(as: "A") == true ? .urgent : nil
    case "list": .list
    case "state": row.keyword.isSame(as: plainKeyword) ? nil : .state
    case "due", "deadline":
      if let due = row.deadline?.start {
        isLate(row)
          ? .overdue : due.date == context.now.date ? .today : .date
      } else {
        nil
      }
    default: nil
    }
  }

  func appendState(_ row: ListRow, to bytes: inout [UInt8]) {
    if !row.keyword.isSame(as: plainKeyword) { row.keyword.appendVisible(to: &bytes) }
  }

  package func appendTags(_ row: ListRow, to bytes: inout [UInt8]) {
    let start = bytes.count
    func separate() { if bytes.count > start { bytes.append(UInt8(ascii: " ")) } }
    for tag in row.tags {
      separate()
      if !tag.begins(with: UInt8(ascii: "@")) { bytes.append(UInt8(ascii: "+")) }
      tag.appendVisible(to: &bytes)
    }
    if let assignee = row.assignee {
      separate()
      bytes.append(contentsOf: "assignee:\(ControlCharacters.escaped(assignee))".utf8)
    }
    for (field, value) in row.named {
      separate()
      bytes.append(contentsOf: "\(field.name):\(field.kind.shown(value))".utf8)
    }
  }

  package func appendMarks(_ row: ListRow, _ isWaiting: Bool, to bytes: inout [UInt8]) {
    let start = bytes.count
    func add(_ sign: String) {
      if bytes.count > start { bytes.append(UInt8(ascii: " ")) }
      bytes.append(contentsOf: sign.utf8)
    }
    let progress = row.progress
    if let progress { add("\(progress.checked)/\(progress.total)") }
    if let children = children(row) { add("\(children.done)/\(children.total)") }
    if row.hasNotes(besides: progress?.total ?? 0) { add(glyphs.notes) }
    if row.isOpen, row.blockers.contains(where: isOpen) {
      add(glyphs.blocked)
    }
    if row.runningClock != nil { add(glyphs.clock) }
    if isWaiting { add(glyphs.waiting) }
    if row.hasUnreadValues { add("?") }
  }

  package func lookOfDates(_ row: ListRow) -> Look {
    if row.isDone || row.isDeleted { return .done }
    if isLate(row) { return .overdue }
    let today = context.now.date
    return row.deadline?.start.date == today || row.scheduled?.start.date == today ? .today : .date
  }

  package func appendDates(_ row: ListRow, to bytes: inout [UInt8]) {
    let start = bytes.count
    func add(_ text: String) {
      if bytes.count > start { bytes.append(contentsOf: "  ".utf8) }
      bytes.append(contentsOf: text.utf8)
    }
    if let deleted = row.deleted { return add(dates.text(deleted)) }
    if row.isDone { return row.closed.map { add(dates.text($0)) } ?? () }
    if row.isHidden(context.now), let wait = row.wait {
      add(glyphs.hidden + " " + dates.text(wait))
    }
    if let deadline = row.deadline { add(dates.text(deadline.start)) }
    if let scheduled = row.scheduled { add(glyphs.scheduled + " " + dates.text(scheduled.start)) }
    let repeater = row.deadline?.repeater ?? row.scheduled?.repeater
    if let repeater { add(glyphs.repeating + " " + row.repeats.short(repeater)) }
    if let effort = row.effort {
      // The sign stands in place of a blank.
      if bytes.count > start { bytes.append(UInt8(ascii: " ")) }
      bytes.append(contentsOf: (glyphs.effort + Effort.brief(effort)).utf8)
    }
  }
}
