/// The name of a list, whose levels are separated by slashes: `work/clients`. Typed with dots, as Taskwarrior has them,
/// it means the same.
enum ListName {
  /// Returns a name without empty levels, so that `/work//clients/` is `work/clients`; nil if none is
  /// left.
  static func normalized(_ name: Text) -> Text? {
    let levels = name.bytes.split(separator: 0x2F).map(\.trimmingBlanks).filter { !$0.isEmpty }
    return levels.isEmpty ? nil : Text(bytes: Array(levels.joined(separator: [0x2F])))
  }

  /// Returns a name with slashes for the dots between its levels; those of `Dr. Who` and `v1.2` are none.
  static func levels(_ name: Text) -> Text {
    let bytes = name.bytes
    guard bytes.contains(0x2E) else { return name }
    let levels = bytes.indices.map { place -> UInt8 in
      guard bytes[place] == 0x2E, place > 0, place + 1 < bytes.count,
        case let (before, after) = (bytes[place - 1], bytes[place + 1]),
        !before.isBlank, !after.isBlank, !(before.isDigit && after.isDigit)
      else { return bytes[place] }
      return 0x2F
    }
    return Text(bytes: levels)
  }

  /// - Throws: `notAValue` for a name without a level; `controlCharacter`.
  static func read(_ word: InputWord) throws(InputError) -> Text {
    guard let name = normalized(levels(Text(try word.checked().text))) else {
      throw .notAValue(word, PlainField.list.expected)
    }
    return name
  }
}
