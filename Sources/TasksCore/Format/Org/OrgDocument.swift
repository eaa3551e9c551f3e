/// An Org file whose first level-1 heading is a task, and the places of all that is known in it.
public struct OrgDocument: TaskDocument {
  public let bytes: [UInt8]
  public let task: Task
  public let workflow: Workflow

  let settings: OrgSettings
  let heading: OrgHeading
  let planning: OrgPlanningLine?
  let drawer: OrgPropertyDrawer?
  let logbook: OrgLogbook
  let notes: OrgNotes
  /// The workflow of the store: counts where the file has none.
  private let storeWorkflow: Workflow
}

extension OrgDocument {
  /// Nil when the file is no task: no level-1 heading, or its first one has no keyword.
  public init?(_ bytes: [UInt8], path: String, workflow storeWorkflow: Workflow) {
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
    let logName = OrgLogDrawerName(
      property: drawer?.value(named: OrgLogDrawerName.property, in: text) ?? settings.logDrawer)
    let logbook = OrgLogbook(at: position, in: text, name: logName)
    let notes = OrgNotes(from: logbook.end, without: logbook.drawersInBody, in: text)

    let task = Task(
      id: .none, path: path, format: .org, title: heading.titleText(in: text), state: heading.state
    ).filled { task in
      task.hasOwnID = false
      task.priority = heading.priority
      task.list = settings.category
      drawer?.read(text, into: &task)
      if !task.hasOwnID { task.id = TaskID(ofPath: path) }
      task.tags = tags(heading.uniqueTags(in: text), settings.tags, isDeleted: task.isDeleted)
      task.scheduled = planning?.item(.scheduled)?.planning
      task.deadline = planning?.item(.deadline)?.planning
      task.closed = planning?.item(.closed)?.planning.start
      task.log = logbook.entries
      task.clocks = logbook.clocks
      task.notes = notes.text(in: text)
    }
    return OrgDocument(
      bytes: bytes, task: task, workflow: workflow, settings: settings, heading: heading,
      planning: planning, drawer: drawer, logbook: logbook, notes: notes,
      storeWorkflow: storeWorkflow)
  }

  /// Whether the file's keywords are those of the store.
  var hasStoreWorkflow: Bool { workflow == storeWorkflow }

  public var preamble: Text { Text(lines: bytes[bomLength..<heading.line.start]) }

  /// The tag that hides a deleted task from Org's agenda.
  static let archiveTag: Text = "ARCHIVE"

  var bomLength: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// How the lines of the file end: as the heading's does, or the first line where that has no end.
  var lineEnd: [UInt8] {
    let line = heading.line.hasEnd ? heading.line : bytes[...].line(at: 0)
    guard let line, line.hasEnd else { return [0x0A] }
    return Array(bytes[line.content.upperBound..<line.next])
  }

  /// The same reading of other bytes: what an edit made of the file.
  func reread(_ bytes: [UInt8]) -> OrgDocument? {
    OrgDocument(bytes, path: task.path, workflow: storeWorkflow)
  }

  /// What of a title that somebody has typed is read as a count of boxes, such as `[2/3]`. `[/]` asks for one.
  public static func counts(inTitle title: Text) -> [Text] {
    let bytes = title.bytes[...]
    guard OrgHeading.titleText(bytes).bytes != Array(bytes.trimmingBlanks) else { return [] }
    return Cookie.ranges(in: bytes).map { bytes[$0] }
      .filter { $0.contains(where: \.isDigit) }.map { Text(bytes: $0) }
  }

  /// Dates of Org have no zone.
  public func writing(in zone: LocalZone) -> OrgDocument { self }

  private static func firstTopHeading(in bytes: ByteView) -> ByteLine? {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while let line = bytes.line(at: start) {
      if OrgSyntax.isTopHeading(bytes[line]) { return line }
      start = line.next
    }
    return nil
  }

  /// The tags of the heading, then those of the file; each once in both.
  private static func tags(_ own: [Text], _ ofFile: [Text], isDeleted: Bool) -> [Text] {
    var tags = own
    if tags.isEmpty { tags = ofFile } else { tags.append(new: ofFile) }
    if isDeleted { tags.removeAll { $0 == archiveTag } }
    return tags
  }
}
