import TasksCore

/// The offsets of a time zone from UTC, in seconds east of it.
package struct ZoneTransitions: Hashable, Sendable {
  struct Transition: Hashable, Sendable {
    /// In seconds since 1970.
    let at: Int64
    /// From then on.
    let offset: Int
  }

  /// The offset before the first transition.
  let first: Int
  /// In the order of their moments.
  let transitions: [Transition]
  /// The offsets after the last one, if they go on changing.
  let rule: PosixZone?

  init(first: Int, transitions: [Transition], rule: PosixZone? = nil) {
    self.first = first
    self.transitions = transitions.ordered { $0.at < $1.at }
    self.rule = rule
  }

  /// Reads a file of /usr/share/zoneinfo (RFC 8536); nil if the bytes are none.
  package init?(tzif bytes: [UInt8]) {
    var reader = TZif(bytes)
    guard let zone = reader.read() else { return nil }
    self = zone
  }

  package func offset(at seconds: Int64) -> Int {
    if let rule, seconds >= transitions.last?.at ?? .min { return rule.offset(at: seconds) }
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].at <= seconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : transitions[low - 1].offset
  }

  /// Returns the moment at which clocks of the zone show a time. In a gap it is as long after the gap as the time is
  /// after its start; an hour that occurs twice is the first one (RFC 5545, 3.3.5).
  ///
  /// - Parameter wall: The time as seconds since 1970 as if it were UTC.
  package func seconds(wall: Int64) -> Int64 {
    let before = offset(at: wall - 86_400)
    let after = offset(at: wall + 86_400)
    for offset in [before, after] where self.offset(at: wall - Int64(offset)) == offset {
      return wall - Int64(offset)
    }
    return wall - Int64(before)
  }

  /// A reader of TZif. Of a file of version 2 or later, only the part with 64 bits counts.
  private struct TZif {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read() -> ZoneTransitions? {
      guard let (version, counts) = header() else { return nil }
      guard version >= 0x32 else { return body(counts, width: 4) }
      position += counts[3] * 5 + counts[4] * 6 + counts[5] + counts[2] * 8 + counts[1] + counts[0]
      guard let (_, wide) = header() else { return nil }
      return body(wide, width: 8)
    }

    /// The version, and how many UT marks, standard marks, leap seconds, transitions, types and letters follow.
    private mutating func header() -> (UInt8, [Int])? {
      guard position <= bytes.count - 44, bytes[position...].hasPrefix("TZif") else { return nil }
      let version = bytes[position + 4]
      position += 20
      let counts = (0..<6).map { _ in number(4) }
      guard counts.allSatisfy({ (0...100_000).contains($0) }), counts[4] > 0 else { return nil }
      return (version, counts.map { Int($0) })
    }

    private mutating func number(_ width: Int) -> Int64 {
      defer { position += width }
      let value = bytes[position..<position + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return width == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }

    private mutating func body(_ counts: [Int], width: Int) -> ZoneTransitions? {
      let (times, types) = (counts[3], counts[4])
      let marks = times * (width + 1)
      let rest = types * 6 + counts[5] + counts[2] * (width + 4) + counts[1] + counts[0]
      guard position + marks + rest <= bytes.count else { return nil }
      let moments = (0..<times).map { _ in number(width) }
      let kinds = bytes[position..<position + times]
      position += times
      var offsets: [Int] = []
      for _ in 0..<types {
        offsets.append(Int(number(4)))
        position += 2
      }
      position += counts[5] + counts[2] * (width + 4) + counts[1] + counts[0]
      guard kinds.allSatisfy({ Int($0) < types }), offsets.allSatisfy({ abs($0) < 100_000 }) else {
        return nil
      }
      let footer = bytes[position...].drop { $0 == 0x0A }.prefix { $0 != 0x0A }
      return ZoneTransitions(
        first: offsets[0],
        transitions: zip(moments, kinds).map { Transition(at: $0, offset: offsets[Int($1)]) },
        rule: PosixZone(String(decoding: footer, as: UTF8.self)))
    }
  }
}
