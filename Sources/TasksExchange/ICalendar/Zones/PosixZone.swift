import TasksCore

/// The rule of a time zone as POSIX writes it in TZ: `CET-1CEST,M3.5.0,M10.5.0/3` (RFC 8536, 3.3).
package struct PosixZone: Hashable, Sendable {
  private struct Change: Hashable, Sendable {
    enum Day: Hashable, Sendable {
      /// The weekday (0 for Sunday) in a week of a month, 5 for the last.
      case weekday(month: Int, week: Int, day: Int)
      /// The day of the year from 1, without 29 February.
      case julian(Int)
      /// The day of the year from 0.
      case ordinal(Int)
    }

    var day: Day
    /// In seconds after midnight of the clock that is then changed.
    var time = 7200

    /// In seconds since 1970, as if the clock showed UTC.
    func wall(in year: Int) -> Int64 {
      let first = CivilDate(year: year, month: 1, day: 1)?.dayNumber ?? 0
      let number: Int
      switch day {
      case .ordinal(let day): number = first + day
      case .julian(let day):
        let isLeap = CivilDate.length(ofMonth: 2, year: year) == 29
        number = first + day - 1 + (isLeap && day > 59 ? 1 : 0)
      case .weekday(let month, let week, let day):
        let start = CivilDate(year: year, month: month, day: 1)
        let from = start?.dayNumber ?? first
        let skipped = (day - (start?.weekday ?? 1) % 7 + 7) % 7
        let length = CivilDate.length(ofMonth: month, year: year)
        let dayOfMonth = skipped + (week - 1) * 7
        number = from + (dayOfMonth < length ? dayOfMonth : dayOfMonth - 7)
      }
      return Int64(number) * 86_400 + Int64(time)
    }
  }

  private var standard: Int
  private var summer: Int?
  private var toSummer = Change(day: .weekday(month: 3, week: 2, day: 0))
  private var toStandard = Change(day: .weekday(month: 11, week: 1, day: 0))

  /// Nil if the text is no rule.
  package init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    guard PosixZone.skipName(&rest), let offset = PosixZone.clock(&rest) else { return nil }
    standard = -offset
    if rest.isEmpty { return }
    guard PosixZone.skipName(&rest) else { return nil }
    summer = standard + 3600
    if let first = rest.first, first != 0x2C {
      guard let offset = PosixZone.clock(&rest) else { return nil }
      summer = -offset
    }
    if rest.isEmpty { return }
    guard let start = PosixZone.change(&rest), let end = PosixZone.change(&rest), rest.isEmpty
    else { return nil }
    (toSummer, toStandard) = (start, end)
  }

  package func offset(at seconds: Int64) -> Int {
    guard let summer else { return standard }
    let days = (seconds + Int64(standard)) / 86_400
    let year = CivilDate(dayNumber: Int(min(max(days, -700_000), 2_900_000))).year
    let start = toSummer.wall(in: year) - Int64(standard)
    let end = toStandard.wall(in: year) - Int64(summer)
    let isSummer =
      start < end ? (start..<end).contains(seconds) : !(end..<start).contains(seconds)
    return isSummer ? summer : standard
  }

  private static func skipName(_ rest: inout ArraySlice<UInt8>) -> Bool {
    if rest.first == 0x3C {
      guard let end = rest.firstIndex(of: 0x3E) else { return false }
      rest = rest[(end + 1)...]
      return true
    }
    let name = rest.prefix(while: \.isASCIILetter)
    rest = rest.dropFirst(name.count)
    return name.count >= 3
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    let digits = rest.prefix(while: \.isDigit)
    rest = rest.dropFirst(digits.count)
    return digits.count <= 3 ? digits.wholeNumber : nil
  }

  /// Reads `-1`, `3`, `5:30` or `-3:30:00` into seconds.
  private static func clock(_ rest: inout ArraySlice<UInt8>) -> Int? {
    let sign = rest.first == 0x2D ? -1 : 1
    if rest.first == 0x2D || rest.first == 0x2B { rest = rest.dropFirst() }
    guard var seconds = number(&rest).map({ $0 * 3600 }) else { return nil }
    for unit in [60, 1] where rest.first == 0x3A {
      rest = rest.dropFirst()
      guard let part = number(&rest) else { return nil }
      seconds += part * unit
    }
    return sign * seconds
  }

  /// Reads `,M3.5.0/2`, `,J60` or `,59`.
  private static func change(_ rest: inout ArraySlice<UInt8>) -> Change? {
    guard rest.first == 0x2C else { return nil }
    rest = rest.dropFirst()
    let letter = rest.first
    if letter == 0x4D || letter == 0x4A { rest = rest.dropFirst() }
    guard let first = number(&rest) else { return nil }
    var change: Change
    if letter == 0x4D {
      var parts: [Int] = []
      while rest.first == 0x2E, parts.count < 2 {
        rest = rest.dropFirst()
        guard let part = number(&rest) else { return nil }
        parts.append(part)
      }
      guard parts.count == 2, (1...12).contains(first), (1...5).contains(parts[0]), parts[1] < 7
      else { return nil }
      change = Change(day: .weekday(month: first, week: parts[0], day: parts[1]))
    } else {
      guard first < 366 else { return nil }
      change = Change(day: letter == 0x4A ? .julian(first) : .ordinal(first))
    }
    if rest.first == 0x2F {
      rest = rest.dropFirst()
      guard let time = clock(&rest) else { return nil }
      change.time = time
    }
    return change
  }
}

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
