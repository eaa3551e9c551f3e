/// A merged task, written as edits to the text of one version.
///
/// Edits the local side's text first. If an edit is refused there, tries the other side's text. A value that
/// neither takes is dropped and logged, like any value that a merge drops.
struct MergedFile {
  let document: any TaskDocument
  let dropped: [MergeLoss]

  /// Nil if the log cannot take the dropped values.
  init?(_ merge: FieldMerge, of documents: ThreeWay<any TaskDocument>) {
    let zone = LocalZone(of: [documents.theirs, documents.ours])
    let documents = documents.map { $0.writing(in: zone) }
    var attempt = MergeAttempt(merge, in: documents.ours, .settingsFirst)
    // What is written first may block a later edit or make room for it, depending on the text.
    for (text, order) in [
      (documents.ours, MergeAttempt.Order.fieldsFirst), (documents.theirs, .settingsFirst),
      (documents.theirs, .fieldsFirst),
    ] where !attempt.isExact {
      let next = MergeAttempt(merge, in: text, order)
      if next.isBetter(than: attempt) { attempt = next }
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
    dropped += MergedFile.shadowed(documents, in: attempt.document)
    self.dropped = dropped
    let text = CarriedSpelling.carry(
      from: documents, into: MergedFile.withComments(of: documents, attempt.document))
    var known = Set(text.task.log)
    let entries = dropped.map(\.item).filter { known.insert($0).inserted }
    guard !entries.isEmpty else {
      document = text
      return
    }
    guard
      let logged = try? text.applying([.log(entries + text.task.log)])
    else { return nil }
    document = logged
  }

  /// Carries over comments after values, which belong to no field and not to the preamble.
  private static func withComments(
    of documents: ThreeWay<any TaskDocument>, _ merged: any TaskDocument
  ) -> any TaskDocument {
    guard let base = documents.base else { return merged }
    return merged.takingComments(of: documents.ours, since: base)
      .takingComments(of: documents.theirs, since: base)
  }

  /// Returns duplicate-key values that a side added and that are not in the merged file.
  private static func shadowed(
    _ documents: ThreeWay<any TaskDocument>, in merged: any TaskDocument
  ) -> [MergeLoss] {
    let sides = documents.ours.shadowedValues + documents.theirs.shadowedValues
    guard !sides.isEmpty else { return [] }
    let known = Set(
      (documents.base?.shadowedValues ?? []) + merged.shadowedValues + merged.task.properties)
    return sides.filter { !known.contains($0) }
      .map { .init(field: Field.property($0.name).name, value: $0.value) }
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

  enum Order {
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
    if order == .fieldsFirst { applyFields(of: task) }
    writePreamble(merge)
    apply(task.edits(from: document.task).filter { if case .property = $0 { true } else { false } })
    apply(task.edits(from: document.task))
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
      var candidate = text.replacingPreamble(with: preamble)
      guard candidate.preamble == preamble else { continue }
      candidate = (try? candidate.applying([.notes(task.notes)])) ?? candidate
      knowsKeyword = candidate.workflow[task.state.keyword] != nil
      if knowsKeyword || !hasPreamble { document = candidate }
      hasPreamble = true
    }
    if !hasPreamble { apply([.notes(task.notes)]) }
  }

  private mutating func applyFields(of task: Task) {
    apply(task.edits(from: document.task).filter { if case .property = $0 { false } else { true } })
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
