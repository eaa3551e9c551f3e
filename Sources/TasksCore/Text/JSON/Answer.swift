/// What a command prints: its JSON is here, where every front end can use it.
package protocol Answer {
  /// The kind in the JSON envelope, and the key of the value there.
  var kind: String { get }

  /// Writes the value.
  func write(to json: inout JSONWriter)

  /// Writes further keys after the value.
  func writeRest(to json: inout JSONWriter)
}

extension Answer {
  package func writeRest(to json: inout JSONWriter) {}

  /// The envelope with the value, on one line.
  package var json: [UInt8] { JSONWriter.document(kind: kind, write, rest: writeRest) }
}
