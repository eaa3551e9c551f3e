/// A Markdown file whose front matter has a `status`, with the byte ranges of all its parts.
package struct MarkdownDocument: TaskDocument {
  /// All parts behind one reference: documents are copied in many places, and each copy of so many values is code.
  private let parts: Parts

  package var bytes: [UInt8] { parts.bytes }
  package var task: Task { parts.task }
  /// The keywords of the store: a Markdown file has none of its own.
  package var workflow: Workflow { parts.workflow }
  package var frontMatter: FrontMatter { parts.frontMatter }
  package var fields: FieldSources { parts.fields }
  package var body: MarkdownBody { parts.body }
  /// Nil if the body has no log.
  var log: MarkdownLog? { parts.log }

  private final class Parts: Sendable {
    let bytes: [UInt8]
    let task: Task
    let workflow: Workflow
    let frontMatter: FrontMatter
    let fields: FieldSources
    let body: MarkdownBody
    let log: MarkdownLog?

    init(
      bytes: [UInt8], task: Task, workflow: Workflow, frontMatter: FrontMatter,
      fields: FieldSources, body: MarkdownBody, log: MarkdownLog?
    ) {
      self.bytes = bytes
      self.task = task
      self.workflow = workflow
      self.frontMatter = frontMatter
      self.fields = fields
      self.body = body
      self.log = log
    }
  }
}
extension MarkdownDocument {
  /// Returns nil if the file is not a task: it has no front matter, or no `status` in it that is a word.
  package init?(_ bytes: [UInt8], path: String, workflow: Workflow) {
    let document = bytes.withView {
      MarkdownDocument.read($0, of: bytes, path: path, workflow: workflow)
    }
    guard let document else { return nil }
    self = document
  }

  private static func read(
    _ text: ByteView, of bytes: [UInt8], path: String, workflow: Workflow
  ) -> MarkdownDocument? {
    guard let frontMatter = FrontMatter(text) else { return nil }
    var task = Task(
      id: .none, path: path, format: .markdown, title: .empty, state: MarkdownDocument.noState)
    var reader = MarkdownFieldReader(
      frontMatter.entries, of: text, workflow: workflow, into: &task)
    guard reader.fields.index(of: .status) != nil else { return nil }
    let takesTitle = reader.fields.index(of: .title) == nil
    let body = MarkdownBody(text[frontMatter.closing.next...], takesTitle: takesTitle)
    reader.finish(&task, hasNotes: !body.notes.isEmpty)
    let log = body.logHeading.map { MarkdownLog(text[$0.next...]) }
    let filled = (consume task).filled { task in
      if !task.hasOwnID { task.id = TaskID(ofPath: path) }
      if takesTitle {
        task.title =
          body.titleHeading.map { Text(bytes: text[$0.text]) }
          ?? MarkdownDocument.name(ofPath: path)
      }
      if !body.notes.isEmpty { task.notes = Text(lines: text[body.notes]) }
      // Clocks that another program stores in the front matter come after those of the log.
      let clocks = task.log
      task.log = log?.items.map(\.item) ?? []
      if !clocks.isEmpty {
        var seen = Set(task.log)
        task.log += clocks.filter { seen.insert($0).inserted }
      }
    }
    return MarkdownDocument(
      parts: Parts(
        bytes: bytes, task: filled, workflow: workflow, frontMatter: frontMatter,
        fields: reader.fields, body: body, log: log))
  }

  /// Placeholder until the status is read.
  private static let noState = State("TODO", isDone: false)

  /// The keys that occur more than once in the front matter: the first of each counts, and editing them is
  /// refused.
  package var duplicateKeys: [Text] { fields.duplicates }

  package var foreignClocks: [Clock] {
    task.log.dropFirst(log?.items.count ?? 0).compactMap(\.clock)
  }

  /// The line end of the file: that of its first line.
  package var lineEnd: [UInt8] {
    Array(bytes[frontMatter.opening.content.upperBound..<frontMatter.opening.next])
  }

  /// Parses other bytes with the same path and workflow: the file after an edit.
  package func reread(_ bytes: [UInt8]) -> MarkdownDocument? {
    MarkdownDocument(bytes, path: task.path, workflow: workflow)
  }

  /// True if its keys or values show that TaskNotes for Obsidian wrote the file.
  var isTaskNotes: Bool {
    let words: [StaticString] = [
      "dateCreated", "dateModified", "completedDate", "timeEstimate", "timeEntries",
    ]
    return frontMatter.entries.contains { entry in
      words.contains {
        entry.key.count == $0.utf8CodeUnitCount && bytes[entry.key].hasPrefix($0)
      } || entry.field?.key == .priority && ["normal", "none"].contains(entry.text(in: bytes[...]))
    }
  }

  /// The file name without folder and extension.
  private static func name(ofPath path: String) -> Text {
    let file = path.utf8.split(separator: 0x2F).last.map { Array($0) } ?? []
    let name = file.lastIndex(of: 0x2E).map { file[..<$0] } ?? file[...]
    return Text(bytes: name)
  }
}

