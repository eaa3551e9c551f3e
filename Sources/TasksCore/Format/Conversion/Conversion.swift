/// A task written anew in the other format, and what that format could not take along.
public struct Conversion: Sendable {
  public let document: any TaskDocument
  public let losses: [ConversionLoss]

  /// Writes a task in the other format, under the same path with the other ending and with the same id.
  ///
  /// - Parameters:
  ///   - specification: The store's workflow as it is written in an Org file.
  ///   - workflow: The same, read.
  /// - Throws: ``EditError`` where what is left cannot be written; nothing is then known to be lost.
  public init(
    of source: any TaskDocument, to format: Format, specification: Text, workflow: Workflow
  ) throws(EditError) {
    var draft = ConvertedTask(source.task, to: format, specification: specification)
    if format != source.task.format {
      draft.take(UnsaidLines(of: source))
      switch format {
      case .org: draft.fitOrg(workflow)
      case .markdown: draft.fitMarkdown(workflow)
      }
    }
    losses = draft.losses
    switch format {
    case .org:
      let document = try OrgDocument.print(
        new: draft.task, workflow: draft.specification, storeWorkflow: workflow)
      self.document =
        draft.comments.isEmpty
        ? document : document.replacingPreamble(with: draft.preamble(after: document.preamble))
    case .markdown:
      let document = try MarkdownDocument.print(new: draft.task, workflow: workflow)
      self.document =
        draft.comments.isEmpty
        ? document : document.replacingPreamble(with: draft.preamble(after: document.preamble))
    }
  }
}
