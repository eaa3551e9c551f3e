import CoreTestSupport
import StoreTestSupport
import TasksCore
import TasksDAV
import TasksExchange
import TasksStore
import TasksSync
import Testing

/// A store with its door, asked without a server.
final class ServiceWorld {
  let world: StoreWorld
  /// The one of the last request, as the server keeps it.
  private var snapshot: DAVSnapshot?

  init(_ lines: [(id: String, line: String)] = []) throws {
    world = try StoreWorld()
    let store = try world.create()
    guard !lines.isEmpty else { return }
    var write = StoreWrite(store: store, verb: "add")
    write.arrives = true
    _ = try write.run { reading in
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
      Dictionary(
        responses.compactMap { name, response in
          let status = (response[.status] ?? response[.propstat]?[.status])?.value ?? ""
          return status.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            .map { (name, $0) }
        }, uniquingKeysWith: { $1 })
    }

    /// The tag and the text of each task of a multistatus, by the last segment of its address.
    var tasks: [String: (tag: String, text: String)] {
      Dictionary(
        responses.compactMap { name, response in
          guard let prop = response[.propstat]?[.prop], let tag = prop[.getetag] else { return nil }
          return (name, (tag.value, prop[.calendarData]?.text ?? ""))
        }, uniquingKeysWith: { $1 })
    }

    private var responses: [(String, XMLElement)] {
      ((try? XMLReader.read(Array(body.utf8)))?.all(.response) ?? []).map { response in
        (response[.href]?.value.split(separator: "/").last.map(String.init) ?? "", response)
      }
    }

    var token: String { (try? XMLReader.read(Array(body.utf8)))?[.syncToken]?.value ?? "" }
    var tag: String { headers["ETag"] ?? "" }
    /// The content lines of a task, without folds.
    var lines: [String] { ClientBody.lines(body) }

    /// The text of a task after a client changed it (``ClientBody/edited(_:_:product:isRewriter:)``).
    func edited(
      _ edits: [(String, String?)], product: String = "-//Test//EN", isRewriter: Bool = false
    ) -> String {
      ClientBody.edited(body, edits, product: product, isRewriter: isRewriter)
    }
  }

  func ask(
    _ method: String, _ target: String, _ headers: [String: String] = [:], _ body: String = "",
    device: String = "phone-aaaaaaaa"
  ) throws -> Answer {
    let device = Device(id: device, name: "phone", client: "Test/1")
    let store = try TaskStore(at: world.root, try world.context(), as: device)
    let context = store.foreignContext
    let current = try DAVSnapshot(of: store, context, after: snapshot)
    snapshot = current
    let service = DAVService(store, context, current) { _ in false }
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

  /// Reads tasks at once, as clients do after a sync.
  func multiget(_ list: String, _ names: some Sequence<String>) throws -> Answer {
    let hrefs = names.map { "<D:href>/dav/lists/\(list)/\($0)</D:href>" }.joined()
    return try ask(
      "REPORT", "/dav/lists/\(list)/", ["Depth": "1"],
      """
      <C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">\
      <D:prop><D:getetag/><C:calendar-data/></D:prop>\(hrefs)</C:calendar-multiget>
      """)
  }

  /// The names and tags of a list's tasks.
  func listing(_ list: String) throws -> [String: String] {
    try ask("PROPFIND", "/dav/lists/\(list)/", ["Depth": "1"]).tasks.filter { $0.key != list }
      .mapValues(\.tag)
  }

  /// Puts a task into a list as a client does.
  @discardableResult
  func put(
    _ name: String, in list: String, _ body: String, _ headers: [String: String] = [:],
    device: String = "phone-aaaaaaaa"
  ) throws -> Answer {
    let type = ["Content-Type": "text/calendar; charset=utf-8"]
    return try ask(
      "PUT", "/dav/lists/\(list)/\(name)", headers.merging(type) { $1 }, body, device: device)
  }

  func get(_ name: String, in list: String) throws -> Answer {
    try ask("GET", "/dav/lists/\(list)/\(name)")
  }

  /// Changes a task in the shell.
  func edit(_ id: String, _ edits: Edit...) throws {
    _ = try world.open().write("edit") { reading in [.edit(try reading.document(id), edits)] }
  }

  /// Commits what was edited by hand.
  func settle() throws { _ = try world.open().write("edit") { _ in [] } }

  func head() throws -> String { try world.git("rev-parse", "HEAD") }

  /// The id of the task of a UID.
  func id(ofUID uid: String) throws -> TaskID? {
    TodoResource.id(ofUID: uid, try world.open().foreignContext)
  }

  /// The tag of a text.
  func etag(of text: String) throws -> String {
    let blob =
      text.split(separator: "\r\n").first { $0.hasPrefix("X-TASKS-VERSION:") }?.dropFirst(16) ?? ""
    return "\"\(blob)-0000\""
  }

  func task(_ id: String) throws -> Task { try world.open().read().document(id).task }
}

/// A VTODO as a client writes it.
func todo(_ uid: String, _ lines: String...) -> String {
  (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VTODO", "UID:\(uid)"] + lines
    + ["END:VTODO", "END:VCALENDAR", ""]).joined(separator: "\r\n")
}
