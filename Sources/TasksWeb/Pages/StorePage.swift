import FlyingFox
import TasksCore
import TasksStore

/// What a browser can ask of the store without changing it.
protocol StorePage: Sendable {
  func answer(_ session: StoreAccess.Session) throws -> WebAnswer
}

extension WebAnswer {
  /// An answer that is an object (``json(_:status:_:)``).
  static func object(_ kind: String, _ members: (inout JSONWriter) -> Void) -> WebAnswer {
    json(kind) { $0.object(members) }
  }
}

extension JSONWriter {
  /// Writes an array of objects as a member.
  mutating func objects<Element>(
    _ name: String, _ elements: some Sequence<Element>,
    _ members: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    array(elements) { json, element in json.object { members(&$0, element) } }
  }
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
    case "/api/copy": CopyPage(known: self["have"])
    case "/api/tasks": RowsPage(show: self["show"] ?? "order", filter: self["q"] ?? "")
    case "/api/task": TaskPage(id: self["id"] ?? "", commit: self["at"])
    case "/api/history": HistoryPage(id: self["id"], before: self["before"])
    case "/api/agenda":
      AgendaPage(span: self["span"] ?? "week", length: self["days"], from: self["from"])
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
    return WebAnswer.object("push-key") { $0.member("key", key.base64URL) }
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
          QuickAdd.split(line), mode: .modify, now: session.now, fields: session.store.fields)
        : try QuickAdd.read(line: line, now: session.now, fields: session.store.fields)
      let lists =
        (try? session.store.readUnchecked().counts(.lists).lists.rows.map(\.name.string)) ?? []
      let offers =
        isChange
        ? []
        : QuickAddOffer.all(in: line, read: draft, now: session.now) { lists.contains($0) }
      let dates = [DraftPart.Kind.deadline: draft.deadline, .scheduled: draft.scheduled]
      return WebAnswer.object("read") { json in
        json.member("ok", true)
        json.objects("parts", draft.parts(now: session.now)) { json, part in
          json.member("kind", part.kind.rawValue)
          json.member("text", part.text)
          if case .set(let at)? = dates[part.kind] { json.member("at", at) }
          if part.kind == .list, draft[.list] != .clear, !lists.contains(part.text) {
            json.member("isNew", true)
          }
        }
        if offers.isEmpty { return }
        json.objects("offers", offers) { json, offer in
          json.member("from", offer.from)
          json.member("word", offer.word)
          json.member("shown", offer.shown)
        }
      }
    } catch {
      return WebAnswer.object("read") { json in
        json.member("ok", false)
        json.member("message", error.message)
        json.member("hint", error.hint)
        json.key("parts")
        json.array { _ in }
      }
    }
  }
}
