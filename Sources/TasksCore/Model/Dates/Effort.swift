/// Parses and prints lengths of time in minutes, such as a task's effort (Org manual, "Effort estimates").
package enum Effort {
  /// Parses `90` (minutes), `1:30`, `1h30m`, `1h30`, `1h 30min`, `1.5h`, `2h`, `1d`, `1w`. As in Org, a day has 24 hours
  /// and a week has 7 days; there are no months, so `m` is minutes.
  package static func read(_ text: String) throws(InputError) -> Int {
    try read(InputWord(text))
  }

  /// Prints minutes as `1:30`.
  package static func text(_ minutes: Int) -> String {
    "\(minutes / 60):\(CivilDate.padded(minutes % 60, 2))"
  }

  /// Prints minutes as `45m`, `2h` or `1h30m`.
  package static func brief(_ minutes: Int) -> String {
    let (hours, rest) = (minutes / 60, minutes % 60)
    return (hours == 0 ? "" : "\(hours)h") + (rest == 0 && hours > 0 ? "" : "\(rest)m")
  }

  static func read(_ word: InputWord) throws(InputError) -> Int {
    let word = word.trimmed
    let digits = word.bytes.reversed().prefix { $0.isDigit }.count
    // A number after hours is one of minutes.
    let isOpen = digits > 0 && word.bytes.dropLast(digits).last?.lowercasedASCII == 0x68
    guard let minutes = minutes(isOpen ? word.bytes + [0x6D] : word.bytes) else {
      throw .notAnEffort(word)
    }
    return minutes
  }

  /// Parses the same notation in a file; nil if the text is not a length of time.
  static func minutes(_ text: some ByteSlice) -> Int? {
    let bytes = text.trimmingBlanks
    return number(bytes) ?? clock(bytes) ?? units(bytes)
  }

  private static func clock(_ bytes: some ByteSlice) -> Int? {
    let parts = bytes.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count == 2, let hours = number(parts[0]),
      let minutes = number(parts[1]), minutes < 60
    else { return nil }
    return hours * 60 + minutes
  }

  /// Parses numbers that each have a unit. The sum is rounded to whole minutes, with halves rounded up.
  private static func units(_ bytes: some ByteSlice) -> Int? {
    var rest = bytes
    var minutes = 0.0
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isDigit || $0 == 0x2E }
      rest = rest.dropFirst(digits.count).trimmingLeadingBlanks
      let name = rest.prefix { $0.isASCIILetter }
      rest = rest.dropFirst(name.count).trimmingLeadingBlanks
      guard let count = decimal(digits), let length = length(ofUnit: name) else { return nil }
      minutes += count * Double(length)
    }
    return bytes.isEmpty ? nil : Int(minutes.rounded())
  }

  private static func length(ofUnit name: some ByteSlice) -> Int? {
    let name = String(decoding: name.map(\.lowercasedASCII), as: UTF8.self)
    return name == "m" ? 1 : CalendarAmount.Unit(name: name)?.minutes
  }

  private static func decimal(_ digits: some ByteSlice) -> Double? {
    guard (1...6).contains(digits.count), digits.first != 0x2E, digits.last != 0x2E else {
      return nil
    }
    return Double(String(decoding: digits, as: UTF8.self))
  }

  private static func number(_ digits: some ByteSlice) -> Int? {
    guard (1...6).contains(digits.count), digits.allSatisfy(\.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }
}
