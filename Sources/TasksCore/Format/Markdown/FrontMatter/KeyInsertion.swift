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

  /// Inserts a key with the lines below it.
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
