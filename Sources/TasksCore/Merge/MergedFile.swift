/// A merged task as a file (merge.md, "Carried as written"): git's merge of the texts if it reads as the merged task,
/// else the entries of both sides, and edits for what neither side wrote.
///
/// A value that no text takes is dropped and logged, like any value that a merge drops.
struct MergedFile {
  let document: any TaskDocument
  let dropped: [MergeLoss]

  /// Nil if the log cannot take the dropped values.
  ///
  /// - Parameter lines: Merges texts as git does.
  init?(_ merge: FieldMerge, of documents: ThreeWay<any TaskDocument>, lines: @escaping TextMerger)
  {
    if merge.dropped.isEmpty, let bytes = lines(documents.map(\.bytes)),
      let text = documents.ours.reread(bytes), MergedFile.isExact(text, merge, documents)
    {
      (document, dropped) = (text, [])
      return
    }
    let versions = MergedFile.withOneLineEnd(documents)
    let entries = EntryMerge(merge, of: versions, lines: lines)
    let carried = versions.ours.reread(entries.bytes)
      .map { $0.countingCheckboxes(unlessIn: [versions.ours, versions.theirs]) }
    let preambles = merge.preambles ?? [(carried ?? versions.ours).preamble]
    var attempt = MergeAttempt(merge, preambles, in: carried ?? versions.ours)
    if !attempt.isExact {
      attempt = MergeAttempt.best(of: attempt, merge, preambles, in: versions)
    }
    var dropped = merge.dropped + entries.dropped
    for field in attempt.refused {
      // A value that the file has after all is not dropped.
      let present = field.value(in: attempt.document.task).text
      dropped.removeAll { $0.field == field.name && $0.value == present }
      for value in MergedFile.missing(field, of: merge.task, in: attempt.document.task) {
        dropped.append(.init(field: field.name, value: value.text, isRefused: true))
      }
    }
    if !attempt.hasPreamble {
      dropped.append(.init(field: MergeLoss.preamble, value: preambles[0], isRefused: true))
    }
    if carried == nil, merge.preambles == nil, versions.theirs.preamble != preambles[0] {
      let lost = versions.theirs.preamble
      dropped.append(.init(field: MergeLoss.preamble, value: lost, isRefused: true))
    }
    self.dropped = dropped
    let written = attempt.document
    var known = Set(written.task.log)
    let items = dropped.map(\.item).filter { known.insert($0).inserted }
    guard !items.isEmpty else {
      document = written
      return
    }
    guard let logged = try? written.applying([.log(items + written.task.log)]) else { return nil }
    document = logged
  }

  /// Whether git's merge of the texts reads as the merged task.
  private static func isExact(
    _ text: any TaskDocument, _ merge: FieldMerge, _ documents: ThreeWay<any TaskDocument>
  ) -> Bool {
    let sides = [documents.ours, documents.theirs]
    return text.task.id == merge.task.id && text.task.hasOwnID == merge.task.hasOwnID
      && text.task.log.count == merge.task.log.count
      && merge.fields.allSatisfy { field in
        field.isSame(text.task, merge.task)
          || field.rule == .lines && hasSameLines(text.task.notes, merge.task.notes)
      }
      && PropertyValues(text.task.properties) == PropertyValues(merge.task.properties)
      && !text.hasTwins(unlessIn: sides)
      && text.countingCheckboxes(unlessIn: sides).bytes == text.bytes
  }

  /// Whether two texts differ in blank lines alone.
  private static func hasSameLines(_ a: Text, _ b: Text) -> Bool {
    a.lines.filter { !$0.isEmpty } == b.lines.filter { !$0.isEmpty }
  }

  /// The versions with the line end that the merged file has; one that is no task with it stays as it is.
  static func withOneLineEnd(
    _ documents: ThreeWay<any TaskDocument>
  ) -> ThreeWay<any TaskDocument> {
    let ends = documents.map(\.lineEnd)
    let end = ends[ends.decision(local: .ours) { Text(bytes: $0) }.side]
    return documents.map { document in
      guard document.lineEnd != end else { return document }
      let lines = ByteLines(document.bytes[...]).map { line in
        document.bytes[line] + (line.hasEnd ? end : [])
      }
      return document.reread(Array(lines.joined())) ?? document
    }
  }

  /// Returns the values of a field that the written task lacks: for a set, each missing member by itself.
  private static func missing(_ field: Field, of wanted: Task, in task: Task) -> [FieldValue] {
    guard field.rule != .local, case .list(let members) = field.value(in: wanted) else {
      return [field.value(in: wanted)]
    }
    guard case .list(let present) = field.value(in: task) else { return members }
    return members.filter { !present.contains($0) }
  }
}

