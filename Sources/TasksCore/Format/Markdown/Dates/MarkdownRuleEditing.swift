/// Editing TaskNotes' rules: `recurrence` and `recurrence_anchor`.
extension MarkdownDocument {
  /// The replacements that make the file's rule express a repeater; nil if the file has no rule and gets none.
  ///
  /// - Parameter date: The date that the rule applies to.
  func replacingRule(
    with repeater: Repeater?, on date: CivilDate?, _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement]? {
    guard let (entry, old) = rule else {
      guard let repeater, let date else { return nil }
      return try newRule(saying: repeater, on: date, editor)
    }
    let isRead = fields.source(.repeat) != nil
    guard let repeater, let date else {
      // A rule that no repeater can express stays, and may apply to another date.
      guard isRead else { return [] }
      return try editor.set(.repeat, to: nil) + editor.set(.recurrenceAnchor, to: nil)
    }
    try editor.refuseDuplicate(.repeat)
    let isFromCompletion = anchor ?? false
    let wanted = repeater.kind == .restart
    for anchor in isFromCompletion == wanted ? [wanted] : [isFromCompletion, wanted] {
      let new = RecurrenceRule.text(
        saying: repeater, on: date, fromCompletion: anchor, replacing: old)
      guard let new else { continue }
      let rule = new == old ? [] : [try editor.put(.text(new), into: entry)]
      return try rule + (anchor == isFromCompletion ? [] : setAnchor(anchor, editor))
    }
    return try [
      Replacement(entry.key, MarkdownKey.repeat.name),
      editor.put(.quoted(repeater.text), into: entry),
    ] + editor.set(.recurrenceAnchor, to: nil)
  }

  /// The entry that holds a rule, even if no repeater can express it; nil if our own key is present and has
  /// precedence.
  private var rule: (entry: FrontMatterEntry, text: Text)? {
    let entries = frontMatter.entries.lazy.filter {
      $0.field?.key == .repeat && !$0.isEmptyField(in: bytes[...])
    }
    let entry =
      fields.source(.repeat) ?? entries.first { $0.field?.spelling == 0 } ?? entries.first
    guard let entry, let text = entry.text(in: bytes[...]),
      text.withBytes({ RecurrenceRule($0) }) != nil
    else {
      return nil
    }
    return (entry, text)
  }

  /// Whether the rule counts from the completion date; nil if no key states it.
  private var anchor: Bool? {
    frontMatter.entries.lazy.filter { $0.field?.key == .recurrenceAnchor }
      .compactMap { $0.text(in: bytes[...]).flatMap(MarkdownPlan.isCompletion) }.first
  }

  private func setAnchor(
    _ isFromCompletion: Bool, _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    let word = isFromCompletion ? MarkdownPlan.completion : MarkdownPlan.onSchedule
    return try editor.set(.recurrenceAnchor, to: .literal(word.description))
  }

  /// Adds a rule for the first repeater in a file of TaskNotes; nil for any other file, or if no rule can
  /// express the repeater.
  private func newRule(
    saying repeater: Repeater, on date: CivilDate, _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement]? {
    try editor.refuseDuplicate(.repeat)
    guard isTaskNotes, editor.target(.repeat) == nil,
      !frontMatter.entries.contains(where: {
        $0.field?.key == .repeat || $0.field?.key == .recurrenceAnchor
      })
    else { return nil }
    let isFromCompletion = repeater.kind == .restart
    let rule = RecurrenceRule.text(
      saying: repeater, on: date, fromCompletion: isFromCompletion, replacing: "FREQ=DAILY")
    guard let rule else { return nil }
    var new = [editor.inserting(.repeat, spelling: 1, .text(rule))]
    if isFromCompletion {
      let word = MarkdownPlan.completion.description
      new.append(editor.inserting(.recurrenceAnchor, spelling: 0, .literal(word)))
    }
    return new
  }
}
