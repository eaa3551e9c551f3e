/// A failure, which is printed on stderr.
package struct ErrorAnswer: Answer {
  package let kind = "error"
  /// The short name that scripts can test: `not-found`.
  let name: String
  let message: String

  package init(_ name: String, message: String) {
    self.name = name
    self.message = message
  }

  package func write(to json: inout JSONWriter) { json.string(name) }

  package func writeRest(to json: inout JSONWriter) { json.member("message", message) }
}
