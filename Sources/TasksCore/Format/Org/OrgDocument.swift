/// An Org file whose first level-1 heading is a task, with the byte ranges of all its parts.
package struct OrgDocument: TaskDocument {
  /// All parts behind one reference: documents are copied in many places, and each copy of so many values is code.
  private let parts: Parts

  package var bytes: [UInt8] { parts.bytes }
  package var task: Task { parts.task }
  package var workflow: Workflow { parts.workflow }
  package var settings: OrgSettings { parts.settings }
  package var heading: OrgHeading { parts.heading }
  package var planning: OrgPlanningLine? { parts.planning }
  package var drawer: OrgPropertyDrawer? { parts.drawer }
  package var logbook: OrgLogbook { parts.logbook }
  var notes: OrgNotes { parts.notes }
  /// The store's workflow, used if the file has none.
  private var storeWorkflow: Workflow { parts.storeWorkflow }

  private final class Parts: Sendable {
    let bytes: [UInt8]
    let task: Task
    let workflow: Workflow
    let settings: OrgSettings
    let heading: OrgHeading
    let planning: OrgPlanningLine?
    let drawer: OrgPropertyDrawer?
    let logbook: OrgLogbook
    let notes: OrgNotes
    let storeWorkflow: Workflow

    init(
      bytes: [UInt8], task: Task, workflow: Workflow, settings: OrgSettings, heading: OrgHeading,
      planning: OrgPlanningLine?, drawer: OrgPropertyDrawer?, logbook: OrgLogbook, notes: OrgNotes,
      storeWorkflow: Workflow
    ) {
      self.bytes = bytes
      self.task = task
      self.workflow = workflow
      self.settings = settings
      self.heading = heading
      self.planning = planning
      self.drawer = drawer
      self.logbook = logbook
      self.notes = notes
      self.storeWorkflow = storeWorkflow
    }
  }
}
extension OrgDocument {
  /// Returns nil if the file is not a task: it has no level-1 heading, or the first one has no keyword.
  package init?(_ bytes: [UInt8], path: String, workflow storeWorkflow: Workflow) {
    let document = bytes.withView {
      OrgDocument.read($0, of: bytes, path: path, storeWorkflow: storeWorkflow)
    }
    guard let document else { return nil }
    self = document
  }

  private static func read(
    _ text: ByteView, of bytes: [UInt8], path: String, storeWorkflow: Workflow
  ) -> OrgDocument? {
    guard let line = firstTopHeading(in: text) else { return nil }
    let settings = OrgSettings(text, storeWorkflow: storeWorkflow)
    let workflow = settings.workflow ?? storeWorkflow
    guard let heading = OrgHeading(line, in: text, workflow: workflow) else { return nil }
    var position = line.next
    let planning = text.line(at: position).flatMap { OrgPlanningLine($0, in: text) }
    position = planning?.line.next ?? position
    let drawer = OrgPropertyDrawer(at: position, in: text)
    position = drawer?.closing.next ?? position
    let logbook = OrgLogbook(at: position, in: text)
    let notes = OrgNotes(from: logbook.end, without: logbook.drawersInBody, in: text)

    let task = Task(
      id: .none, path: path, format: .org, title: heading.titleText(in: text), state: heading.state
    ).filled { task in
      task.hasOwnID = false
      task.priority = heading.priority
      task.isCommented = heading.isComment(in: text)
      task.list = settings.category
      drawer?.read(text, into: &task)
      if !task.hasOwnID { task.id = TaskID(ofPath: path) }
      task.tags = tags(heading.tags(in: text).uniqued(), settings.tags, isDeleted: task.isDeleted)
      task.scheduled = planning?.item(.scheduled)?.planning
      task.deadline = planning?.item(.deadline)?.planning
      task.closed = planning?.item(.closed)?.planning.start
      task.log = logbook.items.map(\.item)
      task.notes = notes.text(in: text)
    }
    return OrgDocument(
      parts: Parts(
        bytes: bytes, task: task, workflow: workflow, settings: settings, heading: heading,
        planning: planning, drawer: drawer, logbook: logbook, notes: notes,
        storeWorkflow: storeWorkflow))
  }

  /// True if the file uses the keywords of the store.
  var hasStoreWorkflow: Bool { workflow == storeWorkflow }

  package var preamble: Text { Text(lines: bytes[bytes.byteOrderMarkLength..<heading.line.start]) }

  /// The lines of both stay.
  package func merging(preamble texts: ThreeWay<[UInt8]>, lines: TextMerger) -> [UInt8]? {
    TextMerge.merged(texts, local: .ours)
  }

  package func preamble(inPlaceOf value: Text) -> Text? { preamble.isEmpty ? nil : preamble }

  package func restoring(preamble value: Text) -> OrgDocument { replacingPreamble(with: value) }

  /// The line end of the file: that of the heading, or of the first line if the heading has none.
  package var lineEnd: [UInt8] {
    let line = heading.line.hasEnd ? heading.line : bytes[...].line(at: 0)
    guard let line, line.hasEnd else { return [0x0A] }
    return Array(bytes[line.content.upperBound..<line.next])
  }

  /// Parses other bytes with the same path and workflow: the file after an edit.
  package func reread(_ bytes: [UInt8]) -> OrgDocument? {
    OrgDocument(bytes, path: task.path, workflow: storeWorkflow)
  }

  /// The parts of a typed title that Org reads as cookies, such as `[2/3]`. `[/]` is left out, as it requests
  /// one.
  package func counts(inTitle title: Text) -> [Text] {
    let bytes = title.bytes[...]
    guard OrgHeading.titleText(bytes).bytes != Array(bytes.trimmingBlanks) else { return [] }
    return StatisticsCookie.ranges(in: bytes).map { bytes[$0] }
      .filter { $0.contains(where: \.isDigit) }.map { Text(bytes: $0) }
  }

  private static func firstTopHeading(in bytes: ByteView) -> ByteLine? {
    var start = bytes.byteOrderMarkLength
    while let line = bytes.line(at: start) {
      if OrgSyntax.isTopHeading(bytes[line]) { return line }
      start = line.next
    }
    return nil
  }

  /// The tags of the heading followed by those of the file, without duplicates.
  private static func tags(_ own: [Text], _ ofFile: [Text], isDeleted: Bool) -> [Text] {
    var tags = own
    if tags.isEmpty { tags = ofFile } else { tags.append(new: ofFile) }
    if isDeleted { tags.removeAll { $0 == Task.archiveTag } }
    return tags
  }
}

extension OrgDocument {
  /// Prints a new file: the keywords of the workflow, for Emacs, and the task with the fields that are set.
  ///
  /// - Throws: ``EditError`` if Org would read a field's value as something else.
  package static func print(
    new task: Task, workflow specification: Text, storeWorkflow: Workflow
  ) throws(EditError) -> OrgDocument {
    try OrgChecks.check(title: task.title)
    let heading = [0x2A, 0x20] + task.state.keyword.bytes + [0x20] + task.title.bytes + [0x0A]
    let settings = OrgSettings.keywordLine(specification).bytes + [0x0A, 0x0A]
    guard let document = OrgDocument(settings + heading, path: task.path, workflow: storeWorkflow)
    else {
      throw .unknownKeyword(task.state.keyword, known: storeWorkflow.keywords.map(\.state.keyword))
    }
    return try document.applying(task.edits(from: document.task))
  }
}
