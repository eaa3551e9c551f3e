/// Edits tags in place, under `tags`, `labels` or `contexts`.
struct MarkdownTagEditor {
  private struct Source {
    let entry: FrontMatterEntry
    let isContexts: Bool
    let texts: [Text]

    /// The tags as the task shows them.
    var shown: [Text] { isContexts ? texts.map(MarkdownTags.context) : texts }
  }

  private let document: MarkdownDocument
  private let editor: FrontMatterEditor

  init(_ document: MarkdownDocument, _ editor: FrontMatterEditor) {
    self.document = document
    self.editor = editor
  }

  /// Replaces the tags, which are a set: removes tags from every list they are in, and adds new ones to the
  /// first list of their kind.
  func replacing(with new: [Text]) throws(EditError) -> [Replacement] {
    let old = Set(document.task.tags)
    let gone = old.subtracting(new)
    let added = new.filter { !old.contains($0) }
    guard !gone.isEmpty || !added.isEmpty else { return [] }
    let sources = self.sources
    let tagsHome = sources.firstIndex { !$0.isContexts }
    var contextsHome = sources.firstIndex(where: \.isContexts)
    if contextsHome == nil, let tagsHome,
      sources[tagsHome].texts.contains(where: MarkdownTags.isContext)
    {
      contextsHome = tagsHome
    }
    var plain = added.filter { !MarkdownTags.isContext($0) }
    var contexts = added.filter(MarkdownTags.isContext)
    if contextsHome == tagsHome, tagsHome != nil {
      plain = added
      contexts = []
    }
    var replacements: [Replacement] = []
    for (index, source) in sources.enumerated() {
      var texts = zip(source.texts, source.shown).filter { !gone.contains($0.1) }.map(\.0)
      if index == tagsHome { texts += plain }
      if index == contextsHome, index != tagsHome {
        texts += contexts.map { spelled($0, in: source) }
      }
      if texts != source.texts { replacements += try put(texts, into: source.entry) }
    }
    if tagsHome == nil, !plain.isEmpty {
      replacements += try editor.set(.tags, to: plain.map { .text($0) }, isScalarFine: false)
    }
    if contextsHome == nil, !contexts.isEmpty {
      replacements += try editor.set(.contexts, to: contexts.map { .text($0) }, isScalarFine: false)
    }
    return replacements
  }

  /// The entries with tags that are not empty.
  private var sources: [Source] {
    document.frontMatter.entries.enumerated().compactMap { index, entry in
      guard let named = entry.field, named.key == .tags || named.key == .contexts,
        !document.fields.isHidden(index), !entry.isEmptyField(in: document.bytes[...]),
        let texts = MarkdownTags.read(entry, in: document.bytes[...])
      else { return nil }
      return Source(entry: entry, isContexts: named.key == .contexts, texts: texts)
    }
  }

  /// The tag without `@` if the other contexts in the file have none.
  private func spelled(_ tag: Text, in source: Source) -> Text {
    source.texts.contains(where: MarkdownTags.isContext) ? tag : Text(bytes: tag.bytes.dropFirst())
  }

  private func put(
    _ texts: [Text], into entry: FrontMatterEntry
  ) throws(EditError) -> [Replacement] {
    try editor.refuseShared(entry)
    let key = Text(bytes: editor.bytes[entry.key])
    if document.duplicateKeys.contains(where: { $0.isSameName(as: key) }) {
      throw .notEditable(
        "`\(key.string)` occurs more than once in the front matter; keep one of them with tasks edit"
      )
    }
    if case .scalar(let scalar) = entry.value, !texts.isEmpty {
      let old = scalar.text(in: editor.bytes[...])
      let separator: Text = old.bytes.contains(0x2C) ? ", " : " "
      let joined = Text(bytes: Array(texts.map(\.bytes).joined(separator: separator.bytes)))
      let isOne = texts.count == 1 || MarkdownTags.words(of: old).count > 1
      if isOne, MarkdownTags.words(of: joined) == texts {
        return [try editor.put(.text(joined), into: entry)]
      }
      return try editor.putAsList(texts.map { .text($0) }, into: entry)
    }
    return try editor.put(texts.map { .text($0) }, into: entry)
  }
}

/// Tags in front matter: `tags` or `labels`, and `contexts`, which are shown with an `@`.
package enum MarkdownTags {
  /// The elements of a list. A scalar is split at its commas, or at whitespace if it has none.
  static func read(_ entry: FrontMatterEntry, in bytes: some ByteSlice) -> [Text]? {
    guard case .list(let list) = entry.value else { return words(of: entry, in: bytes) }
    return checked(list.texts(in: bytes))
  }

  /// Like `read(_:in:)`, without duplicates.
  static func readSet(_ entry: FrontMatterEntry, in bytes: ByteView) -> [Text]? {
    read(entry, in: bytes)?.uniqued()
  }

  private static func checked(_ texts: [Text]) -> [Text]? {
    texts.contains { $0.hasControlCharacters } ? nil : texts
  }

  private static func words(of entry: FrontMatterEntry, in bytes: some ByteSlice) -> [Text]? {
    entry.text(in: bytes).flatMap { $0.hasControlCharacters ? nil : words(of: $0) }
  }

  /// The words of a text, split at commas or else at whitespace, without duplicates.
  package static func words(of text: Text) -> [Text] {
    text.withBytes { bytes in
      let hasComma = bytes.contains(0x2C)
      var words: [Text] = []
      var rest = bytes
      while !rest.isEmpty {
        let end = hasComma ? rest.place(of: 0x2C, from: rest.startIndex) : rest.endOfWord
        let word = rest[..<end].trimmingBlanks
        if !word.isEmpty { words.append(Text(bytes: word)) }
        rest = rest[end...].dropFirst()
      }
      return words.uniqued()
    }
  }

  static func context(_ text: Text) -> Text {
    isContext(text) ? text : text.preceded(by: "@")
  }

  static func isContext(_ tag: Text) -> Bool { tag.withUTF8 { $0.first == 0x40 } }
}
