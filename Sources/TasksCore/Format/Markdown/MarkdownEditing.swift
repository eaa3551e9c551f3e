extension Edit {
  /// True if it sets one of the two planning dates.
  fileprivate var isPlan: Bool {
    switch self {
    case .scheduled, .deadline: true
    default: false
    }
  }
}

extension MarkdownDocument: SpanEditing {
  static func written(_ edits: [Edit]) -> [Edit] { edits.listGoingLast }

  /// Both dates share `repeat`: written one by one, the first would split it into two keys.
  static func together(_ edits: ArraySlice<Edit>) -> Int {
    edits.prefix(2).count(where: \.isPlan) == 2 ? 2 : 1
  }

  static func isField(_ name: Text) -> Bool { FrontMatterKey.named(name.bytes[...]) != nil }

  func settled(
    _ edited: MarkdownDocument, after edits: ArraySlice<Edit>
  ) throws(EditError) -> MarkdownDocument {
    switch edits.first {
    case .notes(let notes):
      guard edited.task.log == task.log else {
        throw .badNotes(line: MarkdownChecks.logLine(in: notes))
      }
      // The notes may add or remove the heading that is the title: the title then moves to the front matter.
      guard edited.task.title != task.title else { return edited }
      let title = try FrontMatterEditor(edited).set(.title, to: .text(task.title))
      let bytes = Replacement.apply(title, to: edited.bytes, lineEnd: edited.lineEnd)
      return edited.reread(bytes) ?? edited
    case .log(let log):
      guard edited.task.notes == task.notes, edited.task.log.count == log.count else {
        throw .notEditable(
          "a code block in the notes is not closed and would include the log; close it with tasks edit"
        )
      }
      return edited
    default: return edited
    }
  }

  func replacements(for edits: ArraySlice<Edit>) throws(EditError) -> [Replacement] {
    guard edits.count > 1 else {
      return try edits.first.map { edit throws(EditError) in try replacements(for: edit) } ?? []
    }
    let planned = task.applying(Array(edits))
    guard planned != task else { return [] }
    return try replacingPlans(planned.scheduled, planned.deadline, FrontMatterEditor(self))
  }

  private func replacements(for edit: Edit) throws(EditError) -> [Replacement] {
    let editor = FrontMatterEditor(self)
    switch edit {
    case .deleted(let time):
      guard time != task.deleted else { return [] }
      return try editor.set(.deleted, to: moment(time, .deleted))
    case .tags(let tags): return try MarkdownTagEditor(self, editor).replacing(with: tags)
    case .notes:
      let notes = task.applying(edit).notes
      return notes == task.notes ? [] : try replacingNotes(with: notes, editor)
    case .log(let log): return try replacingLog(with: log)
    case .property(let name, let value): return try replacingProperty(name, with: value, editor)
    case .own(let field, let value):
      return try replacingProperty(
        field.name, with: field.text(value, in: .markdown), as: field.kind.yaml(value), editor)
    default:
      guard task.applying(edit) != task else { return [] }
      return try replacingField(by: edit, editor)
    }
  }

  private func replacingField(
    by edit: Edit, _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    switch edit {
    case .id(let id): return try editor.set(.id, to: .text(id.text))
    case .title(let title): return try replacingTitle(with: title, editor)
    case .state(let state):
      let word = StatusWord.word(
        for: state, replacing: text(under: .status), isNotes: isTaskNotes,
        workflow: workflow)
      guard let word else {
        throw .unknownKeyword(state.keyword, known: workflow.keywords.map(\.state.keyword))
      }
      return try editor.set(.status, to: .text(word))
    case .priority(let priority):
      let old = text(under: .priority)
      guard let priority else {
        let staysNone = isTaskNotes && old != nil
        return try editor.set(.priority, to: staysNone ? .text("none") : nil)
      }
      let word = PriorityWord.word(for: priority, replacing: old, isNotes: isTaskNotes)
      return try editor.set(.priority, to: .text(word))
    case .scheduled(let plan): return try replacingPlans(plan, task.deadline, editor)
    case .deadline(let plan): return try replacingPlans(task.scheduled, plan, editor)
    case .closed(let time): return try editor.set(.completed, to: moment(time, .completed))
    case .field(let field, let value): return try replacing(field, with: value, editor)
    case .deleted, .tags, .notes, .log, .property, .own: return []
    }
  }

  // MARK: Fields

  private func replacingTitle(
    with title: Text, _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    if fields.source(.title) == nil, let heading = body.titleHeading, heading.isFirst {
      // A title that ends in `#` signs, which would close the heading, gets one more closing sign.
      let words = title.bytes[...].trimmingBlanks
      let isWhole = MarkdownBody.words(of: words).count == words.count
      let isClosed = bytes[heading.line].trimmingTrailingBlanks.endIndex > heading.text.upperBound
      return [Replacement(heading.text, title.bytes + (isWhole || isClosed ? [] : [0x20, 0x23]))]
    }
    return try editor.set(.title, to: .text(title))
  }

  // MARK: Values

  func text(under key: FrontMatterKey) -> Text? { fields.source(key)?.text(in: bytes[...]) }

  func moment(_ moment: Timestamp?, _ key: FrontMatterKey) -> YAMLWriter.Value? {
    moment.map { .literal(text(of: $0, like: text(under: key))) }
  }

  /// Prints `2026-11-20T09:15`. Uses a space instead of `T` if the old value does, or else if the first date in
  /// the file does. Seconds and a zone are printed if the old value has them, as its program may require them.
  func text(of moment: Timestamp, like old: Text?) -> String {
    guard moment.minute != nil else { return moment.iso }
    let isLong: (Text) -> Bool = { $0.bytes.count > 10 && Timestamp(yaml: $0) != nil }
    let own = old.flatMap { isLong($0) ? $0 : nil }
    let model =
      own ?? frontMatter.entries.lazy.compactMap { $0.text(in: bytes[...]) }.first(where: isLong)
    let tail = own.flatMap { Timestamp.yaml($0.bytes[...])?.tail } ?? []
    let offset = own?.withBytes(PlanningKeys.isNone) == true ? nil : Timestamp.offset(in: tail)
    var text = (offset.map(moment.inZone) ?? moment).iso
    if model?.bytes[10] == 0x20 { text = String(text.map { $0 == "T" ? " " : $0 }) }
    if tail.isEmpty { return text }
    text += Timestamp.noSeconds(like: tail)
    let zone = tail.drop { $0 == 0x3A || $0 == 0x2E || $0.isDigit }
    return offset == nil ? text : text + Text(bytes: zone).string
  }
}
