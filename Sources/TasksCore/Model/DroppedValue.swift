extension LogEntry.Kind {
  /// Reads what follows `Merge dropped `: a field, then its value in quotes as JSON has it, or `nothing`.
  init?(dropped text: ArraySlice<UInt8>) {
    if text.last == 0x22, let open = LogEntry.Kind.openingQuote(of: text) {
      let field = text[..<open].trimmingTrailingBlanks
      guard !field.isEmpty,
        let value = LogEntry.Kind.unescaped(text[(open + 1)..<(text.endIndex - 1)])
      else { return nil }
      self = .dropped(field: Text(bytes: field), value: Text(bytes: value))
    } else {
      let word = Array(" nothing".utf8)
      guard text.count > word.count, text.suffix(word.count).elementsEqual(word) else { return nil }
      self = .dropped(
        field: Text(bytes: text.dropLast(word.count).trimmingTrailingBlanks), value: nil)
    }
  }

  /// `title "Call Bob"`, or `title nothing`.
  var droppedText: [UInt8] {
    guard case .dropped(let field, let value) = self else { return [] }
    guard let value else { return field.bytes + Array(" nothing".utf8) }
    return field.bytes + [0x20] + LogEntry.Kind.quoted(value)
  }

  /// A text in quotes, with `\"`, `\\`, `\n` and the other control characters escaped as in JSON.
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

  /// The quote that opens the value: the first one behind a blank whose string ends where the text does. A
  /// field's own name may hold quotes too, as `checkbox "a"` does.
  private static func openingQuote(of text: ArraySlice<UInt8>) -> Int? {
    text.indices.dropFirst().first { open in
      guard text[open] == 0x22, text[open - 1] == 0x20 else { return false }
      var close = open + 1
      while close < text.endIndex, text[close] != 0x22 { close += text[close] == 0x5C ? 2 : 1 }
      return close == text.endIndex - 1
    }
  }

  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8]? {
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
