/// A Markdown file whose front matter has a `status`, and the places of all that is known in it.
public struct MarkdownDocument: TaskDocument {
  public let bytes: [UInt8]
  public let task: Task
  /// The keywords of the store: a Markdown file names none of its own.
  public let workflow: Workflow

  let frontMatter: FrontMatter
  let fields: MarkdownFields
  let body: MarkdownBody
  /// Nil where the body has none.
  let log: MarkdownLog?
  /// Where dates that name a zone are written.
  private(set) var zone = LocalZone.unknown
}

extension MarkdownDocument {
  /// Nil when the file is no task: no front matter at its top, or no status in it that is a word.
  public init?(_ bytes: [UInt8], path: String, workflow: Workflow) {
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
      task.log = log?.entries ?? []
      let timed = task.clocks
      task.clocks = log?.clocks ?? []
      if !timed.isEmpty {
        var seen = Set(task.clocks)
        for clock in timed where seen.insert(clock).inserted { task.clocks.append(clock) }
      }
    }
    return MarkdownDocument(
      bytes: bytes, task: filled, workflow: workflow, frontMatter: frontMatter,
      fields: reader.fields, body: body, log: log)
  }

  /// Stands in until it is read.
  private static let noState = State("TODO", isDone: false)

  /// The keys that stand more than once in the front matter: the first of each counts, and none is edited.
  public var duplicateKeys: [Text] { fields.duplicates }

  /// How the lines of the file end: as the first one does.
  var lineEnd: [UInt8] {
    Array(bytes[frontMatter.opening.content.upperBound..<frontMatter.opening.next])
  }

  /// The same reading of other bytes: what an edit made of the file.
  func reread(_ bytes: [UInt8]) -> MarkdownDocument? {
    MarkdownDocument(bytes, path: task.path, workflow: workflow)?.writing(in: zone)
  }

  public func writing(in zone: LocalZone) -> MarkdownDocument {
    var document = self
    document.zone = zone
    return document
  }

  /// True when other keys show that Obsidian's TaskNotes wrote the file.
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

  /// The file's name without its folder and its ending.
  private static func name(ofPath path: String) -> Text {
    let file = path.utf8.split(separator: 0x2F).last.map { Array($0) } ?? []
    let name = file.lastIndex(of: 0x2E).map { file[..<$0] } ?? file[...]
    return Text(bytes: name)
  }
}
