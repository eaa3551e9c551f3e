import TasksCore

/// A file of the branch as a phone has left it.
package enum PhoneText {
  /// The text of a file that both sides of a merge have changed has the lines of both: apps commit the markers of a
  /// conflict, and nobody is there to settle it. Of a base between them nothing stays.
  ///
  /// - Returns: Nil for what is no text, or too large to be one.
  package static func read(_ bytes: [UInt8]) -> [UInt8]? {
    guard !bytes.contains(0), (try? TaskReader.checkSize(bytes)) != nil else { return nil }
    return withoutMarkers(bytes)
  }

  private enum Part { case none, ours, base, theirs }

  private static func withoutMarkers(_ bytes: [UInt8]) -> [UInt8] {
    let start = Array("<<<<<<<".utf8)
    guard bytes.firstRange(of: start) != nil else { return bytes }
    var out: [UInt8] = []
    var part = Part.none
    for line in ByteLines(bytes[...]) {
      let next: Part? =
        switch (part, marker(bytes[line])) {
        case (.none, 0x3C): .ours
        case (.ours, 0x7C): .base
        case (.ours, 0x3D), (.base, 0x3D): .theirs
        case (.theirs, 0x3E): Part.none
        default: nil
        }
      if let next { part = next } else if part != .base { out += bytes[line.range] }
    }
    // What only looks like one stays as it is.
    return part == .none ? out : bytes
  }

  /// The sign of a line of seven of them.
  private static func marker(_ line: ArraySlice<UInt8>) -> UInt8? {
    guard let sign = line.first, [0x3C, 0x7C, 0x3D, 0x3E].contains(sign) else { return nil }
    let count = line.prefix { $0 == sign }.count
    let rest = line.dropFirst(count)
    let isNamed = rest.first == 0x20
    return count == 7 && (rest.isEmpty || isNamed && sign != 0x3D) ? sign : nil
  }
}
