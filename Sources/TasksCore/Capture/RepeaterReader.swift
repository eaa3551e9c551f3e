/// Parses how a date is repeated: `+1w`, `++1w`, `.+2d/4d` in Org's notation, `!1w` for `.+1w`, `1w` and `2 weeks` for
/// `++1w` and `++2w`, and `daily`, `weekly`, `monthly`, `yearly`.
///
/// A repeater of zero is refused, because it never moves a date.
package enum RepeaterReader {
  package static func read(_ text: String) throws(InputError) -> Repeater {
    try read(InputWord(text))
  }

  static func read(_ input: InputWord) throws(InputError) -> Repeater {
    let word = input.trimmed
    let typed = word.lowercased
    let text = typed.hasPrefix("!") ? ".+" + typed.dropFirst() : typed
    let repeater = named(text) ?? Repeater(text) ?? Repeater("++" + text) ?? counted(text)
    guard let repeater, repeater.interval.count > 0 else { throw .notARepeater(word) }
    return repeater
  }

  private static func named(_ text: String) -> Repeater? {
    switch text {
    case "daily": Repeater(.catchUp, Interval(1, .day))
    case "weekly": Repeater(.catchUp, Interval(1, .week))
    case "monthly": Repeater(.catchUp, Interval(1, .month))
    case "yearly": Repeater(.catchUp, Interval(1, .year))
    default: nil
    }
  }

  /// Parses `1mo` and `2 weeks`, also after the sign of a kind.
  private static func counted(_ text: String) -> Repeater? {
    let kind = [Repeater.Kind.catchUp, .restart, .cumulate].first { text.hasPrefix($0.rawValue) }
    let amount = String(text.dropFirst(kind?.rawValue.count ?? 0))
    guard !amount.hasPrefix("+") else { return nil }
    return CalendarAmount(amount)?.interval.map { Repeater(kind ?? .catchUp, $0) }
  }
}
