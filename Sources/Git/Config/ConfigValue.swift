import Platform

/// A raw config value, to be parsed as a type.
struct ConfigValue {
  let key: String
  let text: String

  /// The value as a boolean.
  ///
  /// - Throws: `badConfigValue`.
  var bool: Bool {
    get throws(GitError) {
      switch text.lowercased() {
      case "true", "yes", "on": return true
      case "false", "no", "off", "": return false
      default:
        if let number = Int(text) { return number != 0 }
        throw .badConfigValue(key: key, value: text, expected: "true or false")
      }
    }
  }

  /// The value as an integer; the suffix k, m or g multiplies it by a power of 1024.
  ///
  /// - Throws: `badConfigValue`.
  var integer: Int {
    get throws(GitError) {
      let units = [UInt8(ascii: "k"): 10, UInt8(ascii: "m"): 20, UInt8(ascii: "g"): 30]
      let unit = text.utf8.last.flatMap { units[$0 | 0x20] }
      guard let number = Int(unit == nil ? text[...] : text.dropLast()) else {
        throw .badConfigValue(key: key, value: text, expected: "a number")
      }
      let (product, overflow) = number.multipliedReportingOverflow(by: 1 << (unit ?? 0))
      if overflow { throw .badConfigValue(key: key, value: text, expected: "a number in range") }
      return product
    }
  }
}
