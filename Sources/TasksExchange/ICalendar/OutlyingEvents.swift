import TasksCore

/// The events of an iCalendar file that are sure to be on other days than those that are asked for.
///
/// They are found by a look at their lines, in a small part of the time that reading them takes: of a year's calendar
/// most events are not of the week that is shown. One that repeats or stands for an occurrence of another, and one
/// whose lines are not clear, is none of them.
struct OutlyingEvents {
  /// The lines of an event, from BEGIN to END.
  struct Lines: Hashable {
    let range: Range<Int>
    let count: Int
  }

  private struct Event {
    let position: Int
    let line: Int
    var start: CivilDate?
    var end: CivilDate?
    var isUnclear = false
    var isInAlarm = false
  }

  /// How far the local days of an event may be from those that it is written with: the clock of a zone may be a day away
  /// from the local one, and summer time from what a file says of it.
  private static let margin = 3

  private let days: ClosedRange<CivilDate>
  private let bytes: ByteView
  private var event: Event?
  /// In the order of the file.
  private(set) var lines: [Lines] = []
  /// How many events there are in the file, those besides included.
  private(set) var total = 0
  /// The days on which those events are that are clear.
  private var first: CivilDate?
  private var last: CivilDate?
  private var hasUnclear = false

  /// The days on which there may be an event; nil if that is not clear of each of them.
  var extent: ClosedRange<CivilDate>? {
    guard !hasUnclear, event == nil, let first, let last else { return nil }
    return first.adding(days: -OutlyingEvents.margin)...last.adding(days: OutlyingEvents.margin)
  }

  init(in bytes: ByteView, days: ClosedRange<CivilDate>) {
    self.bytes = bytes
    self.days =
      days.lowerBound.adding(
        days: -OutlyingEvents.margin)...days.upperBound.adding(days: OutlyingEvents.margin)
    find()
  }

  private mutating func find() {
    var position = bytes.startIndex
    var number = 0
    // The first line of a property.
    var property = 0..<0
    while let line = bytes.line(at: position) {
      position = line.next
      number += 1
      if line.content.isEmpty { continue }
      if !bytes[line.start].isBlank {
        property = line.content
        take(bytes[property], line, number)
      } else if event != nil, !property.isEmpty {
        // A name that goes on in the next line may be any.
        let rest = bytes[property]
        if rest.place(of: 0x3A, from: rest.startIndex) == rest.endIndex { event?.isUnclear = true }
        property = 0..<0
      }
    }
  }

  private mutating func take(_ content: ByteView, _ line: ByteLine, _ number: Int) {
    guard event != nil else {
      if content.isSame(ignoringCaseAs: "begin:vevent") {
        begin(line, number)
      }
      return
    }
    switch content[content.startIndex] | 0x20 {
    case UInt8(ascii: "b"):
      if content.isSame(ignoringCaseAs: "begin:valarm") {
        event?.isInAlarm = true
      } else if content.isSame(ignoringCaseAs: "begin:vevent") {
        begin(line, number)
      } else if content.hasPrefix(ignoringCase: "begin") {
        event?.isUnclear = true
      }
    case UInt8(ascii: "e"):
      if content.isSame(ignoringCaseAs: "end:valarm") {
        event?.isInAlarm = false
      } else if content.isSame(ignoringCaseAs: "end:vevent") {
        finish(line, number)
      } else if content.hasPrefix(ignoringCase: "end") {
        event?.isUnclear = true
      }
    case UInt8(ascii: "d"):
      if content.hasPrefix(ignoringCase: "dtstart") {
        note(date(content), in: \.start)
      } else if content.hasPrefix(ignoringCase: "dtend") {
        note(date(content), in: \.end)
      } else if content.hasPrefix(ignoringCase: "duration") {
        event?.isUnclear = true
      }
    case UInt8(ascii: "r"):
      if content.hasPrefix(ignoringCase: "rrule") || content.hasPrefix(ignoringCase: "rdate")
        || content.hasPrefix(ignoringCase: "recurrence-id")
      {
        event?.isUnclear = true
      }
    default: break
    }
  }

  private mutating func begin(_ line: ByteLine, _ number: Int) {
    if event != nil { hasUnclear = true }
    event = Event(position: line.start, line: number)
    total += 1
  }

  private mutating func note(_ date: CivilDate?, in field: WritableKeyPath<Event, CivilDate?>) {
    guard let date, let known = event, !known.isInAlarm, known[keyPath: field] == nil else {
      event?.isUnclear = true
      return
    }
    event?[keyPath: field] = date
  }

  /// The day of a line that ends in `:20261127`, `:20261127T170000` or `:20261127T170000Z`.
  private func date(_ content: ByteView) -> CivilDate? {
    for length in [8, 15, 16] where content.count > length {
      let start = content.endIndex - length
      guard content[start - 1] == 0x3A else { continue }
      guard let number = content[start..<(start + 8)].wholeNumber else { return nil }
      return CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }
    return nil
  }

  private mutating func finish(_ line: ByteLine, _ number: Int) {
    defer { event = nil }
    guard let event, !event.isUnclear, let start = event.start else { return hasUnclear = true }
    let end = max(start, event.end ?? start)
    first = min(first ?? start, start)
    last = max(last ?? end, end)
    guard start > days.upperBound || end < days.lowerBound else { return }
    lines.append(Lines(range: event.position..<line.next, count: number - event.line + 1))
  }
}

extension ByteView {
  /// - Parameter word: In small letters.
  fileprivate func hasPrefix(ignoringCase word: StaticString) -> Bool {
    guard count >= word.utf8CodeUnitCount else { return false }
    for offset in 0..<word.utf8CodeUnitCount
    where lowered(startIndex + offset) != word.utf8Start[offset] { return false }
    return true
  }

  fileprivate func isSame(ignoringCaseAs word: StaticString) -> Bool {
    count == word.utf8CodeUnitCount && hasPrefix(ignoringCase: word)
  }

  private func lowered(_ index: Int) -> UInt8 {
    let byte = self[index]
    return (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
