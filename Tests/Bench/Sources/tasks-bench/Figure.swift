import Foundation

/// Formats numbers for a reader, with about three digits.
enum Figure {
  private static let style = FloatingPointFormatStyle<Double>(locale: Locale(identifier: "en_US"))

  static func time(_ milliseconds: Double) -> String {
    milliseconds < 1_000 ? "\(short(milliseconds)) ms" : "\(short(milliseconds / 1_000)) s"
  }

  static func bytes(_ bytes: Double) -> String { "\(short(bytes / 1_024)) KB" }

  static func memory(_ kibibytes: Int) -> String { "\(short(Double(kibibytes) / 1_024)) MB" }

  /// Rounds to two decimals below 1, one below 10 and none from 10 on, without a trailing `.0`.
  static func short(_ value: Double) -> String {
    let digits = value < 1 ? 2 : value < 10 ? 1 : 0
    return value.formatted(style.precision(.fractionLength(0...digits)))
  }
}
