extension LogEntry.Kind {
  /// Parses the text after `Merge dropped `: a field, then its value quoted as in JSON, or `nothing`.
  package init?(dropped text: some ByteSlice) {
    if text.last == 0x22, let open = LogEntry.Kind.openingQuote(of: text) {
      let field = text[..<open].trimmingTrailingBlanks
      guard !field.isEmpty,
        let value = YAMLEscape.unescaped(text[(open + 1)..<(text.endIndex - 1)])
      else { return nil }
      self = .dropped(field: Text(bytes: field), value: value)
    } else {
      guard text.count > 8, text.hasSuffix(" nothing") else { return nil }
      self = .dropped(field: Text(bytes: text.dropLast(8).trimmingTrailingBlanks), value: nil)
    }
  }

  /// The text after `Merge dropped `: `title "Call Bob"`, or `title nothing`.
  package var droppedText: [UInt8] {
    guard case .dropped(let field, let value) = self else { return [] }
    guard let value else { return field.bytes + Array(" nothing".utf8) }
    return field.bytes + [0x20] + JSONString.quoted(value.bytes)
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
}

extension LogEntry {
  /// True if the entry records a value that a merge dropped.
  var isDroppedValue: Bool {
    if case .dropped = kind { true } else { false }
  }
}
