import TasksCore

/// The JSON objects of a file, in an array or one after the other, with the lines on which they begin.
///
/// Each is read for itself, so that one that is no JSON does not hide the others.
struct ForeignObjects: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  /// How many arrays are open.
  private var arrays = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// - Returns: Nil for the value if the text there is no object.
  mutating func next() -> (line: Int, json: JSONValue?)? {
    while position < bytes.count {
      let start = line
      switch bytes[position] {
      case 0x7B:
        let object = object()
        let isText = String(validating: object, as: UTF8.self) != nil
        return (start, isText ? try? JSONValue(object) : nil)
      case 0x0A: line += 1
      case 0x5B: arrays += 1
      case 0x5D: arrays -= 1
      case 0x20, 0x09, 0x0D, 0x2C: break
      default:
        position = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
        return (start, nil)
      }
      position += 1
    }
    // A file that was cut off.
    if arrays > 0 {
      arrays = 0
      return (line, nil)
    }
    return nil
  }

  /// Takes the bytes up to the closing brace. In texts, control characters become escapes, which Taskwarrior leaves out,
  /// and what it makes of the surrogates of a character, three bytes of each, becomes one U+FFFD.
  private mutating func object() -> [UInt8] {
    var out: [UInt8] = []
    var (depth, isText) = (0, false)
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x0A { line += 1 }
      if let length = surrogates(at: position) {
        out += [0xEF, 0xBF, 0xBD]
        position += length
        continue
      }
      position += 1
      if isText, byte < 0x20 {
        out += Array((byte < 0x10 ? "\\u000" : "\\u00").utf8)
        out += Array(String(byte, radix: 16).utf8)
        continue
      }
      out.append(byte)
      if isText, byte == 0x5C, position < bytes.count {
        out.append(bytes[position])
        position += 1
      } else if byte == 0x22 {
        isText.toggle()
      } else if !isText {
        if byte == 0x7B || byte == 0x5B { depth += 1 }
        if byte == 0x7D || byte == 0x5D { depth -= 1 }
        if depth == 0 { break }
      }
    }
    return out
  }

  /// The length of a surrogate in the form of UTF-8, or of a pair of them (Unicode Technical Report 26).
  private func surrogates(at start: Int) -> Int? {
    func isHalf(_ start: Int, _ second: ClosedRange<UInt8>) -> Bool {
      start + 2 < bytes.count && bytes[start] == 0xED && second.contains(bytes[start + 1])
        && (0x80...0xBF).contains(bytes[start + 2])
    }
    guard bytes[start] == 0xED, isHalf(start, 0xA0...0xBF) else { return nil }
    return isHalf(start, 0xA0...0xAF) && isHalf(start + 3, 0xB0...0xBF) ? 6 : 3
  }
}
