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

/// A part of the old file that the converted one lacks, or has in another form.
package enum ConversionLoss: Hashable, Sendable {
  /// A tag that is invalid in Org, and its replacement.
  case tag(Text, became: Text)
  /// A title that Org would read as something else, and its replacement.
  case title(Text, became: Text)
  /// A list that was a link to a note, and the name that the link shows.
  case list(Text, became: Text)
  /// A property whose name or value is invalid in the new format, and which is in the notes now.
  case property(Text)
  /// A state that the new file cannot express, and the state the task has now.
  case state(Text, became: Text)
  /// A line of text before the task's heading, which is in the notes now.
  case prose(Text)
  /// Lines with settings or nested values, and cookies in the title, which were dropped.
  case lines(Text)
  /// A comment after a value, which is on a line of its own now.
  case comment(Text)
  /// A date with seconds or a zone, which Org does not support.
  case exactTime(Text)
  /// A line of the notes that would be read as structure, and its replacement.
  case noteLine(Text, became: Text)
  /// Markup of the notes (`links`, `headings`, …) whose meaning differs in the new format.
  case markup(String)
  /// Markup of the title whose meaning differs in the new format.
  case titleMarkup
  /// Markup of the log's notes whose meaning differs in the new format.
  case logMarkup
  /// Repeating dates in a place where the new format does not move them.
  case repeatingDate(in: Text)
}

extension ConversionLoss {
  static func place(ofProperty name: Text) -> Text {
    Text(bytes: Array("the property ".utf8) + name.bytes)
  }
}

extension ConversionLoss: CustomStringConvertible {
  /// A message for the user who requested the conversion.
  package var description: String {
    switch self {
    case .tag(let old, let new): "the tag '\(old)' became '\(new)'"
    case .title(let old, let new) where ControlCharacters.escaped(old) == new.string:
      "control characters of the title became visible: '\(new)'"
    case .title(let old, let new): "the title '\(old)' became '\(new)'"
    case .list(let old, let new): "the list '\(old)' became '\(new)'"
    case .property(let name): "the property \(name) is now in the notes"
    case .state(let old, let new): "the state '\(old)' became '\(new)'"
    case .prose(let line): "the line '\(line)' is now in the notes"
    case .lines(let line): "not converted: \(line)"
    case .comment(let comment): "the comment '\(comment)' is now on a line of its own"
    case .exactTime(let line): "the seconds and the time zone are lost: \(line)"
    case .noteLine(let old, let new): "the line '\(old)' became '\(new)'"
    case .markup(let name): "read differently in the new format: \(name) in the notes"
    case .logMarkup: "read differently in the new format: markup in the notes of the log"
    case .titleMarkup: "read differently in the new format: markup in the title"
    case .repeatingDate(let place): "dates in \(place) no longer repeat"
    }
  }
}
