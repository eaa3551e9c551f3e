/// Reads the value of a ``PlainField`` as it is typed in quick-add and in filters.
struct TypedFieldValue {
  let dates: DateReader

  /// Parses a single value; of a list, one member.
  func read(_ word: InputWord, _ field: PlainField) throws(InputError) -> FieldValue {
    switch field.kind {
    case .minutes, .lead: return FieldValue(try Effort.read(word))
    case .moment: return .moment(try dates.read(word))
    case .reminders: return .moment(try dates.readToTheMinute(word))
    case .rank:
      guard let rank = Rank(word.text) else { throw .notARank(word) }
      return .number(rank.value)
    case .ids: return .text(Text(word.text))
    case .name: return .text(try ListName.read(word))
    case .flag:
      switch word.text.lowercased() {
      case "yes", "true", "on", "t": return .flag(true)
      case "no", "false", "off", "nil": return .nothing
      default: throw .notAValue(word, field.expected)
      }
    case .number:
      guard let count = Int(word.text), count > 0 else { throw .notAValue(word, field.expected) }
      return FieldValue(count)
    case .text, .id, .coordinates, .days, .words:
      guard let value = field.kind.value(fromText: Text(word.text)) else {
        throw .notAValue(word, field.expected)
      }
      return value
    }
  }
}

extension PlainField {
  var expected: InputError.Expected {
    let hint =
      switch kind {
      case .words(let words): "try: \(words.map(\.string).joined(separator: ", "))"
      case .flag: "try: yes, no"
      case .number: "try: a whole number from 1"
      default: "leave it empty for no value"
      }
    return InputError.Expected(name: name.string, hint: hint)
  }
}