extension MarkdownDocument {
  /// Prints a new file: front matter with the fields that are set, then the notes and the log.
  ///
  /// - Throws: ``EditError`` if the format cannot represent the value of a field.
  package static func print(
    new task: Task, workflow: Workflow, fields: OwnFields = OwnFields()
  ) throws(EditError) -> MarkdownDocument {
    try MarkdownChecks.check(title: task.title)
    let word = StatusWord.word(for: task.state, replacing: nil, isNotes: false, workflow: workflow)
    guard let word else {
      throw .unknownKeyword(task.state.keyword, known: workflow.keywords.map(\.state.keyword))
    }
    let writer = YAMLWriter(quote: .double)
    var text = Array("---\ntitle: ".utf8) + writer.print(.text(task.title))
    text += Array("\nstatus: ".utf8) + writer.print(.text(word)) + Array("\n---\n".utf8)
    guard let document = MarkdownDocument(text, path: task.path, workflow: workflow) else {
      throw .notEditable("the title cannot be written")
    }
    return try document.applying(task.edits(from: document.task).typed(by: fields))
  }
}

extension MarkdownDocument {
  /// Prints a new file that starts from another: what the task does not say stays as it is there, in the keys and words
  /// of the program that reads them.
  ///
  /// - Parameter start: Front matter with a status, and perhaps notes.
  static func print(
    new task: Task, from start: [UInt8], workflow: Workflow, fields: OwnFields
  ) throws(EditError) -> MarkdownDocument {
    try MarkdownChecks.check(title: task.title)
    guard let model = MarkdownDocument(start, path: task.path, workflow: workflow) else {
      throw .notEditable(
        "\(StartOfNotes.path), from which new files start, has no front matter with a status")
    }
    var filled = task.filled(from: model.task)
    if task.state == workflow.first { filled.state = model.task.state }
    return try model.applying(filled.edits(from: model.task).typed(by: fields))
  }
}

/// The file of a store from which its new Markdown files start.
package enum StartOfNotes {
  package static let path = ".tasks/new.md"
}

extension Task {
  /// Returns the task with what another has and it lacks, besides id, title, state and log; the tags of both.
  package func filled(from other: Task) -> Task {
    var task = self
    for field in PlainField.allCases where field.value(in: self).isNothing {
      field.set(field.value(in: other), in: &task)
    }
    task.priority = priority ?? other.priority
    task.scheduled = scheduled ?? other.scheduled
    task.deadline = deadline ?? other.deadline
    task.tags = other.tags
    task.tags.append(new: tags)
    for property in other.properties where self.property(named: property.name) == nil {
      task.properties.append(property)
    }
    if notes.isEmpty { task.notes = other.notes }
    return task
  }
}

extension MarkdownDocument {
  /// The lines of the front matter that no field and no property shows: comments, maps and invalid YAML.
  package var preamble: Text {
    Text(bytes: Array(preambleLines.map { bytes[$0.text] + [0x0A] }.joined()))
  }

  /// Each line with the range of its text. The indent of a comment after a value is not part of the text: in
  /// another position it could make the comment part of a block scalar.
  private var preambleLines: [(line: ByteLine, text: Range<Int>)] {
    var lines: [(line: ByteLine, text: Range<Int>)] = []
    var position = frontMatter.opening.next
    func add(upTo end: Int) {
      var isBehindValue = true
      for line in ByteLines(bytes[position..<max(position, end)]) where !bytes[line].isBlankLine {
        isBehindValue = isBehindValue && YAMLScalar.isComment(bytes[line])
        let text = isBehindValue ? bytes[line].trimmingLeadingBlanks : bytes[line]
        lines.append((line, text.indices))
      }
    }
    for (index, entry) in frontMatter.entries.enumerated() where !fields.isHidden(index) {
      add(upTo: entry.range.lowerBound)
      position = entry.range.upperBound
    }
    add(upTo: frontMatter.closing.start)
    return lines
  }

  /// Replaces the lines of ``preamble``: lines that stay keep their bytes and positions, new ones follow the
  /// line before them.
  package func replacingPreamble(with text: Text) -> MarkdownDocument {
    let lines = preambleLines
    var new = text.lines.map(\.bytes)
    if new.last == [] { new.removeLast() }
    let hunks = LineDifference(lines.map { Array(bytes[$0.text]) }, new).hunks
    guard !hunks.isEmpty else { return self }
    var replacements: [Replacement] = []
    for hunk in hunks {
      let position =
        hunk.old.lowerBound > 0
        ? lines[hunk.old.lowerBound - 1].line.next
        : lines.first?.line.start ?? frontMatter.closing.start
      replacements += hunk.old.map { Replacement(lines[$0].line.range, "") }
      let added = new[hunk.new].map { $0 + lineEnd }
      replacements.append(Replacement(position..<position, Array(added.joined())))
    }
    return reread(Replacement.apply(replacements, to: bytes, lineEnd: lineEnd)) ?? self
  }
}
