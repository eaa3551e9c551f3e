/// A SCHEDULED or DEADLINE date with everything its timestamp may contain.
package struct Planning: Hashable, Sendable {
  package var start: Timestamp
  /// The end of a time range.
  package var end: Timestamp?
  package var repeater: Repeater?
  package var warning: Warning?

  package init(
    _ start: Timestamp, end: Timestamp? = nil, repeater: Repeater? = nil, warning: Warning? = nil
  ) {
    self.start = start
    self.end = end
    self.repeater = repeater
    self.warning = warning
  }

  /// Returns the plan moved to another date. Repeater and warning stay. A range keeps its length: in minutes if
  /// both ends have a time, else in days. A range in minutes loses its end if the new start is a whole day.
  package func moved(to newStart: Timestamp) -> Planning {
    var plan = self
    plan.start = newStart
    guard let end else { return plan }
    if start.minute == nil || end.minute == nil {
      let length = Timestamp(newStart.date).absoluteMinute - Timestamp(start.date).absoluteMinute
      let moved = Timestamp(end.date).adding(minutes: length)
      plan.end = Timestamp(moved.date, minute: end.minute)
    } else if newStart.minute == nil {
      plan.end = nil
    } else {
      // Emacs writes a range that ends after midnight as 23:00-00:30. The moved range keeps this form.
      let isOfNight = end < start && end.date == start.date
      let length = end.absoluteMinute - start.absoluteMinute + (isOfNight ? 1440 : 0)
      let moved = newStart.adding(minutes: length)
      plan.end = Timestamp(isOfNight ? newStart.date : moved.date, minute: moved.minute)
    }
    return plan
  }

  /// Returns the next occurrence after the task is done at `now`, or the same plan if it has no repeater. A delay
  /// for the first occurrence only is removed.
  package func repeated(now: Timestamp, on days: RepeatDays? = nil) -> Planning {
    guard let repeater, repeater.interval.count > 0 else { return self }
    var plan = moved(to: repeater.next(after: start, now: now, on: days).existing)
    if plan.warning?.isFirstOnly == true { plan.warning = nil }
    return plan
  }

  package var isRepeating: Bool { (repeater?.interval.count ?? 0) > 0 }
}

extension Planning {
  /// The date for people, with its end, repeater and warning: `Fri 2026-11-27 17:00–18:00 ++1w -3d`.
  package var shown: String {
    var bytes: [UInt8] = []
    appendShown(to: &bytes)
    return String(decoding: bytes, as: UTF8.self) + (warning.map { " " + $0.text } ?? "")
  }

  /// Appends the date with its end and repeater.
  package func appendShown(to bytes: inout [UInt8]) {
    start.appendShown(to: &bytes)
    if let end {
      bytes.append(contentsOf: "–".utf8)
      if end.date != start.date {
        end.appendShown(to: &bytes)
      } else if let minute = end.minute {
        bytes.append(contentsOf: Timestamp.clock(minute).utf8)
      }
    }
    if let repeater { bytes.append(contentsOf: (" " + repeater.text).utf8) }
  }
}
