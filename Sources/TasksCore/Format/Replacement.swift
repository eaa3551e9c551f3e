/// A piece of a file to be put in place of another.
struct Replacement {
  let range: Range<Int>
  let bytes: [UInt8]

  init(_ range: Range<Int>, _ bytes: [UInt8]) {
    self.range = range
    self.bytes = bytes
  }

  init(_ range: Range<Int>, _ text: String) {
    self.init(range, Array(text.utf8))
  }

  private var isDeletion: Bool { bytes.isEmpty && !range.isEmpty }

  /// `bytes` with the replacements made; they must not overlap. Those at one place come in their order.
  static func apply(_ replacements: [Replacement], to bytes: [UInt8]) -> [UInt8] {
    let sorted = replacements.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + replacements.reduce(0) { $0 + $1.bytes.count })
    var position = 0
    for (_, replacement) in sorted {
      out.append(contentsOf: bytes[position..<replacement.range.lowerBound])
      out.append(contentsOf: replacement.bytes)
      position = replacement.range.upperBound
    }
    out.append(contentsOf: bytes[position...])
    return out
  }

  /// Replacements that leave a file without a line feed at its end without one: when its last lines go, the
  /// end of the line before them goes too.
  static func keepingOpenEnd(_ replacements: [Replacement], of bytes: [UInt8]) -> [Replacement] {
    guard let last = bytes.last, last != 0x0A,
      replacements.contains(where: { $0.bytes.isEmpty && $0.range.upperBound == bytes.count })
    else { return replacements }
    var start = bytes.count
    for replacement in replacements.sorted(by: { $0.range.upperBound > $1.range.upperBound })
    where replacement.isDeletion && replacement.range.upperBound == start {
      start = replacement.range.lowerBound
    }
    let kept = replacements.filter { !($0.isDeletion && $0.range.lowerBound >= start) }
    if start > 0, bytes[start - 1] == 0x0A {
      start -= start > 1 && bytes[start - 2] == 0x0D ? 2 : 1
    }
    return kept + [Replacement(start..<bytes.count, "")]
  }
}
