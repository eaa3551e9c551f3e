/// A Markdown file of another program, with the texts of its keys as they are, also of those that are fields.
package struct ForeignFrontMatter {
  private let document: MarkdownDocument

  /// Returns nil if the file has no front matter with a status.
  package init?(_ bytes: [UInt8], workflow: Workflow) {
    guard let document = MarkdownDocument(bytes, path: "", workflow: workflow) else { return nil }
    self.document = document
  }

  /// The task, with all keys that are no fields as properties.
  package var task: Task { document.shownTask }

  /// The text of a key; nil if it has none.
  package func text(_ key: StaticString) -> Text? { reading(key) { $0.text(in: $1) } ?? nil }

  /// The texts of a list, or of one value.
  package func texts(_ key: StaticString) -> [Text] {
    reading(key) { entry, bytes in
      if case .list(let list) = entry.value { return list.texts(in: bytes) }
      return entry.text(in: bytes).map { [$0] } ?? []
    } ?? []
  }

  /// What stands after the colon of a key, also if it is no YAML; nil if the key is missing or nothing stands there.
  package func line(_ key: StaticString) -> Text? {
    let text = reading(key) { Text(bytes: $1[$0.rest].trimmingBlanks) }
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether a key has a value that is neither a text nor a list of texts.
  package func isNested(_ key: StaticString) -> Bool {
    reading(key) { entry, bytes in
      if case .list = entry.value { return false }
      return entry.text(in: bytes) == nil
    } ?? false
  }

  private func reading<Value>(
    _ key: StaticString, _ read: (FrontMatterEntry, ByteView) -> Value
  ) -> Value? {
    document.bytes.withView { bytes in
      document.frontMatter.entries.first { bytes[$0.key].isSame(as: key) }.map { read($0, bytes) }
    }
  }
}
