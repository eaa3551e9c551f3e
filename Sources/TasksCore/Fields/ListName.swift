/// The name of a list, whose levels are separated by slashes: `work/clients`.
enum ListName {
  /// Returns a name without empty levels, so that `/work//clients/` is `work/clients`; nil if none is
  /// left.
  static func normalized(_ name: Text) -> Text? {
    let levels = name.bytes.split(separator: 0x2F).map(\.trimmingBlanks).filter { !$0.isEmpty }
    return levels.isEmpty ? nil : Text(bytes: Array(levels.joined(separator: [0x2F])))
  }

  /// - Throws: `notAValue` for a name without a level; `controlCharacter`.
  static func read(_ word: InputWord) throws(InputError) -> Text {
    guard let name = normalized(Text(try word.checked().text)) else {
      throw .notAValue(word, .list)
    }
    return name
  }
}
