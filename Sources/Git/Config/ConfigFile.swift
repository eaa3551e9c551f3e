import Platform

/// A file in git-config syntax (git-config(1), "CONFIGURATION FILE") without includes, so that a file that came with
/// a clone cannot read files outside it.
///
/// A change replaces only the value and keeps all other bytes.
package struct ConfigFile: Sendable {
  /// One `name = value`.
  package struct Entry: Hashable, Sendable {
    /// The full key, `section.name` or `section.subsection.name`, with section and name in lower case.
    package let key: String
    /// Nil for a name without `=`, which git reads as true.
    package let value: String?
    /// The range in the bytes, from the name to the end of the value.
    let range: Range<Int>
  }

  /// A `[section]` line.
  struct Section: Sendable {
    let name: String
    let start: Int
    /// The offset at which a new entry is inserted: after the last entry of the section.
    var end: Int
  }

  /// The path that error messages name.
  let path: String
  /// The content of the file, with changes applied.
  package private(set) var bytes: [UInt8]
  /// All entries in file order.
  package private(set) var entries: [Entry] = []
  private var sections: [Section] = []

  /// Reads and parses a file.
  ///
  /// - Throws: `system`, `badConfig`.
  package init(path: String) throws(GitError) {
    try self.init(bytes: readFile(path), path: path)
  }

  /// Parses the content of a file.
  ///
  /// - Throws: `badConfig`.
  package init(bytes: [UInt8], path: String = "config") throws(GitError) {
    self.bytes = bytes
    self.path = path
    try parse()
  }

  /// Returns the last value of a key; an entry without a value reads as `true`.
  package func string(_ key: String) -> String? {
    strings(key).last
  }

  package func strings(_ key: String) -> [String] {
    guard let key = ConfigKey(key) else { return [] }
    return entries.filter { $0.key == key.full }.map { $0.value ?? "true" }
  }

  /// Returns the last value of a key as a boolean, by git's rules.
  ///
  /// - Throws: `badConfigValue`.
  package func bool(_ key: String) throws(GitError) -> Bool? {
    guard let text = string(key) else { return nil }
    return try ConfigValue(key: key, text: text).bool
  }

  /// Returns the last value of a key as an integer, by git's rules: the suffix k, m or g multiplies it by a power of
  /// 1024.
  ///
  /// - Throws: `badConfigValue`.
  package func integer(_ key: String) throws(GitError) -> Int? {
    guard let text = string(key) else { return nil }
    return try ConfigValue(key: key, text: text).integer
  }

  /// Sets a key: replaces the value of its last entry, or adds an entry at the end of its section, or adds a section
  /// at the end of the file.
  ///
  /// - Throws: `badConfigKey`; `badConfigValue` for a value with a NUL in it.
  package mutating func set(_ key: String, to value: String) throws(GitError) {
    guard let parts = ConfigKey(key), let entry = entries.last(where: { $0.key == parts.full })
    else { return try add(key, value) }
    bytes.replaceSubrange(entry.range, with: try Self.line(parts, value).utf8)
    try parse()
  }

  /// Adds an entry, also beside others with the same key: at the end of its section, or in a section at the end of
  /// the file.
  ///
  /// - Throws: `badConfigKey`; `badConfigValue` for a value with a NUL in it.
  package mutating func add(_ key: String, _ value: String) throws(GitError) {
    guard let parts = ConfigKey(key) else { throw .badConfigKey(key) }
    let line = try Self.line(parts, value)
    if let section = sections.last(where: { $0.name == parts.section }) {
      // Another section may begin on the same line.
      let next = bytes[section.end...].first { $0 != 0x20 && $0 != 0x09 }
      let end = next == UInt8(ascii: "[") ? "\n" : ""
      bytes.insert(contentsOf: "\n\t\(line)\(end)".utf8, at: section.end)
    } else {
      if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
      bytes += "\(parts.header)\n\t\(line)\n".utf8
    }
    try parse()
  }

  private static func line(_ key: ConfigKey, _ value: String) throws(GitError) -> String {
    if value.utf8.contains(0) {
      throw .badConfigValue(key: key.full, value: value, expected: "text without NUL")
    }
    return "\(key.name) = \(written(value))"
  }

  /// Removes all entries of a key, each with its line if nothing else is on it.
  package mutating func remove(_ key: String) throws(GitError) {
    guard let key = ConfigKey(key) else { throw .badConfigKey(key) }
    let newline = UInt8(ascii: "\n")
    for entry in entries.reversed() where entry.key == key.full {
      var range = entry.range
      let start = bytes[..<range.lowerBound].lastIndex(of: newline).map { $0 + 1 } ?? 0
      let end = bytes[range.upperBound...].firstIndex(of: newline) ?? bytes.count
      let rest = bytes[start..<range.lowerBound] + bytes[range.upperBound..<end]
      if rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
        range = start..<min(end + 1, bytes.count)
      }
      bytes.removeSubrange(range)
    }
    try parse()
  }

  /// Removes a section, as `view.work` names `[view "work"]`, with all its entries. Comments after the last entry stay.
  package mutating func remove(section name: String) throws(GitError) {
    for section in sections.reversed() where section.name == name {
      let isLineEnd = section.end < bytes.count && bytes[section.end] == UInt8(ascii: "\n")
      bytes.removeSubrange(section.start..<(isLineEnd ? section.end + 1 : section.end))
    }
    try parse()
  }

  private mutating func parse() throws(GitError) {
    var parser = ConfigParser(bytes: bytes, path: path)
    try parser.parse()
    entries = parser.entries
    sections = parser.sections
  }

  /// Escapes and quotes a value so that it is read back unchanged.
  private static func written(_ value: String) -> String {
    var text = ""
    var quotes = value.isEmpty
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\u{8}": text += "\\b"
      default:
        if scalar == "#" || scalar == ";" || scalar == "\r" { quotes = true }
        text.unicodeScalars.append(scalar)
      }
    }
    if value.first == " " || value.last == " " || value.contains("  ") { quotes = true }
    return quotes ? "\"\(text)\"" : text
  }
}

