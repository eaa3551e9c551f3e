import CLocalTime

/// Whether the day or the month comes first in a date such as `3/4`.
package enum DayOrder: Sendable {
  case dayFirst, monthFirst

  /// The order in the locale of the process (`LC_ALL`, `LC_TIME`, `LANG`); nil if that does not tell.
  package static let ofProcess = tasks_date_locale().flatMap {
    DayOrder(locale: String(cString: $0))
  }

  /// - Parameter name: A name such as `en_US.UTF-8`. Nil for `C`, `POSIX`, English of no country, and where people
  ///   write both: in Canada and the Philippines, and in languages of the United States other than English.
  package init?(locale name: String) {
    let parts = name.prefix { $0 != "." && $0 != "@" }.split(separator: "_").map(String.init)
    guard let language = parts.first, (2...3).contains(language.utf8.count) else { return nil }
    switch (language, parts.count > 1 ? parts[1] : "") {
    case ("en", "US"), ("zh", _), ("ja", _), ("ko", _), ("hu", _), ("mn", _): self = .monthFirst
    case ("en", ""), (_, "US"), (_, "CA"), (_, "PH"): return nil
    default: self = .dayFirst
    }
  }
}
