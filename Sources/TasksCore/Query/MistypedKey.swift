/// A word that is text, but whose key is near to a known one (`du:fri`), or is the key of another program
/// (`priority:A`).
///
/// Ordinary words with a colon (`note:x`, `http://…`, `last:name`) are none: the word must mean something with the
/// right key, and where that takes any text, only a letter that is missing, doubled or swapped is a slip.
package struct MistypedKey: Hashable, Sendable {
  /// Where the word stands.
  enum Place: Hashable, Sendable {
    /// Among the words of `add`.
    case title
    case filter
    /// Among the words of `modify`, which has no text of its own.
    case change
  }

  /// The word as typed.
  let word: String
  /// The same with the right key.
  package let suggestion: String
  private let place: Place

  /// Nil for a word that is not near to a key.
  init?(
    _ input: InputWord, in place: Place, now: Timestamp, _ fields: OwnFields = OwnFields()
  ) {
    let bytes = input.bytes
    guard let colon = bytes.firstIndex(of: 0x3A), colon > bytes.startIndex else { return nil }
    let key = bytes[..<colon]
    let dot = key.firstIndex(of: 0x2E) ?? colon
    let (name, comparison, value) = (key[..<dot], key[dot...], bytes[(colon + 1)...])
    guard name.count <= 20, name.allSatisfy({ $0.isASCIILetter || $0 == 0x5F }),
      comparison.isEmpty || place == .filter, !value.starts(with: [0x2F, 0x2F]),
      !value.isEmpty || !comparison.isEmpty || place == .change
    else { return nil }
    word = input.text
    self.place = place
    let typed = input.part(name).text
    let rest = input.part(bytes[dot...]).text
    if let command = MistypedKey.command(typed, input.part(value).text, place) {
      suggestion = command
      return
    }
    let suggestions = MistypedKey.keys(near: typed, place, fields).map { key in
      key == "+" ? "+" + input.part(value).text : key + rest
    }
    guard
      let found = suggestions.first(where: {
        place == .change || MistypedKey.isUnderstood($0, in: place, now: now, fields)
      })
    else { return nil }
    suggestion = found
  }

  /// The command that sets what no key does: the state.
  private static func command(_ key: String, _ value: String, _ place: Place) -> String? {
    guard place != .filter, ["state", "status", "stat"].contains(key.lowercased()),
      !value.isEmpty, value.utf8.allSatisfy({ (0x41...0x5A).contains($0) })
    else { return nil }
    return "tasks state ID \(value)"
  }

  /// The sentence for the user.
  package var message: String {
    switch place {
    case .title: "'\(word)' is part of the title; did you mean \(suggestion)?"
    case .filter: "'\(word)' is searched as text; did you mean \(suggestion)?"
    case .change: "'\(word)' is not a change; did you mean \(suggestion)?"
    }
  }

  /// The keys that a name may stand for, the likeliest first.
  private static func keys(
    near typed: String, _ place: Place, _ fields: OwnFields
  ) -> [String] {
    let names =
      (place == .filter ? QueryKey.names : QuickAddKey.all.map(\.name)) + ["project"]
      + fields.all.map(\.name.string)
    let name = typed.lowercased()
    if names.contains(name) { return typed == name ? [] : [name] }
    if let key = KeyAlias.offered[name] { return key == "+" || names.contains(key) ? [key] : [] }
    let field = PlainField.allCases.first { field in
      field.name.string == name
        || field.spellings(in: .markdown).contains { $0.lowercased() == name }
    }
    if let key = field?.typed.first?.description { return [key] }
    guard typed == name else { return [] }
    return names.filter { key in
      key.count > 2 && NearestWord.distance(name, key) == 1
        && (place == .change || !takesAnyText(key, fields) || name.count != key.count
          || name.sorted() == key.sorted())
    }
  }

  /// Returns true for a key with which nearly every value means something.
  private static func takesAnyText(_ key: String, _ fields: OwnFields) -> Bool {
    if let own = fields[key] { return own.kind == .text || own.kind == .words([]) }
    guard let field = PlainField.typed(key) else {
      return ["title", "state", "tags"].contains(key)
    }
    return [.text, .name, .id, .ids, .rank].contains(field.kind)
  }

  private static func isUnderstood(
    _ word: String, in place: Place, now: Timestamp, _ fields: OwnFields
  ) -> Bool {
    do throws(InputError) {
      if place == .filter {
        _ = try Query.read([word], now: now, fields: fields)
      } else {
        _ = try QuickAdd.read([word], mode: .modify, now: now, fields: fields)
      }
      return true
    } catch {
      return false
    }
  }
}
