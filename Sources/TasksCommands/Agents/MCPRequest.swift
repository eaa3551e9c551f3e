import TasksCore

/// The revisions of the Model Context Protocol that are spoken here.
enum MCPRevision {
  /// The revision whose requests each name it.
  static let modern = "2026-07-28"
  /// The revisions that are agreed on with `initialize`, the newest first.
  static let handshaken = ["2025-11-25", "2025-06-18"]
  static let all = [modern] + handshaken
  /// The beginning of the protocol's own keys in `_meta`.
  static let namespace = "io.modelcontextprotocol/"
}

/// A request of the protocol.
struct MCPRequest {
  let method: String
  let parameters: JSONValue
  /// Whether it is of the revision that has no handshake.
  let isModern: Bool

  /// - Throws: ``MCPFault`` if the message is no request, or of another revision.
  init(_ message: JSONValue) throws(MCPFault) {
    guard message["jsonrpc"].text == "2.0" else { throw .invalidRequest("jsonrpc is not 2.0") }
    guard let method = message["method"].text?.string else {
      throw .invalidRequest("there is no method")
    }
    self.method = method
    parameters = message["params"]
    switch parameters {
    case .null, .object: break
    default: throw .invalidParameters("params is no object")
    }
    switch parameters["_meta"][Text(MCPRevision.namespace + "protocolVersion")] {
    case .null: isModern = false
    case .string(let revision) where revision.string == MCPRevision.modern: isModern = true
    case .string(let revision): throw .unsupported(revision)
    default: throw .invalidParameters("protocolVersion is no string")
    }
  }

  /// Whether a message has no id, and so is never answered.
  static func isNotification(_ message: JSONValue) -> Bool {
    guard case .object(let members) = message else { return false }
    return !members.contains { $0.name == "id" }
  }
}

/// An error of the protocol (JSON-RPC 2.0, section 5.1, and the schema of the revision 2026-07-28).
struct MCPFault: Error {
  var code: Int
  var message: String
  /// A revision that is not spoken here.
  var requested: Text?

  static let notJSON = MCPFault(code: -32700, message: "Parse error")
  static func invalidRequest(_ reason: String) -> MCPFault {
    MCPFault(code: -32600, message: "Invalid request: \(reason)")
  }
  static func unknownMethod(_ name: String) -> MCPFault {
    MCPFault(code: -32601, message: "Method not found: \(name)")
  }
  static func invalidParameters(_ reason: String) -> MCPFault {
    MCPFault(code: -32602, message: "Invalid params: \(reason)")
  }
  static func unsupported(_ revision: Text) -> MCPFault {
    MCPFault(code: -32022, message: "Unsupported protocol version", requested: revision)
  }

  /// Writes the members of the error object.
  func write(to json: inout JSONWriter) {
    json.member("code", code)
    json.member("message", ControlCharacters.escaped(Text(message)))
    guard let requested else { return }
    json.key("data")
    json.object { json in
      json.key("supported")
      json.array(MCPRevision.all) { $0.string($1) }
      json.member("requested", requested)
    }
  }
}
