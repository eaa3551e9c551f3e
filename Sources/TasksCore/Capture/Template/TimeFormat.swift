/// Prints a moment as `strftime` does in the C locale (POSIX, "strftime"). What needs a zone or seconds since 1970
/// stays as it is. `-`, `_`, `0` and `^` after the sign mean no padding, blanks, zeros and capitals, as in Emacs.
enum TimeFormat {
  static func text(of moment: Timestamp, _ format: String) -> String {
    var out = ""
    var rest = Array(format.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      guard scalar == "%" else {
        out.unicodeScalars.append(scalar)
        continue
      }
      let flags = rest.prefix { "-_0^".unicodeScalars.contains($0) }
      if let letter = rest[flags.endIndex...].first,
        let part = part(Character(letter), of: moment, Array(flags))
      {
        out += flags.contains("^") ? part.uppercased() : part
        rest = rest[(flags.endIndex + 1)...]
      } else {
        out += "%"
      }
    }
    return out
  }

  private static func part(
    _ letter: Character, of moment: Timestamp, _ flags: [Unicode.Scalar]
  ) -> String? {
    let (date, minute) = (moment.date, moment.minute ?? 0)
    let hour = minute / 60
    func number(_ value: Int, _ width: Int, _ pad: Character = "0") -> String {
      let digits = String(value)
      var pad = pad
      if flags.contains("-") { return digits }
      if flags.contains("_") { pad = " " }
      if flags.contains("0") { pad = "0" }
      return String(repeating: pad, count: max(0, width - digits.count)) + digits
    }
    func parts(_ format: String) -> String { text(of: moment, format) }
    let dayOfYear = date.dayNumber - (CivilDate(year: date.year, month: 1, day: 1)?.dayNumber ?? 0)
    switch letter {
    case "Y": return number(date.year, 1)
    case "C": return number(date.year / 100, 2)
    case "y": return number(date.year % 100, 2)
    case "m": return number(date.month, 2)
    case "d": return number(date.day, 2)
    case "e": return number(date.day, 2, " ")
    case "j": return number(dayOfYear + 1, 3)
    case "H": return number(hour, 2)
    case "k": return number(hour, 2, " ")
    case "I": return number((hour + 11) % 12 + 1, 2)
    case "l": return number((hour + 11) % 12 + 1, 2, " ")
    case "M": return number(minute % 60, 2)
    case "S": return number(0, 2)
    case "p": return hour < 12 ? "AM" : "PM"
    case "P": return hour < 12 ? "am" : "pm"
    case "a": return date.weekdayName
    case "A": return CivilDate.weekdays[date.weekday - 1]
    case "b", "h": return CivilDate.shortMonths[date.month - 1]
    case "B": return CivilDate.months[date.month - 1]
    case "u": return number(date.weekday, 1)
    case "w": return number(date.weekday % 7, 1)
    case "U": return number((dayOfYear + 7 - date.weekday % 7) / 7, 2)
    case "W": return number((dayOfYear + 7 - (date.weekday - 1)) / 7, 2)
    case "V": return number(week(date).number, 2)
    case "G": return number(week(date).year, 1)
    case "g": return number(week(date).year % 100, 2)
    case "D", "x": return parts("%m/%d/%y")
    case "F": return parts("%Y-%m-%d")
    case "R": return parts("%H:%M")
    case "T", "X": return parts("%H:%M:%S")
    case "r": return parts("%I:%M:%S %p")
    case "c": return parts("%a %b %e %H:%M:%S %Y")
    case "n", "t": return " "
    case "%": return "%"
    default: return nil
    }
  }

  /// Returns the week of ISO 8601: the one that has the Thursday.
  private static func week(_ date: CivilDate) -> (year: Int, number: Int) {
    let thursday = date.adding(days: 4 - date.weekday)
    let first = CivilDate(year: thursday.year, month: 1, day: 1)?.dayNumber ?? 0
    return (thursday.year, (thursday.dayNumber - first) / 7 + 1)
  }
}
