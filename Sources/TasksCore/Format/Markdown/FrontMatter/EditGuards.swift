/// Refuses edits of values that an alias refers to, and of unreadable values that no output shows.
extension FrontMatterEditor {
  /// Refuses to overwrite a field's value that is neither read nor a property, because it contains a control
  /// character or a line end.
  func refuseUnshown(_ entry: FrontMatterEntry, _ key: FrontMatterKey) throws(EditError) {
    guard fields.source(key) == nil, !entry.isEmptyField(in: bytes[...]),
      bytes.withView({ MarkdownProperty.text(of: entry, in: $0) == nil })
    else { return }
    throw unreadable(entry)
  }

  func unreadable(_ entry: FrontMatterEntry) -> EditError {
    let kind: String
    switch entry.field?.key {
    case .tags, .contexts, .field(.blockers), .field(.reminders): kind = "a list of words"
    default: kind = "a plain value"
    }
    return .notEditable("`\(Text(bytes: bytes[entry.key]).string)` holds more than \(kind)")
  }

  /// Refuses to edit a value with an anchor that an alias refers to, as the alias would change too.
  func refuseShared(_ entry: FrontMatterEntry) throws(EditError) {
    guard let anchor = entry.anchor else { return }
    let alias = [0x2A] + bytes[anchor]
    var position = frontMatter.opening.next
    for other in frontMatter.entries {
      switch other.value {
      case .scalar, .list, .empty:
        // Parsed values contain no alias: a `*` in them is text.
        try refuse(alias, of: entry, in: position..<other.range.lowerBound)
        position = other.range.upperBound
      case .records, .other: continue
      }
    }
    try refuse(alias, of: entry, in: position..<frontMatter.closing.start)
  }

  private func refuse(
    _ alias: [UInt8], of entry: FrontMatterEntry, in range: Range<Int>
  ) throws(EditError) {
    var position = range.lowerBound
    while position < range.upperBound {
      let rest = bytes[position..<range.upperBound]
      switch bytes[position] {
      case 0x22, 0x27:
        let end = isNodeStart(position) ? YAMLScalar.closingQuote(of: rest) : nil
        position = end ?? position
      case 0x23:
        // At the start of a line it begins a comment.
        if isLineStart(position) { position = rest.firstIndex(of: 0x0A) ?? range.upperBound }
      case 0x2A:
        guard rest.starts(with: alias), isNodeStart(position) else { break }
        let next = rest.dropFirst(alias.count).first ?? 0x0A
        if next <= 0x20 || YAMLScalar.isFlowSign(next) {
          let (key, name) = (Text(bytes: bytes[entry.key]), Text(bytes: alias))
          throw .notEditable(
            "the alias `\(name.string)` uses the value of `\(key.string)`; change it with tasks edit"
          )
        }
      default: break
      }
      position += 1
    }
  }

  private func isLineStart(_ position: Int) -> Bool {
    bytes[..<position].last { !$0.isBlank } ?? 0x0A == 0x0A
  }

  /// True if a value or a key may begin at a position: at the start of a line, or after an indicator.
  private func isNodeStart(_ position: Int) -> Bool {
    let before = bytes[..<position].last { !$0.isBlank } ?? 0x0A
    return before == 0x0A || before == 0x3A || before == 0x2D || before == 0x3F
      || YAMLScalar.isFlowSign(before)
  }
}

/// Indented comments on lines of their own, below a key.
extension FrontMatterEditor {
  /// The offset after the indented comment lines at `start`; an unindented comment may belong to what follows
  /// it.
  func endOfComments(from start: Int) -> Int {
    var end = start
    for line in ByteLines(bytes[start..<frontMatter.closing.start]) {
      let content = bytes[line]
      guard YAMLScalar.isComment(content), content.first != 0x23 else { break }
      if !content.isBlankLine { end = line.next }
    }
    return end
  }

  /// True if an indented line may be part of a block scalar above, which begins with `|` or `>` after a blank.
  func mayBeText(at position: Int) -> Bool {
    let above = bytes[frontMatter.opening.next..<position]
    return above.indices.contains {
      (above[$0] == 0x7C || above[$0] == 0x3E) && bytes[$0 - 1].isBlank
    }
  }
}

/// Inserting new keys: their position and spelling.
extension FrontMatterEditor {
  func inserting(
    _ key: FrontMatterKey, _ values: [YAMLWriter.Value], asList: Bool
  ) -> Replacement {
    inserting(newName(of: key), values, asList: asList, at: position(of: key))
  }

  /// Inserts a key in another program's spelling.
  func inserting(
    _ key: FrontMatterKey, spelling: Int, _ value: YAMLWriter.Value, asList: Bool = false
  ) -> Replacement {
    inserting(
      Array(key.spellings[spelling].description.utf8), [value], asList: asList,
      at: position(of: key))
  }

  func inserting(_ key: FrontMatterKey, _ name: String, lines: [UInt8]) -> Replacement {
    let position = position(of: key)
    return Replacement(position..<position, Array(name.utf8) + [0x3A] + lineEnd + lines)
  }

  /// The name of a new key: our own, or the one that TaskNotes uses if it maintains the file, unless that key
  /// exists already with an unreadable value.
  private func newName(of key: FrontMatterKey) -> [UInt8] {
    guard isTaskNotes, let spelling = key.notesSpelling,
      !frontMatter.entries.contains(where: {
        $0.field?.key == key && $0.field?.spelling == spelling
      })
    else { return Array(key.name.utf8) }
    return Array(key.spellings[Int(spelling)].description.utf8)
  }

  func inserting(
    _ key: [UInt8], _ values: [YAMLWriter.Value], asList: Bool, at position: Int
  ) -> Replacement {
    var line = key + [0x3A]
    if !asList {
      line += [0x20] + (values.first.map { writer.print($0) } ?? []) + lineEnd
    } else if let dash = blockDash, !isBeforeItem(position) {
      line += lineEnd + Array(values.map { dash + writer.print($0) + lineEnd }.joined())
    } else {
      line += [0x20] + FrontMatterList.printFlow(values, writer: writer) + lineEnd
    }
    return Replacement(position..<position, line)
  }

  /// The offset after the last key that precedes this one in a new file, or before all keys.
  private func position(of key: FrontMatterKey) -> Int {
    let before = frontMatter.entries.last { entry in
      entry.field.map { $0.key.place <= key.place } ?? false
    }
    return before.map { endOfComments(from: $0.range.upperBound) }
      ?? frontMatter.entries.first?.range.lowerBound ?? frontMatter.closing.start
  }
}
