/// The content of a file that no field, no property and no line of the notes contains.
struct UnmappedContent {
  /// The file's comments, each as `# text`.
  private(set) var comments: [Text] = []
  private(set) var losses: [ConversionLoss] = []
  /// Text before the task's heading, including blank lines.
  private(set) var prose: [Text] = []
  /// Texts of several lines under keys of other programs.
  private(set) var texts: [Task.Property] = []

  init(of document: any TaskDocument) {
    switch document {
    case let org as OrgDocument: read(org)
    case let markdown as MarkdownDocument: read(markdown)
    default: break
    }
  }

  private mutating func leave(_ line: some ByteSlice) {
    let text = line.trimmingBlanks
    if !text.isBlankLine { losses.append(.lines(Text(bytes: text))) }
  }

  /// Drops settings and lines of drawers, which have no meaning in the other format, and keeps text.
  private mutating func takeUp(_ line: ArraySlice<UInt8>) {
    let content = line.trimmingBlanks
    if content.hasPrefix("#+") || content.first == 0x3A { return leave(line) }
    prose.append(Text(bytes: line))
    losses.append(.prose(Text(bytes: content)))
  }

  /// - Parameter comment: The text from the `#` on.
  private mutating func add(comment: some ByteSlice) {
    let text = comment.trimmingBlanks.dropFirst().trimmingBlanks
    comments.append(Text(bytes: [0x23] + (text.isEmpty ? [] : [0x20]) + text))
  }

  // MARK: Org

  private mutating func read(_ org: OrgDocument) {
    let bytes = org.bytes[...]
    let drawer = org.settings.drawer
    for line in ByteLines(bytes[org.bytes.byteOrderMarkLength..<org.heading.line.start]) {
      let content = bytes[line]
      if drawer?.range.contains(line.start) == true { continue }
      if OrgSyntax.isComment(content) {
        add(comment: content)
      } else if content.isBlankLine {
        if !prose.isEmpty { prose.append(.empty) }
      } else if !org.says(line) {
        takeUp(content)
      }
    }
    for entry in drawer?.entries ?? []
    where entry.isAppending || OrgProperty.named(bytes[entry.key]) != .field(.list) {
      leave(bytes[entry.line])
    }
    if org.heading.isComment(in: bytes) { losses.append(.lines("COMMENT")) }
    leaveCookies(of: bytes[org.heading.title])
    losses += (org.planning?.rest(in: bytes) ?? []).map { .lines($0) }
    leaveRepeated(org.drawer?.entries ?? [], in: bytes)
    // Reminders repeat in both formats.
    losses += org.repeatingFields.filter { $0.property != .field(.reminders) }.map {
      .repeatingDate(in: ConversionLoss.place(ofProperty: $0.property.name))
    }
  }

  /// Records the cookies of the title as a single loss: each is reported after the title, which may be long. If
  /// the title is nothing but cookies, they are kept.
  private mutating func leaveCookies(of heading: ArraySlice<UInt8>) {
    let title = OrgHeading.withoutComment(heading)
    let cookies = StatisticsCookie.ranges(in: title)
    guard !cookies.isEmpty, !StatisticsCookie.removing(from: title).isEmpty else { return }
    leave(Array(cookies.map { title[$0] }.joined(separator: [0x20]))[...])
  }

  /// Records repeated properties, of which only the first is effective.
  private mutating func leaveRepeated(
    _ entries: [OrgPropertyDrawer.Entry], in bytes: ArraySlice<UInt8>
  ) {
    var seen: Set<[UInt8]> = []
    for entry in entries where !entry.isAppending {
      let name = bytes[entry.key].map(\.lowercasedASCII)
      if !seen.insert(name).inserted { leave(bytes[entry.line]) }
    }
  }

  // MARK: Markdown

  private mutating func read(_ markdown: MarkdownDocument) {
    let list = markdown.bytes.withView { markdown.fields.source(.field(.list))?.firstText(in: $0) }
    if let list, let name = WikiLink.name(of: list) {
      losses.append(.list(list, became: name))
    }
    if let entry = markdown.fields.source(.repeat), let rule = markdown.text(under: .repeat),
      rule.string.uppercased().contains("DTSTART")
    {
      leave(markdown.bytes[entry.range].prefix { $0 != 0x0A })
    }
    var position = markdown.frontMatter.opening.next
    for (index, entry) in markdown.frontMatter.entries.enumerated() {
      readStray(markdown.bytes[position..<max(position, entry.range.lowerBound)])
      position = entry.range.upperBound
      if markdown.fields.isHidden(index) {
        readHidden(entry, of: markdown)
      } else {
        readComments(of: entry, in: markdown.bytes[...])
        readTime(entry, in: markdown.bytes[...])
      }
    }
    readStray(markdown.bytes[position..<max(position, markdown.frontMatter.closing.start)])
  }

