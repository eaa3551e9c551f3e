/// Reads keys from the bytes of a terminal, which may be split anywhere: UTF-8, CSI and SS3 sequences (ECMA-48, xterm's
/// "Control Sequences"), pasted text, the mouse. Unknown sequences are dropped whole.
package struct KeyReader {
  private var bytes: [UInt8] = []

  package init() {}

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// Whether the last byte is an Esc that may begin a sequence; after a while without more it was the key.
  package var isAfterEscape: Bool { bytes == [0x1B] }

  package mutating func read(_ more: [UInt8]) -> [Input] {
    bytes += more
    var inputs: [Input] = []
    while let (input, count) = next() {
      bytes.removeFirst(count)
      if let input { inputs.append(input) }
    }
    return inputs
  }

  /// Returns what a lone Esc was, since nothing came after it.
  package mutating func readEscape() -> [Input] {
    guard isAfterEscape else { return [] }
    bytes = []
    return [.key(Key(.escape))]
  }

  /// What the first bytes are and how many they are; nil if more must come. Bytes without a meaning are no input.
  private func next() -> (Input?, count: Int)? {
    guard let first = bytes.first else { return nil }
    if first != 0x1B { return character(at: 0).map { (key, count) in (key.map(Input.key), count) } }
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case 0x1B: return (.key(Key(.escape)), 1)
    case UInt8(ascii: "["): return controlSequence()
    case UInt8(ascii: "O"):
      guard let end = bytes.dropFirst(2).firstIndex(where: { !(0x30...0x3B).contains($0) }) else {
        return nil
      }
      let key = KeyReader.letters[bytes[end]].map { Input.key(Key($0)) }
      // What cannot be a part of it is read anew.
      return (key, (0x40...0x7E).contains(bytes[end]) ? end + 1 : end)
    default:
      return character(at: 1).map { key, count in
        (key.map { .key(Key($0.base, hasControl: $0.hasControl, hasAlt: true)) }, 1 + count)
      }
    }
  }

  // MARK: Characters

  private func character(at start: Int) -> (Key?, count: Int)? {
    let first = bytes[start]
    if first < 0x80 { return (KeyReader.plain(first), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1
    let found = bytes[start...].prefix(length)
    let whole = found.dropFirst().prefix { $0 & 0xC0 == 0x80 }.count + 1
    if whole == found.count, found.count < length { return nil }
    guard whole == length, length > 1, let text = String(validating: found, as: UTF8.self),
      let character = text.first
    else { return (nil, whole) }
    return (Key(character), length)
  }

  private static func plain(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x0D, 0x0A: Key(.enter)
    case 0x09: Key(.tab)
    case 0x7F, 0x08: Key(.backspace)
    case 0x00: Key(.character(" "), hasControl: true)
    case 0x01...0x1A: Key(.character(Character(Unicode.Scalar(byte + 0x60))), hasControl: true)
    case 0x1C...0x1F: Key(.character(Character(Unicode.Scalar(byte + 0x40))), hasControl: true)
    default: Key(Character(Unicode.Scalar(byte)))
    }
  }

  // MARK: Sequences

  private func controlSequence() -> (Input?, count: Int)? {
    // The Linux console: F1 is ESC [ [ A.
    if bytes.count > 2, bytes[2] == UInt8(ascii: "[") {
      guard bytes.count > 3 else { return nil }
      let number = Int(bytes[3]) - 0x40
      return ((1...5).contains(number) ? .key(Key(.function(number))) : nil, 4)
    }
    guard let end = bytes.dropFirst(2).firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      return nil
    }
    let final = bytes[end]
    guard (0x40...0x7E).contains(final) else { return (nil, end) }
    let parameters = bytes[2..<end]
    if parameters == Array("200".utf8)[...], final == UInt8(ascii: "~") {
      return paste(from: end + 1)
    }
    // The mouse of old terminals: three bytes follow.
    if parameters.isEmpty, final == UInt8(ascii: "M") {
      return bytes.count >= end + 4 ? (nil, end + 4) : nil
    }
    return (KeyReader.input(parameters, final), end + 1)
  }

  private func paste(from start: Int) -> (Input?, count: Int)? {
    let last = KeyReader.pasteEnd
    guard bytes.count >= start + last.count else { return nil }
    for place in start...bytes.count - last.count
    where bytes[place] == 0x1B && bytes[place..<place + last.count] == last[...] {
      let text = String(decoding: bytes[start..<place], as: UTF8.self)
      return (.paste(text), place + last.count)
    }
    return nil
  }

  private static func input(_ parameters: ArraySlice<UInt8>, _ final: UInt8) -> Input? {
    if parameters.first == UInt8(ascii: "<") { return mouse(parameters.dropFirst(), final) }
    let numbers = numbers(parameters)
    switch final {
    case UInt8(ascii: "I") where parameters.isEmpty: return .focus(true)
    case UInt8(ascii: "O") where parameters.isEmpty: return .focus(false)
    case UInt8(ascii: "Z"): return .key(Key(.backTab))
    default: break
    }
    // One more than a set of bits: Shift 1, Alt 2, Control 4.
    let modifiers = (numbers.count > 1 ? numbers[1] : 1) - 1
    var base: Key.Base?
    if final == UInt8(ascii: "~") {
      base = numbers.first.flatMap { number in numbered[number] }
    } else if final == UInt8(ascii: "u") {
      base = numbers.first.flatMap { UInt8(exactly: $0) }.flatMap { plain($0)?.base }
      if numbers.first == 27 { base = .escape }
    } else {
      base = letters[final]
    }
    return base.map {
      .key(Key($0, hasControl: modifiers & 4 != 0, hasAlt: modifiers & 2 != 0))
    }
  }

  private static func mouse(_ parameters: ArraySlice<UInt8>, _ final: UInt8) -> Input? {
    let numbers = numbers(parameters)
    guard final == UInt8(ascii: "M"), numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else {
      return nil
    }
    return .mouse(button: numbers[0], row: numbers[2] - 1, column: numbers[1] - 1)
  }

  private static func numbers(_ parameters: ArraySlice<UInt8>) -> [Int] {
    parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 1
    }
  }

  private static let letters: [UInt8: Key.Base] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "M"): .enter, UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
    UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
  ]

  private static let numbered: [Int: Key.Base] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12),
  ]
}
