import TasksCore

/// Reads a document of XML 1.0 with namespaces, in UTF-8, in one pass.
///
/// A document type is refused, and so are its entities; sizes are limited, so that no document takes much more memory
/// or time than its bytes do. Beyond ASCII every character may stand in a name.
package struct XMLReader {
  package static let (deepest, mostElements, mostAttributes, longestName) = (32, 50_000, 64, 256)
  private static let xml = "http://www.w3.org/XML/1998/namespace"

  private static let entities: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]

  private let bytes: [UInt8]
  private var place: Int
  private var elements = 0
  /// The prefixes that are declared at the place, each with the form of its names; the last one of a prefix holds.
  private var bindings = [(prefix: "xml", form: XMLName.form(of: xml))]

  private init(_ bytes: [UInt8]) { (self.bytes, place) = (bytes, bytes.byteOrderMarkLength) }

  /// Returns the element of a document.
  package static func read(_ bytes: [UInt8]) throws(XMLFault) -> XMLElement {
    var reader = XMLReader(bytes)
    if reader.skips("<?") {
      let words = try reader.string(bytes[reader.range(to: "?>")]).split {
        "\"'= \t\r\n".contains($0)
      }
      let encoding = words.firstIndex(of: "encoding").map { words[($0 + 1)...].first } ?? "utf-8"
      guard ["utf-8", "utf8", "us-ascii"].contains(encoding?.lowercased()) else {
        throw reader.fault("the encoding is not UTF-8")
      }
    }
    try reader.skipComments()
    let root = try reader.element(depth: 1)
    try reader.skipComments()
    guard reader.place == bytes.count else {
      throw reader.fault("something follows the outermost element")
    }
    return root
  }

  private mutating func skipComments() throws(XMLFault) {
    repeat { skipBlanks() } while try skipsComment()
  }

  private mutating func skipsComment() throws(XMLFault) -> Bool {
    guard skips("<!--") else { return false }
    _ = try string(bytes[range(to: "-->")])
    return true
  }

  // MARK: Elements

  private mutating func element(depth: Int) throws(XMLFault) -> XMLElement {
    elements += 1
    guard depth <= XMLReader.deepest, elements <= XMLReader.mostElements else {
      throw fault("there are too many elements, or they are nested too deep")
    }
    guard skips("<") else { throw fault("an element is missing") }
    let tag = try name()
    let outer = bindings.count
    defer { bindings.removeLast(bindings.count - outer) }
    var given: [(name: Name, value: String)] = []
    var isEmpty = false
    while true {
      let isApart = skipBlanks()
      isEmpty = skips("/>")
      if isEmpty || skips(">") { break }
      guard isApart, given.count < XMLReader.mostAttributes else {
        throw fault("a tag has no end, or too many attributes")
      }
      let name = try name()
      skipBlanks()
      let isGiven = skips("=")
      skipBlanks()
      let isDouble = skips("\"")
      guard isGiven, isDouble || skips("'") else { throw fault("an attribute has no value") }
      let value = try decoded(range(to: isDouble ? "\"" : "'"), .attribute)
      if try !bind(name, value, after: outer) { given.append((name, value)) }
    }
    var attributes: [XMLName: String] = [:]
    for (name, value) in given {
      guard attributes.updateValue(value, forKey: try resolved(name, isAttribute: true)) == nil
      else { throw fault("an element has an attribute twice") }
    }
    let name = try resolved(tag)
    let (text, children) = isEmpty ? ("", []) : try content(of: tag, depth)
    return XMLElement(name: name, attributes: attributes, text: text, children: children)
  }

  /// Reads up to the end tag, and the tag.
  private mutating func content(
    of tag: Name, _ depth: Int
  ) throws(XMLFault) -> (String, [XMLElement]) {
    var text = ""
    var children: [XMLElement] = []
    while true {
      let start = place
      place = bytes[...].place(of: 0x3C, from: place)
      if start < place { text += try decoded(start..<place, .text) }
      if skips("</") {
        guard bytes[place...].prefix(tag.range.count) == bytes[tag.range] else { break }
        place += tag.range.count
        skipBlanks()
        guard skips(">") else { break }
        return (text, children)
      } else if skips("<![CDATA[") {
        text += try decoded(range(to: "]]>"), .data)
      } else if try !skipsComment() {
        guard place < bytes.count else { break }
        children.append(try element(depth: depth + 1))
      }
    }
    throw fault("the element \(tag.local) has no end")
  }

  // MARK: Names

  /// A name as it is written; its prefix may be empty.
  private struct Name {
    let range: Range<Int>
    let prefix: String
    let local: String
  }

  private mutating func name() throws(XMLFault) -> Name {
    let isStart = { (byte: UInt8) in byte.isASCIILetter || byte == 0x5F || byte >= 0x80 }
    let isPart = { (byte: UInt8) in isStart(byte) || byte != 0x2F && (0x2D...0x3A).contains(byte) }
    let start = place
    let most = min(bytes.count, start + XMLReader.longestName)
    while place < most, isPart(bytes[place]) { place += 1 }
    let colon = bytes[start..<place].firstIndex(of: 0x3A)
    let local = (colon.map { $0 + 1 } ?? start)..<place
    guard start < place, isStart(bytes[start]), let first = bytes[local].first, isStart(first),
      !bytes[local].contains(0x3A), place == bytes.count || !isPart(bytes[place])
    else {
      let isOther = skips("!") || skips("?")
      throw fault(
        isOther ? "document types and instructions are not read" : "this is no name, or too long")
    }
    return Name(
      range: start..<place, prefix: try string(bytes[start..<(colon ?? start)]),
      local: try string(bytes[local]))
  }

  /// Takes an attribute that declares a prefix.
  ///
  /// - Parameter outer: The number of prefixes that are declared outside of the element.
  /// - Returns: Whether it is one.
  private mutating func bind(
    _ name: Name, _ uri: String, after outer: Int
  ) throws(XMLFault) -> Bool {
    let isUsual = name.prefix.isEmpty && name.local == "xmlns"
    guard isUsual || name.prefix == "xmlns" else { return false }
    let prefix = isUsual ? "" : name.local
    guard (prefix == "xml") == (uri == XMLReader.xml), prefix != "xmlns", isUsual || !uri.isEmpty,
      uri != "http://www.w3.org/2000/xmlns/", bindings.count <= XMLReader.mostAttributes,
      !bindings[outer...].contains(where: { $0.prefix == prefix })
    else { throw fault("the prefix '\(prefix)' cannot be declared here") }
    bindings.append((prefix, XMLName.form(of: uri)))
    return true
  }

  private func resolved(_ name: Name, isAttribute: Bool = false) throws(XMLFault) -> XMLName {
    // What has no prefix has the namespace without one; attributes have none.
    let form =
      isAttribute && name.prefix.isEmpty ? "" : bindings.last { $0.prefix == name.prefix }?.form
    guard let form = form ?? (name.prefix.isEmpty ? "" : nil) else {
      throw fault("the prefix '\(name.prefix)' is not declared")
    }
    return XMLName(stringLiteral: form + name.local)
  }

  // MARK: Text

  private enum Kind { case text, attribute, data }

  /// Returns what a part of the document says: references are resolved, and line ends are line feeds.
  private func decoded(_ range: Range<Int>, _ kind: Kind) throws(XMLFault) -> String {
    var out: [UInt8] = []
    var (start, index) = (range.lowerBound, range.lowerBound)
    while index < range.upperBound {
      var (said, length): (Unicode.Scalar?, Int) = (nil, 1)
      switch bytes[index] {
      case 0x26 where kind != .data: (said, length) = try reference(at: index, in: range)
      case 0x09, 0x0A: if kind == .attribute { said = " " }
      case 0x0D:
        said = kind == .attribute ? " " : "\n"
        length = bytes[index + 1..<range.upperBound].first == 0x0A ? 2 : 1
      case 0x3C where kind == .attribute, 0..<0x20: throw fault("a character must not stand here")
      default: break
      }
      if let said {
        out += bytes[start..<index]
        out += UTF8.encode(said) ?? UTF8.encodedReplacementCharacter
        start = index + length
      }
      index += length
    }
    if start == range.lowerBound { return try string(bytes[range]) }
    out += bytes[start..<range.upperBound]
    return try string(out[...])
  }

  /// Returns the character that a reference stands for, and the reference's length.
  private func reference(
    at start: Int, in range: Range<Int>
  ) throws(XMLFault) -> (Unicode.Scalar, Int) {
    let name = bytes[start + 1..<range.upperBound].prefix(10).prefix { $0 != 0x3B }
    let word = String(decoding: name, as: UTF8.self)
    var scalar = XMLReader.entities[word]
    if word.hasPrefix("#"), !word.contains("+") {
      let isHex = word.hasPrefix("#x")
      scalar = UInt32(word.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10).flatMap { .init($0) }
    }
    guard name.endIndex < range.upperBound, bytes[name.endIndex] == 0x3B, let scalar,
      scalar.value & ~1 != 0xFFFE, scalar.value >= 0x20 || "\t\n\r".unicodeScalars.contains(scalar)
    else { throw fault("a reference stands for no character") }
    return (scalar, name.endIndex + 1 - start)
  }

  // MARK: Bytes

  private func string(_ part: ArraySlice<UInt8>) throws(XMLFault) -> String {
    if let text = String(validating: part, as: UTF8.self) { return text }
    throw fault("this is not UTF-8")
  }

  @discardableResult
  private mutating func skipBlanks() -> Bool {
    let start = place
    while place < bytes.count, XMLReader.isBlank(bytes[place]) { place += 1 }
    return start < place
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private mutating func skips(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard place + count <= bytes.count else { return false }
    for index in 0..<count where bytes[place + index] != word.utf8Start[index] { return false }
    place += count
    return true
  }

  /// Returns the range up to a mark, and goes past the mark.
  private mutating func range(to mark: StaticString) throws(XMLFault) -> Range<Int> {
    let start = place
    while true {
      place = bytes[...].place(of: mark.utf8Start[0], from: place)
      let end = place
      if skips(mark) { return start..<end }
      guard place < bytes.count else { throw fault("\(mark) is missing") }
      place += 1
    }
  }

  private func fault(_ reason: String) -> XMLFault {
    XMLFault(line: 1 + bytes[..<place].count { $0 == 0x0A }, reason: reason)
  }
}
