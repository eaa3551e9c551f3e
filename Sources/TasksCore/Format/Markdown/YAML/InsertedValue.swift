/// A text that is put into front matter where a template has an escape, so that it is read as that text.
enum InsertedValue {
  /// Returns a whole value, quoted if it would be read as something else.
  static func whole(_ text: Text) -> [UInt8] { YAMLWriter(quote: .double).print(.text(text)) }

  /// Returns a value in a list in brackets.
  static func item(_ text: Text) -> [UInt8] {
    YAMLWriter(quote: .double).print(.text(text), inFlow: true)
  }

  /// Returns a part of a value that begins with `sign`: a quote or a bracket.
  static func part(_ text: Text, in sign: UInt8) -> [UInt8] {
    switch sign {
    case UInt8(ascii: "\""):
      text.bytes.flatMap { [0x22, 0x5C].contains($0) ? [0x5C, $0] : [$0] }
    case UInt8(ascii: "'"): text.bytes.flatMap { $0 == 0x27 ? [0x27, 0x27] : [$0] }
    case UInt8(ascii: "["), UInt8(ascii: "{"): item(text)
    default: text.bytes
    }
  }
}
