/// A task written anew in the other format, and what that format could not take along.
public struct Conversion: Sendable {
  /// Something of the old file that the new one does not have, or has in another form.
  public enum Loss: Hashable, Sendable {
    /// A tag that Org cannot have, and what stands in its place.
    case tag(Text, became: Text)
    /// A title that Org would read as something else, and what stands in its place.
    case title(Text, became: Text)
    /// A property whose name or value the new format cannot hold: a line of the notes now.
    case property(Text)
    /// A state that no keyword of the store is: the task begins anew.
    case state(Text, became: Text)
    /// Lines of settings, comments or nested values, left behind.
    case lines(Text)
    /// A line of the notes that would be read as structure, and what stands in its place.
    case noteLine(Text, became: Text)
    /// Markup of the old format (`links`, `headings`, …), which is plain text in the new one.
    case markup(String)
    /// Dates in the notes that repeat: the new format does not move them.
    case repeatingDate
  }

  public let document: any TaskDocument
  public let losses: [Loss]

  /// Writes a task in the other format, under the same path with the other ending and with the same id.
  ///
  /// - Parameters:
  ///   - specification: The store's workflow as it is written in an Org file.
  ///   - workflow: The same, read.
  /// - Throws: ``EditError`` where what is left cannot be written; nothing is then known to be lost.
  public init(
    of source: any TaskDocument, to format: Format, specification: Text, workflow: Workflow
  ) throws(EditError) {
    var draft = ConvertedTask(source.task, format: format)
    if format != source.task.format {
      draft.leave(source.preamble, of: source, storeWorkflow: workflow)
      if let org = source as? OrgDocument { draft.losses += org.unread.map { .lines($0) } }
      draft.noteMarkup()
      switch format {
      case .org: draft.fitOrg(workflow)
      case .markdown: draft.fitMarkdown(workflow)
      }
    }
    switch format {
    case .org:
      document = try OrgDocument.print(
        new: draft.task, workflow: specification, storeWorkflow: workflow)
    case .markdown: document = try MarkdownDocument.print(new: draft.task, workflow: workflow)
    }
    losses = draft.losses
  }
}

/// The task on its way, with what was left behind so far.
private struct ConvertedTask {
  var task: Task
  var losses: [Conversion.Loss] = []

  init(_ source: Task, format: Format) {
    task = source
    task.path = TaskPath.path(source.path, in: format)
    task.format = format
    // The id of a file without one follows from its path, which is another now.
    task.hasOwnID = true
  }

  mutating func leave(
    _ preamble: Text, of source: any TaskDocument, storeWorkflow: Workflow
  ) {
    // What the new file says in its own way: the store's workflow, the list and the tags of the file.
    var names = ["#+CATEGORY:", "#+FILETAGS:"]
    if source.workflow == storeWorkflow { names += ["#+TODO:", "#+SEQ_TODO:", "#+TYP_TODO:"] }
    for line in preamble.lines where !line.bytes.allSatisfy(\.isBlank) {
      let isSaid = names.contains { line.string.uppercased().hasPrefix($0) }
      if source.task.format == .org, isSaid { continue }
      losses.append(.lines(line))
    }
  }

  // MARK: To Org

  mutating func fitOrg(_ workflow: Workflow) {
    task.tags = task.tags.map { tag in
      guard !OrgSyntax.isTag(tag.bytes[...]) else { return tag }
      let word = ConvertedTask.orgTag(tag)
      losses.append(.tag(tag, became: word))
      return word
    }
    var seen: Set<Text> = []
    task.tags.removeAll { !seen.insert($0).inserted }
    do {
      try OrgChecks.check(title: task.title)
    } catch {
      let title = ConvertedTask.orgTitle(task.title)
      losses.append(.title(task.title, became: title))
      task.title = title
    }
    fitState(workflow)
    keepProperties { property in
      do {
        try OrgChecks.check(property: property.name, value: property.value)
        return OrgProperty.named(property.name) == nil
      } catch {
        return false
      }
    }
    fitNotes { line in
      let bytes = line.bytes[...]
      // A bullet at the left edge would be a heading.
      if OrgSyntax.isTopHeading(bytes) { return Text(bytes: [0x2D] + bytes.dropFirst()) }
      if OrgSyntax.isHeading(bytes) { return Text(bytes: [0x20] + bytes) }
      return bytes.trimmingBlanks.isSame(as: ":LOGBOOK:") ? Text(bytes: [0x2C] + bytes) : line
    }
  }

