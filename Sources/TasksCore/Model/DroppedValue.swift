extension LogEntry.Kind {
  /// Parses the text after `Merge dropped `: a field, then its value quoted as in JSON, or `nothing`.
  init?(dropped text: some ByteSlice) {
    if text.last == 0x22, let open = LogEntry.Kind.openingQuote(of: text) {
      let field = text[..<open].trimmingTrailingBlanks
      guard !field.isEmpty,
        let value = LogEntry.Kind.unescaped(text[(open + 1)..<(text.endIndex - 1)])
      else { return nil }
      self = .dropped(field: Text(bytes: field), value: Text(bytes: value))
    } else {
      guard text.count > 8, text.hasSuffix(" nothing") else { return nil }
      self = .dropped(field: Text(bytes: text.dropLast(8).trimmingTrailingBlanks), value: nil)
    }
  }

  /// The text after `Merge dropped `: `title "Call Bob"`, or `title nothing`.
  var droppedText: [UInt8] {
    guard case .dropped(let field, let value) = self else { return [] }
    guard let value else { return field.bytes + Array(" nothing".utf8) }
    return field.bytes + [0x20] + LogEntry.Kind.quoted(value)
  }

  /// Returns the text in double quotes, with `\"`, `\\`, `\n` and the other control characters escaped as in JSON.
  public static func quoted(_ value: Text) -> [UInt8] {
    var out: [UInt8] = [0x22]
    for byte in value.bytes {
      switch byte {
      case 0x22: out += [0x5C, 0x22]
      case 0x5C: out += [0x5C, 0x5C]
      case 0x0A: out += [0x5C, 0x6E]
      case 0x09: out += [0x5C, 0x74]
      case 0x0D: out += [0x5C, 0x72]
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        out += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: out.append(byte)
      }
    }
    return out + [0x22]
  }

  /// Returns the offset of the quote that opens the string at the end of the text: the last one before it that no
  /// backslash escapes, since quotes in the string are escaped. The field's name may contain quotes too
  /// (`property a"b`).
  private static func openingQuote(of text: some ByteSlice) -> Int? {
    var position = text.endIndex - 1
    while position > text.startIndex {
      position -= 1
      guard text[position] == 0x22 else { continue }
      var start = position
      while start > text.startIndex, text[start - 1] == 0x5C { start -= 1 }
      if (position - start) % 2 == 0 {
        return position > text.startIndex && text[position - 1].isBlank ? position : nil
      }
      position = start
    }
    return nil
  }

  private static func unescaped(_ text: some ByteSlice) -> [UInt8]? {
    var out: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == 0x5C else {
        out.append(byte)
        continue
      }
      switch rest.popFirst() {
      case 0x22: out.append(0x22)
      case 0x5C: out.append(0x5C)
      case 0x2F: out.append(0x2F)
      case 0x6E: out.append(0x0A)
      case 0x74: out.append(0x09)
      case 0x72: out.append(0x0D)
      case 0x75:
        guard rest.count >= 4,
          let code = UInt8(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16)
        else { return nil }
        out.append(code)
        rest = rest.dropFirst(4)
      default: return nil
      }
    }
    return out
  }
}

extension LogEntry {
  /// True if the entry records a value that a merge dropped.
  public var isDroppedValue: Bool {
    if case .dropped = kind { true } else { false }
  }
}
