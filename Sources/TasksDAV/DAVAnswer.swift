import Git
import Platform
import TasksCore
import TasksStore

/// An answer, which can be thrown in place of another.
package struct DAVAnswer: Error, Sendable {
  package var status: Int
  package var headers: [(name: String, value: String)]
  package var body: DAVBody

  /// Makes an answer with the header that tells what the door can do.
  package init(
    _ status: Int, headers: [(name: String, value: String)] = [], body: DAVBody = DAVBody([])
  ) {
    let abilities = "1, 3, access-control, calendar-access, extended-mkcol"
    (self.status, self.headers, self.body) = (status, [("DAV", abilities)] + headers, body)
  }

  private static let phrases = [
    200: "OK", 201: "Created", 204: "No Content", 207: "Multi-Status", 301: "Moved Permanently",
    304: "Not Modified", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 409: "Conflict", 412: "Precondition Failed",
    413: "Content Too Large", 415: "Unsupported Media Type", 421: "Misdirected Request",
    424: "Failed Dependency", 502: "Bad Gateway", 503: "Service Unavailable",
    507: "Insufficient Storage",
  ]

  /// What HTTP calls a status.
  package static func phrase(of status: Int) -> String { phrases[status] ?? "Refused" }

  private static let xml = [(name: "Content-Type", value: "application/xml; charset=utf-8")]

  /// Answers about several places, all at once.
  package static func multistatus(
    _ body: (inout XMLWriter) throws -> Void
  ) rethrows -> DAVAnswer {
    DAVAnswer(207, headers: xml, body: DAVBody(try XMLWriter.document(.multistatus, body)))
  }

  /// How many rows of an answer are written at once.
  static let batch = 32

  /// Answers with a response a row, and what `ending` writes after them. Those of a long answer are written as they are
  /// sent.
  ///
  /// - Parameter responses: Writes the responses of some rows, with the texts of tasks if it needs them.
  package static func multistatus<Row: Sendable>(
    _ rows: [Row], texts: DAVBody.Texts = DAVBody.noTexts,
    ending: @escaping @Sendable (inout XMLWriter) -> Void = { _ in },
    _ responses:
      @escaping @Sendable (ArraySlice<Row>, DAVBody.Texts, inout XMLWriter) throws -> Void
  ) throws -> DAVAnswer {
    let body = try DAVBody(texts) { place, size, texts throws in
      var writer = XMLWriter()
      var next = place
      if place == 0 { writer.begin(.multistatus) }
      while next < rows.count, writer.bytes.count < size {
        let end = min(next + batch, rows.count)
        try responses(rows[next..<end], texts, &writer)
        next = end
      }
      guard next == rows.count else { return (writer.bytes, next) }
      ending(&writer)
      writer.end(.multistatus)
      return (writer.bytes, nil)
    }
    return DAVAnswer(207, headers: xml, body: body)
  }

  // MARK: Refusals

  /// A refusal with a sentence for people, and the precondition that was not met.
  ///
  /// - Parameter place: What the precondition is about, for ``XMLName/noUIDConflict``.
  package static func refusal(
    _ status: Int, _ message: String, _ precondition: XMLName? = nil, place: DAVPath? = nil
  ) -> DAVAnswer {
    let body = XMLWriter.document(.error) { writer in
      if let precondition {
        writer.element(precondition) { writer in
          if let place { writer.element(.href, text: place.href) }
        }
      }
      writer.element(.responsedescription, text: message)
    }
    return DAVAnswer(status, headers: xml, body: DAVBody(body))
  }

  package static func notFound(_ target: String) -> DAVAnswer {
    refusal(404, "there is nothing at \(ControlCharacters.escaped(target))")
  }

  package static func tooLarge(_ method: String) -> DAVAnswer {
    refusal(413, "a body of more than \(DAVRequest.largestBody(method)) bytes is not taken")
  }

  package static var unauthorized: DAVAnswer {
    var answer = refusal(401, "sign in with a token as the password; tasks web token add makes one")
    answer.headers.append(("WWW-Authenticate", "Basic realm=\"tasks\", charset=\"UTF-8\""))
    return answer
  }

  /// What cannot be done now, and can in so many seconds.
  package static func busy(_ message: String, seconds: Int) -> DAVAnswer {
    var answer = refusal(503, message)
    answer.headers.append(("Retry-After", "\(seconds)"))
    return answer
  }

  /// The refusal of an error of the store or of what was sent.
  package init(of error: any Error) {
    if let answer = error as? DAVAnswer {
      self = answer
      return
    }
    let told: any ReportedError =
      error is GitError ? StoreError(error) : error as? any ReportedError ?? StoreError(error)
    let message = told.hint.map { "\(told.message); \($0)" } ?? told.message
    switch told {
    case StoreError.locked, StoreError.changedMeanwhile, StoreError.git(.indexLocked),
      StoreError.git(.referenceLocked), StoreError.git(.headMoved), StoreError.git(.referenceMoved):
      self = .busy(message, seconds: 5)
    case StoreError.git(.hookFailed): self = .refusal(403, message)
    case StoreError.inTheMiddle, StoreError.file, StoreError.git, is SystemError:
      self = .busy(message, seconds: 60)
    case StoreError.conflicted: self = .refusal(409, message)
    default:
      switch told.kind {
      case .noSuchTask: self = .refusal(404, message)
      case .noStore, .network, .interrupted: self = .busy(message, seconds: 60)
      case .ambiguous: self = .refusal(409, message)
      case .failed, .usage, .limit: self = .refusal(403, message)
      }
    }
  }
}

/// The body of an answer. A long one is in pieces, each of which is made when it is asked for.
package struct DAVBody: Sendable {
  /// Prints tasks for clients; nil for one that is gone.
  package typealias Texts = ([DAVSnapshot.Entry]) throws -> [[UInt8]?]
  /// Returns the piece that begins at a row, of about so many bytes, and the row after it; nil at the end.
  package typealias Piece =
    @Sendable (_ row: Int, _ size: Int, _ texts: Texts) throws -> ([UInt8], next: Int?)

  /// For an answer that has no texts of tasks.
  package static let noTexts: @Sendable ([DAVSnapshot.Entry]) -> [[UInt8]?] = {
    $0.map { _ in nil }
  }

  /// Answers up to this size are in one piece.
  package static let wholeSize = 1 << 18
  package static let pieceSize = 1 << 16

  private var first: [UInt8]?
  private var row: Int?
  private let piece: Piece?

  package init(_ bytes: [UInt8]) { (first, row, piece) = (bytes, nil, nil) }

  package init(_ texts: Texts, _ piece: @escaping Piece) throws {
    self.piece = piece
    (first, row) = try piece(0, DAVBody.wholeSize, texts)
  }

  /// The number of bytes; nil for a body of several pieces.
  package var count: Int? { row == nil ? first?.count ?? 0 : nil }

  /// Returns the next piece; nil after the last one.
  ///
  /// - Parameter texts: Those of the store as it is now: it need not stay open between two pieces.
  package mutating func next(_ texts: Texts = noTexts) throws -> [UInt8]? {
    if let bytes = first.take() { return bytes }
    guard let place = row, let piece else { return nil }
    let (bytes, next) = try piece(place, DAVBody.pieceSize, texts)
    row = next
    return bytes
  }

  /// Returns all that is left of it.
  package func bytes(_ texts: Texts = noTexts) throws -> [UInt8] {
    var (rest, all) = (self, [UInt8]())
    while let piece = try rest.next(texts) { all += piece }
    return all
  }
}
