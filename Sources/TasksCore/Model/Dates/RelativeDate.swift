/// A date as people say it, seen from today: `today 9:00`, `tomorrow`, `Fri`, `22 days ago`, `12 Dec`, `12 Dec 2027`.
///
/// A weekday is one of the next six days. A date more than 30 days ago is a day of the year.
package struct RelativeDate: Sendable {
  package let now: Timestamp

  package init(now: Timestamp) { self.now = now }

  package func text(_ date: Timestamp) -> String {
    var bytes: [UInt8] = []
    append(date, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  package func append(_ moment: Timestamp, to bytes: inout [UInt8]) {
    let days = moment.date.dayNumber - now.date.dayNumber
    switch days {
    case 0: bytes.append(contentsOf: "today".utf8)
    case 1: bytes.append(contentsOf: "tomorrow".utf8)
    case -1: bytes.append(contentsOf: "yesterday".utf8)
    case 2...6: bytes.append(contentsOf: moment.date.weekdayName.utf8)
    case -30 ... -2:
      bytes.append(contentsOf: String(-days).utf8)
      return bytes.append(contentsOf: " days ago".utf8)
    default: append(day: moment.date, to: &bytes)
    }
    guard let minute = moment.minute else { return }
    bytes.append(UInt8(ascii: " "))
    let time = Timestamp.clock(minute).utf8
    bytes.append(contentsOf: time.first == UInt8(ascii: "0") ? time.dropFirst() : time[...])
  }

  /// The weekday and the day of the year: `Fri 27 Nov`, `Fri 27 Nov 17:00`.
  package func dated(_ date: Timestamp) -> String {
    let day = "\(date.date.weekdayName) \(day(date.date))"
    return date.minute.map { "\(day) \(Timestamp.clock($0))" } ?? day
  }

  /// The date as ``text(_:)`` has it from yesterday until six days from now, any other one as ``dated(_:)``.
  package func near(_ date: Timestamp) -> String {
    (-1...6).contains(date.date.dayNumber - now.date.dayNumber) ? text(date) : dated(date)
  }

  /// The day of the year: `12 Dec`, `12 Dec 2027`.
  package func day(_ date: CivilDate) -> String {
    var bytes: [UInt8] = []
    append(day: date, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func append(day: CivilDate, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: String(day.day).utf8)
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: CivilDate.shortMonths[day.month - 1].utf8)
    guard day.year != now.date.year else { return }
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: String(day.year).utf8)
  }

  /// How long ago a moment was: `5 min`, `3 h`, `2 d`, `6 w`, `4 mo`, `2 y`; nothing for one to come.
  package func age(of moment: Timestamp) -> String {
    let days = now.date.dayNumber - moment.date.dayNumber
    let minutes = days * 1440 + (now.minute ?? 0) - (moment.minute ?? 0)
    switch (days, minutes) {
    case (_, ..<0): return ""
    case (0...1, ..<60) where moment.minute != nil: return "\(minutes) min"
    case (0...1, ..<1440) where moment.minute != nil: return "\(minutes / 60) h"
    case (..<14, _): return "\(days) d"
    case (..<61, _): return "\(days / 7) w"
    case (..<731, _): return "\(days / 30) mo"
    default: return "\(days / 365) y"
    }
  }
}
