/// Writes a document of XML into one buffer, piece by piece if need be.
package struct XMLWriter: Sendable {
  /// What has been written and not taken.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Returns a whole document.
  package static func document(
    _ root: XMLName, _ body: (inout XMLWriter) throws -> Void
  ) rethrows -> [UInt8] {
    var writer = XMLWriter()
    writer.begin(root)
    try body(&writer)
    writer.end(root)
    return writer.bytes
  }

  /// Begins a document, whose outermost element declares all prefixes.
  package mutating func begin(_ root: XMLName) {
    put("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n")
    tag(root, XMLName.namespaces.map { ("xmlns:\($0.key)", $0.value) })
  }

  package mutating func end(_ name: XMLName) {
    put("</")
    put(XMLWriter.parts(name).written)
    put(">")
  }

  package mutating func element(
    _ name: XMLName, _ attributes: [(name: String, value: String)] = [],
    _ body: (inout XMLWriter) throws -> Void
  ) rethrows {
    tag(name, attributes)
    try body(&self)
    end(name)
  }

  package mutating func element(
    _ name: XMLName, _ attributes: [(name: String, value: String)] = [], text: String = ""
  ) {
    if text.isEmpty { return tag(name, attributes, end: "/>") }
    element(name, attributes) { $0.text(text) }
  }

  /// Writes a text so that a reader has the same one; a character that no document may have becomes U+FFFD.
  package mutating func text(_ text: String, inAttribute isInAttribute: Bool = false) {
    var text = text
    text.withUTF8 { text in
      var start = 0
      for place in text.indices {
        var (said, length): (StaticString, Int) = ("\u{FFFD}", 1)
        switch text[place] {
        case 0x3F...0xEE: continue
        case 0x26: said = "&amp;"
        case 0x3C: said = "&lt;"
        case 0x3E: said = "&gt;"
        case 0x22: said = "&quot;"
        case 0x0D: said = "&#13;"
        case 0x0A where isInAttribute: said = "&#10;"
        case 0x09 where isInAttribute: said = "&#9;"
        case 0x09, 0x0A, 0x20..<0x3F, 0xF0...: continue
        // U+FFFE and U+FFFF.
        case 0xEF where text[place + 1] == 0xBF && text[place + 2] >= 0xBE: length = 3
        case 0xEF: continue
        default: break
        }
        bytes += text[start..<place]
        said.withUTF8Buffer { bytes += $0 }
        start = place + length
      }
      bytes += text[start...]
    }
  }

  private mutating func tag(
    _ name: XMLName, _ attributes: [(name: String, value: String)], end: String = ">"
  ) {
    let (written, namespace) = XMLWriter.parts(name)
    put("<")
    put(written)
    if let namespace { attribute("xmlns:X", namespace) }
    for (name, value) in attributes { attribute(name, value) }
    put(end)
  }

  private mutating func attribute(_ name: String, _ value: String) {
    put(" \(name)=\"")
    text(value, inAttribute: true)
    put("\"")
  }

  /// Returns a name as it is written, and the namespace that it has to declare.
  private static func parts(_ name: XMLName) -> (written: String, namespace: String?) {
    guard name.text.utf8.first == 0x7B, let end = name.text.utf8.lastIndex(of: 0x7D) else {
      return (name.text, nil)
    }
    return ("X:\(name.text[end...].dropFirst())", String(name.text[..<end].dropFirst()))
  }

  private mutating func put(_ text: String) {
    var text = text
    text.withUTF8 { bytes += $0 }
  }
}

/// The parts of an answer about several places (RFC 4918, 13).
extension XMLWriter {
  /// Writes what is said of a place; `body` writes its ``propstat(_:_:)``.
  package mutating func response(
    _ href: String, _ body: (inout XMLWriter) throws -> Void
  ) rethrows {
    try element(.response) { writer in
      writer.element(.href, text: href)
      try body(&writer)
    }
  }

  /// Writes a status of a place as a whole, and the precondition that was not met.
  package mutating func response(_ href: String, status: Int, _ precondition: XMLName? = nil) {
    response(href) { writer in
      writer.status(status)
      if let precondition { writer.element(.error) { $0.element(precondition) } }
    }
  }

  /// Writes properties that have the same status.
  package mutating func propstat(
    _ status: Int = 200, _ properties: (inout XMLWriter) throws -> Void
  ) rethrows {
    try element(.propstat) { writer in
      try writer.element(.prop) { try properties(&$0) }
      writer.status(status)
    }
  }

  /// Writes the names of properties that have a status; nothing if there are none.
  package mutating func propstat(_ status: Int, of names: [XMLName]) {
    guard !names.isEmpty else { return }
    propstat(status) { writer in for name in names { writer.element(name) } }
  }

  private mutating func status(_ status: Int) {
    element(.status, text: "HTTP/1.1 \(status) \(DAVAnswer.phrase(of: status))")
  }
}