  /// Reads lines that belong to no key.
  private mutating func readStray(_ lines: ArraySlice<UInt8>) {
    for line in ByteLines(lines) {
      if lines[line].trimmingLeadingBlanks.first == 0x23 {
        add(comment: lines[line])
      } else {
        leave(lines[line])
      }
    }
  }

  /// Records the parts of a hidden entry that no field contains.
  private mutating func readHidden(_ entry: FrontMatterEntry, of markdown: MarkdownDocument) {
    let lines = markdown.bytes[entry.range]
    let isRead = markdown.fields.isSource(entry)
    if entry.field == nil, let text = entry.text(in: markdown.bytes[...]), text.bytes.contains(0x0A)
    {
      let name = Text(bytes: markdown.bytes[entry.key])
      if !markdown.duplicateKeys.contains(where: { $0.isSameName(as: name) }) {
        texts.append(Task.Property(name, text))
        return
      }
    }
    let records = markdown.bytes.withView { entry.records(in: $0) }
    guard isRead, let records else {
      for line in ByteLines(lines) { leave(lines[line]) }
      return
    }
    let clocks = FrontMatterEntry.clocks(of: records)
    let known: Set<Text> = ["startTime", "endTime", "absoluteTime"]
    for (index, record) in records.enumerated() {
      for (key, value) in record {
        if key == "duration", let minutes = clocks?[index].minutes, value == Text("\(minutes)") {
          continue
        } else if !known.contains(key) {
          leave((key.bytes + [0x3A, 0x20] + value.bytes)[...])
        } else if UnmappedContent.isExact(value) {
          losses.append(.exactTime(Text(bytes: key.bytes + [0x3A, 0x20] + value.bytes)))
        }
      }
    }
    for line in ByteLines(lines) where lines[line].trimmingLeadingBlanks.first == 0x23 {
      add(comment: lines[line])
    }
  }

  /// Reads the comments of an entry that was read: on lines of their own, or after the value.
  private mutating func readComments(of entry: FrontMatterEntry, in bytes: ArraySlice<UInt8>) {
    // The remaining values, in file order.
    var values = entry.valueRanges(in: bytes)[...]
    for line in ByteLines(bytes[entry.rest.lowerBound..<entry.range.upperBound]) {
      var position = line.start
      while position < line.content.upperBound {
        values = values.drop { $0.upperBound <= position }
        if let value = values.first, value.contains(position) {
          position = value.upperBound
        } else if bytes[position] == 0x23,
          position == line.start || bytes[position - 1].isBlank
        {
          let comment = bytes[position..<line.content.upperBound]
          add(comment: comment)
          if !bytes[line.start..<position].isBlankLine || line.start == entry.rest.lowerBound {
            losses.append(.comment(Text(bytes: comment.trimmingTrailingBlanks)))
          }
          break
        } else {
          position += 1
        }
      }
    }
  }

  private mutating func readTime(_ entry: FrontMatterEntry, in bytes: ArraySlice<UInt8>) {
    guard entry.field != nil, let text = entry.text(in: bytes), UnmappedContent.isExact(text) else {
      return
    }
    losses.append(.exactTime(Text(bytes: bytes[entry.key] + [0x3A, 0x20] + text.bytes)))
  }

  private static func isExact(_ text: Text) -> Bool {
    let bytes = text.bytes
    return bytes.count > 16 && !text.withBytes(PlanningKeys.isNone) && Timestamp(iso: text) != nil
      && bytes[16...].contains { $0 != 0x30 && $0 != 0x3A && $0 != 0x2E }
  }
}

extension OrgDocument {
  /// True if the converted file expresses a setting: the keywords of the store, the list, or the tags.
  fileprivate func says(_ line: ByteLine) -> Bool {
    guard let (name, _) = OrgSyntax.keyword(bytes[line]) else { return false }
    if name.isSame(as: "CATEGORY") || name.isSame(as: "FILETAGS") { return true }
    let isWorkflow =
      name.isSame(as: "TODO") || name.isSame(as: "SEQ_TODO") || name.isSame(as: "TYP_TODO")
    return isWorkflow && hasStoreWorkflow
  }
}

extension FrontMatterEntry {
  /// The byte ranges of the entry's values; other text is comments or separators.
  fileprivate func valueRanges(in bytes: ArraySlice<UInt8>) -> [Range<Int>] {
    switch value {
    case .scalar(let scalar):
      let first = bytes[scalar.range.lowerBound]
      guard scalar.style == .severalLines, first == 0x7C || first == 0x3E else {
        return [scalar.range]
      }
      // A comment may follow the header of a block scalar.
      let start = bytes[scalar.range].place(of: 0x0A, from: scalar.range.lowerBound)
      return start < scalar.range.upperBound ? [start..<scalar.range.upperBound] : []
    case .list(let list): return list.items.map(\.range).filter { !$0.isEmpty }
    case .empty, .records, .other: return []
    }
  }
}
