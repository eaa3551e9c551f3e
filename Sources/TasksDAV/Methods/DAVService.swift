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
      guard let path = request.path else {
        guard ["PUT", "MKCOL", "MKCALENDAR"].contains(request.method) else {
          throw DAVAnswer.notFound(request.target)
        }
        throw DAVAnswer.refusal(409, "there is nothing above this address")
      }
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
  /// - Parameters:
  ///   - base: The version that the client has changed, if it is not the last one.
  ///   - outcome: What the change has turned out to be; nil for the verb.
  func write(
    _ verb: String, base: String? = nil, outcome: @escaping () -> String? = { nil },
    _ decide: (StoreReading) throws -> [Change]
  ) throws {
    var write = StoreWrite(store: store, verb: verb, asksHooks: true)
    write.outcome = outcome
    if let base { write.trailers = [(CommitMessage.baseTrailer, base)] }
    write.arrives = true
    _ = try write.run(decide)
  }

  /// Whether a blob is or was a version of a task.
  func isVersion(_ blob: String, of entry: DAVSnapshot.Entry) throws -> Bool {
    try blob == entry.blob || store.isVersion(blob, of: entry.path)
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
  package func texts(_ entries: [DAVSnapshot.Entry]) throws -> [[UInt8]?] {
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
    func answer(
      _ type: String, _ tag: String, _ body: () throws -> DAVBody
    ) throws -> DAVAnswer {
      if request["If-None-Match"].map({ ETags($0).contains(tag) }) == true {
        return DAVAnswer(304, headers: [("ETag", tag)])
      }
      return DAVAnswer(200, headers: [("Content-Type", type), ("ETag", tag)], body: try body())
    }
    switch path {
    case .task:
      let entry = try entry(path, request)
      return try answer("text/calendar; charset=utf-8; component=VTODO", snapshot.etag(entry)) {
        guard let text = try texts([entry])[0] else { throw DAVAnswer.notFound(request.target) }
        return DAVBody(text)
      }
    case .list(let segment):
      let list = try list(segment, request)
      return try answer("text/calendar; charset=utf-8", snapshot.etag(list)) {
        try calendar(of: snapshot.members(of: list))
      }
    default:
      return try answer("text/plain; charset=utf-8", "\"tasks\"") {
        DAVBody(Array("This address is for CalDAV apps: see tasks-web(7).\n".utf8))
      }
    }
  }

  /// Tasks as one VCALENDAR, for programs that subscribe.
  private func calendar(of entries: [DAVSnapshot.Entry]) throws -> DAVBody {
    try DAVBody(texts) { place, size, texts throws in
      let (begin, end) = (Array("BEGIN:VTODO\r\n".utf8), Array("END:VCALENDAR\r\n".utf8))
      var bytes = Array("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//tasks//EN\r\n".utf8)
      if place > 0 { bytes = [] }
      var next = place
      while next < entries.count, bytes.count < size {
        let batch = entries[next...].prefix(DAVAnswer.batch)
        for text in try texts(Array(batch)).compactMap(\.self) {
          let start = text.firstRange(of: begin)?.lowerBound ?? text.endIndex
          bytes += text[start...].dropLast(end.count)
        }
        next = batch.endIndex
      }
      if next == entries.count { bytes += end }
      return (bytes, next == entries.count ? nil : next)
    }
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

  /// Whether a tag, in its quotes, is one of these.
  func contains(_ tag: String) -> Bool { isAny || tags.contains { "\"\($0)\"" == tag } }

  /// The blobs that tags of our form name; nil if none has it.
  var blobs: [String]? {
    var blobs: [String] = []
    for tag in tags {
      let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2, [40, 64].contains(parts[0].utf8.count), parts[1].utf8.count == 4,
        parts.allSatisfy({ $0.allSatisfy(\.isHexDigit) })
      else { continue }
      blobs.append(String(parts[0]))
    }
    return blobs.isEmpty ? nil : blobs
  }
}
