/// What TaskNotes for Obsidian keeps in a file of what happened to it: the time of the last change, and which dates of
/// a repeating task are done.
extension MarkdownDocument {
  package func stamped(at now: Timestamp, since old: (any TaskDocument)?) -> MarkdownDocument {
    let name: Text = "dateModified"
    guard let entry = frontMatter.entries.first(where: { name.isSameName(as: bytes[$0.key]) }),
      // Whoever has just set it knows better.
      task.property(named: name) == old?.task.property(named: name),
      !duplicateKeys.contains(where: name.isSameName)
    else { return self }
    let model = entry.text(in: bytes[...]) ?? text(under: .field(.created))
    guard
      let change = try? FrontMatterEditor(self).put(
        .literal(text(of: now, like: model)), into: entry)
    else { return self }
    return reread(Replacement.apply([change], to: bytes, lineEnd: lineEnd)) ?? self
  }

  package func recordingFinish(as state: State, now: Timestamp) -> [Edit] {
    let isGivenUp = ["CANCELED", "CANCELLED"].contains(where: state.keyword.isSameName)
    let name = isGivenUp ? MarkdownDocument.skipped : MarkdownDocument.completed
    guard task.isRepeating, state.isDone, !task.isDone, let plan = task.scheduled ?? task.deadline,
      let entry = frontMatter.entries.first(where: { name.isSameName(as: bytes[$0.key]) }),
      let dates = entry.texts(in: bytes[...])
    else { return [] }
    // A task that comes again so long after it was done has no date of its own.
    let isFromCompletion = plan.repeater?.kind == .restart
    let date = Text((isFromCompletion ? now.date : plan.start.date).iso)
    if dates.contains(date) { return [] }
    return [.property(name: name, value: MarkdownProperty.text(ofTexts: dates + [date]))]
  }

  static func isRecordOfDates(_ name: Text) -> Bool {
    [completed, skipped].contains(where: name.isSameName)
  }

  private static let completed: Text = "complete_instances"
  private static let skipped: Text = "skipped_instances"

  /// The elements of a property that is a list; dates as TaskNotes writes them, without quotes.
  static func elements(of value: Text, under name: Text) -> [YAMLWriter.Value]? {
    let elements = MarkdownProperty.elements(of: value)
    guard isRecordOfDates(name) else { return elements }
    return elements?.map { element in
      guard case .text(let text) = element, text.bytes.count == 10, Timestamp(yaml: text) != nil
      else { return element }
      return .literal(text.string)
    }
  }
}
