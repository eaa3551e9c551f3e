import TasksCore
import TasksStore

/// A task in a line, as `list` and the commands that change tasks show it.
struct TaskLine {
  let style: Style
  let now: Timestamp
  /// The workflow's first keyword, which goes without saying.
  let plainKeyword: Text
  /// How wide the id's column is.
  var idWidth = 0

  /// `k7m  WAIT [A] Call Bob about the invoice  @office +phone  work  due 2026-11-27 17:00`.
  ///
  /// - Parameter width: Cells the line may take; the title gives way. Nil for no limit.
  func text(_ task: Task, short: String, width: Int? = nil) -> String {
    let padding = String(repeating: " ", count: max(0, idWidth - short.utf8.count))
    let head = short + padding + "  "
    let mark = mark(task)
    let parts = parts(task)
    var title = Visible.text(task.title)
    let progress = progress(task)
    if let width {
      let others = CellWidth.of(head) + CellWidth.of(mark) + CellWidth.of(progress)
      let tail = parts.reduce(0) { $0 + 2 + CellWidth.of($1.text) }
      title = TaskLine.cut(title, to: max(20, width - others - tail - 2))
    }
    var line = style.cyan(head)
    line += styled(mark, task)
    line += styled(title: title, task)
    line += progress
    for part in parts {
      line += "  "
      line += part.style(part.text)
    }
    return line
  }

  private func mark(_ task: Task) -> String {
    var words: [String] = []
    if task.state.keyword != plainKeyword { words.append(Visible.text(task.state.keyword)) }
    if let priority = task.priority { words.append("[\(priority.text)]") }
    return words.isEmpty ? "" : words.joined(separator: " ") + " "
  }

  private func styled(_ mark: String, _ task: Task) -> String {
    task.isDone ? style.green(mark) : style.yellow(mark)
  }

  private func styled(title: String, _ task: Task) -> String {
    task.isDone || task.isDeleted
      ? style.dim(title) : task.priority?.text == "A" ? style.bold(title) : title
  }

  private func progress(_ task: Task) -> String {
    guard !task.notes.isEmpty else { return "" }
    // As the cookie in a heading counts.
    let boxes = Checklist(task.notes, format: task.format).progress
    return boxes.total == 0 ? "" : " [\(boxes.checked)/\(boxes.total)]"
  }

  /// A piece behind the title, and how it is shown on a terminal.
  private typealias Part = (text: String, style: (String) -> String)

  private func parts(_ task: Task) -> [Part] {
    var parts: [Part] = []
    func add(_ text: String, _ style: @escaping (String) -> String) { parts.append((text, style)) }
    let tags = task.tags.map { (tag: TasksCore.Text) -> String in
      let text = Visible.text(tag)
      return text.hasPrefix("@") ? text : "+" + text
    }
    if !tags.isEmpty { add(tags.joined(separator: " "), style.blue) }
    if let list = task.list { add("list:" + Visible.text(list), style.dim) }
    if let plan = task.scheduled { add("sched " + TaskLine.date(plan), style.dim) }
    if let plan = task.deadline {
      let isOverdue = task.isOpen && plan.start.isPast(at: now)
      add("due " + TaskLine.date(plan)) { isOverdue ? style.red($0) : style.yellow($0) }
    }
    if let closed = task.closed, task.isDone { add("closed \(closed.date.iso)", style.dim) }
    if let deleted = task.deleted { add("deleted \(deleted.date.iso)", style.dim) }
    return parts
  }

  /// `Fri 2026-11-27 17:00 ++1w`.
  static func date(_ plan: Planning) -> String {
    var text = moment(plan.start)
    if let end = plan.end {
      let isSameDay = end.date == plan.start.date
      text += "–" + (isSameDay ? end.minute.map(Timestamp.clock) ?? "" : moment(end))
    }
    if let repeater = plan.repeater { text += " " + repeater.text }
    return text
  }

  static func moment(_ moment: Timestamp) -> String {
    let date = "\(moment.date.weekdayName) \(moment.date.iso)"
    return moment.minute.map { "\(date) \(Timestamp.clock($0))" } ?? date
  }

  /// The text in so many cells at most, an ellipsis at its end where it was longer.
  static func cut(_ text: String, to width: Int) -> String {
    guard CellWidth.of(text) > width else { return text }
    var out = ""
    var used = 0
    for character in text {
      let cells = CellWidth.of(character)
      guard used + cells < width else { break }
      out.append(character)
      used += cells
    }
    return out + "…"
  }
}
