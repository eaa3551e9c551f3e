import StoreTestSupport
import TasksCore
import TasksDAV
import TasksStore
import TasksSync
import Testing

/// A store with its door, asked without a server.
final class ServiceWorld {
  let world: StoreWorld

  init(_ lines: [(id: String, line: String)] = []) throws {
    world = try StoreWorld()
    let store = try world.create()
    guard !lines.isEmpty else { return }
    _ = try store.write("add") { reading in
      var new = NewTasks(in: store, after: reading)
      return try lines.map { id, line in
        let now = store.context.clock().now
        return .add(try new.task(QuickAdd.read(line: line, now: now), id: TaskID(Text(id))))
      }
    }
  }

  /// An answer as a client reads it.
  struct Answer {
    let status: Int
    let headers: [String: String]
    let body: String

    /// The status of each address of a multistatus, by its last segment.
    var statuses: [String: Int] {
      var found: [String: Int] = [:]
      for response in (try? XMLReader.read(Array(body.utf8)))?.all(.response) ?? [] {
        let name = response[.href]?.value.split(separator: "/").last.map(String.init) ?? ""
        let status = (response[.status] ?? response[.propstat]?[.status])?.value ?? ""
        found[name] = status.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      }
      return found
    }

    var token: String { (try? XMLReader.read(Array(body.utf8)))?[.syncToken]?.value ?? "" }
  }

  func ask(
    _ method: String, _ target: String, _ headers: [String: String] = [:], _ body: String = "",
    device: String = "phone-aaaaaaaa"
  ) throws -> Answer {
    let device = Device(id: device, name: "phone", client: "Test/1")
    let store = try TaskStore(at: world.root, try world.context(), as: device)
    let context = store.foreignContext
    let service = DAVService(store, context, try DAVSnapshot(of: store, context)) { _ in false }
    let request = DAVRequest(
      method, target, headers: headers.map { (name: $0.key, value: $0.value) },
      body: Array(body.utf8), device: device)
    let answer = service.answer(request)
    return Answer(
      status: answer.status,
      headers: Dictionary(answer.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }),
      body: String(decoding: try answer.body.bytes(service.texts), as: UTF8.self))
  }

  func sync(_ list: String, _ token: String = "", limit: Int? = nil) throws -> Answer {
    let limit = limit.map { "<D:limit><D:nresults>\($0)</D:nresults></D:limit>" } ?? ""
    return try ask(
      "REPORT", "/dav/lists/\(list)/", [:],
      """
      <D:sync-collection xmlns:D="DAV:"><D:sync-token>\(token)</D:sync-token><D:sync-level>1</D:sync-level>\(limit)\
      <D:prop><D:getetag/></D:prop></D:sync-collection>
      """)
  }

  func task(_ id: String) throws -> Task { try world.open().read().document(id).task }
}

/// A VTODO as a client writes it.
func todo(_ uid: String, _ lines: String...) -> String {
  (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VTODO", "UID:\(uid)"] + lines
    + ["END:VTODO", "END:VCALENDAR", ""]).joined(separator: "\r\n")
}
