/// The tags, lists and keys that a query asks for and that there are not, tags and lists where another name is near: why
/// nothing was found.
package struct UnknownNames {
  /// A sentence for each.
  package private(set) var messages: [String] = []

  /// - Parameters:
  ///   - tags: All tags of the store.
  ///   - lists: All its lists.
  package init(_ query: Query, tags: [Text], lists: [Text], now: Timestamp) {
    let tags = tags.map(\.string)
    let lists = lists.flatMap { UnknownNames.withParents($0.string) }.uniqued()
    for name in query.tags.map(\.string).uniqued() where !tags.contains(name) {
      offer("tag", name, among: tags + VirtualTag.allCases.map(\.rawValue))
    }
    // What is near to a key was said when the query was read.
    for word in query.words where MistypedKey(InputWord(word), in: .filter, now: now) == nil {
      offerKey(for: word)
    }
    for name in query.lists.map(\.string).uniqued() where !lists.contains(name) {
      offer("list", name, among: lists)
    }
  }

  /// Says of a word such as `title:Bob` that it is no condition.
  private mutating func offerKey(for word: String) {
    guard let sign = word.firstIndex(where: { $0 == ":" || $0 == "=" }), sign > word.startIndex,
      case let value = word[word.index(after: sign)...], !value.hasPrefix("//"),
      case let key = word[..<sign],
      key.utf8.allSatisfy({ $0.isASCIILetter || $0 == 0x2E || $0 == 0x5F })
    else { return }
    var hint = "tasks list --help has the keys"
    let name = key.prefix { $0 != "." }.lowercased()
    let dates = DateField.allCases.map(\.rawValue)
    if ["title", "description", "desc", "text", "notes", "summary"].contains(name) {
      hint = "for titles and notes write the text alone: \(value)"
    } else if name == "has" {
      hint = "with any value: \(value).any:"
    } else if ["before", "after", "by"].contains(name) {
      hint = "did you mean due.\(name == "by" ? "before" : name):\(value)?"
    } else if dates.contains(name) || QueryKey.names.contains(name) {
      hint = "did you mean \(key):\(value)?"
    } else if let near = NearestWord.to(name, among: QueryKey.names) {
      hint = "did you mean \(near)\(key.dropFirst(name.count)):\(value)?"
    }
    messages.append("'\(word)' is searched as text, since it has no key of a filter; \(hint)")
  }

  /// Returns `work/clients` and `work`.
  private static func withParents(_ list: String) -> [String] {
    [list] + list.indices.filter { list[$0] == "/" }.map { String(list[..<$0]) }
  }

  private mutating func offer(_ kind: String, _ name: String, among known: [String]) {
    let near = NearestWord.to(name.lowercased(), among: known.map { $0.lowercased() })
    guard let near, let meant = known.first(where: { $0.lowercased() == near }) else { return }
    messages.append(
      kind == "tag"
        ? "no task has the tag '\(name)'; did you mean '\(meant)'?"
        : "no task is in the list '\(name)'; did you mean '\(meant)'?")
  }
}
