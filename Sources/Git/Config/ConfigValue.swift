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
      // A switch, because each process would have to instantiate the type of a dictionary.
      let unit: Int? =
        switch text.utf8.last {
        case UInt8(ascii: "k"), UInt8(ascii: "K"): 10
        case UInt8(ascii: "m"), UInt8(ascii: "M"): 20
        case UInt8(ascii: "g"), UInt8(ascii: "G"): 30
        default: nil
        }
      guard let number = Int(unit == nil ? text[...] : text.dropLast()) else {
        throw .badConfigValue(key: key, value: text, expected: "a number")
      }
      let (product, overflow) = number.multipliedReportingOverflow(by: 1 << (unit ?? 0))
      if overflow { throw .badConfigValue(key: key, value: text, expected: "a number in range") }
      return product
    }
  }
}
