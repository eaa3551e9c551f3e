extension OrgDocument {
  /// The parts of the file from the top.
  private enum Section: Int {
    case preamble, heading, planning, properties, log, body
  }

  /// The regions that hold entries together; those of log drawers follow.
  private enum Region: Int {
    case planning = 1
    case properties, log
  }

  package var entries: [WrittenEntry] {
    var entries = WrittenEntries(bytes, lineEnd: lineEnd)
    entries.lines(
      upTo: heading.line.start, "preamble".utf8, in: Section.preamble.rawValue,
      field: MergeLoss.preamble)
    addHeading(to: &entries)
    addPlanning(to: &entries)
    addProperties(to: &entries)
    addLogAndNotes(to: &entries)
    return entries.list
  }

  private func addHeading(to entries: inout WrittenEntries) {
    let section = Section.heading.rawValue
    entries.part(upTo: heading.line.start + 1, "stars".utf8, in: section)
    entries.part(upTo: heading.keyword.upperBound, "keyword".utf8, in: section, field: "state")
    if let cookie = heading.priorityCookie {
      entries.part(upTo: cookie.upperBound, "priority".utf8, in: section, field: "priority")
    }
    let title = OrgHeading.withoutComment(bytes[heading.title])
    if title.count < heading.title.count {
      entries.part(
        upTo: heading.title.lowerBound + "COMMENT".utf8.count, "comment".utf8, in: section)
    }
    if !title.isEmpty {
      entries.part(upTo: title.endIndex, "title".utf8, in: section, field: "title")
    }
    if let tags = heading.tagString {
      entries.part(upTo: tags.upperBound, "tags".utf8, in: section, field: "tags")
    }
    entries.lineEnd(of: heading.line, in: section)
  }

  private func addPlanning(to entries: inout WrittenEntries) {
    guard let planning else { return }
    let (section, region) = (Section.planning.rawValue, Region.planning.rawValue)
    func addText(upTo end: Int) {
      let text = bytes[entries.position..<end].trimmingBlanks
      guard !text.isEmpty else { return }
      entries.part(upTo: text.endIndex, text, in: section, region: region)
    }
    for item in planning.items {
      addText(upTo: item.range.lowerBound)
      entries.part(
        upTo: item.range.upperBound, item.keyword.name.utf8, in: section,
        field: item.keyword.field, region: region)
    }
    addText(upTo: planning.line.content.upperBound)
    entries.lineEnd(of: planning.line, in: section, region: region)
  }

  private func addProperties(to entries: inout WrittenEntries) {
    guard let drawer else { return }
    let (section, region) = (Section.properties.rawValue, Region.properties.rawValue)
    entries.lines(
      upTo: drawer.opening.next, "opening".utf8, in: section, region: region, isFrame: true)
    var seen: Set<[UInt8]> = []
    for entry in drawer.entries {
      let key = bytes[entry.key]
      let name = key.map(\.lowercasedASCII) + (entry.isAppending ? [0x2B] : [])
      // Another line of a name is no value of its own: it stays whatever becomes of the first.
      let isFirst = seen.insert(name).inserted
      entries.lines(
        upTo: entry.line.next, isFirst ? name : Array(bytes[entry.line]), in: section,
        field: isFirst ? OrgProperty.fieldName(of: key) : nil, region: region,
        follows: isFirst ? nil : name)
    }
    entries.lines(
      upTo: drawer.closing.next, "closing".utf8, in: section, region: region, isFrame: true)
  }

  /// Adds the log and the notes, which may have log drawers between their lines.
  private func addLogAndNotes(to entries: inout WrittenEntries) {
    var items = logbook.items[...]
    func section(_ position: Int) -> Int {
      position < logbook.end ? Section.log.rawValue : Section.body.rawValue
    }
    func addItems(upTo end: Int, region: Int, indent: ArraySlice<UInt8> = []) {
      while let item = items.first, item.range.lowerBound < end {
        items.removeFirst()
        addText(upTo: item.range.lowerBound, region: region)
        entries.lines(
          upTo: item.range.upperBound, "item".utf8, in: Section.log.rawValue, item: item.item,
          indent: Array(indent), field: "log", region: region)
      }
      addText(upTo: end, region: region)
    }
    func addText(upTo end: Int, region: Int) {
      let start = entries.position
      guard start < end else { return }
      guard region == 0, start >= logbook.end else {
        return entries.lines(
          upTo: end, bytes[start..<end], in: section(start), region: region, isFrame: region != 0)
      }
      addNotes(upTo: end, to: &entries)
    }
    for (index, drawer) in logbook.drawers.enumerated() {
      addItems(upTo: drawer.opening.start, region: 0)
      let region = Region.log.rawValue + index
      let place = section(drawer.opening.start)
      entries.lines(
        upTo: drawer.opening.next, "opening".utf8, in: place, region: region, isFrame: true)
      addItems(
        upTo: drawer.closing.start, region: region,
        indent: bytes[drawer.opening].prefix { $0.isBlank })
      entries.lines(
        upTo: drawer.closing.next, "closing".utf8, in: place, region: region, isFrame: true)
    }
    addItems(upTo: bytes.count, region: 0)
  }

  /// The blank lines around the notes are entries of their own.
  private func addNotes(upTo end: Int, to entries: inout WrittenEntries) {
    let section = Section.body.rawValue
    let text = bytes[entries.position..<end].withoutBlankLines
    if text.isEmpty {
      return entries.lines(upTo: end, "before".utf8, in: section)
    }
    entries.lines(upTo: text.lowerBound, "before".utf8, in: section)
    let last = bytes[..<end].line(at: text.upperBound)?.next ?? end
    entries.lines(upTo: last, "notes".utf8, in: section, field: "notes")
    entries.lines(upTo: end, "after".utf8, in: section)
  }
}

extension OrgPlanningLine.Keyword {
  /// The name of the field that the date belongs to.
  fileprivate var field: Text {
    switch self {
    case .closed: "state"
    case .deadline: "deadline"
    case .scheduled: "scheduled"
    }
  }
}

extension OrgProperty {
  fileprivate static func fieldName(of key: ArraySlice<UInt8>) -> Text {
    switch named(key) {
    case .id: "id"
    case .deleted: "deleted"
    case .field(let field): field.name
    case nil: Field.propertyName(Text(bytes: key))
    }
  }
}
