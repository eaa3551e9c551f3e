import FlyingFox
import Platform
import TasksCore
import TasksStore
import TasksSync

/// What a browser can ask of the store without changing it.
protocol StorePage: Sendable {
  func answer(_ session: StoreAccess.Session) throws -> WebAnswer
}

struct PageQuery {
  let path: String
  private let items: [HTTPRequest.QueryItem]

  init(_ request: HTTPRequest) { (path, items) = (request.path, request.query) }

  subscript(_ name: String) -> String? { items.first { $0.name == name }?.value }

  /// The page that is asked for; nil for none.
  ///
  /// - Parameters:
  ///   - device: The browser that asks.
  ///   - sync: How the last sync went.
  func page(for device: DeviceToken, _ sync: SyncProgress) -> (any StorePage)? {
    switch path {
    case "/api/state": StatePage(device: device, sync: sync)
    case "/api/tasks": RowsPage(show: self["show"] ?? "order", filter: self["q"] ?? "")
    case "/api/task": TaskPage(id: self["id"] ?? "")
    case "/api/history": HistoryPage(id: self["id"])
    case "/api/agenda": AgendaPage(span: self["span"] ?? "week", from: self["from"])
    case "/api/read": LinePage(line: self["line"] ?? "", isChange: self["id"] != nil)
    case "/api/push-key": PushKeyPage()
    default: nil
    }
  }
}

/// The public key of this server, for browsers that subscribe.
struct PushKeyPage: StorePage {
  func answer(_ session: StoreAccess.Session) throws -> WebAnswer {
    let key = try PushCrypto.point(of: PushBook(session.store).secret())
    return WebAnswer.json("push-key") { json in json.object { $0.member("key", key.base64URL) } }
  }
}

/// How a line of quick-add is understood while it is typed.
struct LinePage: StorePage {
  let line: String
  /// Whether the line changes a task, so that no word of it is a title.
  let isChange: Bool

  func answer(_ session: StoreAccess.Session) throws -> WebAnswer {
    do throws(InputError) {
      let draft =
        isChange
        ? try QuickAdd.read(
          WebCommand.words(of: line), mode: .modify, now: session.now, fields: session.store.fields)
        : try QuickAdd.read(line: line, now: session.now, fields: session.store.fields)
      return WebAnswer.json("read") { json in
        json.object { json in
          json.member("ok", true)
          json.key("parts")
          json.array(draft.parts(now: session.now)) { json, part in
            json.object { json in
              json.member("kind", part.kind.rawValue)
              json.member("text", part.text)
            }
          }
        }
      }
    } catch {
      return WebAnswer.json("read") { json in
        json.object { json in
          json.member("ok", false)
          json.member("message", error.message)
          json.member("hint", error.hint)
          json.key("parts")
          json.array { _ in }
        }
      }
    }
  }
}

/// What changed of a task, or of the whole store, newest first.
struct HistoryPage: StorePage {
  private static let most = 50

  /// Nil for the whole store.
  let id: String?

  func answer(_ session: StoreAccess.Session) throws -> WebAnswer {
    let paths = try id.map { [try session.store.path(of: $0)] }
    let history = try session.store.history(
      of: paths, limit: HistoryPage.most, local: LocalTime.timestamp(at:))
    let names = try names(of: session.store)
    let now = session.now
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
