/// What a merge took from one side alone, put down as that side wrote it: its word for the state, and its lines of the
/// log (merge.md, "Carried as written").
///
/// Law: the task is the same before and after.
enum CarriedSpelling {
  /// - Parameters:
  ///   - documents: Ours is the side in whose text the edits are made.
  ///   - merged: The merged task as the edits wrote it.
  static func carry(
    from documents: ThreeWay<any TaskDocument>, into merged: any TaskDocument
  ) -> any TaskDocument {
    if let text = merged as? MarkdownDocument, let ours = documents.ours as? MarkdownDocument,
      let theirs = documents.theirs as? MarkdownDocument
    {
      let base = documents.base as? MarkdownDocument
      return withLog(
        of: [ours, theirs], withStatus(of: ThreeWay(base: base, ours: ours, theirs: theirs), text))
    }
    if let text = merged as? OrgDocument, let ours = documents.ours as? OrgDocument,
      let theirs = documents.theirs as? OrgDocument
    {
      return withLog(of: [ours, theirs], text)
    }
    return merged
  }

  // MARK: The state

  /// The word of the side whose state it is; of both, where the states are the same, the word that one side changed.
  private static func withStatus(
    of versions: ThreeWay<MarkdownDocument>, _ merged: MarkdownDocument
  ) -> MarkdownDocument {
    let words = versions.map(status)
    let side: Side
    switch merged.task.state {
    case versions.theirs.task.state where versions.ours.task.state == versions.theirs.task.state:
      let known = ThreeWay(base: words.base ?? nil, ours: words.ours, theirs: words.theirs)
      side = known.decision(local: .ours) { Text(bytes: $0 ?? []) }.side
    case versions.ours.task.state: side = .ours
    case versions.theirs.task.state: side = .theirs
    default: return merged
    }
    guard let word = words[side], let old = status(in: merged), old != word,
      (try? FrontMatterEditor(merged).refuseDuplicate(.status)) != nil,
      let place = merged.fields.source(.status)?.scalar?.range
    else { return merged }
    return replacing([Replacement(place, word)], in: merged)
  }

  /// The word as it stands in the file, with its quotes; nil where it takes more than its line.
  private static func status(in document: MarkdownDocument) -> [UInt8]? {
    guard let scalar = document.fields.source(.status)?.scalar, scalar.style != .severalLines
    else { return nil }
    return Array(document.bytes[scalar.range])
  }

  // MARK: The log

  /// Entries and clocks that one side alone has are that side's lines.
  private static func withLog<Document: LoggedDocument>(
    of sides: [Document], _ merged: Document
  ) -> Document {
    // As with most merges: then nothing was printed.
    guard sides[0].task.log != sides[1].task.log,
      sides.allSatisfy({ $0.lineEnd == merged.lineEnd })
    else { return merged }
    let written = sides.map { side in
      Dictionary(side.logItems.map { ($0.item, lines(of: $0, in: side)) }) { first, _ in first }
    }
    let replacements = merged.logItems.compactMap { item -> Replacement? in
      let forms = written.compactMap { $0[item.item] }
      let own = lines(of: item, in: merged)
      guard forms.count == 1, forms[0] != own,
        forms[0].prefix(while: \.isBlank) == own.prefix(while: \.isBlank)
      else { return nil }
      let start = item.range.lowerBound
      return Replacement(start..<start + own.count, Array(forms[0]))
    }
    return replacing(replacements, in: merged)
  }

  /// Without the end of the last one.
  private static func lines(
    of item: WrittenLogItem, in document: some LoggedDocument
  ) -> ArraySlice<UInt8> {
    let lines = document.bytes[item.range]
    return lines.dropLast(lines.hasSuffix("\r\n") ? 2 : lines.last == 0x0A ? 1 : 0)
  }

  private static func replacing<Document: LoggedDocument>(
    _ replacements: [Replacement], in merged: Document
  ) -> Document {
    guard !replacements.isEmpty,
      let edited = merged.reread(Replacement.apply(replacements, to: merged.bytes)),
      edited.task == merged.task
    else { return merged }
    return edited
  }
}

/// A document whose log can be looked at item by item.
private protocol LoggedDocument: TaskDocument {
  var logItems: [WrittenLogItem] { get }
  var lineEnd: [UInt8] { get }
  func reread(_ bytes: [UInt8]) -> Self?
}

extension OrgDocument: LoggedDocument {}
extension MarkdownDocument: LoggedDocument {}
