/// A task during conversion to the other format, with the losses so far.
package struct ConvertedTask {
  package private(set) var task: Task
  package private(set) var losses: [ConversionLoss] = []
  /// The file's comments, which begin with `# ` in both formats.
  private(set) var comments: [Text] = []
  /// The keywords for an Org file, as written after `#+TODO:`.
  private(set) var specification: Text

  init(_ source: Task, to format: Format, specification: Text) {
    task = source
    task.path = TaskPath.path(source.path, in: format)
    task.format = format
    // A task without an id gets its old one, which would otherwise change with the path.
    task.hasOwnID = true
    self.specification = specification
  }

  mutating func take(_ unsaid: UnmappedContent) {
    comments = unsaid.comments
    losses += unsaid.losses
    let prose = Text.joining(unsaid.prose).trimmingBlankLines
    if !prose.isEmpty {
      let parts = [prose, task.notes].filter { !$0.isEmpty }.map(\.bytes)
      task.notes = Text(bytes: Array(parts.joined(separator: [0x0A, 0x0A])))
    }
    moveToNotes(unsaid.texts)
  }

  /// The preamble of the new file: its settings, followed by the comments.
  func preamble(after settings: Text) -> Text {
    var lines = settings.lines
    let end = lines.firstIndex(where: \.isEmpty) ?? lines.endIndex
    lines.insert(contentsOf: comments, at: end)
    return Text.joining(lines)
  }

  /// Makes the words of a task of another program fit its format: title, tags, state, properties. Notes and log stay.
  package static func fitting(_ task: Task, specification: Text, workflow: Workflow)
    -> ConvertedTask
  {
    var fitted = ConvertedTask(task, to: task.format, specification: specification)
    fitted.fitTitleControls()
    switch task.format {
    case .org: fitted.fitOrgWords(workflow)
    case .markdown: fitted.fitMarkdownWords(workflow)
    }
    fitted.task.path = task.path
    return fitted
  }

  mutating func fitTitleMarkup() {
    let (title, isWhole) = convertedMarkup(of: task.title)
    task.title = title
    if !isWhole { losses.append(.titleMarkup) }
    fitTitleControls()
  }

  /// The title of a new file must not contain control characters.
  private mutating func fitTitleControls() {
    let title = task.title
    guard title.hasControlCharacters else { return }
    let shown = Text(ControlCharacters.escaped(title))
    losses.append(.title(title, became: shown))
    task.title = shown
  }

  /// Converts the markup of a title or a log note; `isWhole` is true if the new format reads all of it in the
  /// same way. A text without markup stays unchanged, without added backslashes, so that a search for its words
  /// still finds it.
  private func convertedMarkup(of text: Text) -> (text: Text, isWhole: Bool) {
    let marks = MarkupSemantics.marks(ofLine: text, in: task.format.other)
    let new =
      marks.isEmpty
      ? text : Text(bytes: ConvertedInline(to: task.format).converted(text.bytes))
    let isForeign =
      ForeignMarkup.isIn(line: text, task.format.other)
      || ForeignMarkup.isIn(line: new, task.format)
    return (new, !isForeign && marks == MarkupSemantics.marks(ofLine: new, in: task.format))
  }

  private mutating func converted(_ entry: LogEntry) -> LogEntry {
    var new = ConvertedLog.entry(entry, to: task.format)
    if let note = new.note {
      let (text, isWhole) = convertedMarkup(of: note)
      new.note = text
      if !isWhole, !losses.contains(.logMarkup) { losses.append(.logMarkup) }
    }
    return new
  }

  // MARK: To Org

  mutating func fitOrg(_ workflow: Workflow) {
    fitOrgWords(workflow)
    takeNotes(workflow)
    task.log = task.log.map { item in
      item.mapEntry { entry in
        let (note, lines) = ConvertedNotes.orgLog(converted(entry))
        losses += lines
        return note
      }
    }
  }

  private mutating func fitOrgWords(_ workflow: Workflow) {
    task.tags = task.tags.map { tag in
      guard !OrgSyntax.isTag(tag.bytes[...]) else { return tag }
      let word = ConvertedTask.orgTag(tag)
      losses.append(.tag(tag, became: word))
      return word
    }
    var seen: Set<Text> = []
    task.tags.removeAll { !seen.insert($0).inserted }
    let plain = ConvertedTask.withoutCookies(task.title.bytes[...].trimmingBlanks)
    let title = ConvertedTask.orgTitle(plain)
    if title != task.title {
      losses.append(.title(task.title, became: title))
      task.title = title
    }
    if workflow[task.state.keyword] == nil { takeKeyword(workflow) }
    keepProperties { property in
      do {
        try OrgChecks.check(property: property.name, value: property.value)
        return OrgProperty.named(property.name) == nil
      } catch {
        return false
      }
    }
  }

  /// Replaces all characters that are invalid in an Org tag by `_`; letters, digits and `_ @ # %` are valid.
  private static func orgTag(_ tag: Text) -> Text {
    var out = String.UnicodeScalarView()
    for scalar in tag.string.unicodeScalars {
      out.append(scalar.isTagCharacter ? scalar : "_")
    }
    return Text(String(out))
  }

  /// Replaces brackets by parentheses in what Org would update as a cookie: `[1/3]` becomes `(1/3)`.
  private static func withoutCookies(_ title: ArraySlice<UInt8>) -> Text {
    var bytes = Array(title)
    for cookie in StatisticsCookie.ranges(in: bytes[...]) {
      bytes[cookie.lowerBound] = 0x28
      bytes[cookie.upperBound - 1] = 0x29
    }
    return Text(bytes: bytes)
  }

  /// Adds text before or after the title, so that Org does not read its words as structure.
  private static func orgTitle(_ title: Text) -> Text {
    let bytes = title.bytes[...]
    if (try? OrgChecks.check(title: title)) != nil { return title }
    if bytes.isEmpty { return "Task" }
    if bytes.hasPrefix("COMMENT") || bytes.hasPrefix("[#") {
      return orgTitle(Text(bytes: Array("Task ".utf8) + bytes))
    }
    return OrgSyntax.tagString(of: [0x78, 0x20] + bytes) == nil
      ? title : Text(bytes: bytes + [0x2E])
  }

  /// Adds a keyword unknown to the store to the file's own keywords, before the done ones; if that is
  /// impossible, replaces the state.
  private mutating func takeKeyword(_ workflow: Workflow) {
    let words = specification.bytes.split(separator: 0x20).map { Text(bytes: $0) }
    let end = words.firstIndex(of: "|") ?? max(0, words.count - 1)
    let new = Text(
      bytes: Array(
        (words[..<end] + [task.state.keyword] + words[end...]).map(\.bytes)
          .joined(separator: [0x20])))
    var own = Workflow()
    new.withBytes { own.add(sequence: $0) }
    if own[task.state.keyword]?.state == task.state {
      specification = new
    } else {
      replaceState(workflow)
    }
  }

  /// The keywords of the new file and of the store.
  private func keywords(_ workflow: Workflow) -> Set<Text> {
    var own = Workflow()
    specification.withBytes { own.add(sequence: $0) }
    return Set((own.keywords + workflow.keywords).map(\.state.keyword))
  }

  // MARK: To Markdown

  mutating func fitMarkdown(_ workflow: Workflow) {
    leaveRepeaters()
    fitMarkdownWords(workflow)
    takeNotes(workflow)
    task.log = task.log.map { $0.mapEntry { converted($0) } }
  }

  private mutating func fitMarkdownWords(_ workflow: Workflow) {
    let word = StatusWord.word(for: task.state, replacing: nil, isNotes: false, workflow: workflow)
    if word == nil { replaceState(workflow) }
    if let list = task.list, let name = WikiLink.name(of: list) {
      losses.append(.list(list, became: name))
      task.list = name
    }
    keepProperties { property in
      (try? MarkdownChecks.check(property: property.name, value: property.value)) != nil
    }
  }

  /// Records repeating timestamps, except those of the two dates, as losses: nothing else repeats in Markdown.
  private mutating func leaveRepeaters() {
    var places: [Text] = []
    if RepeatingTimestamps.isIn(title: task.title) { places.append("the title") }
    for property in task.properties where RepeatingTimestamps.isIn(property: property.value) {
      places.append(ConversionLoss.place(ofProperty: property.name))
    }
    if RepeatingTimestamps.isIn(notes: task.notes) { places.append("the notes") }
    if task.entries.contains(where: { OrgTimestamp.moving($0, now: nil) != nil }) {
      places.append("the log")
    }
    losses += places.map { .repeatingDate(in: $0) }.filter { !losses.contains($0) }
  }

  // MARK: Both

  private mutating func takeNotes(_ workflow: Workflow) {
    // In a message, a mark is none.
    if task.hasEncryptedNotes { return }
    let notes = ConvertedNotes(task.notes, to: task.format, keywords: keywords(workflow))
    task.notes = notes.text
    losses += notes.losses
  }

  private mutating func replaceState(_ workflow: Workflow) {
    let same = workflow.keywords.first { $0.state.isDone == task.state.isDone }?.state
    guard let state = same ?? workflow.first else { return }
    losses.append(.state(task.state.keyword, became: state.keyword))
    task.state = state
  }

  private mutating func keepProperties(where fits: (Task.Property) -> Bool) {
    var left: [Task.Property] = []
    task.properties.removeAll { property in
      if fits(property) { return false }
      left.append(property)
      return true
    }
    moveToNotes(left)
  }

  private mutating func moveToNotes(_ properties: [Task.Property]) {
    if properties.isEmpty { return }
    var notes = task.notes.bytes
    for property in properties {
      losses.append(.property(property.name))
      let value = property.value.bytes
      if !notes.isEmpty { notes += [0x0A, 0x0A] }
      // A value of several lines begins on the line after the name.
      notes += property.name.bytes + (value.contains(0x0A) ? [0x3A, 0x0A] : [0x3A, 0x20]) + value
    }
    task.notes = Text(bytes: notes)
  }
}
