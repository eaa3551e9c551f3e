/// A position in a file that a link refers to (Org manual, "Search options").
package enum LinePlace: Hashable, Sendable {
  case line(Int)
  case heading(Text)
  /// The heading whose drawer has this `CUSTOM_ID`.
  case customID(Text)
  /// The heading whose drawer has this `ID`.
  case id(Text)
  /// A heading of Markdown by its anchor: `#first-steps`.
  case slug(Text)
  /// A target `<<text>>`, a heading, or else any line that contains the text.
  case text(Text)

  /// Parses the text after `::` in an Org link, or a link that is such a text alone.
  init(org bytes: ArraySlice<UInt8>) {
    let rest = Text(bytes: bytes.dropFirst().trimmingBlanks)
    switch bytes.first {
    case 0x2A: self = .heading(rest)
    case 0x23: self = .customID(rest)
    default:
      let text = Text(bytes: bytes.trimmingBlanks).string
      self = Int(text).map { .line($0) } ?? .text(Text(text))
    }
  }

  /// The line in a file, counted from 1; nil if there is no such line.
  package func line(in bytes: [UInt8]) -> Int? {
    switch self {
    case .line(let number): return number > 0 ? number : nil
    case .heading(let title): return LinePlace.heading(title, in: bytes)
    case .customID(let id): return LinePlace.heading(with: id, named: "CUSTOM_ID", in: bytes)
    case .id(let id): return LinePlace.heading(with: id, named: "ID", in: bytes)
    case .slug(let slug):
      let wanted = LinePlace.anchor(slug)
      return LinePlace.first(in: bytes) { line in
        line.first == 0x23 && LinePlace.anchor(Text(bytes: line.drop { $0 == 0x23 })) == wanted
      }
    case .text(let text):
      let small = LinePlace.folded(text.bytes[...])
      let target = Array("<<".utf8) + small + Array(">>".utf8)
      return LinePlace.first(in: bytes) { LinePlace.contains(LinePlace.folded($0), target) }
        ?? LinePlace.heading(text, in: bytes)
        ?? LinePlace.first(in: bytes) {
          LinePlace.contains(LinePlace.folded($0), small, besides: Array("[[".utf8))
        }
    }
  }

  private static func first(
    in bytes: [UInt8], where isWanted: (ArraySlice<UInt8>) -> Bool
  ) -> Int? {
    var number = 0
    for line in ByteLines(bytes[...]) {
      number += 1
      if isWanted(bytes[line]) { return number }
    }
    return nil
  }

  /// The line of the heading with this title, ignoring keyword, priority, cookies and tags.
  private static func heading(_ title: Text, in bytes: [UInt8]) -> Int? {
    let wanted = folded(StatisticsCookie.removing(from: title.bytes[...])[...].trimmingBlanks)
    let workflow = bytes.withView { OrgSettings($0).workflow } ?? .standard
    return first(in: bytes) { line in
      guard OrgSyntax.isHeading(line) else { return false }
      var rest = line.drop { $0 == 0x2A }.trimmingBlanks
      if let tags = OrgSyntax.tagString(of: rest) { rest = rest[..<tags.startIndex] }
      let whole = folded(StatisticsCookie.removing(from: rest)[...].trimmingBlanks)
      if whole == wanted { return true }
      let word = rest[..<rest.endOfWord]
      if workflow[Text(bytes: word)] != nil { rest = rest[word.endIndex...].trimmingBlanks }
      if rest.hasPrefix("[#"), let close = rest.firstIndex(of: 0x5D) {
        rest = rest[(close + 1)...].trimmingBlanks
      }
      return folded(StatisticsCookie.removing(from: rest)[...].trimmingBlanks) == wanted
    }
  }

  /// The line of the heading above a property; 1 if there is no heading above it.
  private static func heading(
    with id: Text, named name: StaticString, in bytes: [UInt8]
  ) -> Int? {
    var heading = 1
    var number = 0
    for line in ByteLines(bytes[...]) {
      number += 1
      if OrgSyntax.isHeading(bytes[line]) { heading = number }
      let text = bytes[line].trimmingBlanks
      guard text.first == 0x3A else { continue }
      let rest = text.dropFirst()
      let key = rest.prefix { $0 != 0x3A }
      guard key.isSame(as: name), key.endIndex < rest.endIndex else { continue }
      if Text(bytes: rest[(key.endIndex + 1)...].trimmingBlanks) == id { return heading }
    }
    return nil
  }

  // MARK: Words

  /// Lowercases and collapses whitespace, as Org does for comparison.
  private static func folded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    for byte in bytes {
      if !byte.isBlank {
        out.append(byte.lowercasedASCII)
      } else if out.last != 0x20 {
        out.append(0x20)
      }
    }
    return out
  }

  /// - Parameter link: The text that marks an occurrence as a link, which does not count.
  private static func contains(
    _ line: [UInt8], _ text: [UInt8], besides link: [UInt8] = []
  ) -> Bool {
    guard let first = text.first, line.count >= text.count else { return false }
    for start in 0...(line.count - text.count) where line[start] == first {
      let isLink = !link.isEmpty && line[..<start].suffix(link.count).elementsEqual(link)
      if !isLink, line[start..<(start + text.count)].elementsEqual(text) { return true }
    }
    return false
  }

  /// The anchor that GitHub generates for a heading: lower case, spaces as dashes, other punctuation left out.
  private static func anchor(_ text: Text) -> String {
    var out = ""
    for scalar in Text(bytes: text.bytes[...].trimmingBlanks).string.unicodeScalars {
      if scalar == " " || scalar == "-" {
        out += "-"
      } else if scalar == "_" || scalar.properties.isAlphabetic
        || scalar.properties.numericType != nil
      {
        out += scalar.properties.lowercaseMapping
      }
    }
    return out
  }
}
