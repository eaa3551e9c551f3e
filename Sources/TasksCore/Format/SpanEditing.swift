/// A file that is edited by replacing spans of its bytes: what an edit does not concern stays as it is.
protocol SpanEditing: TaskDocument {
  /// The edits in the form and order in which they are written.
  static func written(_ edits: [Edit]) -> [Edit]
  /// The number of edits at the start that are written together, at least 1.
  static func together(_ edits: ArraySlice<Edit>) -> Int
  /// Whether a property with this name is a field.
  static func isField(_ name: Text) -> Bool

  /// Refuses values that would be read as something else.
  func check(_ edit: Edit) throws(EditError)
  /// The spans to replace; none if the file says already what the edits say.
  func replacements(for edits: ArraySlice<Edit>) throws(EditError) -> [Replacement]
  /// The spans to replace for many properties at once; nil if they must be set one by one.
  func replacements(for run: PropertyRun) -> [Replacement]?
  /// The file after edits: completes them, and verifies what only the format knows.
  func settled(
    _ edited: Self, after edits: ArraySlice<Edit>
  ) throws(EditError) -> Self
  /// Whether the file has a rule of TaskNotes, which says something else on another date.
  var hasRule: Bool { get }
}

extension SpanEditing {
  package func applying(_ edits: [Edit]) throws(EditError) -> Self {
    var document = self
    var rest = Self.written(edits)[...]
    while !rest.isEmpty {
      if let run = PropertyRun(rest, isField: Self.isField),
        let edited = document.applying(run)
      {
        document = edited
        rest = rest.dropFirst(run.count)
      } else {
        let edits = rest.prefix(Self.together(rest))
        document = try document.applying(edits)
        rest = rest.dropFirst(edits.count)
      }
    }
    return document
  }

  private func applying(_ edits: ArraySlice<Edit>) throws(EditError) -> Self {
    for edit in edits { try check(edit) }
    let replacements = try replacements(for: edits)
    guard !replacements.isEmpty else { return self }
    let settled = try settled(try replaced(replacements), after: edits)
    try EditVerification.check(edits, from: task, to: settled.task, hasRule: hasRule)
    return settled
  }

  /// Applies a run of property edits at once; returns nil on failure, so that applying them one by one finds the
  /// error.
  private func applying(_ run: PropertyRun) -> Self? {
    for edit in run.edits { guard (try? check(edit)) != nil else { return nil } }
    let changes = run.changing(task)
    guard let replacements = replacements(for: changes), let edited = try? replaced(replacements),
      changes.leads(from: task, to: edited.task)
    else { return nil }
    return edited
  }

  func replaced(_ replacements: [Replacement]) throws(EditError) -> Self {
    let kept = Replacement.keepingOpenEnd(replacements, of: bytes)
    guard let reread = reread(Replacement.apply(kept, to: bytes, lineEnd: lineEnd)) else {
      throw .notEditable("after the change the file would not be a task")
    }
    return reread
  }
}
