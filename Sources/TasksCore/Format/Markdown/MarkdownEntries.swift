extension MarkdownDocument {
  /// The parts of the file from the top.
  private enum Section: Int {
    case opening, keys, closing, title, notes, log
  }

  /// The one region: the log with its heading.
  private static let log = 1

  package var entries: [WrittenEntry] {
    var entries = WrittenEntries(bytes, lineEnd: lineEnd)
    entries.lines(upTo: frontMatter.opening.next, [], in: Section.opening.rawValue)
    addKeys(to: &entries)
    entries.lines(upTo: frontMatter.closing.next, [], in: Section.closing.rawValue)
    if fields.source(.title) == nil, let heading = body.titleHeading, heading.isFirst {
      addBlankLines(before: heading.line.start, "before".utf8, .title, to: &entries)
      entries.lines(
        upTo: heading.line.next, "title".utf8, in: Section.title.rawValue, field: "title")
    }
    addNotes(upTo: body.logHeading?.start ?? bytes.count, to: &entries)
    addLog(to: &entries)
    return entries.list
  }

  private func addKeys(to entries: inout WrittenEntries) {
    let section = Section.keys.rawValue
    /// Comments, blank lines and lines that are no YAML.
    func addOthers(upTo end: Int) {
      while entries.position < end, let line = bytes[..<end].line(at: entries.position) {
        entries.lines(upTo: line.next, [0x23] + bytes[line].trimmingBlanks, in: section)
      }
    }
    for (index, entry) in frontMatter.entries.enumerated() {
      addOthers(upTo: entry.range.lowerBound)
      let name = bytes[entry.key].map(\.lowercasedASCII)
      entries.lines(
        upTo: entry.range.upperBound, name, in: section, alias: entry.field?.key.place,
        field: fieldName(of: entry, index))
    }
    addOthers(upTo: frontMatter.closing.start)
  }

  /// The name of the field that an entry belongs to, or of the preamble for a value that is not read.
  private func fieldName(of entry: FrontMatterEntry, _ index: Int) -> Text {
    if fields.isHidden(index) { return MergeLoss.preamble }
    guard let key = entry.field?.key, fields.index(of: key) == index || entry.isEmpty else {
      return Field.propertyName(Text(bytes: bytes[entry.key]))
    }
    return key.fieldName
  }

  private func addNotes(upTo end: Int, to entries: inout WrittenEntries) {
    let section = Section.notes.rawValue
    addBlankLines(
      before: body.notes.isEmpty ? end : body.notes.lowerBound, "before".utf8, .notes, to: &entries)
    guard !body.notes.isEmpty else { return }
    let last = bytes[..<end].line(at: body.notes.upperBound)?.next ?? end
    entries.lines(upTo: last, "notes".utf8, in: section, field: "notes")
    addBlankLines(before: end, "after".utf8, .notes, to: &entries)
  }

  private func addBlankLines(
    before end: Int, _ name: String.UTF8View, _ section: Section, to entries: inout WrittenEntries
  ) {
    entries.lines(upTo: end, name, in: section.rawValue)
  }

  private func addLog(to entries: inout WrittenEntries) {
    guard let heading = body.logHeading, let log else { return }
    let (section, region) = (Section.log.rawValue, MarkdownDocument.log)
    entries.lines(upTo: heading.next, "heading".utf8, in: section, region: region, isFrame: true)
    for item in log.items {
      entries.lines(
        upTo: item.range.lowerBound, "blank".utf8, in: section, region: region, isFrame: true)
      entries.lines(
        upTo: item.range.upperBound, "item".utf8, in: section, item: item.item, field: "log",
        region: region)
    }
    entries.lines(upTo: bytes.count, "blank".utf8, in: section, region: region, isFrame: true)
  }
}

extension FrontMatterKey {
  fileprivate var fieldName: Text {
    switch self {
    case .id: "id"
    case .timeEntries: MergeLoss.preamble
    case .title: "title"
    case .status, .completed: "state"
    case .priority: "priority"
    case .tags, .contexts: "tags"
    case .scheduled, .scheduledEnd, .scheduledWarning: "scheduled"
    case .due, .dueEnd, .dueWarning: "deadline"
    case .repeat, .recurrenceAnchor, .scheduledRepeat: "repeat"
    case .deleted: "deleted"
    case .notes: "notes"
    case .field(let field): field.name
    }
  }
}
