/// Makes the text of a task's file of an entry of an ``InboxFile``.
struct InboxEntry {
  private let bytes: [UInt8]
  private let format: Format
  let workflow: Workflow
  /// The settings of the file that mean something to its tasks: the states, and the tags of all.
  private let settings: [UInt8]

  init(bytes: [UInt8], format: Format, keywords: Text, workflow: Workflow) {
    self.bytes = bytes
    self.format = format
    guard format == .org else {
      (self.workflow, settings) = (workflow, [])
      return
    }
    let own = bytes.withView { OrgSettings($0, storeWorkflow: workflow) }
    self.workflow = own.workflow ?? workflow
    var lines = own.lines.map { Array(bytes[$0]) }.filter { line in
      OrgSyntax.keyword(line[...]).map { !$0.name.isSame(as: "CATEGORY") } ?? false
    }
    if own.workflow == nil { lines.insert(OrgSettings.keywordLine(keywords).bytes, at: 0) }
    settings = Array(lines.map { $0 + [0x0A] }.joined())
  }

  /// Returns nil if the format cannot hold the entry.
  func file(of part: InboxLines.Part, _ lines: InboxLines) -> [UInt8]? {
    let first = bytes[lines[part.lines.lowerBound]]
    var head: ArraySlice<UInt8>
    var indent = 0
    var isChecked = false
    switch part.kind {
    case .heading(let level): head = first.dropFirst(level).trimmingBlanks
    case .text: head = first.trimmingBlanks
    case .item:
      head = (ListSyntax.itemText(first, format: format) ?? first).trimmingTrailingBlanks
      indent = head.startIndex - first.startIndex
      if let mark = ListSyntax.mark(of: head) {
        isChecked = mark | 0x20 == 0x78
        head = head.dropFirst(3).trimmingLeadingBlanks
      }
    }
    var body = part.lines.dropFirst().map { bytes[lines[$0]] }
    if case .text = part.kind {
      indent = body.first { !$0.isBlankLine }.map { $0.count - $0.trimmingLeadingBlanks.count } ?? 0
    }
    while body.last?.isBlankLine == true { body.removeLast() }
    let text = body.map { line in
      if case .heading(let level) = part.kind {
        return format == .org && OrgSyntax.isHeading(line)
          ? Array(line.dropFirst(level - 1)) : Array(line)
      }
      let blanks = line.prefix { $0.isBlank }.count
      let rest = Array(line.dropFirst(min(blanks, indent)))
      // Without its indent an item with a star would be a heading.
      return blanks > 0 && OrgSyntax.isHeading(rest[...]) ? [0x20] + rest : rest
    }
    return format == .org
      ? org(Array(head), text, isChecked: isChecked)?.bytes
      : markdown(Array(head), text, isChecked: isChecked)
  }

  private func org(_ head: [UInt8], _ body: [[UInt8]], isChecked: Bool) -> OrgDocument? {
    func document(_ head: [UInt8]) -> OrgDocument? {
      let lines = [[0x2A, 0x20] + head] + body
      let text = settings + [0x0A] + lines.map { $0 + [0x0A] }.joined()
      return OrgDocument(text, path: "inbox.org", workflow: workflow)
    }
    if let own = document(head) { return own }
    let state = workflow.first.flatMap { isChecked ? workflow.finish(for: $0) : $0 }
    let title = head.isEmpty ? Array("Untitled".utf8) : head
    return state.flatMap { document($0.keyword.bytes + [0x20] + title) }
  }

  /// State, priority, tags, dates and properties are written as in Org there, too; tags and dates in the first line also
  /// as ``InlineFields``.
  private func markdown(_ head: [UInt8], _ body: [[UInt8]], isChecked: Bool) -> [UInt8]? {
    var count = body.first.flatMap { OrgPlanningLine.Keyword(at: $0[...]) } == nil ? 0 : 1
    func isLine(_ number: Int, _ text: StaticString) -> Bool {
      number < body.count && body[number][...].trimmingBlanks.isSame(as: text)
    }
    if isLine(count, ":PROPERTIES:") {
      count = body.indices.first { isLine($0, ":END:") }.map { $0 + 1 } ?? count
    }
    guard let heading = org(head, Array(body[..<count]), isChecked: isChecked) else { return nil }
    var task = heading.task
    task.format = .markdown
    // What looks like a count of checkboxes stays in the title.
    task.title = Text(bytes: heading.bytes[heading.heading.title])
    let inline = InlineFields(in: task.title)
    if let title = inline.title {
      task.title = title
      task.tags += inline.tags.filter { !task.tags.contains($0) }
      task.deadline = task.deadline ?? inline.deadline.map { Planning($0) }
      task.scheduled = task.scheduled ?? inline.scheduled.map { Planning($0) }
    }
    task.notes = Text.joining(body[count...].map { Text(bytes: $0) }).trimmingBlankLines
    task.path = "inbox.md"
    if !task.hasOwnID { task.id = TaskID(ofPath: task.path) }
    return try? MarkdownDocument.print(new: task, workflow: workflow).bytes
  }
}

/// The tags and dates in the first line of a Markdown entry: `#tag` and `📅 2026-11-27` as Obsidian and its plugin Tasks
/// have them, and `due:2026-11-27` and `sched:2026-11-27` as in quick-add. A date is written in full: another word for it
/// would change its meaning until the entry is taken in.
struct InlineFields {
  private(set) var tags: [Text] = []
  private(set) var deadline: Timestamp?
  private(set) var scheduled: Timestamp?
  /// The other words; nil if no word is left.
  private(set) var title: Text?

  /// What stands before a date, with or without a blank between them.
  private static let signs: [(sign: [UInt8], isDeadline: Bool)] = [
    (Array("due:".utf8), true), (Array("📅".utf8), true), (Array("sched:".utf8), false),
    (Array("⏳".utf8), false),
  ]

  init(in line: Text) {
    let words = line.bytes.split { $0.isBlank }
    var rest: [ArraySlice<UInt8>] = []
    var place = 0
    while place < words.count {
      let next = place + 1 < words.count ? words[place + 1] : nil
      if let count = read(words[place], next) {
        place += count
      } else {
        rest.append(words[place])
        place += 1
      }
    }
    if rest.count == words.count {
      title = line
    } else if !rest.isEmpty {
      title = Text(bytes: Array(rest.joined(separator: [0x20])))
    }
  }

  /// Returns how many words are a tag or a date; nil for a word of the title. Of two dates of a kind the first counts.
  private mutating func read(_ word: ArraySlice<UInt8>, _ next: ArraySlice<UInt8>?) -> Int? {
    if word.first == 0x23, let tag = InlineFields.tag(word.dropFirst()) {
      if !tags.contains(tag) { tags.append(tag) }
      return 1
    }
    for (sign, isDeadline) in InlineFields.signs where word.starts(with: sign) {
      let value = word.dropFirst(sign.count)
      let isAlone = value.isEmpty && sign.last != 0x3A
      guard let date = Timestamp(iso: isAlone ? next ?? [] : value),
        (isDeadline ? deadline : scheduled) == nil
      else { return nil }
      if isDeadline { deadline = date } else { scheduled = date }
      return isAlone ? 2 : 1
    }
    return nil
  }

  /// A tag has a letter, so that `#42` is none.
  private static func tag(_ name: ArraySlice<UInt8>) -> Text? {
    let tag = Text(bytes: name)
    let scalars = tag.string.unicodeScalars
    guard scalars.allSatisfy(\.isTagCharacter),
      scalars.contains(where: { $0.properties.isAlphabetic }),
      !name.contains(0x23)
    else { return nil }
    return tag
  }
}