/// A value that a merge dropped, as a "Merge dropped" entry of the task's log records it.
///
/// Law: each dropped value can be taken (``taken(in:now:)``), and each entry that is left after that can be removed
/// (``forgetting(in:)``).
package struct MergeLoss: Hashable, Sendable {
  /// The field's name, as in ``Field/name``.
  package var field: Text
  /// Nil if the losing side had removed the value.
  package var value: Text?
  /// True if the value won, but could not be written into the file.
  package var isRefused: Bool

  package init(field: Text, value: Text?, isRefused: Bool = false) {
    (self.field, self.value, self.isRefused) = (field, value, isRefused)
  }

  /// Returns the dropped values that a task's log records.
  package static func all(in task: Task) -> [MergeLoss] {
    task.entries.compactMap { entry in
      guard case .dropped(let field, let value) = entry.kind else { return nil }
      return MergeLoss(field: field, value: value)
    }
  }

  package var item: LogItem { .entry(LogEntry(.dropped(field: field, value: value))) }

  /// Returns the present value of the field.
  package func kept(in document: any TaskDocument) -> Text? {
    field == MergeLoss.preamble
      ? document.preamble(inPlaceOf: value ?? .empty)
      : Field.named(field, in: document.task.format)?.value(in: document.task, besides: value)
  }

  /// The field name for the text before a task, which belongs to no field.
  package static let preamble: Text = "preamble"
  /// The field name for lines that a conversion could not carry over.
  static let lines: Text = "lines"

  /// Returns the file with the dropped value restored and an entry for the value that it replaces. A value that no
  /// field of the file can hold any more is appended to the notes, so that it stays readable.
  ///
  /// - Returns: Nil if the file cannot take the value, not even in its notes.
  package func taken(in document: any TaskDocument, now: Timestamp) -> (any TaskDocument)? {
    putBack(in: document, now) ?? noted(in: document)
  }

  /// Returns the edits that remove this entry from the log.
  package func forgetting(in task: Task) -> [Edit] { [.log(log(of: task, with: []))] }

  private func log(of task: Task, with replacement: [LogItem]) -> [LogItem] {
    var log = task.log
    let kind = LogEntry.Kind.dropped(field: field, value: value)
    if let index = log.firstIndex(where: { $0.entry?.kind == kind }) {
      log.replaceSubrange(index...index, with: replacement)
    }
    return log
  }

  // MARK: Restoring into the field

  private func putBack(in document: any TaskDocument, _ now: Timestamp) -> (any TaskDocument)? {
    guard field != MergeLoss.preamble else { return preambleBack(in: document) }
    guard let field = Field.named(field, in: document.task.format),
      let edits = field.edits(reading: value, into: document.task, workflow: document.workflow),
      let edited = try? document.applying(edits + closing(edits, document.task, now)),
      edited.task != document.task || field.value(in: edited.task).text == value
    else { return nil }
    // A member that joins a set replaces no other value.
    let isSet = field.rule == .set || field.rule == .log
    return try? edited.applying([
      .log(log(of: edited.task, with: isSet ? [] : [replaced(in: document)]))
    ])
  }

  private func replaced(in document: any TaskDocument) -> LogItem {
    MergeLoss(field: field, value: kept(in: document)).item
  }

  private func preambleBack(in document: any TaskDocument) -> (any TaskDocument)? {
    let edited = document.restoring(preamble: value ?? .empty)
    // Other keywords may make it another task, or no task at all.
    guard edited.preamble(inPlaceOf: value ?? .empty) == value || value == nil,
      edited.task.hasSameFields(as: document.task), edited.task.id == document.task.id
    else { return nil }
    return try? edited.applying([.log(log(of: edited.task, with: [replaced(in: document)]))])
  }

  /// Returns the change of CLOSED that goes with a restored state.
  private func closing(_ edits: [Edit], _ task: Task, _ now: Timestamp) -> [Edit] {
    for case .state(let state) in edits {
      if state.isDone, task.closed == nil { return [.closed(now)] }
      if !state.isDone, task.closed != nil { return [.closed(nil)] }
    }
    return []
  }

  // MARK: Restoring into the notes

  private func noted(in document: any TaskDocument) -> (any TaskDocument)? {
    let name = field.bytes + [0x3A, 0x20]
    let isText = field == MergeLoss.lines || field == MergeLoss.preamble
    // If the notes cannot hold the value as it is, it is written quoted, as in the log.
    let quoted = value.map { JSONString.quoted($0.bytes) } ?? Array("nothing".utf8)
    let texts = [value.map { isText ? $0.bytes : name + $0.bytes }, name + quoted]
    for text in texts.compactMap({ $0 }) {
      let edits = [
        document.task.appending(note: Text(bytes: text)),
        .log(log(of: document.task, with: [])),
      ]
      if let edited = try? document.applying(edits) { return edited }
    }
    return nil
  }
}
