import FlyingFox
import TasksStore

/// What a browser can ask of the store without changing it.
protocol StorePage: Sendable {
  func answer(_ visit: StoreRoom.Visit) throws -> WebAnswer
}

/// What a request for a page says.
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
