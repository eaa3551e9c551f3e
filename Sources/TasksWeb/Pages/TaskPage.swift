import Platform
import TasksCore
import TasksExchange
import TasksStore

struct TaskPage: StorePage {
  let id: String
  /// The commit after which the task is shown; nil for now.
  let commit: String?

  func answer(_ session: StoreAccess.Session) throws -> WebAnswer {
    let past = try commit.map { commit in
      try session.store.commit(at: HistoryPoint(commit, .revision), local: LocalTime.timestamp(at:))
    }
    let reading = try past.map { try session.store.read(at: $0) } ?? session.store.read()
    let document = try reading.document(id)
    let task = document.shownTask
    let rows = RowWriter(session, reading)
    let links = TaskLinks(session.store, reading, task)
    let aside = try AsideValues(document, reading, session)
    var own = rows
    own.countsAside = false
    let columns = Column.Context(now: session.now) { $0.text.string }
    return WebAnswer.object("task") { json in
      own.write(task, to: &json)
      aside?.write(to: &json)
      if let moment = past.map({ LocalTime.timestamp(at: $0.seconds) }) {
        json.member("past", RelativeDate(now: session.now).dated(moment))
      }
      json.member("path", task.path)
      json.member("format", task.format == .org ? "org" : "markdown")
      json.member("created", task.created)
      json.member("words", QuickAdd.words(of: task, session.store.fields))
      json.key("reminders")
      json.array(task.reminders) { $0.string($1.shown) }
      json.key("fields")
      json.array(Column.lines(of: task, columns).filter { !$0.shown.isEmpty }) { json, line in
        json.array([line.name, line.label, line.shown]) { $0.string($1) }
      }
      json.key("properties")
      json.object { json in
        for property in task.properties {
          json.key(property.name)
          json.string(session.store.fields.shown(property))
        }
      }
      writeRelatives(of: task, reading, rows, to: &json)
      // The row has a flag of this name.
      json.member("text", task.withoutMessages.notes)
      json.member("encrypted", task.hasEncryptedNotes)
      json.key("blocks")
      MarkupJSON(Markup(task.withoutMessages), task: links.task).write(to: &json)
      json.objects("log", SharedTask(task, columns).log) { json, entry in
        json.member("shown", entry.moment)
        json.member("text", entry.words)
      }
    }
  }

  private func writeRelatives(
    of task: Task, _ reading: StoreReading, _ rows: RowWriter, to json: inout JSONWriter
  ) {
    func write(_ name: String, _ tasks: [Task]) {
      json.objects(name, tasks) { rows.write($1, to: &$0) }
    }
    write("parents", task.parent.flatMap { reading.task(withID: $0) }.map { [$0] } ?? [])
    write("childRows", TaskRelations(reading).children(of: task.id))
    write("blockers", task.blockers.compactMap { reading.task(withID: $0) })
  }
}

/// The notes that someone is writing, as they will be shown.
struct BlocksPage: StorePage {
  let text: Text
  let id: String?

  init(_ json: JSONValue) {
    text = json["text"].text ?? .empty
    id = json["id"].text?.string
  }

  func answer(_ session: StoreAccess.Session) throws -> WebAnswer {
    let reading = try session.store.readUnchecked()
    let task = try id.map { try reading.document($0).task }
    let links = TaskLinks(session.store, reading, task)
    let notes = MarkupJSON(
      notes: text, format: task?.format ?? session.store.settings.format, task: links.task)
    return WebAnswer.json("blocks") { notes.write(to: &$0) }
  }
}

struct TaskLinks {
  private let store: TaskStore
  private let reading: StoreReading
  /// The task with the links; nil for one that is not written yet.
  private let task: Task?

  init(_ store: TaskStore, _ reading: StoreReading, _ task: Task?) {
    (self.store, self.reading, self.task) = (store, reading, task)
  }

  func task(_ link: MarkupLink) -> TaskID? {
    guard let task else { return nil }
    switch LinkDestination(link, format: task.format) {
    case .id(let id): return TaskID(id).flatMap { reading.task(withID: $0)?.id }
    case .note(let name, _): return id(of: try? store.linkedNote(name, from: task))
    case .file(let path, _): return id(of: try? store.linkedFile(path, from: task))
    default: return nil
    }
  }

  private func id(of file: LinkedFile?) -> TaskID? {
    guard let file, file.path.hasPrefix(store.root + "/") else { return nil }
    return try? reading.document(String(file.path.dropFirst(store.root.count + 1))).task.id
  }
}
