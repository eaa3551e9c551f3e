/// The header of a literal block scalar and the indent of its lines: `|2- # why` (YAML 1.2, 8.1.1).
struct YAMLBlockHeader {
  private(set) var indent = 2
  /// True if the header contains the indent, as it must if the text begins with a blank.
  private var saysIndent = false
  /// The chomping indicator, which decides on trailing line feeds: `-`, `+`, or none.
  var chomping: UInt8?
  /// The text after the indicators.
  private var tail: ArraySlice<UInt8> = []

  /// - Parameter chomping: The chomping indicator of a new block.
  init(chomping: UInt8?) { self.chomping = chomping }

  /// Returns nil if the scalar is not a literal block.
  init?(of scalar: ArraySlice<UInt8>) {
    guard scalar.first == 0x7C else { return nil }
    let lines = ByteLines(scalar).map { scalar[$0] }
    let signs = lines[0].prefix { !$0.isBlank }
    tail = lines[0][signs.endIndex...]
    chomping = signs.first { $0 == 0x2D || $0 == 0x2B }
    if let digit = signs.first(where: { $0.isDigit }) {
      (indent, saysIndent) = (Int(digit & 0x0F), true)
    } else if let first = lines.dropFirst().first(where: { !$0.isBlankLine }) {
      indent = first.prefix { $0 == 0x20 }.count
    }
  }

  /// Adds the indent to the header, which has room for a single digit.
  mutating func sayIndent() {
    if indent > 9 { indent = 2 }
    saysIndent = true
  }

  var bytes: [UInt8] {
    var out: [UInt8] = [0x7C]
    if saysIndent { out.append(0x30 | UInt8(indent)) }
    if let chomping { out.append(chomping) }
    return out + tail
  }
}
