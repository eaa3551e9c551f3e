import TasksCore

/// A length of time as iCalendar writes it: `-PT15M`, `P1DT2H`, `P2W` (RFC 5545, 3.3.6).
struct CalendarDuration: Hashable, Sendable {
  /// Nominal days, which a change of the clock makes longer or shorter. Negative if the duration is.
  var days = 0
  /// Of the time part, exact. Negative if the duration is.
  var seconds = 0

  /// The length where a day has 24 hours, in whole minutes.
  var minutes: Int { days * 1440 + seconds / 60 }

  init?(_ text: some StringProtocol) {
    var rest = Array(text.trimmedBlanks.uppercased().utf8)[...]
    let isNegative = rest.first == 0x2D
    if isNegative || rest.first == 0x2B { rest = rest.dropFirst() }
    guard rest.first == 0x50, rest.count > 1 else { return nil }
    rest = rest.dropFirst()
    var isTime = false
    while let byte = rest.first {
      if byte == 0x54, !isTime, rest.count > 1 {
        isTime = true
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix(while: \.isDigit)
      guard let count = digits.wholeNumber, let unit = rest.dropFirst(digits.count).first else {
        return nil
      }
      switch (isTime, unit) {
      case (false, 0x57): days += count * 7
      case (false, 0x44): days += count
      case (true, 0x48): seconds += count * 3600
      case (true, 0x4D): seconds += count * 60
      case (true, 0x53): seconds += count
      default: return nil
      }
      rest = rest.dropFirst(digits.count + 1)
    }
    // Longer than there are dates.
    if days > 4_000_000 || seconds / 86_400 > 4_000_000 { return nil }
    if isNegative { (days, seconds) = (-days, -seconds) }
  }
}
