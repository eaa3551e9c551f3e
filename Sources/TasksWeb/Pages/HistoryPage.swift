import TasksCore
import TasksStore
import TasksSync

/// What changed of a task, or of the whole store, newest first.
struct HistoryPage: StorePage {
  /// As many as are shown.
  private static let most = 50

  /// Nil for the whole store.
  let id: String?

  func answer(_ visit: StoreRoom.Visit) throws -> WebAnswer {
    let paths = try id.map { [try visit.store.path(of: $0)] }
    let history = try visit.store.history(
      of: paths, limit: HistoryPage.most, local: LocalTime.timestamp(at:))
    let names = try names(of: visit.store)
    let now = visit.now
    let dates = RelativeDate(now: now)
    return WebAnswer.json("history") { json in
      json.array(history.entries) { json, entry in
        json.object { json in
          json.member("at", entry.time)
          json.member("shown", dates.text(entry.time))
          json.member("device", entry.device.map { names[$0] ?? $0 } ?? entry.author)
          json.member("operation", HistoryPage.operation(of: entry))
          json.member("commit", entry.commit)
          json.member("id", entry.task?.id.text)
          json.member("title", entry.task?.title)
          json.key("lines")
          let told = entry.change.old == nil ? [] : entry.fields.compactMap { $0.told(now: now) }
          json.array(told) { $0.string(ControlCharacters.escaped($1)) }
        }
      }
    }
  }

  /// The names of devices by their ids.
  private func names(of store: TaskStore) throws -> [String: String] {
    var names: [String: String] = [:]
    for device in try store.devices(local: LocalTime.timestamp(at:)) {
      names[device.id] = device.name
    }
    for device in try DeviceTokens(of: store).all() { names[device.id] = device.name }
    return names
  }

  private static func operation(of entry: HistoryEntry) -> String {
    if let operation = entry.operation { return operation }
    if entry.change.old == nil { return "added" }
    return entry.change.new == nil ? "removed" : "changed"
  }
}
