import TasksCore
import TasksExchange
import TasksStore

/// All of one task.
struct TaskPage: StorePage {
  let id: String

  func answer(_ visit: StoreRoom.Visit) throws -> WebAnswer {
    let reading = try visit.store.read()
    let task = try reading.document(id).shownTask
    let rows = RowWriter(visit, reading)
    let links = TaskLinks(visit.store, reading, task)
    let short = reading.short(task)
    return WebAnswer.json("task") { json in
      json.object { json in
        ListRow.of(task) { rows.write($0, shortLength: short.utf8.count, to: &json) }
        json.member("path", task.path)
        json.member("format", task.format == .org ? "org" : "markdown")
        json.member("created", task.created)
        json.member("words", TaskPage.words(of: task, visit.store.fields))
        json.key("reminders")
        json.array(task.reminders) { $0.string($1.shown) }
        json.key("properties")
        json.object { json in
          for property in task.properties {
            json.key(property.name)
            json.string(visit.store.fields.shown(property))
          }
        }
        writeRelatives(of: task, reading, to: &json)
        // The row has a flag of this name.
        json.member("text", task.withoutMessages.notes)
        json.member("encrypted", task.hasEncryptedNotes)
        json.key("blocks")
        MarkupJSON(Markup(task.withoutMessages), task: links.task).write(to: &json)
        json.key("log")
        json.array(SharedTask(task, Column.Context(now: visit.now) { $0.text.string }).log) {
          json, entry in
          json.object { json in
            json.member("shown", entry.moment)
            json.member("text", entry.words)
          }
        }
      }
    }
  }

  private func writeRelatives(
    of task: Task, _ reading: StoreReading, to json: inout JSONWriter
  ) {
    func write(_ name: StaticString, _ tasks: [Task]) {
      json.key("\(name)")
      json.array(tasks) { json, task in
        json.object { json in
          json.member("id", task.id.text)
          json.member("title", task.title)
          json.member("done", task.isDone)
        }
      }
    }
    write("parents", task.parent.flatMap { reading.task(withID: $0) }.map { [$0] } ?? [])
    write("childRows", TaskRelations(reading).children(of: task.id))
    write("blockers", task.blockers.compactMap { reading.task(withID: $0) })
  }

  /// The fields of a task as they are typed (``QuickAdd``), without those that blanks keep from being typed on a line.
  static func words(of task: Task, _ fields: OwnFields) -> String {
    var words: [String] = []
    if let priority = task.priority { words.append("pri:\(priority.text)") }
    if let date = task.deadline?.start { words.append("due:\(date.iso)") }
    if let date = task.scheduled?.start { words.append("sched:\(date.iso)") }
    if let repeater = task.deadline?.repeater ?? task.scheduled?.repeater {
      words.append("every:\(task.repeats.typed(repeater))")
    }
    if let date = task.wait { words.append("wait:\(date.iso)") }
    if let list = task.list { words.append("list:\(list)") }
    if let effort = task.effort { words.append("effort:\(Effort.brief(effort))") }
    words += fields.all.compactMap { field in
      field.typed(field.value(in: task)).map { "\(field.name):\($0)" }
    }
    words += task.tags.map { $0.bytes.first == 0x40 ? "\($0)" : "+\($0)" }
    return words.filter { !$0.contains { $0 == " " || $0 == "\t" } }.joined(separator: " ")
  }
}
