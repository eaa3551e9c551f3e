import Platform
import TasksCore

/// The machine's clock, or the fixed time in `TASKS_NOW`.
package struct WallClock: Sendable {
  private let fixed: StoreContext.Clock?

  /// - Throws: `invalid` if `TASKS_NOW` is not a time.
  package init(variable: (String) -> String?) throws {
    guard let text = variable("TASKS_NOW"), !text.isEmpty else {
      fixed = nil
      return
    }
    guard let moment = Timestamp(iso: text) else {
      throw StoreError.invalid(
        "TASKS_NOW is '\(text)', which is not a time; write it as 2026-11-20T09:15")
    }
    fixed = WallClock.clock(
      Timestamp(moment.date, minute: moment.minute ?? 0), WallClock.secondsSince1970(of: moment))
  }

  /// Returns the present moment.
  package func read() -> StoreContext.Clock {
    if let fixed { return fixed }
    let seconds = time(nil)
    return WallClock.clock(WallClock.local(Int64(seconds)), seconds)
  }

  private static func clock(_ now: Timestamp, _ seconds: time_t) -> StoreContext.Clock {
    StoreContext.Clock(
      now: now, seconds: Int64(seconds), offset: offset(at: seconds))
  }

  /// Returns the local time at a moment.
  package static func local(_ seconds: Int64) -> Timestamp {
    var moment = time_t(seconds)
    var parts = tm()
    localtime_r(&moment, &parts)
    let date =
      CivilDate(
        year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
      ?? CivilDate(dayNumber: Int(seconds) / 86_400)
    return Timestamp(date, minute: Int(parts.tm_hour) * 60 + Int(parts.tm_min))
  }

  /// Returns the moment of a local time, in seconds since 1970.
  package static func secondsSince1970(of moment: Timestamp) -> time_t {
    var parts = tm()
    parts.tm_year = Int32(moment.date.year - 1900)
    parts.tm_mon = Int32(moment.date.month - 1)
    parts.tm_mday = Int32(moment.date.day)
    parts.tm_hour = Int32((moment.minute ?? 0) / 60)
    parts.tm_min = Int32((moment.minute ?? 0) % 60)
    parts.tm_isdst = -1
    return mktime(&parts)
  }

  /// Returns the offset of local time in minutes east of UTC.
  private static func offset(at seconds: time_t) -> Int {
    var moment = seconds
    var parts = tm()
    localtime_r(&moment, &parts)
    return parts.tm_gmtoff / 60
  }
}
