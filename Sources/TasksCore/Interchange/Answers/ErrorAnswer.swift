/// A failure, which is printed on stderr.
public struct ErrorAnswer: Answer {
  public let kind = "error"
  /// The short name that scripts can test: `not-found`.
  public let name: String
  public let message: String

  public init(_ name: String, message: String) {
    self.name = name
    self.message = message
  }

  public func write(to json: inout JSONWriter) { json.string(name) }

  public func writeRest(to json: inout JSONWriter) { json.member("message", message) }
}
