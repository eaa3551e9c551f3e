/// Taking one change of a task back, however much came after it.
public struct TaskReversal {
  /// The file with the change taken back.
  public let document: any TaskDocument
  /// The fields that were changed again since and stay as they are.
  public let kept: [Text]

  /// A merge with the change's result as the common base: what it did is undone on one side, all that came
  /// after it stands on the other, and that other one counts where both touched a field.
  ///
  /// - Parameters:
  ///   - old: The task before the change.
  ///   - new: The task right after it.
  /// - Throws: `EditError` when the file cannot take the values of before any more.
  public init(
    of old: any TaskDocument, _ new: any TaskDocument, in current: any TaskDocument
  ) throws(EditError) {
    let merge = FieldMerge(ThreeWay(base: new, ours: current, theirs: old), local: .ours)
    let zone = LocalZone(of: [old, current])
    let document = current.writing(in: zone).replacingPreamble(with: merge.preamble)
    let reversed = try document.applying(merge.task.edits(from: document.task))
    self.document =
      (reversed as? MarkdownDocument)?.restoring(old, new, in: current) ?? reversed
    kept = merge.dropped.map(\.field)
  }
}
