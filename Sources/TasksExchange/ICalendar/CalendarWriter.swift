import TasksCore

/// Prints iCalendar: CRLF, and lines folded at 75 bytes, never inside a character (RFC 5545, 3.1).
struct CalendarWriter {
  private(set) var bytes: [UInt8] = []

  /// The longest line in bytes, without its end.
  private static let width = 75

  mutating func begin(_ component: String) { line("BEGIN", component) }

  mutating func end(_ component: String) { line("END", component) }

  /// Writes a line.
  ///
  /// - Parameters:
  ///   - name: With its parameters.
  ///   - value: With its escapes.
  mutating func line(_ name: String, _ value: String) {
    let content = Array("\(name):\(value)".utf8)
    var start = 0
    var room = CalendarWriter.width
    while content.count - start > room {
      var end = start + room
      while content[end] & 0xC0 == 0x80 { end -= 1 }
      bytes += content[start..<end]
      bytes += [0x0D, 0x0A, 0x20]
      start = end
      room = CalendarWriter.width - 1
    }
    bytes += content[start...]
    bytes += [0x0D, 0x0A]
  }

  /// Writes a TEXT value, without the control characters that it cannot have.
  mutating func text(_ name: String, _ text: Text) {
    line(name, CalendarText.escaped(CalendarText.cleaned(text.string)))
  }

  /// Writes a TEXT value, and the exact one in a property of ours, as a string of JSON, if it has control characters.
  mutating func wholeText(_ name: String, _ text: Text) {
    self.text(name, text)
    if CalendarText.cleaned(text.string) == text.string { return }
    var json = JSONWriter()
    json.string(text)
    let escaped = String(decoding: json.bytes, as: UTF8.self)
    // JSON may hold what TEXT cannot: only the first 32 control characters must be escaped there.
    let ascii = escaped.unicodeScalars.map { scalar in
      (0x7F...0x9F).contains(scalar.value)
        ? "\\u00" + String(scalar.value, radix: 16) : String(scalar)
    }
    line("X-TASKS-\(name)", CalendarText.escaped(ascii.joined()))
  }
}
