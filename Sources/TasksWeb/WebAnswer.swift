import FlyingFox
import Foundation
import Git
import Platform
import TasksCore
import TasksStore

struct WebAnswer: Error {
  var status: HTTPStatusCode = .ok
  var headers: HTTPHeaders = [:]
  var type = "application/json"
  var body: [UInt8] = []
  /// The body in gzip's format, where it is at hand.
  var packed: [UInt8]?

  /// The fewest bytes that are worth packing: less fits in one packet of a network either way.
  private static let leastPacked = 1400

  /// An answer in the envelope of every answer of `tasks` (``JSONWriter/document(kind:_:rest:)``).
  static func json(
    _ kind: String, status: HTTPStatusCode = .ok, _ value: (inout JSONWriter) -> Void
  ) -> WebAnswer {
    WebAnswer(status: status, body: JSONWriter.document(kind: kind, value))
  }

  /// A refusal, with a sentence for people.
  static func refusal(_ status: HTTPStatusCode, _ name: String, _ message: String) -> WebAnswer {
    WebAnswer(status: status, body: ErrorAnswer(name, message: message).json)
  }

  /// The same for an error of the store or of what was typed.
  static func refusal(of error: any Error) -> WebAnswer {
    if let answer = error as? WebAnswer { return answer }
    let failure = WebFailure(error)
    return refusal(failure.status, failure.name, failure.message)
  }

  /// Returns the answer as it is sent, with the headers that every answer has; packed where the browser reads that.
  func response(to request: HTTPRequest? = nil) -> HTTPResponse {
    var all = headers
    all[.contentType] = type
    all[HTTPHeader("X-Content-Type-Options")] = "nosniff"
    all[HTTPHeader("Referrer-Policy")] = "no-referrer"
    all[HTTPHeader("Cross-Origin-Resource-Policy")] = "same-origin"
    all[HTTPHeader("Cross-Origin-Opener-Policy")] = "same-origin"
    all[HTTPHeader("Vary")] = "Accept-Encoding"
    if all[.cacheControl] == nil { all[.cacheControl] = "no-store" }
    var sent = body
    let codings = request?.headers[HTTPHeader("Accept-Encoding")] ?? ""
    if body.count >= WebAnswer.leastPacked, codings.contains("gzip"),
      let packed = packed ?? Gzip.packed(body), packed.count < body.count
    {
      sent = packed
      all[HTTPHeader("Content-Encoding")] = "gzip"
    }
    return HTTPResponse(statusCode: status, headers: all, body: Data(sent))
  }
}

/// A failure as the page is told of it: the status decides whether a queued command is tried again (503) or given back
/// to the user.
struct WebFailure {
  let status: HTTPStatusCode
  /// The short name, as `tasks --json` has it.
  let name: String
  let message: String

  init(_ error: any Error) {
    let told = error as? any ReportedError ?? StoreError(error)
    message = told.hint.map { "\(told.message); \($0)" } ?? told.message
    (status, name) = WebFailure.code(of: told)
  }

  private static func code(of error: any ReportedError) -> (HTTPStatusCode, String) {
    switch error {
    case is ActionError, is CipherError: (.badRequest, "failed")
    case is SyncFailure: (.badGateway, "network")
    // Another program holds the store, or it is in the middle of a merge: the same command may succeed later.
    case StoreError.locked, StoreError.changedMeanwhile, StoreError.inTheMiddle, StoreError.file,
      is SystemError:
      (.serviceUnavailable, "failed")
    default:
      switch error.kind {
      case .noStore: (.serviceUnavailable, error.name)
      case .ambiguous, .limit, .usage: (.badRequest, error.name)
      case .network: (.badGateway, error.name)
      case .noSuchTask: (.notFound, error.name)
      case .failed, .interrupted: (.conflict, error.name)
      }
    }
  }
}
