/// Edits front matter key by key: replaces the value of an existing key in place, and inserts a new line for a
/// new key.
struct FrontMatterEditor {
  let bytes: [UInt8]
  let frontMatter: FrontMatter
  let fields: FieldSources
  let lineEnd: [UInt8]
  let writer: YAMLWriter
  let isTaskNotes: Bool
  /// The end offsets of block scalars with `+` chomping: blank lines after them belong to the value.
  private let keptEnds: Set<Int>

  init(_ document: MarkdownDocument) {
    bytes = document.bytes
    frontMatter = document.frontMatter
    fields = document.fields
    lineEnd = document.lineEnd
    writer = YAMLWriter(quote: FrontMatterEditor.quote(of: document))
    isTaskNotes = document.isTaskNotes
    var ends: Set<Int> = []
    for entry in document.frontMatter.entries {
      guard case .scalar(let scalar) = entry.value, scalar.style == .severalLines,
        YAMLFolding.keeps(document.bytes[scalar.range])
      else { continue }
      ends.insert(entry.range.upperBound)
    }
    keptEnds = ends
  }

  /// The quotes of the first quoted value; double quotes if there is none.
  private static func quote(of document: MarkdownDocument) -> YAMLWriter.Quote {
    for entry in document.frontMatter.entries {
      var styles: [YAMLScalar.Style] = []
      if case .scalar(let scalar) = entry.value { styles = [scalar.style] }
      if case .list(let list) = entry.value { styles = list.items.map(\.scalar.style) }
      for style in styles {
        if style == .single { return .single }
        if style == .double { return .double }
      }
    }
    return .double
  }

  // MARK: Fields

  /// Sets a field, or removes it with all spellings of its key.
  func set(_ key: FrontMatterKey, to value: YAMLWriter.Value?) throws(EditError) -> [Replacement] {
    try refuseDuplicate(key)
    guard let value else { return removing(key) }
    guard let entry = target(key) else { return [inserting(key, [value], asList: false)] }
    try refuseUnshown(entry, key)
    if case .list = entry.value, key == .field(.list) || key == .field(.parent) {
      return try put([value], into: entry)
    }
    // For any other field the list could not be parsed: the value replaces it.
    return [try put(value, into: entry)]
  }

  /// Sets the elements of a list field.
  ///
  /// - Parameter isScalarFine: Whether a single element may be written without a list.
  func set(
    _ key: FrontMatterKey, to values: [YAMLWriter.Value], isScalarFine: Bool
  ) throws(EditError) -> [Replacement] {
    try refuseDuplicate(key)
    guard let entry = target(key) else {
      return values.isEmpty
        ? [] : [inserting(key, values, asList: !isScalarFine || values.count > 1)]
    }
    try refuseUnshown(entry, key)
    if values.isEmpty {
      guard case .list = entry.value, !goesWhenEmpty(entry) else { return removing(key) }
    } else if isScalarFine, values.count == 1, entry.isEmpty {
      return [try put(values[0], into: entry)]
    }
    return try put(values, into: entry)
  }

  /// The entry to write a field to: the one it was read from, else our own key with an unreadable value, else
  /// the first spelling that is empty.
  func target(_ key: FrontMatterKey) -> FrontMatterEntry? {
    if let source = fields.source(key) { return source }
    var empty: FrontMatterEntry?
    for entry in frontMatter.entries {
      guard let named = entry.field, named.key == key else { continue }
      if named.spelling == 0 { return entry }
      if entry.isEmptyField(in: bytes[...]) { empty = empty ?? entry }
    }
    return empty
  }

  func refuseDuplicate(_ key: FrontMatterKey) throws(EditError) {
    if let source = fields.source(key) {
      try refuseShared(source)
    } else {
      try refuseComplex { FrontMatterKey.named($0.bytes[...])?.key == key }
    }
    guard !fields.duplicates.isEmpty else { return }
    for name in fields.duplicates where FrontMatterKey.named(name.bytes[...])?.key == key {
      throw .notEditable(
        "`\(name.string)` occurs more than once in the front matter; keep one of them with tasks edit"
      )
    }
  }

  /// Refuses to edit a key that is written with `?` (a complex mapping key): such a key is not parsed, and YAML
  /// forbids a second one with the same name.
  func refuseComplex(_ isSame: (Text) -> Bool) throws(EditError) {
    for line in ByteLines(bytes[frontMatter.opening.next..<frontMatter.closing.start])
    where bytes[line].hasPrefix("? ") {
      if let key = YAMLScalar.text(in: bytes[line].dropFirst().trimmingBlanks), isSame(key) {
        throw .notEditable(
          "`\(key.string)` is written with a question mark, as `? key`; change it with tasks edit")
      }
    }
  }

  /// Removes all spellings of a field: otherwise a spelling of lower precedence would become its value.
  private func removing(_ key: FrontMatterKey) -> [Replacement] {
    guard let source = fields.source(key) else { return [] }
    var doomed = [source]
    for (index, entry) in frontMatter.entries.enumerated()
    where fields.isHidden(index) || key == .field(.list) && entry.range != source.range {
      switch entry.value {
      case .scalar, .list: if entry.field?.key == key { doomed.append(entry) }
      case .empty, .records, .other: break
      }
    }
    return doomed.map(removing)
  }

