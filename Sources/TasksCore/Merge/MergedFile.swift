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
  init?(_ merge: FieldMerge, of documents: ThreeWay<any TaskDocument>, lines: TextMerger) {
    if merge.dropped.isEmpty, let bytes = lines(documents.map(\.bytes)),
      let text = documents.ours.reread(bytes), MergedFile.isExact(text, merge, documents)
    {
      (document, dropped) = (text, [])
      return
    }
    let documents = MergedFile.withOneLineEnd(documents)
    let carried = documents.ours.reread(EntryMerge(merge, of: documents).bytes)
      .map { $0.countingCheckboxes(unlessIn: [documents.ours, documents.theirs]) }
    let text = carried ?? documents.ours
    var attempt = MergeAttempt(merge, in: text, .settingsFirst)
    // What is written first may block a later edit or make room for it, depending on the text.
    for text in [text, documents.ours, documents.theirs] {
      for order in MergeAttempt.Order.allCases where !attempt.isExact {
        let next = MergeAttempt(merge, in: text, order)
        if next.isBetter(than: attempt) { attempt = next }
      }
    }
    var dropped = merge.dropped
    for field in attempt.refused {
      // A value that the file has after all is not dropped.
      let present = field.value(in: attempt.document.task).text
      dropped.removeAll { $0.field == field.name && $0.value == present }
      for value in MergedFile.missing(field, of: merge.task, in: attempt.document.task) {
        dropped.append(.init(field: field.name, value: value.text, isRefused: true))
      }
    }
    if !attempt.hasPreamble {
      dropped.append(.init(field: MergeLoss.preamble, value: merge.preamble, isRefused: true))
    }
    self.dropped = dropped
    let written = attempt.document
    var known = Set(written.task.log)
    let entries = dropped.map(\.item).filter { known.insert($0).inserted }
    guard !entries.isEmpty else {
      document = written
      return
    }
    guard let logged = try? written.applying([.log(entries + written.task.log)]) else { return nil }
    document = logged
  }

  /// Whether git's merge of the texts reads as the merged task.
  private static func isExact(
    _ text: any TaskDocument, _ merge: FieldMerge, _ documents: ThreeWay<any TaskDocument>
  ) -> Bool {
    let sides = [documents.ours, documents.theirs]
    return text.task.id == merge.task.id && text.task.hasOwnID == merge.task.hasOwnID
      && text.task.log.count == merge.task.log.count
      && merge.fields.allSatisfy { $0.isSame(text.task, merge.task) }
      && PropertyValues(text.task.properties) == PropertyValues(merge.task.properties)
      && !PreambleMerge.hasTwins(text.preamble, unlessIn: sides.map(\.preamble))
      && text.duplicateKeys.allSatisfy { key in
        sides.contains { $0.duplicateKeys.contains { $0.isSameName(as: key) } }
      }
      && text.countingCheckboxes(unlessIn: sides).bytes == text.bytes
  }

  /// The versions with the line end of the merged file.
  private static func withOneLineEnd(
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

/// One attempt at writing a merged task into a text.
private struct MergeAttempt {
  private(set) var document: any TaskDocument
  /// Fields that differ from the merged task after writing.
  private(set) var refused: [Field] = []
  private(set) var hasPreamble = false
  private var hasID = false

  var isExact: Bool { refused.isEmpty && hasPreamble && hasID }

  enum Order: CaseIterable {
    /// First the preamble, because its keywords decide what else can be written, then the properties, then all
    /// other fields. A field with an unreadable value is kept as a property, and its readable value must be written
    /// after it.
    case settingsFirst
    /// First the fields: removing a field frees its name for such a property, or for an unreadable line.
    case fieldsFirst
  }

  init(_ merge: FieldMerge, in text: any TaskDocument, _ order: Order) {
    document = text
    let task = merge.task
    if order == .fieldsFirst { applyFields(of: merge) }
    writePreamble(merge)
    apply(merge.edits(for: document).filter { if case .property = $0 { true } else { false } })
    apply(merge.edits(for: document))
    hasID = document.task.id == task.id && document.task.hasOwnID == task.hasOwnID
    let (said, wanted) = (
      PropertyValues(document.task.properties), PropertyValues(task.properties)
    )
    refused = merge.fields.filter { field in
      field.property.map { said[$0] != wanted[$0] } ?? !field.isSame(document.task, task)
    }
    // `merge.fields` does not include properties that no side changed.
    let lost = task.properties.filter {
      !$0.name.isSameName(as: "ID") && said[$0.name] != wanted[$0.name]
    }
    for property in lost
    where !refused.contains(where: { $0.property?.isSameName(as: property.name) == true }) {
      refused.append(.property(property.name))
    }
  }

  private mutating func writePreamble(_ merge: FieldMerge) {
    let task = merge.task
    let text = document
    var knowsKeyword = false
    // Keywords may also be defined in the body.
    for preamble in [merge.preamble, merge.widePreamble] where !knowsKeyword {
      let isThere = preamble == merge.preamble && merge.hasPreamble(of: text)
      var candidate = isThere ? text : text.replacingPreamble(with: preamble)
      guard isThere || candidate.preamble == preamble else { continue }
      candidate = (try? candidate.applying([.notes(task.notes)])) ?? candidate
      knowsKeyword = candidate.workflow[task.state.keyword] != nil
      if knowsKeyword || !hasPreamble { document = candidate }
      hasPreamble = true
    }
    if !hasPreamble { apply([.notes(task.notes)]) }
  }

  private mutating func applyFields(of merge: FieldMerge) {
    apply(merge.edits(for: document).filter { if case .property = $0 { false } else { true } })
  }

  /// Compares the id first: with another id it would be another task.
  func isBetter(than other: MergeAttempt) -> Bool {
    if hasID != other.hasID { return hasID }
    if hasPreamble != other.hasPreamble { return hasPreamble }
    return refused.count < other.refused.count
  }

  private mutating func apply(_ edits: [Edit]) {
    var rest = edits[...]
    while !rest.isEmpty {
      let run = rest.prefix { if case .property = $0 { true } else { false } }
      // There may be thousands of properties, so they are applied at once unless one is refused.
      if run.count > 1, let edited = try? document.applying(Array(run)) {
        document = edited
      } else {
        for edit in rest.prefix(max(1, run.count)) {
          if let edited = try? document.applying([edit]) { document = edited }
        }
      }
      rest = rest.dropFirst(max(1, run.count))
    }
  }
}
