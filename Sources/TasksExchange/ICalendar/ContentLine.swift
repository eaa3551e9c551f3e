import TasksCore

/// A content line of iCalendar: a name, parameters and a value, `DUE;VALUE=DATE:20261127` (RFC 5545, 3.1).
struct ContentLine: Hashable, Sendable {
  struct Parameter: Hashable, Sendable {
    /// In capitals.
    var name: String
    /// Without quotes. Of several values, they are separated by commas.
    var value: String
  }

  /// Where it begins in the file, from 1.
  var line: Int
  /// In capitals.
  var name: String
  var parameters: [Parameter] = []
  /// As in the file, with its escapes.
  var value: String

  /// Nil if the bytes are no content line. They must be UTF-8.
  init?(_ bytes: [UInt8], line: Int) {
    var rest = bytes[...]
    func word() -> String? {
      let name = rest.prefix { $0.isASCIILetter || $0.isDigit || $0 == 0x2D || $0 == 0x5F }
      rest = rest.dropFirst(name.count)
      return name.isEmpty ? nil : String(decoding: name, as: UTF8.self).uppercased()
    }
    guard let name = word() else { return nil }
    var parameters: [Parameter] = []
    while rest.first == 0x3B {
      rest = rest.dropFirst()
      guard let name = word(), rest.first == 0x3D else { return nil }
      rest = rest.dropFirst()
      var value: [UInt8] = []
      var isQuoted = false
      while let byte = rest.first, isQuoted || byte != 0x3A && byte != 0x3B {
        if byte == 0x22 { isQuoted.toggle() } else { value.append(byte) }
        rest = rest.dropFirst()
      }
      parameters.append(Parameter(name: name, value: String(decoding: value, as: UTF8.self)))
    }
    guard rest.first == 0x3A else { return nil }
    self.line = line
    self.name = name
    self.parameters = parameters
    value = String(decoding: rest.dropFirst(), as: UTF8.self)
  }

  /// The value of a parameter, whose name is in capitals.
  subscript(parameter: String) -> String? { parameters.first { $0.name == parameter }?.value }

  /// The value as TEXT, without its escapes.
  var text: Text { CalendarText.unescaped(value) }
}

extension CalendarDate {
  /// Reads the value of a line.
  ///
  /// - Throws: ``CalendarComponent/Fault``
  init(_ line: ContentLine) throws(CalendarComponent.Fault) {
    guard let date = CalendarDate(line.value, zone: line["TZID"]) else {
      throw CalendarComponent.Fault(
        line: line.line,
        reason: "\(line.name) is no date: \(ControlCharacters.escaped(line.value))")
    }
    self = date
  }
}
