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
