/// Formats numbers for a reader, with about three digits.
enum Figure {
  static func time(_ milliseconds: Double) -> String {
    if milliseconds < 0.1 { return "\(short(milliseconds * 1_000)) µs" }
    return milliseconds < 1_000 ? "\(short(milliseconds)) ms" : "\(short(milliseconds / 1_000)) s"
  }

  static func bytes(_ bytes: Double) -> String { "\(short(bytes / 1_024)) KB" }

  static func memory(_ kibibytes: Int) -> String { "\(short(Double(kibibytes) / 1_024)) MB" }

  /// Rounds to two decimals below 1, one below 10 and none from 10 on, without a trailing `.0`.
  static func short(_ value: Double) -> String {
    let scale: Double = value < 1 ? 100 : value < 10 ? 10 : 1
    let rounded = Int(value * scale + 0.5)
    let whole = rounded / Int(scale)
    let rest = rounded % Int(scale)
    guard rest > 0 else { return "\(whole)" }
    let digits = scale == 100 && rest < 10 ? "0\(rest)" : "\(rest)"
    return "\(whole).\(digits)"
  }
}
