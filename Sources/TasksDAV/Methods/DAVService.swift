import TasksCore
import TasksExchange
import TasksStore

/// Answers the requests of CalDAV clients (RFC 4791, 6578) from a store, without a server.
package struct DAVService {
  let store: TaskStore
  let context: ForeignContext
  let snapshot: DAVSnapshot
  /// Whether an address of the user's forwards to the server: `desk.example.org`.
  let isOwnHost: (String) -> Bool

  /// - Parameters:
  ///   - store: Opened for the device of the request, so that its commits name it.
  ///   - context: What foreign formats have to know of the store.
  package init(
    _ store: TaskStore, _ context: ForeignContext, _ snapshot: DAVSnapshot,
    isOwnHost: @escaping (String) -> Bool
  ) {
    (self.store, self.context, self.snapshot) = (store, context, snapshot)
    self.isOwnHost = isOwnHost
  }

  /// Answers what needs no store, nor a password: discovery, and what the door can do; nil for all else.
  package static func greeting(_ request: DAVRequest) -> DAVAnswer? {
    if request.path == .wellKnown {
      return DAVAnswer(301, headers: [("Location", DAVPath.root(.dav).href)])
    }
    guard request.method == "OPTIONS" else { return nil }
    return DAVAnswer(
      200,
      headers: [
        (
          "Allow",
          "OPTIONS, GET, HEAD, PROPFIND, PROPPATCH, REPORT, PUT, DELETE, MOVE, COPY, MKCALENDAR, MKCOL"
        )
      ])
  }

  package func answer(_ request: DAVRequest) -> DAVAnswer {
    do {
      guard let path = request.path else { throw DAVAnswer.notFound(request.target) }
      switch request.method {
      case "PROPFIND": return try propfind(request, path)
      case "REPORT": return try report(request, path)
      case "GET", "HEAD": return try get(request, path)
      case "PUT": return try put(request, path)
      case "DELETE": return try delete(request, path)
      case "MOVE", "COPY": return try move(request, path)
      case "MKCALENDAR", "MKCOL": return try makeList(request, path)
      case "PROPPATCH": return try proppatch(request, path)
      case "ACL": throw DAVAnswer.refusal(403, "rights are not changed here")
      default:
        throw DAVAnswer.refusal(
          405, "\(ControlCharacters.escaped(Text(request.method))) is not known here")
      }
    } catch {
      return DAVAnswer(of: error)
    }
  }

  /// Makes a change as it arrives from a client, in one commit.
  ///
  /// - Parameter base: The version that the client has changed, if it is not the last one.
  func write(
    _ verb: String, base: String? = nil, _ decide: (StoreReading) throws -> [Change]
  ) throws {
    var write = StoreWrite(store: store, verb: verb, asksHooks: true)
    if let base { write.trailers = [(CommitMessage.baseTrailer, base)] }
    write.arrives = true
    _ = try write.run(decide)
  }

  // MARK: Places

  /// The list of a segment.
  ///
  /// - Throws: 404.
  func list(_ segment: Text, _ request: DAVRequest) throws(DAVAnswer) -> DAVList {
    guard let list = snapshot.lists[segment: segment] else { throw .notFound(request.target) }
    return list
  }

  /// The task at an address.
  ///
  /// - Throws: 404.
  func entry(_ path: DAVPath, _ request: DAVRequest) throws(DAVAnswer) -> DAVSnapshot.Entry {
    guard let entry = snapshot.entry(at: path) else { throw .notFound(request.target) }
    return entry
  }

  /// Prints tasks, each as its clients get it; nil for one that has gone meanwhile.
  func texts(of entries: [DAVSnapshot.Entry]) throws -> [[UInt8]?] {
    let documents = try store.documents(ofVersions: entries.map { ($0.blob, $0.path) })
    return zip(entries, documents).map { entry, document in
      document.map { text(of: $0.task, entry, version: entry.blob) }
    }
  }

  /// Prints a task as it is or was.
  func text(of task: Task, _ entry: DAVSnapshot.Entry, version: String) -> [UInt8] {
    TodoResource.print(
      task, version: version, parent: snapshot.parent(of: entry), modified: entry.modified, context)
  }

  // MARK: Reading

  private func get(_ request: DAVRequest, _ path: DAVPath) throws -> DAVAnswer {
    let type: String
    let tag: String
    let body: [UInt8]
    switch path {
    case .task:
      let entry = try entry(path, request)
      tag = snapshot.etag(entry)
      if request["If-None-Match"].map({ ETags($0).contains(entry.blob, snapshot.shape(of: entry)) })
        == true
      {
        return DAVAnswer(304, headers: [("ETag", tag)])
      }
      guard let text = try texts(of: [entry])[0] else { throw DAVAnswer.notFound(request.target) }
      (type, body) = ("text/calendar; charset=utf-8; component=VTODO", text)
    case .list(let segment):
      let list = try list(segment, request)
      tag = "\"\(snapshot.ctag(list))\""
      (type, body) = ("text/calendar; charset=utf-8", try calendar(of: list))
    default:
      (type, tag) = ("text/plain; charset=utf-8", "\"tasks\"")
      body = Array("This address is for CalDAV apps: see tasks-web(7).\n".utf8)
    }
    return DAVAnswer(
      200, headers: [("Content-Type", type), ("ETag", tag)],
      body: DAVBody(request.method == "HEAD" ? [] : body))
  }

  /// All of a list as one VCALENDAR, for programs that subscribe.
  private func calendar(of list: DAVList) throws -> [UInt8] {
    let texts = try texts(of: snapshot.members(of: list)).compactMap(\.self)
    guard let first = texts.first else {
      return Array(
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//tasks//tasks//EN\r\nEND:VCALENDAR\r\n".utf8)
    }
    let (begin, end) = (Array("BEGIN:VTODO".utf8), Array("END:VTODO\r\n".utf8))
    func part(_ text: [UInt8]) -> (
      head: ArraySlice<UInt8>, todo: ArraySlice<UInt8>, tail: ArraySlice<UInt8>
    ) {
      let start = text.firstRange(of: begin)?.lowerBound ?? text.endIndex
      let stop = text.lastRange(of: end)?.upperBound ?? text.endIndex
      return (text[..<start], text[min(start, stop)..<stop], text[stop...])
    }
    return part(first).head + texts.flatMap { part($0).todo } + part(first).tail
  }
}

/// The tags of an If-Match or If-None-Match, however proxies and clients spoil them: `W/`, `-gzip`, no quotes.
struct ETags {
  /// Whether it is `*`: any version.
  let isAny: Bool
  private let tags: [String]

  init(_ header: String) {
    isAny = header.trimmedBlanks == "*"
    tags = header.split(separator: ",").map { part in
      var tag = Substring(String(part).trimmedBlanks)
      if tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
      tag = tag.drop { $0 == "\"" }
      while tag.last == "\"" { tag.removeLast() }
      return String(tag.hasSuffix("-gzip") ? tag.dropLast(5) : tag)
    }
  }

  func contains(_ blob: String, _ shape: String) -> Bool {
    isAny || tags.contains("\(blob)-\(shape)")
  }

  /// The blobs that tags of our form name; nil if one has another form.
  var blobs: [String]? {
    var blobs: [String] = []
    for tag in tags {
      let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2, [40, 64].contains(parts[0].utf8.count), parts[1].utf8.count == 4,
        parts.allSatisfy({ $0.allSatisfy(\.isHexDigit) })
      else { return nil }
      blobs.append(String(parts[0]))
    }
    return blobs
  }
}

extension Array where Element == UInt8 {
  fileprivate func firstRange(of part: [UInt8]) -> Range<Int>? {
    indices.dropLast(part.count - 1).first { self[$0..<$0 + part.count].elementsEqual(part) }
      .map { $0..<$0 + part.count }
  }

  fileprivate func lastRange(of part: [UInt8]) -> Range<Int>? {
    indices.dropLast(part.count - 1).last { self[$0..<$0 + part.count].elementsEqual(part) }
      .map { $0..<$0 + part.count }
  }
}
