import FuzzLaws
import TasksCore
import Testing

/// What must hold for every edit of every file.
package enum OrgLaw {
  package static let path = "2026-11/a-k7mq2xw4tz9nbcde.org"

  package static func document(_ bytes: [UInt8]) throws -> OrgDocument {
    try #require(OrgDocument(bytes, path: path, workflow: .standard), "\(shown(bytes))")
  }

  package static func document(_ text: String) throws -> OrgDocument {
    try document(Array(text.utf8))
  }

  /// Makes the edit and checks that it changes its own lines alone, that the file then reads as the task
  /// with the edit made, and that making it again changes nothing.
  @discardableResult
  package static func check(
    _ edit: Edit, on old: OrgDocument, _ hint: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> OrgDocument {
    let new = try old.applying([edit])
    func report() -> Comment {
      "\(hint): \(edit)\n--- before\n\(shown(old.bytes))\n--- after\n\(shown(new.bytes))"
    }
    var expected = plain(old.task.applying(edit))
    var read = plain(new.task)
    if old.hasSettingsInNotes {
      // Settings that stand in the notes are both.
      read.notes = expected.notes
      if case .notes = edit {
        read.tags = expected.tags
        read.list = expected.list
      }
    }
    if old.hasLogOutsideDrawer {
      // What is new goes into the drawer, wherever it belongs among the entries outside of it.
      expected.log.sort { "\($0)" < "\($1)" }
      read.log.sort { "\($0)" < "\($1)" }
    }
    if read != expected {
      let differences = read.edits(from: expected)
      Issue.record(
        "\(report())\n--- read as \(differences)", sourceLocation: sourceLocation)
    }
    let kept = lines(of: old, without: edit, staying: new.task.log)
    let found = lines(of: new, without: edit, staying: old.task.log)
    if kept.map(\.content) != found.map(\.content)
      || zip(kept, found).contains(where: {
        $0.line.hasEnd && $1.line.hasEnd && $0.line.range.count != $1.line.range.count
      })
    {
      Issue.record("other lines changed: \(report())", sourceLocation: sourceLocation)
    }
    // What is new goes behind those then, and making it again puts them into the drawer, too.
    if let outside = old.logOutsideDrawer.first, let drawer = old.logbook.drawers.first,
      outside.lowerBound < drawer.opening.start
    {
      return new
    }
    let again = try new.applying([edit])
    if again.bytes != new.bytes {
      Issue.record(
        "not the same twice: \(report())\n\(shown(again.bytes))", sourceLocation: sourceLocation)
    }
    return new
  }

  /// The task with what has no order put into one.
  package static func plain(_ task: Task) -> Task {
    var task = task
    task.tags.sort()
    for index in task.properties.indices {
      let name = task.properties[index].name.bytes.map(\.lowercasedASCII)
      task.properties[index].name = Text(bytes: name)
    }
    task.properties.sort { $0.name < $1.name }
    return task
  }

  /// The lines that an edit has no business with.
  ///
  /// - Parameter log: The log on the other side of the edit: items in both stay as they are.
  package static func lines(
    of document: OrgDocument, without edit: Edit, staying log: [LogItem] = []
  ) -> [(content: ArraySlice<UInt8>, line: ByteLine)] {
    let meant = ranges(of: document, meantBy: edit, staying: log)
    return ByteLines(document.bytes[document.bytes.byteOrderMarkLength...]).filter { line in
      !meant.contains { $0.overlaps(line.range) }
    }.map { (document.bytes[$0], $0) }
  }

  private static func ranges(
    of document: OrgDocument, meantBy edit: Edit, staying log: [LogItem]
  ) -> [Range<Int>] {
    let heading = document.heading.line.range
    let edit = OrgProperty.fieldEdit(for: edit)
    switch edit {
    case .title, .state, .priority: return [heading]
    case .tags: return [heading] + document.settings.tagLines.map(\.line.range)
    case .scheduled, .deadline, .closed: return document.planning.map { [$0.line.range] } ?? []
    case .deleted: return [heading] + drawerLines(of: document, meantBy: edit)
    case .notes:
      let body = document.drawerEnd.next..<document.bytes.count
      let log = document.logbook.drawers.map(\.range) + document.logOutsideDrawer
      let sorted = log.sorted { $0.lowerBound < $1.lowerBound }
      return [heading] + OrgNotes.pieces(of: body, without: sorted)
    case .log: return logLines(of: document, staying: log)
    case .field(.list, _):
      return drawerLines(of: document, meantBy: edit)
        + document.settings.categoryLines
    default: return drawerLines(of: document, meantBy: edit)
    }
  }

  private static func drawerLines(of document: OrgDocument, meantBy edit: Edit) -> [Range<Int>] {
    guard let drawer = document.drawer, let name = OrgProperty.change(by: edit)?.name else {
      return []
    }
    let own = drawer.entries.filter { name.isSameName(as: document.bytes[$0.key]) }
      .map(\.line.range)
    // A drawer comes with its first property and goes with its last.
    return own.count == drawer.entries.count
      ? own + [drawer.opening.range, drawer.closing.range] : own
  }

  /// The lines of items that do not stay, and of the drawers that hold no other.
  private static func logLines(of document: OrgDocument, staying log: [LogItem]) -> [Range<Int>] {
    // Which one of two equal items stays is up to the edit.
    let isOnce = [log, document.task.log].allSatisfy { Set($0).count == $0.count }
    let kept = isOnce ? Set(log) : []
    let items = document.logItems
    let own = items.filter { !kept.contains($0.item) }.map(\.range)
    let emptied = document.logbook.drawers.map(\.range).filter { drawer in
      !items.contains { kept.contains($0.item) && drawer.contains($0.range.lowerBound) }
    }
    return own + emptied
  }

  /// True for an edit that changes the value of a field, or sets a field that is not there; for what leaves
  /// its place for good there is no way back to the same bytes.
  package static func isReversible(_ edit: Edit, in document: OrgDocument) -> Bool {
    let task = document.task
    let inverse = edit.inverse(in: task)
    switch edit {
    case .id: return document.task.hasOwnID
    case .tags(let tags):
      return Set(document.settings.tags).isSubset(of: tags) && (!tags.isEmpty || task.tags.isEmpty)
    case .deleted: if task.isDeleted { return false }
    case .field(.list, _): if document.settings.category != nil { return false }
    case .title(let title):
      if !StatisticsCookie.ranges(in: title.bytes[...]).isEmpty { return false }
    case .notes:
      // A line beside a drawer may come back on its other side.
      if document.hasSettingsInNotes || !document.logbook.drawersInBody.isEmpty { return false }
      if task.notes.isEmpty, document.logbook.end < document.bytes.count { return false }
      if !StatisticsCookie.ranges(in: document.bytes[document.heading.title]).isEmpty {
        return false
      }
    case .property(_, let value?) where value.isEmpty:
      return isOff(inverse) && document.drawer?.entries.isEmpty != true
    case .log:
      // The blanks in a blank line of a note are not known any more.
      let hasBlanks = document.logbook.drawers.contains { drawer in
        let lines = document.bytes[drawer.opening.next..<drawer.closing.start]
        return ByteLines(lines).contains { !lines[$0].isEmpty && lines[$0].isBlankLine }
      }
      if hasBlanks { return false }
      if document.hasLogOutsideDrawer || !document.logbook.drawersInBody.isEmpty
        || document.logbook.drawers.contains(where: { $0.opening.next == $0.closing.start })
      {
        return false
      }
    default: break
    }
    if OrgProperty.change(by: edit) != nil, document.drawer?.entries.isEmpty == true {
      return false
    }
    return !isOff(edit) || isOff(inverse)
  }

  /// The file with one blank before the tags: those that had to give way do not know by how much.
  package static func withoutAlignment(_ document: OrgDocument) -> [UInt8] {
    guard let tags = document.heading.tagString else { return document.bytes }
    return Replacement.apply(
      [Replacement(document.heading.title.upperBound..<tags.lowerBound, " ")], to: document.bytes)
  }

  /// Bytes for a reader of a failed test.
  package static func shown(_ bytes: [UInt8]) -> String {
    Text(bytes: bytes).string.unicodeScalars.map { scalar in
      switch scalar {
      case "\r": "␍"
      case "\t": "␉"
      case "\u{FEFF}": "⍰"
      default: String(Character(scalar))
      }
    }.joined()
  }

  /// True for an edit that takes its field away.
  package static func isOff(_ edit: Edit) -> Bool {
    switch edit {
    case .priority(nil), .scheduled(nil), .deadline(nil), .closed(nil), .deleted(nil),
      .field(_, .nothing), .property(_, nil):
      true
    case .tags(let tags): tags.isEmpty
    case .notes(let notes): notes.isEmpty
    case .log(let log): log.isEmpty
    default: false
    }
  }
}

extension OrgDocument {
  package var hasSettingsInNotes: Bool {
    (settings.tagLines.map(\.line.range) + settings.categoryLines).contains {
      $0.lowerBound > heading.line.start
    }
  }

  package var hasLogOutsideDrawer: Bool { !logOutsideDrawer.isEmpty }

  package var logOutsideDrawer: [Range<Int>] {
    let drawers = logbook.drawers.map(\.range)
    return logItems.map(\.range).filter { range in
      !drawers.contains { $0.contains(range.lowerBound) }
    }
  }
}
