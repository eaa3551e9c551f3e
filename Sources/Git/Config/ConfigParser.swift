import Platform

/// Reads the bytes of a file in git-config syntax, as git's own `config.c` does.
struct ConfigParser {
  let bytes: [UInt8]
  let path: String
  private(set) var entries: [ConfigFile.Entry] = []
  private(set) var sections: [ConfigFile.Section] = []
  private var position = 0
  private var line = 1

  init(bytes: [UInt8], path: String) {
    self.bytes = bytes
    self.path = path
  }

  mutating func parse() throws(GitError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): advance()
      case UInt8(ascii: "#"), UInt8(ascii: ";"):
        while let next = peek(), next != UInt8(ascii: "\n") { advance() }
      case UInt8(ascii: "["): try readSection()
      default: try readEntry()
      }
    }
  }

  private func peek() -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  private var isAtReturn: Bool { bytes[position...].starts(with: "\r\n".utf8) }

  private mutating func advance() {
    if bytes[position] == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  private func bad(_ reason: String) -> GitError {
    .badConfig(path: path, line: line, reason: reason)
  }

  private mutating func readSection() throws(GitError) {
    let start = position
    advance()
    var name: [UInt8] = []
    while let byte = peek(), ConfigKey.isNamePart(byte) || byte == UInt8(ascii: ".") {
      name.append(byte | (ConfigKey.isLetter(byte) ? 0x20 : 0))
      advance()
    }
    var text = String(decoding: name, as: UTF8.self)
    if peek() == UInt8(ascii: " ") || peek() == UInt8(ascii: "\t") {
      while peek() == UInt8(ascii: " ") || peek() == UInt8(ascii: "\t") { advance() }
      text += "." + (try readSubsection())
    }
    guard !name.isEmpty, peek() == UInt8(ascii: "]") else {
      throw bad("a section is written [name] or [name \"subsection\"]")
    }
    advance()
    sections.append(ConfigFile.Section(name: text, start: start, end: position))
  }

  private mutating func readSubsection() throws(GitError) -> String {
    guard peek() == UInt8(ascii: "\"") else { throw bad("the subsection's quote is missing") }
    advance()
    var inner: [UInt8] = []
    while let byte = peek(), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\n") {
      if byte == UInt8(ascii: "\\") { advance() }
      guard let kept = peek(), kept != UInt8(ascii: "\n"), kept != 0 else { break }
      inner.append(kept)
      advance()
    }
    guard peek() == UInt8(ascii: "\"") else { throw bad("the subsection has no second quote") }
    advance()
    return String(decoding: inner, as: UTF8.self)
  }

  private mutating func readEntry() throws(GitError) {
    let start = position
    guard let first = peek(), ConfigKey.isLetter(first) else { throw bad("this is no setting") }
    guard let section = sections.last else { throw bad("a setting stands before any [section]") }
    var name: [UInt8] = []
    while let byte = peek(), ConfigKey.isNamePart(byte) {
      name.append(byte | (ConfigKey.isLetter(byte) ? 0x20 : 0))
      advance()
    }
    var end = position
    while peek() == UInt8(ascii: " ") || peek() == UInt8(ascii: "\t") { advance() }
    var value: String?
    if peek() == UInt8(ascii: "=") {
      advance()
      let read = try readValue()
      value = read.text
      end = read.end
    } else if isAtReturn {
      advance()
    }
    guard peek() == nil || peek() == UInt8(ascii: "\n") || value != nil else {
      throw bad("a setting is written name = value")
    }
    let key = section.name + "." + String(decoding: name, as: UTF8.self)
    entries.append(ConfigFile.Entry(key: key, value: value, range: start..<end))
    // A comment after the value belongs to its line.
    var lineEnd = position
    if bytes[lineEnd - 1] == UInt8(ascii: "\r") { lineEnd -= 1 }
    sections[sections.count - 1].end = lineEnd
  }

  /// The value from the `=` to the end of its line, and where its last byte is; the position stands
  /// at the line's end afterwards.
  private mutating func readValue() throws(GitError) -> (text: String, end: Int) {
    var text: [UInt8] = []
    var blanks: [UInt8] = []
    var quoted = false
    var end = position
    while let byte = peek(), byte != UInt8(ascii: "\n") {
      advance()
      if byte == UInt8(ascii: "\r"), peek() == nil || peek() == UInt8(ascii: "\n") { continue }
      if !quoted {
        if byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";") {
          while let next = peek(), next != UInt8(ascii: "\n") { advance() }
          break
        }
        if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") {
          if !text.isEmpty { blanks.append(byte) }
          continue
        }
      }
      text += blanks
      blanks = []
      switch byte {
      case 0: throw bad("a NUL stands in the value")
      case UInt8(ascii: "\""): quoted.toggle()
      case UInt8(ascii: "\\"): try readEscape(into: &text)
      default: text.append(byte)
      }
      end = position
    }
    if quoted { throw bad("a quote is not closed") }
    return (String(decoding: text, as: UTF8.self), end)
  }

  private mutating func readEscape(into text: inout [UInt8]) throws(GitError) {
    if isAtReturn { advance() }
    // Unlike git: a setting written after such a line would become part of it.
    guard let byte = peek(), byte != UInt8(ascii: "\n") || position + 1 < bytes.count else {
      throw bad("the last line ends in a backslash")
    }
    switch byte {
    case UInt8(ascii: "\n"): break
    case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
    case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "\\"), UInt8(ascii: "\""): text.append(byte)
    default: throw bad("an unknown escape stands in the value")
    }
    advance()
  }
}
