import TasksStore

/// A request as it came, without the server that took it.
package struct DAVRequest: Sendable {
  package enum Depth: String, Sendable { case zero = "0", one = "1", infinity }

  package let method: String
  /// The target as it was sent, not decoded.
  package let target: String
  package let body: [UInt8]
  /// The device of the token; nil without one.
  package let device: Device?
  private let headers: [String: String]

  package init(
    _ method: String, _ target: String, headers: [(name: String, value: String)] = [],
    body: [UInt8] = [], device: Device? = nil
  ) {
    (self.method, self.target, self.body, self.device) = (method, target, body, device)
    self.headers = Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
  }

  /// The most bytes that the body of a request may have.
  package static func largestBody(_ method: String) -> Int {
    method == "PUT" ? 1 << 20 : method == "REPORT" ? 4 << 20 : 1 << 16
  }

  /// The value of a header in any case; several are joined by commas.
  package subscript(header: String) -> String? { headers[header.lowercased()] }

  package var path: DAVPath? { DAVPath(target) }

  /// Returns how deep the request goes.
  ///
  /// - Throws: 400 for a depth that does not exist.
  package func depth(usually depth: Depth) throws(DAVAnswer) -> Depth {
    guard let word = self["Depth"] else { return depth }
    guard let depth = Depth(rawValue: word.lowercased()) else {
      throw .refusal(400, "the depth '\(word)' is neither 0 nor 1 nor infinity")
    }
    return depth
  }

  /// Whether what is not there is left out (RFC 8144, and Microsoft's `Brief`).
  package var isBrief: Bool {
    self["Brief"]?.lowercased() == "t"
      || self["Prefer"]?.lowercased().filter { $0 != " " }.contains("return=minimal") == true
  }

  /// Returns the element of the body; nil without a body.
  ///
  /// - Throws: 400 if it is no XML that can be read, 413 if it is too large.
  package func xml() throws(DAVAnswer) -> XMLElement? {
    guard body.count <= DAVRequest.largestBody(method) else { throw .tooLarge(method) }
    guard !body.isEmpty else { return nil }
    do throws(XMLFault) {
      return try XMLReader.read(body)
    } catch {
      throw .refusal(400, "the body cannot be read as XML: \(error)")
    }
  }
}