package struct ConfigKey {
  /// `section` or `section.subsection`, the first part in lower case.
  let section: String
  let name: String
  /// The line `[section "subsection"]`.
  let header: String

  package var full: String { section + "." + name }

  package init?(_ key: String) {
    guard let first = key.firstIndex(of: "."), let last = key.lastIndex(of: ".") else { return nil }
    let head = key[..<first].lowercased()
    name = key[key.index(after: last)...].lowercased()
    guard !head.isEmpty, let letter = name.utf8.first, Self.isLetter(letter),
      head.utf8.allSatisfy(Self.isNamePart), name.utf8.allSatisfy(Self.isNamePart)
    else { return nil }
    if first == last {
      section = head
      header = "[\(head)]"
      return
    }
    let inner = key[key.index(after: first)..<last]
    guard !inner.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\n") }) else { return nil }
    section = head + "." + inner
    var text = ""
    for character in inner.unicodeScalars {
      if character == "\"" || character == "\\" { text += "\\" }
      text.unicodeScalars.append(character)
    }
    header = "[\(head) \"\(text)\"]"
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  static func isNamePart(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte == UInt8(ascii: "-")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

extension ConfigFile {
  /// Merges two changed versions of a file setting by setting, in the text of ours: a setting that only the other side
  /// changed is as there, one that both changed stays ours. Nil if one of them cannot be parsed.
  package static func merged(base: [UInt8]?, ours: [UInt8], theirs: [UInt8]) -> [UInt8]? {
    do throws(GitError) {
      let (base, other) = (try ConfigFile(bytes: base ?? []), try ConfigFile(bytes: theirs))
      var merged = try ConfigFile(bytes: ours)
      var keys: [String] = []
      for key in (base.entries + other.entries).map(\.key) where !keys.contains(key) {
        keys.append(key)
      }
      for key in keys {
        let (old, new) = (base.strings(key), other.strings(key))
        guard old != new, merged.strings(key) == old else { continue }
        if old.count == 1, let value = new.first, new.count == 1 {
          try merged.set(key, to: value)
        } else {
          try merged.remove(key)
          for value in new { try merged.add(key, value) }
        }
      }
      return merged.bytes
    } catch {
      return nil
    }
  }
}

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
