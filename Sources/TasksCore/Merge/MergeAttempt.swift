/// One attempt at writing a merged task into a text.
struct MergeAttempt {
  private(set) var document: any TaskDocument
  private let text: any TaskDocument
  /// Fields that differ from the merged task after writing.
  private(set) var refused: [Field] = []
  private(set) var hasPreamble = false
  private var hasID = false

  var isExact: Bool { refused.isEmpty && isSound }
  private var isSound: Bool { hasPreamble && hasID }

  private enum Order: CaseIterable {
    /// First the preamble, because its keywords decide what else can be written, then the properties, then all
    /// other fields. A field with an unreadable value is kept as a property, and its readable value must be written
    /// after it.
    case settingsFirst
    /// First the fields: removing a field frees its name for such a property, or for an unreadable line.
    case fieldsFirst
  }

  /// - Parameters:
  ///   - preambles: The text before the task that is wanted, then another one if that does not name the task's keyword.
  ///   - text: The file in which the merged task is written by edits.
  init(_ merge: FieldMerge, _ preambles: [Text], in text: any TaskDocument) {
    self.init(merge, preambles, in: text, .settingsFirst)
  }

  /// The best of an attempt and all others: what is written first may block a later edit or make room for it, and a side's
  /// own text may have a place for an id or a keyword that the text of both has not.
  static func best(
    of first: MergeAttempt, _ merge: FieldMerge, _ preambles: [Text],
    in versions: ThreeWay<any TaskDocument>
  ) -> MergeAttempt {
    var best = MergeAttempt(merge, preambles, in: first.text, .fieldsFirst)
    if !best.isBetter(than: first) { best = first }
    for text in [versions.ours, versions.theirs] where !best.isSound {
      for order in Order.allCases {
        let next = MergeAttempt(merge, preambles, in: text, order)
        if next.isBetter(than: best) { best = next }
      }
    }
    return best
  }

  private init(
    _ merge: FieldMerge, _ preambles: [Text], in text: any TaskDocument, _ order: Order
  ) {
    self.text = text
    document = text
    let task = merge.task
    if order == .fieldsFirst { applyFields(of: merge) }
    writePreamble(preambles, of: task)
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

  private mutating func writePreamble(_ preambles: [Text], of task: Task) {
    let text = document
    var knowsKeyword = false
    // Keywords may also be defined in the body.
    for preamble in preambles where !knowsKeyword {
      var candidate = text.replacingPreamble(with: preamble)
      guard candidate.preamble == preamble else { continue }
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
