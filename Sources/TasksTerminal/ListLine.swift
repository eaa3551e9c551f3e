import TasksCore

/// Prints a task on one line, for `list` and for commands that change tasks. It is optimized for thousands of
/// tasks.
package struct ListLine {
  let now: Timestamp
  /// The workflow's first keyword, which is not shown.
  let plainKeyword: Text
  /// The width of the id's column.
  package var idWidth = 0
  /// Whether the line says what a change has made of the task, and so has all its dates.
  package var isEcho = false
  /// What else the line says of a task.
  package var details: [String] = []
  /// How many of a task's children are done.
  package var children: (ListRow) -> TaskTree.Progress? = { _ in nil }
  /// How deep the task is in a tree.
  package var depth = 0
  /// The maximum number of cells per line, to which the title is cut; nil for no limit.
  package var width: Int?

  /// Buffers for the text around the title, reused for each line.
  private var bytes: [UInt8] = []
  private var pieces: [Piece] = []

  private struct Piece {
    let end: Int
    let look: Look?
  }

  package init(now: Timestamp, plainKeyword: Text) {
    self.now = now
    self.plainKeyword = plainKeyword
  }

  /// Writes the line:
  /// `k7m  WAIT [A] Call Bob about the invoice  @office +phone  list:work  due Fri 2026-11-27 17:00`.
  package mutating func write(_ task: Task, short: String, to output: inout Output) {
    ListRow.of(task) { write($0, shortLength: short.utf8.count, to: &output) }
  }

  /// Writes the line.
  ///
  /// - Parameter shortLength: The number of bytes of the id to show.
  package mutating func write(_ task: ListRow, shortLength: Int, to output: inout Output) {
    bytes.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    let padding = max(0, idWidth - shortLength) + 2 + ListTable.indentation(depth)
    add(.id) { bytes in
      task.id.appendVisible(first: shortLength, to: &bytes)
      for _ in 0..<padding { bytes.append(UInt8(ascii: " ")) }
    }
    addMark(task)
    let titlePlace = pieces.count
    addProgress(task)
    addDetails(task)
    let isUrgent = task.priority?.isSame(as: "A") ?? false
    let look: Look? = task.isDone || task.isDeleted ? .done : isUrgent ? .urgent : nil
    var start = draw(pieces[..<titlePlace], from: 0, to: &output)
    if let width {
      let room = max(20, width - CellWidth.of(String(decoding: bytes, as: UTF8.self)))
      let title = CellTable.cut(task.shownTitle, to: room)
      output.draw(look) { $0.append(contentsOf: title.utf8) }
    } else if isEcho {
      output.draw(look) { task.appendShownTitle(to: &$0) }
    } else {
      // A list off a terminal is for scripts.
      output.draw(look) { task.title.appendVisible(to: &$0) }
    }
    start = draw(pieces[titlePlace...], from: start, to: &output)
    output.line("")
  }

  private func draw(_ pieces: ArraySlice<Piece>, from start: Int, to output: inout Output) -> Int {
    var start = start
    for piece in pieces {
      output.draw(piece.look) { $0.append(contentsOf: bytes[start..<piece.end]) }
      start = piece.end
    }
    return start
  }

  private mutating func add(_ look: Look?, _ write: (inout [UInt8]) -> Void) {
    write(&bytes)
    pieces.append(Piece(end: bytes.count, look: look))
  }

  /// Adds a piece after the title.
  private mutating func addDetail(_ look: Look, _ write: (inout [UInt8]) -> Void) {
    add(nil) { $0.append(contentsOf: "  ".utf8) }
    add(look, write)
  }

  private mutating func addMark(_ task: ListRow) {
    let isPlain = task.keyword.isSame(as: plainKeyword)
    guard !isPlain || task.priority != nil else { return }
    add(task.isDone ? .done : .state) { bytes in
      if !isPlain {
        task.keyword.appendVisible(to: &bytes)
        bytes.append(UInt8(ascii: " "))
      }
      if let priority = task.priority {
        bytes.append(UInt8(ascii: "["))
        priority.appendVisible(to: &bytes)
        bytes.append(contentsOf: "] ".utf8)
      }
    }
  }

  private mutating func addProgress(_ task: ListRow) {
    if let boxes = task.progress {
      add(nil) { $0.append(contentsOf: " [\(boxes.checked)/\(boxes.total)]".utf8) }
    }
    if let children = children(task) {
      add(nil) { $0.append(contentsOf: " [\(children.done)/\(children.total)]".utf8) }
    }
  }

  private mutating func addDetails(_ task: ListRow) {
    if !task.tags.isEmpty {
      addDetail(.tag) { bytes in
        for (index, tag) in task.tags.enumerated() {
          if index > 0 { bytes.append(UInt8(ascii: " ")) }
          if !tag.begins(with: UInt8(ascii: "@")) { bytes.append(UInt8(ascii: "+")) }
          tag.appendVisible(to: &bytes)
        }
      }
    }
    if let list = task.list {
      addDetail(.list) { bytes in
        bytes.append(contentsOf: "list:".utf8)
        list.appendVisible(to: &bytes)
      }
    }
    if task.isHidden(now), let wait = task.wait {
      addDetail(.date) { $0.append(contentsOf: "hidden until \(wait.shown)".utf8) }
    }
    if let plan = task.scheduled {
      addDetail(.date) { bytes in
        bytes.append(contentsOf: "sched ".utf8)
        plan.appendShown(to: &bytes)
      }
    }
    if let plan = task.deadline {
      let isOverdue = task.isOpen && plan.start.isPast(at: now)
      addDetail(isOverdue ? .overdue : .today) { bytes in
        bytes.append(contentsOf: "due ".utf8)
        plan.appendShown(to: &bytes)
      }
    }
    if task.scheduled?.repeater != nil || task.deadline?.repeater != nil {
      let rule = task.repeats.shown
      if !rule.isEmpty { addDetail(.date) { $0.append(contentsOf: rule.utf8) } }
    }
    if isEcho {
      for reminder in task.reminders {
        addDetail(.date) { $0.append(contentsOf: "remind \(reminder.shown)".utf8) }
      }
    }
    for detail in details { addDetail(.dim) { $0.append(contentsOf: detail.utf8) } }
    if let closed = task.closed, task.isDone {
      addDetail(.done) { $0.append(contentsOf: "closed \(closed.date.iso)".utf8) }
    }
    if let assignee = task.assignee {
      addDetail(.tag) { bytes in
        bytes.append(contentsOf: "assignee:\(ControlCharacters.escaped(assignee))".utf8)
      }
    }
    for (field, value) in task.named {
      addDetail(.tag) { $0.append(contentsOf: "\(field.name):\(field.kind.shown(value))".utf8) }
    }
    if task.hasUnreadValues { addDetail(.overdue) { $0.append(UInt8(ascii: "?")) } }
    if let deleted = task.deleted {
      addDetail(.done) { $0.append(contentsOf: "deleted \(deleted.date.iso)".utf8) }
    }
  }
}

/// What a list on a terminal says about the group of its tasks.
package struct ListSummary {
  package let group: TaskGroup

  package init(group: TaskGroup) {
    self.group = group
  }

  package var heading: String {
    switch group {
    case .open, .all: "Due"
    case .finished: "Done"
    case .deleted: "Deleted"
    }
  }

  /// Says how many tasks there are.
  ///
  /// - Parameter all: How many there are in all; nil if all are shown.
  package func text(_ count: Int, of all: Int?) -> String {
    let number = all.map { "\(count) of \($0)" } ?? (count == 0 ? "no" : "\(count)")
    return switch group {
    case .open: count == 0 ? "no open tasks" : "\(number) open"
    case .finished: count == 0 ? "no finished tasks" : "\(number) done"
    case .deleted: count == 0 ? "nothing in the trash" : "\(number) in the trash"
    case .all: "\(number) \(count == 1 ? "task" : "tasks")"
    }
  }
}
