/// Which Markdown files of a folder of notes are tasks, of those that this program has not made: the setting `notes`.
///
/// Each word names a folder (`Tasks/`), a tag (`+task`) or a property (`type:task`) of the front matter; after a `-`,
/// what is no task. A file with a status is a task if it has one of the words and none of those after a `-`. Without
/// words, each file with a status is, but for a template, whose title is still to be filled in.
package struct NoteRule: Hashable, Sendable {
  package enum Word: Hashable, Sendable {
    /// With a slash at the end.
    case folder(String)
    case tag(Text)
    case property(name: Text, value: Text)

    init?(_ word: String) {
      let parts = word.split(separator: ":", maxSplits: 1)
      if word.hasSuffix("/"), case let path = word.drop(while: { $0 == "/" }), !path.isEmpty {
        self = .folder(String(path))
      } else if "+@".contains(word.first ?? " "), word.utf8.count > 1 {
        self = .tag(Text(word.hasPrefix("+") ? String(word.dropFirst()) : word))
      } else if parts.count == 2 {
        self = .property(name: Text(String(parts[0])), value: Text(String(parts[1])))
      } else {
        return nil
      }
    }
  }

  package let text: String
  package private(set) var wanted: [Word] = []
  package private(set) var unwanted: [Word] = []

  package init() { text = "" }

  /// Words with blanks in them are parted by commas. Returns nil if one is no word.
  package init?(_ text: String) {
    self.text = text
    for part in text.split(separator: text.contains(",") ? "," : " ") {
      let word = Text(bytes: Text(String(part)).bytes[...].trimmingBlanks).string
      if word.isEmpty { continue }
      guard let read = Word(word.hasPrefix("-") ? String(word.dropFirst()) : word) else {
        return nil
      }
      if word.hasPrefix("-") { unwanted.append(read) } else { wanted.append(read) }
    }
  }

  /// Whether a file with a status is a task. One that this program has made or numbered is one unless a word after a
  /// `-` says otherwise; one in a folder of months always is.
  func takes(_ document: MarkdownDocument) -> Bool {
    let task = document.task
    if isAlways(task.path) { return true }
    if unwanted.contains(where: { document.has($0) }) { return false }
    if task.hasOwnID, task.id.isOfStore { return true }
    return !task.title.isPlaceholder && !document.hasPlaceholders
      && (wanted.isEmpty || wanted.contains { document.has($0) })
  }

  /// Whether a file that cannot be read may be a task: its path decides.
  func mayTake(_ path: String) -> Bool {
    func isIn(_ word: Word) -> Bool {
      if case .folder(let folder) = word { path.isBelow(folder) } else { false }
    }
    return isAlways(path)
      || !unwanted.contains(where: isIn) && (wanted.isEmpty || wanted.contains(where: isIn))
  }

  private func isAlways(_ path: String) -> Bool {
    TaskPath.isInMonth(path) || TaskPath.isOurs(path)
  }

  /// `those in Tasks/ or with the tag task, and none in Templates/`.
  package var description: String {
    func named(_ word: Word) -> String {
      switch word {
      case .folder(let folder): "in \(folder)"
      case .tag(let tag): "with the tag \(ControlCharacters.escaped(tag))"
      case .property(let name, let value):
        "with \(ControlCharacters.escaped(name)): \(ControlCharacters.escaped(value))"
      }
    }
    let some = wanted.isEmpty ? "with a status" : wanted.map(named).joined(separator: " or ")
    return "those \(some)"
      + (unwanted.isEmpty ? "" : ", and none " + unwanted.map(named).joined(separator: " or "))
  }
}

extension MarkdownDocument {
  /// Whether values of the front matter are still to be filled in, as in a template.
  fileprivate var hasPlaceholders: Bool {
    let text = bytes[..<frontMatter.closing.start]
    return text.firstRange(of: Array("{{".utf8)) != nil
      || text.firstRange(of: Array("<%".utf8)) != nil
  }

  fileprivate func has(_ word: NoteRule.Word) -> Bool {
    switch word {
    case .folder(let folder): task.path.isBelow(folder)
    case .tag(let tag): task.tags.contains { $0.withoutHash.isWithin(tag) }
    case .property(let name, let value):
      frontMatter.entries.contains { entry in
        guard name.isSameName(as: bytes[entry.key]) else { return false }
        if case .list(let list) = entry.value {
          return list.texts(in: bytes[...]).contains { $0.isAlike(value) }
        }
        return entry.text(in: bytes[...])?.isAlike(value) == true
      }
    }
  }
}

extension String {
  fileprivate func isBelow(_ folder: String) -> Bool { utf8.starts(with: folder.utf8) }
}

extension Text {
  /// The tag of `"#task"`, as some write it in front matter.
  fileprivate var withoutHash: Text {
    withUTF8 { $0.first == 0x23 } ? Text(bytes: bytes.dropFirst()) : self
  }

  /// Whether it is what a template has in place of a title: `{{title}}`, `<% tp.file.title %>`.
  fileprivate var isPlaceholder: Bool {
    withUTF8 { $0.count > 2 && ($0[0] == 0x7B && $0[1] == 0x7B || $0[0] == 0x3C && $0[1] == 0x25) }
  }
}
