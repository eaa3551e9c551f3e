/// The tags, lists, states and keys that a query asks for and that there are not, each with the nearest that there is, as
/// one would type it: why nothing was found.
package struct UnknownNames {
  /// What there is in a store.
  package struct Known {
    package var tags: [Text] = []
    package var lists: [Text] = []
    package var keywords: [Text] = []

    package init(tags: [Text], lists: [Text], keywords: [Text]) {
      (self.tags, self.lists, self.keywords) = (tags, lists, keywords)
    }
  }

  package private(set) var messages: [String] = []

  package init(_ query: Query, among known: Known, now: Timestamp) {
    let tags = known.tags.flatMap { UnknownNames.withParents($0.string) }.uniqued()
    for name in query.tags.map(\.string).uniqued() where !tags.contains(name) {
      offer(
        "no task has the tag '\(name)'",
        meant(name, among: tags + VirtualTag.allCases.map(\.rawValue)) ?? tagElsewhere(name),
        name == name.uppercased() ? "tasks help list has the tags in capitals" : nil
      ) { $0.hasPrefix("@") || $0.hasPrefix("+") || $0.contains(":") ? $0 : "+" + $0 }
    }
    // What is near to a key was said when the query was read.
    for word in query.words where MistypedKey(InputWord(word), in: .filter, now: now) == nil {
      offerKey(for: word)
    }
    let lists = known.lists.flatMap { UnknownNames.withParents($0.string) }.uniqued()
    for name in query.lists.map(\.string).uniqued() where !lists.contains(name) {
      offer("no task is in the list '\(name)'", meant(name, among: lists) ?? inside(name, lists)) {
        $0.contains(" ") ? "\"list:\($0)\"" : "list:\($0)"
      }
    }
    let keywords = known.keywords.map(\.string)
    for name in query.states.map(\.string).uniqued() {
      if keywords.contains(where: { $0.uppercased() == name.uppercased() }) { continue }
      let states = keywords.joined(separator: ", ")
      offer(
        "there is no state '\(name)'",
        meant(name, among: keywords) ?? stateElsewhere(name, keywords),
        "the states are \(states)"
      ) { $0.hasPrefix("--") ? $0 : "state:\($0)" }
    }
  }

  /// What Taskwarrior's virtual tags are here.
  private func tagElsewhere(_ name: String) -> String? {
    let others = [
      "STARTED": "+ACTIVE", "DUE": "+WEEK", "DUETODAY": "due:today",
      "COMPLETED": "--done", "DELETED": "--deleted", "UNBLOCKED": "+READY",
      "PROJECT": "list.any:", "PRIORITY": "pri.any:", "TAGGED": "tags.any:",
      "SCHEDULED": "sched.any:", "TOMORROW": "due:tomorrow", "YESTERDAY": "due:yesterday",
    ]
    return others[name]
  }

  /// What other programs call states.
  private func stateElsewhere(_ name: String, _ keywords: [String]) -> String? {
    switch name.lowercased() {
    case "waiting", "blocked", "on-hold": keywords.first { $0.hasPrefix("WAIT") }
    case "pending", "open", "active", "new": keywords.first
    case "started", "in-progress": keywords.contains("NEXT") ? "NEXT" : nil
    case "completed", "closed", "finished": "--done"
    case "deleted", "trash": "--deleted"
    default: nil
    }
  }

  /// Says of a word such as `title:Bob` that it is no condition.
  private mutating func offerKey(for word: String) {
    guard let sign = word.firstIndex(where: { $0 == ":" || $0 == "=" }), sign > word.startIndex,
      case let value = word[word.index(after: sign)...], !value.hasPrefix("//"),
      case let key = word[..<sign],
      key.utf8.allSatisfy({ $0.isASCIILetter || $0 == 0x2E || $0 == 0x5F })
    else { return }
    var hint = "tasks help list has the keys"
    let name = key.prefix { $0 != "." }.lowercased()
    let dates = DateField.allCases.map(\.rawValue)
    if ["desc", "text", "notes", "summary"].contains(name) {
      hint = "for titles and notes write the text alone: \(value)"
    } else if name == "has" {
      hint = UnknownNames.fieldAlike(String(value)).map { "did you mean \($0).any:?" } ?? hint
    } else if ["before", "after", "by"].contains(name) {
      hint = "did you mean due.\(name == "by" ? "before" : name):\(value)?"
    } else if dates.contains(name) || QueryKey.names.contains(name) {
      hint = "did you mean \(key):\(value)?"
    } else if let near = NearestWord.to(name, among: QueryKey.names) {
      hint = "did you mean \(near)\(key.dropFirst(name.count)):\(value)?"
    } else {
      hint = "any property is prop.\(key):\(value), and \(hint)"
    }
    messages.append("'\(word)' is searched as text, since it has no key of a filter; \(hint)")
  }

  /// The key of a field that is named otherwise elsewhere: `dates`, `priority`, `tag`.
  private static func fieldAlike(_ name: String) -> String? {
    let name = name.lowercased()
    return KeyAlias.key(name) ?? NearestWord.to(name, among: QueryKey.names)
  }

  /// Returns `work/clients` and `work`.
  private static func withParents(_ list: String) -> [String] {
    [list] + list.indices.filter { list[$0] == "/" }.map { String(list[..<$0]) }
  }

  /// A list whose last part is the name: `work/clients` for `clients`.
  private func inside(_ name: String, _ lists: [String]) -> String? {
    lists.first { $0.lowercased().hasSuffix("/" + name.lowercased()) }
  }

  private func meant(_ name: String, among known: [String]) -> String? {
    NearestWord.to(name.lowercased(), among: known.map { $0.lowercased() }).flatMap { near in
      known.first { $0.lowercased() == near }
    }
  }

  /// - Parameters:
  ///   - rest: What to say if nothing is near.
  ///   - typed: Writes what is near as one types it.
  private mutating func offer(
    _ what: String, _ near: String?, _ rest: String? = nil, typed: (String) -> String
  ) {
    messages.append(
      what + (near.map { "; did you mean \(typed($0))?" } ?? rest.map { "; \($0)" } ?? ""))
  }
}

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
