/// New bytes for a byte range of a file.
package struct Replacement {
  let range: Range<Int>
  let bytes: [UInt8]

  init(_ range: Range<Int>, _ bytes: [UInt8]) {
    self.range = range
    self.bytes = bytes
  }

  package init(_ range: Range<Int>, _ text: String) {
    self.init(range, Array(text.utf8))
  }

  private var isDeletion: Bool { bytes.isEmpty && !range.isEmpty }

  private var bytesWithoutEnd: [UInt8] {
    bytes.dropLast(bytes[...].hasSuffix("\r\n") ? 2 : bytes.last == 0x0A ? 1 : 0)
  }

  /// Applies replacements, which must not overlap, to `bytes`. Those at the same offset keep their order.
  package static func apply(_ replacements: [Replacement], to bytes: [UInt8]) -> [UInt8] {
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

  /// Applies replacements to a file with mixed line ends: inserted lines get the line end of the line before
  /// them.
  ///
  /// - Parameter lineEnd: The line end that the replacements use.
  static func apply(
    _ replacements: [Replacement], to bytes: [UInt8], lineEnd: [UInt8]
  ) -> [UInt8] {
    let adjusted = replacements.map { replacement in
      guard replacement.range.isEmpty, replacement.bytes.contains(0x0A) else { return replacement }
      let wanted = Replacement.lineEnd(at: replacement.range.lowerBound, in: bytes) ?? lineEnd
      guard wanted != lineEnd else { return replacement }
      let lines = ByteLines(replacement.bytes[...]).map { line in
        Array(replacement.bytes[line]) + (line.hasEnd ? wanted : [])
      }
      return Replacement(replacement.range, Array(lines.joined()))
    }
    return apply(adjusted, to: bytes)
  }

  /// The line end of the line before `position`; in the middle of a line, the end of that line, or of the line
  /// before if it has none. Nil if no line has one.
  private static func lineEnd(at position: Int, in bytes: [UInt8]) -> [UInt8]? {
    var feed = position - 1
    if feed < 0 || bytes[feed] != 0x0A {
      let next = bytes[...].place(of: 0x0A, from: position)
      feed = next < bytes.count ? next : bytes[..<position].lastIndex(of: 0x0A) ?? -1
    }
    guard feed >= 0 else { return nil }
    return feed > 0 && bytes[feed - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
  }

  /// Adjusts deletions at the end of a file that lacks a final line feed, so that it still lacks one: if its
  /// last lines are deleted, the line end before them is deleted too.
  static func keepingOpenEnd(_ replacements: [Replacement], of bytes: [UInt8]) -> [Replacement] {
    guard let last = bytes.last, last != 0x0A,
      replacements.contains(where: { $0.bytes.isEmpty && $0.range.upperBound == bytes.count })
    else { return replacements }
    var start = bytes.count
    for replacement in replacements.sorted(by: { $0.range.upperBound > $1.range.upperBound })
    where replacement.isDeletion && replacement.range.upperBound == start {
      start = replacement.range.lowerBound
    }
    var kept = replacements.filter { !($0.isDeletion && $0.range.lowerBound >= start) }
    // Text inserted at `start` becomes the end of the file.
    let atStart = kept.indices.filter {
      kept[$0].range.upperBound == start && !kept[$0].bytes.isEmpty
    }
    let final = atStart.max {
      (kept[$0].range.lowerBound, $0) < (kept[$1].range.lowerBound, $1)
    }
    if let final {
      kept[final] = Replacement(kept[final].range, kept[final].bytesWithoutEnd)
      return kept + [Replacement(start..<bytes.count, "")]
    }
    if start > 0, bytes[start - 1] == 0x0A {
      start -= start > 1 && bytes[start - 2] == 0x0D ? 2 : 1
    }
    return kept + [Replacement(start..<bytes.count, "")]
  }
}
