/// Reverts one change of a task and keeps everything that was changed after it.
package struct TaskReversal {
  /// The file with the change reverted.
  package let document: any TaskDocument
  /// The fields that the change touched and that were changed again after it. They keep their present value.
  package let kept: [Text]

  /// Reverts the change by a three-way merge: the base is the task after the change, one side is the task before
  /// it, the other is the current task. Where both sides touched a field, the current task wins.
  ///
  /// - Parameters:
  ///   - old: The task before the change.
  ///   - new: The task immediately after the change.
  ///   - lines: Merges texts as git does.
  /// - Throws: `EditError` if the file can no longer take the old values.
  package init(
    of old: any TaskDocument, _ new: any TaskDocument, in current: any TaskDocument,
    with tools: MergeTools
  ) throws(EditError) {
    guard current.bytes != new.bytes else {
      (document, kept) = (old, [])
      return
    }
    let versions = MergedFile.withOneLineEnd(ThreeWay(base: new, ours: current, theirs: old))
    let merge = FieldMerge(
      versions, local: .ours, cipher: tools.cipher, own: tools.fields)
    let entries = EntryMerge(merge, of: versions, lines: tools.lines)
    kept = (merge.dropped + entries.dropped).map(\.field)
    let carried = versions.ours.reread(entries.bytes)?
      .countingCheckboxes(unlessIn: [versions.theirs, versions.ours])
    var text = carried ?? versions.ours
    if let preamble = merge.preambles?[0] { text = text.replacingPreamble(with: preamble) }
    document = try text.applying(merge.edits(for: text))
  }
}
