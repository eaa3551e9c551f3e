import Foundation
import TasksCore
import TasksExchange

/// A store in Prague, as a foreign format knows it.
enum CalendarWorld {
  private static let prague: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "Europe/Prague") ?? .gmt
    return calendar
  }()

  static let clock = CalendarClock(
    local: { seconds in
      let parts = prague.dateComponents(
        [.year, .month, .day, .hour, .minute],
        from: Date(timeIntervalSince1970: TimeInterval(seconds)))
      return Timestamp(
        CivilDate(year: parts.year ?? 1, month: parts.month ?? 1, day: parts.day ?? 1)
          ?? CivilDate(dayNumber: 0), minute: (parts.hour ?? 0) * 60 + (parts.minute ?? 0))
    },
    seconds: { moment in
      let (date, minute) = (moment.date, moment.minute ?? 0)
      let parts = DateComponents(
        year: date.year, month: date.month, day: date.day, hour: minute / 60, minute: minute % 60)
      return Int64(prague.date(from: parts)?.timeIntervalSince1970 ?? 0)
    },
    zone: { name in
      guard name.allSatisfy({ $0.isLetter || $0 == "/" || $0 == "_" }) else { return nil }
      let file = URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)")
      return (try? Data(contentsOf: file)).flatMap { ZoneTransitions(tzif: Array($0)) }
    })

  static func context(_ format: Format = .org, workflow: Workflow = .standard) -> ForeignContext {
    var context = ForeignContext(
      workflow: workflow, keywords: "TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)",
      format: format,
      now: Timestamp(CivilDate(dayNumber: 20_777), minute: 555), local: clock.local,
      seconds: clock.seconds)
    context.zone = clock.zone
    return context
  }

  /// The lines as a file with CRLF.
  static func bytes(_ lines: String) -> [UInt8] {
    Array(lines.utf8).flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
  }

  /// A VTODO with these lines in a VCALENDAR.
  static func todo(_ lines: String) -> [UInt8] {
    bytes("BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VTODO\n\(lines)\nEND:VTODO\nEND:VCALENDAR\n")
  }
}

/// A zone as the library knows it.
struct ZoneOffsets {
  private let zone: TimeZone

  init?(_ name: String) {
    guard let zone = TimeZone(identifier: name) else { return nil }
    self.zone = zone
  }

  func offset(at seconds: Int64) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds)))
  }
}
