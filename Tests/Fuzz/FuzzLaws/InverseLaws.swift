import TasksCore

/// Where an edit and its inverse must give the same bytes, and not only the same task: where what stood there could
/// be written in one way only.
extension TaskDocument {
  func isRestored(by inverse: Edit, after edit: Edit) -> Bool {
    switch task.format {
    case .org: isOrgRestored(after: edit)
    case .markdown: isMarkdownRestored(after: edit)
    }
  }

  // MARK: Org

  private func isOrgRestored(after edit: Edit) -> Bool {
    let heading = self.heading
    switch edit {
    case .state: return !isAligned
    case .priority:
      if isAligned { return false }
      // How many blanks stood behind it is not known any more.
      if edit.isOff { return task.priority == nil }
      // A small letter is read as the capital it means, and the writer writes what every Org reads.
      return !heading.contains("[#")
        || task.priority.map { heading.contains("[#\($0.text)]") } ?? false
    case .title: return !heading.contains("[") && !heading.contains("COMMENT") && !isAligned
    case .tags(let tags):
      return !isAligned && !heading.contains("::") && !task.isDeleted && !has("#+filetags")
        && tags.starts(with: task.tags) && Set(task.tags).count == heading.count(of: ":") - 1
    case .scheduled(_?): return task.scheduled == nil && task.hasNoUnreadStamp(self)
    case .deadline(_?): return task.deadline == nil && task.hasNoUnreadStamp(self)
    case .closed(_?): return task.closed == nil && task.hasNoUnreadStamp(self)
    case .deleted(_?): return isNew(edit)
    case .field(.list, .text): return isNew(edit) && !has("#+category")
    case .notes(let notes):
      if heading.contains("[") || has("#+") { return false }
      // A line that goes takes its own end along.
      return !notes.isEmpty && notes.bytes.starts(with: task.notes.bytes)
        && (!task.notes.isEmpty || lines.last?.isBlank == false)
    case .log(let log): return log.count > task.log.count && isLogRestored
    default: return isNew(edit)
    }
  }

  /// Entries outside of a drawer, and drawers that hold nothing.
  private var isLogRestored: Bool {
    if task.log.isEmpty { return !has(":logbook:") }
    let words = lines.map { $0.string.lowercased().filter { !$0.isWhitespace } }
    guard let open = words.firstIndex(of: ":logbook:"), open + 1 < words.count else { return false }
    return words.filter { $0 == ":logbook:" }.count == 1 && words[open + 1].first == "-"
      && !words[..<open].contains { $0.hasPrefix("-") || $0.hasPrefix("clock:") }
  }

  // MARK: Markdown

  private func isMarkdownRestored(after edit: Edit) -> Bool {
    switch edit {
    case .notes(let notes):
      return !task.notes.isEmpty && notes.bytes.starts(with: task.notes.bytes)
    case .log(let log):
      return log.count > task.log.count && !task.entries.isEmpty && log[0].entry != nil
    case .title, .state, .priority, .tags, .field(.important, _): return false
    // A list in brackets stays as an empty one.
    case .field(.reminders, _) where has("["), .field(.blockers, _) where has("["): return false
    // A key that goes stays with a `~` where an item of no list would fall to the key above it.
    default:
      return isNew(edit)
        && !lines.contains { $0.bytes.first == 0x2D && !$0.string.hasPrefix("---") }
    }
  }

  // MARK: Both

  /// True for an edit that sets a field which the file does not name at all.
  private func isNew(_ edit: Edit) -> Bool {
    guard edit.inverse(in: task).isOff else { return false }
    if has(":properties:"), task.properties.isEmpty, !task.hasOwnID { return false }
    return edit.names(in: task.format).allSatisfy { !has($0) }
  }

  /// Whether the word, in small letters, stands anywhere in the file.
  private func has(_ word: String) -> Bool {
    let word = Array(word.utf8)
    guard let first = word.first, bytes.count >= word.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      (0...bytes.count - word.count).contains { start in
        bytes[start] | 0x20 == first | 0x20
          && word.indices.allSatisfy { bytes[start + $0] | 0x20 == word[$0] | 0x20 }
      }
    }
  }

  private var lines: [Text] { Text(bytes: bytes).lines }

  /// The line of the task itself.
  private var heading: String {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return Text(bytes: bytes[start...]).lines.first { $0.bytes.starts(with: [0x2A, 0x20]) }?.string
      ?? ""
  }

  /// Whether more than one blank stands before the tags: they give way to what is longer, and how far they were is
  /// not known any more.
  private var isAligned: Bool { heading.contains("  ") || heading.contains("\t") }
}

extension Task {
  /// What stands on the line of dates and is none goes to its end when a date goes.
  fileprivate func hasNoUnreadStamp(_ document: some TaskDocument) -> Bool {
    scheduled != nil || deadline != nil || closed != nil
      || !["SCHEDULED:", "DEADLINE:", "CLOSED:"].contains {
        Text(bytes: document.bytes).string.contains($0)
      }
  }
}

extension Text {
  fileprivate var isBlank: Bool { string.allSatisfy { $0.isWhitespace } }
}

extension String {
  fileprivate func count(of sign: Character) -> Int { count { $0 == sign } }
}