  /// Org allows letters, digits and `_ @ # %`: anything else becomes `_`.
  private static func orgTag(_ tag: Text) -> Text {
    var out = String.UnicodeScalarView()
    for scalar in tag.string.unicodeScalars {
      out.append(OrgSyntax.isTagScalar(scalar) ? scalar : "_")
    }
    return Text(String(out))
  }

  /// Something in front or behind that keeps the words from being read as structure.
  private static func orgTitle(_ title: Text) -> Text {
    let bytes = title.bytes[...]
    if Cookie.removing(from: bytes).isEmpty { return Text(bytes: Array("Task ".utf8) + bytes) }
    if bytes.hasPrefix("COMMENT") || bytes.hasPrefix("[#") {
      return orgTitle(Text(bytes: Array("Task ".utf8) + bytes))
    }
    return OrgSyntax.tagString(of: [0x78, 0x20] + bytes) == nil
      ? title : Text(bytes: bytes + [0x2E])
  }

  // MARK: To Markdown

  mutating func fitMarkdown(_ workflow: Workflow) {
    fitState(workflow)
    keepProperties { property in
      MarkdownKey.named(property.name.bytes[...]) == nil
        && !property.name.bytes.contains { $0 == 0x22 || $0 == 0x27 || $0 == 0x5C }
    }
    if OrgStamp.hasActiveRepeater(in: task.notes) { losses.append(.repeatingDate) }
    let lines = task.notes.lines
    let hasLog = lines.contains { $0.bytes[...].hasPrefix("## Log") }
    fitNotes { line in
      hasLog && line.bytes[...].hasPrefix("## Log") ? Text(bytes: [0x20] + line.bytes) : line
    }
  }

  // MARK: Both

  private mutating func fitState(_ workflow: Workflow) {
    guard workflow[task.state.keyword] == nil else { return }
    let same = workflow.keywords.first { $0.state.isDone == task.state.isDone }?.state
    guard let state = same ?? workflow.first else { return }
    losses.append(.state(task.state.keyword, became: state.keyword))
    task.state = state
  }

  private mutating func keepProperties(where fits: (Task.Property) -> Bool) {
    let left = task.properties.filter { !fits($0) }
    task.properties.removeAll { left.contains($0) }
    for property in left {
      losses.append(.property(property.name))
      let line = Text(bytes: property.name.bytes + [0x3A, 0x20] + property.value.bytes)
      task.notes = task.notes.isEmpty ? line : Text.joining([task.notes, "", line])
    }
  }

  private mutating func fitNotes(_ fit: (Text) -> Text) {
    let lines = task.notes.lines.map { line in
      let new = fit(line)
      if new != line { losses.append(.noteLine(line, became: new)) }
      return new
    }
    task.notes = Text.joining(lines)
  }

  /// Names the markup of the old format that the new one shows as it is written.
  mutating func noteMarkup() {
    let notes = task.notes.string
    let lines = task.notes.lines.map(\.bytes)
    let markup = Markup(task.notes, format: task.format == .markdown ? .org : .markdown)
    let signs: [(String, Bool)] =
      task.format == .markdown
      ? [
        ("headings", lines.contains { OrgSyntax.isHeading($0[...]) }),
        ("links", notes.contains("[[") && notes.contains("]]")),
        ("blocks and keywords", lines.contains { $0[...].trimmingLeadingBlanks.hasPrefix("#+") }),
        ("drawers", lines.contains { $0[...].trimmingBlanks.isSame(as: ":END:") }),
        ("dates", notes.contains("<20") || notes.contains("[20")),
      ]
      : [
        ("headings", lines.contains { $0.first == 0x23 && $0.drop { $0 == 0x23 }.first == 0x20 }),
        ("links", notes.contains("](") || notes.contains("[[")),
        ("blocks of code", lines.contains { $0[...].trimmingLeadingBlanks.hasPrefix("```") }),
        ("comments", notes.contains("<!--")),
      ]
    let both = [("signs of emphasis", markup.hasEmphasis), ("quotes", markup.hasQuotes)]
    for (name, isThere) in signs + both where isThere { losses.append(.markup(name)) }
  }
}

extension Conversion.Loss: CustomStringConvertible {
  /// In plain words, for the person who asked for the conversion.
  public var description: String {
    switch self {
    case .tag(let old, let new): "the tag \(old) became \(new)"
    case .title(let old, let new): "the title \(old) became \(new)"
    case .property(let name): "the property \(name) became a line of the notes"
    case .state(let old, let new): "the state \(old) became \(new)"
    case .lines(let line): "left behind: \(line)"
    case .noteLine(let old, let new): "the line \(old) became \(new)"
    case .markup(let name): "\(name) in the notes are plain text now"
    case .repeatingDate: "dates in the notes no longer repeat"
    }
  }
}
