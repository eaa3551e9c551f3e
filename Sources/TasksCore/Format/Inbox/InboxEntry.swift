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
