/// A task converted to the other format, with the parts that were lost or changed.
package struct Conversion: Sendable {
  package let document: any TaskDocument
  package let losses: [ConversionLoss]

  /// Converts a task to another format, keeping its id; the path gets the other extension.
  ///
  /// - Parameters:
  ///   - specification: The store's workflow as written in an Org file.
  ///   - workflow: The same workflow, parsed.
  ///   - fields: The store's own fields.
  /// - Throws: ``EditError`` if the converted task cannot be written; no losses are known then.
  package init(
    of source: any TaskDocument, to format: Format, specification: Text, workflow: Workflow,
    fields: OwnFields = OwnFields()
  ) throws(EditError) {
    var task = source.task
    task.properties = task.properties.map { fields.written($0, in: format) }
    var draft = ConvertedTask(task, to: format, specification: specification)
    if format != source.task.format {
      draft.take(UnmappedContent(of: source))
      draft.fitTitleMarkup()
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
        (draft.comments.isEmpty
        ? document : document.replacingPreamble(with: draft.preamble(after: document.preamble)))
        .withLineEnds(of: source)
    case .markdown:
      let document = try MarkdownDocument.print(
        new: draft.task, workflow: workflow, fields: fields)
      self.document =
        (draft.comments.isEmpty
        ? document : document.replacingPreamble(with: draft.preamble(after: document.preamble)))
        .withLineEnds(of: source)
    }
  }
}

extension OrgDocument {
  fileprivate func withLineEnds(of source: any TaskDocument) -> OrgDocument {
    Conversion.withReturns(bytes, like: source).flatMap { reread($0) } ?? self
  }
}

extension MarkdownDocument {
  fileprivate func withLineEnds(of source: any TaskDocument) -> MarkdownDocument {
    Conversion.withReturns(bytes, like: source).flatMap { reread($0) } ?? self
  }
}

extension Conversion {
  /// The bytes of a new file with `\r\n` line ends if the old file has them; else nil.
  fileprivate static func withReturns(_ bytes: [UInt8], like source: any TaskDocument) -> [UInt8]? {
    let end = (source as? OrgDocument)?.lineEnd ?? (source as? MarkdownDocument)?.lineEnd
    guard end == [0x0D, 0x0A] else { return nil }
    var out: [UInt8] = []
    for byte in bytes {
      if byte == 0x0A, out.last != 0x0D { out.append(0x0D) }
      out.append(byte)
    }
    return out
  }
}
