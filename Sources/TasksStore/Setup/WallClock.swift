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
      Timestamp(moment.date, minute: moment.minute ?? 0), LocalTime.seconds(of: moment))
  }

  /// Returns the present moment.
  package func read() -> StoreContext.Clock {
    if let fixed { return fixed }
    let seconds = Int64(time(nil))
    return WallClock.clock(LocalTime.timestamp(at: seconds), seconds)
  }

  private static func clock(_ now: Timestamp, _ seconds: Int64) -> StoreContext.Clock {
    StoreContext.Clock(now: now, seconds: seconds, offset: LocalTime.offset(at: seconds))
  }
}
