import TasksCore

/// A moment as Taskwarrior has it: in UTC, `20261127T160000Z`.
struct TaskwarriorDate {
  /// The local time; a day if the text names nothing else.
  let moment: Timestamp
  /// Since 1970.
  let seconds: Int64

  /// Taskwarrior 2.6.2 crashes on a moment before 1980.
  private static let written = 315_532_800..<last
  /// The first second of the year 10000.
  private static let last: Int64 = 253_402_300_800

  /// Reads also the extended format, a day, local time without a zone, and seconds since 1970.
  init?(_ json: JSONValue, _ context: ForeignContext) {
    guard
      let text = json.text?.string ?? json.number.flatMap({ Int64(exactly: $0) }).map(String.init)
    else { return nil }
    let bytes = Array(text.utf8)
    if (9...12).contains(bytes.count), bytes.allSatisfy(\.isDigit), let seconds = Int64(text) {
      guard seconds < TaskwarriorDate.last else { return nil }
      (self.seconds, moment) = (seconds, context.local(seconds))
      return
    }
    guard let utc = ForeignContext.seconds(utc: text) else { return nil }
    let time = bytes.firstIndex { [0x54, 0x20].contains($0) }.map { bytes[$0...] } ?? []
    if time.contains(where: { [0x5A, 0x7A, 0x2B, 0x2D].contains($0) }) {
      (seconds, moment) = (utc, context.local(utc))
    } else {
      let date = ForeignContext.civil(utc)
      moment = time.isEmpty ? Timestamp(date.date) : date
      seconds = context.seconds(moment)
    }
  }

  /// The date of a task: midnight stands for the day.
  var planned: Timestamp { moment.minute == 0 ? Timestamp(moment.date) : moment }

  var text: Text { Text(ForeignContext.utc(seconds)) }

  /// Prints a moment; nil if Taskwarrior has no such time.
  static func text(_ moment: Timestamp, _ context: ForeignContext) -> Text? {
    let seconds = context.seconds(moment)
    return written.contains(seconds) ? Text(ForeignContext.utc(seconds)) : nil
  }
}
