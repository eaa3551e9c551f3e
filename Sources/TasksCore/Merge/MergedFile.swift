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
