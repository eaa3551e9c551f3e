/// Parses a time of day as users type it: `17:00`, `9am`, `5:30 pm`, `noon`, `midnight` (the one before the day).
package enum TimeOfDay {
  /// Returns the minutes since midnight, 0–1439; nil for any other text.
  package static func minute(_ text: String) -> Int? { minute(InputWord(text)) }

  static func minute(_ word: InputWord) -> Int? {
    let text = word.lowercased
    if text == "noon" { return 720 }
    if text == "midnight" { return 0 }
    let half: Int? = text.hasSuffix("am") ? 0 : text.hasSuffix("pm") ? 12 : nil
    let clock = Array(text.utf8.dropLast(half == nil ? 0 : 2))[...].trimmingBlanks
    let parts = clock.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 1 && half != nil, parts[0].count <= 2,
      let hour = DateReader.number(parts[0]),
      let minute = parts.count == 1 ? 0 : parts[1].count == 2 ? DateReader.number(parts[1]) : nil,
      minute < 60
    else { return nil }
    guard let half else { return hour < 24 ? hour * 60 + minute : nil }
    return (1...12).contains(hour) ? (hour % 12 + half) * 60 + minute : nil
  }

  /// Whether a word is a time of day without a day: `17:00`, `@9am`.
  static func isAlone(_ word: InputWord) -> Bool {
    let bytes = word.trimmed.bytes
    return minute(word.part(bytes.first == 0x40 ? bytes.dropFirst() : bytes)) != nil
  }
}
