/// A part of a view, written `agenda:week +phone`, `list:+WAITING` or `view:work`.
package enum ViewBlock: Hashable, Sendable {
  /// An agenda of the span that the word names, of the tasks that a filter matches.
  case agenda(span: String, filter: String)
  /// A list of the tasks that a filter matches.
  case list(filter: String)
  /// All of another view, by its name.
  case view(String)

  /// - Throws: `notABlock`; `InputError` of the span.
  package static func read(_ text: String, now: Timestamp) throws(InputError) -> ViewBlock {
    let word = InputWord(text).trimmed
    guard let colon = word.bytes.firstIndex(of: 0x3A) else { throw .notABlock(word) }
    let rest = word.part(word.bytes[(colon + 1)...]).trimmed
    switch word.part(word.bytes[..<colon]).lowercased {
    case "agenda":
      let words = rest.words
      let (days, filter) = try DaySpan.read(first: words.map(\.text), now: now, .ahead())
      guard days != nil else { return .agenda(span: "week", filter: rest.text) }
      let span = words[0].through(words[words.count - filter.count - 1])
      return .agenda(
        span: span.text, filter: rest.part(rest.bytes[span.range.upperBound...]).trimmed.text)
    case "list": return .list(filter: rest.text)
    case "view" where !rest.isEmpty: return .view(rest.text)
    default: throw .notABlock(word)
    }
  }

  /// - Throws: `InputError` of the filter.
  func check(now: Timestamp, fields: OwnFields) throws(InputError) {
    switch self {
    case .agenda(_, let filter), .list(let filter):
      _ = try Query.read(line: filter, now: now, fields: fields)
    case .view: break
    }
  }
}
