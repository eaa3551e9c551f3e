import TasksCore
import TasksExchange
import TasksStore

/// The notes that someone is writing, as they will be shown.
struct BlocksPage: StorePage {
  let text: Text
  /// The task whose notes they are.
  let id: String?

  init(_ json: JSONValue) {
    text = json["text"].text ?? .empty
    id = json["id"].text?.string
  }

  func answer(_ visit: StoreRoom.Visit) throws -> WebAnswer {
    let reading = try visit.store.readUnchecked()
    let task = try id.map { try reading.document($0).task }
    let links = TaskLinks(visit.store, reading, task)
    let notes = MarkupJSON(
      notes: text, format: task?.format ?? visit.store.settings.format, task: links.task)
    return WebAnswer.json("blocks") { notes.write(to: &$0) }
  }
}

/// Finds the tasks that links lead to.
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