  /// Removes a key with its lines; comment lines after its value stay. If a stray list item follows, which an
  /// empty key above would take as its own, the key stays with the value `~`.
  func removing(_ entry: FrontMatterEntry) -> Replacement {
    guard isBeforeItem(entry.range.upperBound) else {
      var end = entry.range.upperBound
      // Blank lines below would become part of a block scalar above that keeps trailing blank lines.
      if keptEnds.contains(entry.range.lowerBound) {
        end = bytes[..<frontMatter.closing.start].endOfBlankLines(from: end)
      }
      let comments = end..<endOfComments(from: end)
      guard !comments.isEmpty, mayBeText(at: entry.range.lowerBound) else {
        return Replacement(entry.range.lowerBound..<end, "")
      }
      let lines = ByteLines(bytes[comments]).map { bytes[$0.range].trimmingLeadingBlanks }
      return Replacement(
        entry.range.lowerBound..<comments.upperBound, Array(lines.joined()))
    }
    let end = bytes[..<entry.range.upperBound].hasSuffix("\r\n") ? 2 : 1
    return Replacement(
      entry.rest.lowerBound..<entry.range.upperBound - end, Array(" ~".utf8))
  }

  // MARK: Values

  func put(_ value: YAMLWriter.Value, into entry: FrontMatterEntry) throws(EditError) -> Replacement
  {
    switch entry.value {
    case .scalar(let scalar):
      return Replacement(scalar.range, writer.print(value, replacing: scalar, in: bytes))
    case .empty(let place):
      return put(writer.print(value), at: place, of: entry)
    case .list(let list):
      // A flow list ends on the line; of a block list all lines are removed, including comments between them.
      let end = list.isFlow ? list.range.upperBound : list.range.upperBound - lineEndLength(list)
      return Replacement(entry.rest.lowerBound..<end, [0x20] + writer.print(value))
    case .records, .other:
      throw .notEditable("`\(Text(bytes: bytes[entry.key]).string)` holds more than a plain value")
    }
  }

  /// Replaces an entry's value with a list, in the style of the existing list, or else of the first list in the
  /// file.
  func put(
    _ values: [YAMLWriter.Value], into entry: FrontMatterEntry
  ) throws(EditError) -> [Replacement] {
    switch entry.value {
    case .list(let list):
      if values.isEmpty, goesWhenEmpty(entry) { return [removing(entry)] }
      return list.replacing(
        with: values, in: bytes, writer: writer, lineEnd: lineEnd, keepsEmpty: entry.field == nil)
    case .scalar(let scalar):
      if values.isEmpty { return [removing(entry)] }
      if values.count == 1 { return [try put(values[0], into: entry)] }
      return putList(values, at: scalar.range, of: entry)
    case .empty(let place):
      return values.isEmpty ? [] : putList(values, at: place, of: entry)
    case .records, .other:
      throw .notEditable(
        "`\(Text(bytes: bytes[entry.key]).string)` holds more than a list of words")
    }
  }

  /// True if a list that loses its last element is removed with its key. `[]` stays in a file that has empty
  /// lists or under another program's key, as that program may expect it, and if a comment on the line would be
  /// lost.
  private func goesWhenEmpty(_ entry: FrontMatterEntry) -> Bool {
    guard case .list(let list) = entry.value, list.isFlow else { return true }
    guard let field = entry.field, field.spelling == 0,
      bytes[list.range.upperBound..<entry.range.upperBound].allSatisfy({ $0 <= 0x20 })
    else { return false }
    return !frontMatter.entries.contains {
      if case .list(let other) = $0.value { other.isFlow && other.items.isEmpty } else { false }
    }
  }

  /// Replaces an entry's value with a list even if a single element could be written as a scalar.
  func putAsList(
    _ values: [YAMLWriter.Value], into entry: FrontMatterEntry
  ) throws(EditError) -> [Replacement] {
    guard case .scalar(let scalar) = entry.value else { return try put(values, into: entry) }
    return putList(values, at: scalar.range, of: entry)
  }

  private func putList(
    _ values: [YAMLWriter.Value], at range: Range<Int>, of entry: FrontMatterEntry
  ) -> [Replacement] {
    guard let dash = blockDash, !isBeforeItem(entry.range.upperBound) else {
      return [put(FrontMatterList.printFlow(values, writer: writer), at: range, of: entry)]
    }
    let lines = values.map { dash + writer.print($0) + lineEnd }
    return [
      Replacement(entry.rest.lowerBound..<range.upperBound, ""),
      Replacement(entry.range.upperBound..<entry.range.upperBound, Array(lines.joined())),
    ]
  }

  /// Writes bytes in place of a value, or after the colon if there is no value.
  private func put(_ text: [UInt8], at range: Range<Int>, of entry: FrontMatterEntry) -> Replacement
  {
    guard range.isEmpty else { return Replacement(range, text) }
    let isBare = bytes[entry.rest].allSatisfy(\.isBlank)
    return Replacement(
      entry.rest.lowerBound..<(isBare ? entry.rest.upperBound : entry.rest.lowerBound),
      [0x20] + text)
  }

  /// The text before each element of a new block list; nil if the file writes lists as `[a, b]`.
  var blockDash: [UInt8]? {
    for entry in frontMatter.entries {
      guard case .list(let list) = entry.value else { continue }
      if list.isFlow {
        if list.items.isEmpty { continue }
        return nil
      }
      if let first = list.items.first, !first.isEmpty {
        return Array(bytes[first.lines.lowerBound..<first.range.lowerBound])
      }
    }
    return [0x20, 0x20, 0x2D, 0x20]
  }

  private func lineEndLength(_ list: FrontMatterList) -> Int {
    bytes[..<list.range.upperBound].hasSuffix("\r\n") ? 2 : 1
  }

  /// True if a block list inserted at `position` would continue with a stray item below.
  func isBeforeItem(_ position: Int) -> Bool {
    for line in ByteLines(bytes[position..<frontMatter.closing.start]) {
      let content = bytes[line]
      if YAMLScalar.isComment(content) { continue }
      return content.first == 0x2D
        && (content.count == 1 || content[content.startIndex + 1].isBlank)
    }
    return false
  }
}
