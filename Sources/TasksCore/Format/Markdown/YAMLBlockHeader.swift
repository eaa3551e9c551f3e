/// What the header of a literal block says, and how far its lines are indented: `|2- # why` (YAML 1.2, 8.1.1).
struct YAMLBlockHeader {
  private(set) var indent = 2
  /// Whether the header says so, as it must where the text itself begins with a blank.
  private var saysIndent = false
  /// What becomes of the line feeds at the end: `-`, `+`, or neither.
  var chomping: UInt8?
  /// What stands behind the signs.
  private var tail: ArraySlice<UInt8> = []

  /// - Parameter chomping: Of a new block.
  init(chomping: UInt8?) { self.chomping = chomping }

  /// Nil for a scalar that is no literal block.
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

  /// Says how far the lines are indented, for which there is one digit.
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
