import TestSupport

/// The text of a VCALENDAR with a task as clients of the CalDAV door change and spell it.
package enum ClientBody {
  /// The content lines, without folds.
  package static func lines(_ text: String) -> [String] {
    text.replacing("\r\n", with: "\n").replacing("\n ", with: "").split(separator: "\n")
      .map(String.init)
  }

  /// The text with other lines, which end in CRLF.
  package static func text(_ lines: [String]) -> String {
    (lines.flatMap { $0.split(separator: "\n").map(String.init) } + [""])
      .joined(separator: "\r\n")
  }

  /// The text after a client changed it: the last line that begins with a word is replaced, or goes for nil; lines
  /// without a word come at the end of the VTODO.
  ///
  /// - Parameters:
  ///   - product: The program that writes it.
  ///   - isRewriter: Whether it leaves the version out.
  package static func edited(
    _ text: String, _ edits: [(String, String?)], product: String = "-//Test//EN",
    isRewriter: Bool = false
  ) -> String {
    var lines = lines(text)
    if isRewriter { lines.removeAll { $0.hasPrefix("X-TASKS-VERSION") } }
    for (word, line) in edits + [("PRODID", "PRODID:\(product)")] {
      let end = word.isEmpty ? "END:VTODO" : word
      guard let place = lines.lastIndex(where: { $0.hasPrefix(end) }) else {
        if let line { lines.insert(line, at: lines.lastIndex(of: "END:VTODO") ?? 0) }
        continue
      }
      if !word.isEmpty { lines.remove(at: place) }
      if let line { lines.insert(line, at: place) }
    }
    return self.text(lines)
  }

  /// The lines of the VTODO in another order, folded elsewhere, with a zone on local times, and lengths in other units.
  package static func spelling(_ text: String, _ random: inout SeededGenerator) -> String {
    var head: [String] = []
    var parts: [[String]] = []
    for line in lines(text) {
      if parts.isEmpty, head.last != "BEGIN:VTODO" {
        head.append(line)
      } else if let last = parts.last, last[0] == "BEGIN:VALARM", last.last != "END:VALARM" {
        parts[parts.count - 1].append(line)
      } else {
        parts.append([line])
      }
    }
    let tail = parts.suffix(2)
    parts = parts.dropLast(2).map { $0.map(spelling) }
    for place in parts.indices.reversed() { parts.swapAt(place, random.below(place + 1)) }
    // Lines of one name have an order.
    let zone = [
      "BEGIN:VTIMEZONE", "TZID:Asia/Tokyo", "BEGIN:STANDARD", "DTSTART:19700101T000000",
      "TZOFFSETFROM:+0900", "TZOFFSETTO:+0900", "END:STANDARD", "END:VTIMEZONE",
    ]
    let lines =
      head.dropLast() + zone + ["BEGIN:VTODO"] + parts.flatMap { $0 } + tail.flatMap { $0 }
    return lines.map { line in
      let bytes = Array(line.utf8)
      let cut = bytes.count > 9 ? 8 + random.below(bytes.count - 8) : bytes.count
      return cut < bytes.count && bytes[cut] & 0xC0 != 0x80
        ? String(decoding: bytes[..<cut] + Array("\n\t".utf8) + bytes[cut...], as: UTF8.self) : line
    }.joined(separator: "\n")
  }

  private static func spelling(_ line: String) -> String {
    var line = line
    for name in ["DUE", "DTSTART"] where line.hasPrefix("\(name):") {
      line = "\(name);TZID=Asia/Tokyo" + line.dropFirst(name.count)
    }
    let number = line.drop { $0 != "T" }.dropFirst().drop { !$0.isNumber }.prefix { $0.isNumber }
    if line.hasPrefix("TRIGGER;RELATED"), let minutes = Int(number) {
      line = line.replacing("-PT\(minutes)M", with: "-PT\(minutes / 60)H\(minutes % 60)M0S")
    }
    return line.replacing("RELTYPE=PARENT", with: "reltype=\"PARENT\"")
  }
}
