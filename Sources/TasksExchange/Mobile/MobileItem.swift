import TasksCore

/// An entry of `mobileorg.org`, to which a phone adds what its user has done (Org manual, "Org Mobile"; org-mobile.el,
/// `org-mobile-apply`).
package struct MobileItem: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case edit(MobileEdit)
    /// A task is flagged, with a text that may be empty.
    case flag(MobileReference, Text)
    /// A captured note, as an Org heading or as lines without one, and when it was written.
    case note([UInt8], created: Timestamp?)
    /// An edit that does not say all it has to.
    case damaged(reason: String)
  }

  package let kind: Kind
  /// The title of the task that an edit or a flag is about, as the phone knows it.
  package var title = ""
  package let text: Text

  /// Reads the entries of a file, in its order.
  package static func all(in bytes: [UInt8]) -> [MobileItem] {
    var parts: [[Text]] = [[]]
    for line in Text(lines: bytes[...]).lines {
      let isStart = OrgSyntax.isTopHeading(line.bytes[...])
      if isStart { parts.append([line]) } else { parts[parts.count - 1].append(line) }
    }
    return parts.compactMap { lines in
      let isEmpty = lines.allSatisfy { $0.bytes[...].isBlankLine }
      return isEmpty ? nil : item(lines)
    }
  }

  private static func item(_ lines: [Text]) -> MobileItem {
    let text = Text.joining(lines).trimmingBlankLines
    guard let first = lines.first, let head = Head(first.string) else { return note(lines, text) }
    let body = Array(lines.dropFirst())
    let kind: Kind
    if head.action.isEmpty {
      kind = .flag(head.target, Text.joining(withoutNoteID(body)).trimmingBlankLines)
    } else if head.action.hasPrefix("edit:") {
      let what = String(head.action.dropFirst("edit:".count))
      kind = edit(what, head.target, body)
    } else {
      kind = .damaged(reason: "'\(head.action)' is no action that is known")
    }
    return MobileItem(kind: kind, title: head.title, text: text)
  }

  private static func edit(
    _ what: String, _ target: MobileReference, _ lines: [Text]
  ) -> Kind {
    guard let what = MobileEdit.What(rawValue: what == "todostate" ? "todo" : what) else {
      return .damaged(reason: "'\(what)' cannot be edited")
    }
    var (old, new): ([Text], [Text]) = ([], [])
    var part = 0
    for line in lines {
      switch line.string.trimmedBlanks {
      case "** Old value" where part == 0: part = 1
      case "** New value" where part < 2: part = 2
      case "** End of edit" where part < 3: part = 3
      default:
        if part == 1 { old.append(line) }
        if part == 2 { new.append(line) }
      }
    }
    // A file that is still being copied may end anywhere. What has no values may have no lines for them.
    let isWhole = part == 0 && [.delete, .archive, .archiveSibling].contains(what)
    guard part == 3 || isWhole else { return .damaged(reason: "the end of the edit is missing") }
    return .edit(
      MobileEdit(what: what, target: target, old: Text.joining(old), new: Text.joining(new)))
  }

  private static func note(_ lines: [Text], _ text: Text) -> MobileItem {
    var lines = withoutNoteID(lines)
    var created: Timestamp?
    if lines.count > 1, let stamp = OrgTimestamp(at: lines[1].bytes[...]), !stamp.isActive,
      lines[1].bytes[stamp.range.upperBound...].isBlankLine
    {
      created = stamp.planning.start
      lines.remove(at: 1)
    }
    return MobileItem(kind: .note(Text.joining(lines).bytes, created: created), text: text)
  }

  /// Removes the heading by which the phone knows a note.
  private static func withoutNoteID(_ lines: [Text]) -> [Text] {
    lines.filter { !$0.bytes.starts(with: "** Note ID:".utf8) }
  }

  /// `* F(edit:todo) [[id:b3x9][Buy milk]]`.
  private struct Head {
    let action: String
    let target: MobileReference
    var title = ""

    init?(_ line: String) {
      let rest = line.dropFirst(2).drop { $0 == " " || $0 == "\t" }
      guard line.hasPrefix("* "), rest.hasPrefix("F("), let close = rest.firstIndex(of: ")") else {
        return nil
      }
      action = String(rest[..<close].dropFirst(2))
      let link = rest[close...].dropFirst().drop { $0 == " " || $0 == "\t" }
      guard link.hasPrefix("[["), let end = link.firstIndex(of: "]"),
        let target = MobileReference(String(link[..<end].dropFirst(2)))
      else { return nil }
      self.target = target
      let label = link[end...].dropFirst()
      if label.hasPrefix("["), label.hasSuffix("]]") {
        title = MobileReference.decoded(label.dropFirst().dropLast(2))
      }
    }
  }
}

/// An edit of a task on a phone, with the values before and after it.
package struct MobileEdit: Equatable, Sendable {
  package enum What: String, Sendable {
    case todo, tags, priority, heading, body, addheading, refile, delete, archive
    case archiveSibling = "archive-sibling"
  }

  package let what: What
  package let target: MobileReference
  /// The lines without the last line feed.
  let old: Text
  package let new: Text

  package init(what: What, target: MobileReference, old: Text, new: Text) {
    (self.what, self.target, self.old, self.new) = (what, target, old, new)
  }
}

/// What an entry is about: a task by its id, or a file and the headings in it that lead to a task.
package enum MobileReference: Equatable, Sendable {
  case id(Text)
  /// `olp:work.org:Call Bob`; no titles for the file itself.
  case outline(file: String, titles: [String])

  package init?(_ text: String) {
    if text.hasPrefix("id:") {
      self = .id(Text(String(text.dropFirst(3))))
    } else if text.hasPrefix("olp:") {
      let parts = text.dropFirst(4).split(separator: ":", maxSplits: 1)
      guard let file = parts.first else { return nil }
      let titles = parts.dropFirst().flatMap { $0.split(separator: "/") }
      self = .outline(
        file: MobileReference.decoded(file), titles: titles.map { MobileReference.decoded($0) })
    } else {
      return nil
    }
  }

  package static func title(_ text: String) -> Text { OrgHeading.titleText(Array(text.utf8)[...]) }

  static func decoded(_ text: some StringProtocol) -> String {
    LinkDestination.decoded(String(text)) ?? String(text)
  }
}
