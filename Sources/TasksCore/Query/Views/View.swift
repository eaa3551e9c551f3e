/// A list by name: what is in it and how it is shown, each as typed. Views are in a store's settings.
package struct View: Hashable, Sendable {
  /// The settings of a view, as in `view.NAME.filter`.
  package enum Key: String, CaseIterable, Sendable {
    case filter, sort, group, columns, limit, tree
  }

  package var filter = ""
  package var sort: String?
  package var group: String?
  package var columns: String?
  /// The highest number of tasks shown.
  package var limit: Int?
  /// Whether children stand below their parents.
  package var isTree = false
  /// The parts of a view that has several, one below the other (``ViewBlock``). Its filter holds for each of them.
  package var blocks: [String] = []

  package init() {}

  package subscript(key: Key) -> String? {
    get {
      switch key {
      case .filter: filter.isEmpty ? nil : filter
      case .sort: sort
      case .group: group
      case .columns: columns
      case .limit: limit.map(String.init)
      case .tree: isTree ? "yes" : nil
      }
    }
    set {
      switch key {
      case .filter: filter = newValue ?? ""
      case .sort: sort = newValue
      case .group: group = newValue
      case .columns: columns = newValue
      case .limit: limit = newValue.flatMap { Int($0) }
      case .tree: isTree = ["yes", "true", "on"].contains(newValue?.lowercased())
      }
    }
  }

  /// Checks that the view can be shown.
  ///
  /// - Throws: `InputError` of the filter, a column or a way to group.
  package func check(now: Timestamp, fields: OwnFields) throws(InputError) {
    _ = try Query.read(line: filter, now: now, fields: fields)
    if let sort { _ = try SortOrder.read(sort, fields) }
    if let group { _ = try Grouping.read(group, fields) }
    for block in blocks { try ViewBlock.read(block, now: now).check(now: now, fields: fields) }
  }

  /// The names in a list of columns: `id,priority,title`.
  package static func names(_ columns: String) -> [String] {
    InputWord(columns).items.map(\.lowercased)
  }

  /// Names that a view can have: letters, digits, `-` and `_`, a letter first, so that it can be typed as a command.
  package static func isName(_ name: String) -> Bool {
    name.unicodeScalars.first?.properties.isAlphabetic == true
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
          || "-_".unicodeScalars.contains($0)
      }
  }
}

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
