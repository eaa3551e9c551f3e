/// Reads the start and the end of a clock as users type them: dates with a time of day (``DateReader``), which have
/// passed.
package struct ClockTime: Sendable {
  private let now: Timestamp

  package init(now: Timestamp) { self.now = now }

  /// - Parameter word: Nil for now.
  package func start(_ word: String?) throws(InputError) -> Timestamp {
    guard let word else { return now }
    return try passed(moment(InputWord(word)), InputWord(word))
  }

  /// Returns the end of a clock. A time of day without a date is of the day of the start, or of the night after it.
  package func end(_ text: String, after start: Timestamp) throws(InputError) -> Timestamp {
    let word = InputWord(text)
    return try passed(moment(word, after: start), word)
  }

  /// Returns the clock between two moments. A start without a date is of today, or of yesterday if the clock runs over
  /// midnight and has not come yet today.
  package func clock(_ from: String, _ to: String) throws(InputError) -> Clock {
    let (first, last) = (InputWord(from), InputWord(to))
    var start = try moment(first)
    var end = try moment(last, after: start)
    if end > now, TimeOfDay.isAlone(first), TimeOfDay.isAlone(last), end.date > start.date {
      (start, end) = (start.adding(minutes: -1440), end.adding(minutes: -1440))
    }
    return Clock(start: try passed(start, first), end: try passed(end, last))
  }

  /// Reads a date with a time of day. A weekday is the last one, as in ``DaySpan``.
  private func moment(_ word: InputWord) throws(InputError) -> Timestamp {
    let moment = try DateReader(now: now, looksBack: true).readToTheMinute(word)
    guard moment.minute != nil else { throw .noTimeOfDay(word) }
    return moment
  }

  private func moment(_ word: InputWord, after start: Timestamp) throws(InputError) -> Timestamp {
    guard TimeOfDay.isAlone(word) else {
      let end = try moment(word)
      guard end >= start else { throw .endBeforeStart(word, start) }
      return end
    }
    let end = try DateReader(now: start).read(word)
    if end >= start { return end }
    let next = end.adding(minutes: 1440)
    guard next.absoluteMinute - start.absoluteMinute <= ClockTime.longestNight else {
      throw .endBeforeStart(word, start)
    }
    return next
  }

  /// The longest time in minutes for which an end before the start is taken to be of the next day.
  private static let longestNight = 12 * 60

  private func passed(_ moment: Timestamp, _ word: InputWord) throws(InputError) -> Timestamp {
    guard moment <= now else { throw .notPassed(word, moment) }
    return moment
  }
}
