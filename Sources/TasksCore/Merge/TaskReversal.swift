/// Reverts one change of a task and keeps everything that was changed after it.
public struct TaskReversal {
  /// The file with the change reverted.
  public let document: any TaskDocument
  /// The fields that the change touched and that were changed again after it. They keep their present value.
  public let kept: [Text]

  /// Reverts the change by a three-way merge: the base is the task after the change, one side is the task before
  /// it, the other is the current task. Where both sides touched a field, the current task wins.
  ///
  /// - Parameters:
  ///   - old: The task before the change.
  ///   - new: The task immediately after the change.
  /// - Throws: `EditError` if the file can no longer take the old values.
  public init(
    of old: any TaskDocument, _ new: any TaskDocument, in current: any TaskDocument
  ) throws(EditError) {
    let versions = ThreeWay(base: new, ours: current, theirs: old)
    let merge = FieldMerge(versions, local: .ours)
    kept = merge.dropped.map(\.field)
    if current.bytes == new.bytes {
      document = old
      return
    }
    let carried = current.reread(EntryMerge(merge, of: versions).bytes)?
      .countingCheckboxes(unlessIn: [old, current])
    let text = (carried ?? current).replacingPreamble(with: merge.preamble)
    document = try text.applying(merge.edits(for: text))
  }
}
