import TasksCore

/// What an edit or a flag of a phone makes of a task.
///
/// The value before the edit is the base of a three-way merge, the task as it is now one side, and the value after the
/// edit the other, so that what has changed here since the phone had its copy stays. Where both changed a field, the
/// task keeps its value, and its log has the one of the phone.
///
/// Law: an edit whose new value the task has already changes nothing.
package struct MobileMerge {
  /// Why an edit cannot be applied.
  package struct Refusal: Error {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
  }

  package let document: any TaskDocument
  /// The values of the phone that were not taken.
  package private(set) var dropped: [MergeLoss] = []

  /// Flags a task: with the tag FLAGGED, and the text as a note in its log.
  ///
  /// - Throws: `EditError`.
  package init(flagging current: any TaskDocument, _ note: Text, now: Timestamp) throws {
    let task = current.task
    var edits: [Edit] = []
    let tag = Text("FLAGGED")
    if !task.tags.contains(tag) { edits.append(.tags(task.tags + [tag])) }
    let entry = LogEntry(.note, at: now, note: note)
    if !note.isEmpty, !task.entries.contains(where: { $0.note == entry.note }) {
      edits.append(.log([.entry(entry)] + task.log))
    }
    document = try current.applying(edits)
  }

  /// Applies an edit of a task's fields.
  ///
  /// - Parameters:
  ///   - lists: Returns the list of a staged file; nil inside if the file has the tasks without a list.
  ///   - lines: Merges texts as git does.
  /// - Throws: ``Refusal``, `EditError`.
  package init(
    _ edit: MobileEdit, in current: any TaskDocument, context: ForeignContext,
    lists: (String) -> Text??, with tools: MergeTools
  ) throws {
    let task = current.task
    switch edit.what {
    case .todo, .tags, .priority, .heading, .body:
      self = try MobileMerge(merging: edit, in: current, context, with: tools)
      return
    case .addheading: throw Refusal("a heading cannot be added here")
    case .archive, .archiveSibling:
      // A finished task is archived as it is.
      guard task.isDone || task.isDeleted else {
        throw Refusal("it is open, and cannot be archived; finish it, cancel it or delete it")
      }
      document = current
    case .delete:
      document = try current.applying(task.isDeleted ? [] : [.deleted(context.now)])
    case .refile:
      guard
        case .outline(let file, let titles)? = MobileReference(edit.new.string.trimmedBlanks),
        titles.isEmpty, let list = lists(file)
      else { throw Refusal("'\(edit.new)' is no list that it could be moved to") }
      document = try current.applying(list == task.list ? [] : [.list(list)])
    }
  }

  private init(
    merging edit: MobileEdit, in current: any TaskDocument, _ context: ForeignContext,
    with tools: MergeTools
  ) throws {
    let isOrg = current.task.format == .org
    func converted(_ document: any TaskDocument, to format: Format) throws -> any TaskDocument {
      try Conversion(
        of: document, to: format, specification: context.keywords, workflow: context.workflow
      ).document
    }
    // The phone has all tasks in Org.
    guard let org = try (isOrg ? current : converted(current, to: .org)) as? OrgDocument else {
      throw Refusal("it cannot be read as Org")
    }
    let sides = try MobileSides(of: edit, in: org, now: context.now)
    guard let base = sides.base, let new = sides.new, new.bytes != base.bytes else {
      document = current
      return
    }
    /// What a Markdown file would be with the values of a version.
    func version(_ document: OrgDocument) throws -> TaskMerge.Version {
      var side: any TaskDocument = document
      if !isOrg {
        let own = try converted(org, to: .markdown).task
        // A body without drawers has no id.
        let task = try converted(document.applying([.id(own.id)]), to: .markdown).task
        let notes: [Edit] = edit.what == .body ? [.notes(task.notes)] : []
        side = try current.applying(task.edits(from: own) + notes)
      }
      return TaskMerge.Version(bytes: side.bytes, document: side)
    }
    let outcome = TaskMerge.merge(
      base: try version(base),
      ours: TaskMerge.Version(bytes: current.bytes, document: current),
      theirs: try version(new), local: .ours, with: tools)
    switch outcome {
    case .merged(let bytes, let dropped):
      guard let read = current.reread(bytes) else { throw Refusal("it would be no task then") }
      let merged = read.countingCheckboxes(unlessIn: [current])
      let isNewState = merged.task.state != current.task.state
      document = isNewState ? merged.namingKeywords(context.keywords) : merged
      self.dropped = dropped
    case .differentIDs: throw Refusal("the text has the id of another task")
    case .notATask, .unreadable: throw Refusal("it would be no task then")
    }
  }
}

/// The two versions of a task that an edit of a phone tells of: with the value before it, and with the value after it.
/// All else is as the task has it now.
struct MobileSides {
  /// Nil if the task has the new value already.
  private(set) var base: OrgDocument?
  private(set) var new: OrgDocument?

  /// - Throws: ``MobileMerge/Refusal``, `EditError`.
  init(of edit: MobileEdit, in document: OrgDocument, now: Timestamp) throws {
    let (old, new) = (edit.old.string.trimmedBlanks, edit.new.string.trimmedBlanks)
    switch edit.what {
    case .todo: try take(state: old, new, in: document, now)
    case .tags:
      func edit(_ value: String) -> Edit {
        .tags(value.split { $0 == ":" || $0.isWhitespace }.map { Text(String($0)) }.uniqued())
      }
      try take(edit(old), edit(new), in: document)
    case .priority:
      guard new.isEmpty || Priority(new) != nil else {
        throw MobileMerge.Refusal("'\(new)' cannot be a priority")
      }
      try take(.priority(Priority(old)), .priority(Priority(new)), in: document)
    case .heading:
      let titles = [old, new].map { OrgHeading.titleText(Array($0.utf8)[...]) }
      try take(.title(titles[0]), .title(titles[1]), in: document)
    case .body: try take(body: edit.old, edit.new, in: document)
    case .addheading, .refile, .delete, .archive, .archiveSibling: break
    }
  }

  private mutating func take(_ old: Edit, _ new: Edit, in document: OrgDocument) throws {
    let after = try document.applying([new])
    if after.task.hasSameFields(as: document.task) { return }
    let before = try document.applying([old])
    base = before
    self.new = try before.applying([new])
  }

  private mutating func take(
    state old: String, _ new: String, in document: OrgDocument, _ now: Timestamp
  ) throws {
    let workflow = document.workflow
    var word = new
    // Done and archived; what is done is archived here.
    if workflow[Text(word)] == nil, word.hasSuffix("ARCHIVE") { word.removeLast(7) }
    guard let state = workflow[Text(word)]?.state, let before = workflow[Text(old)]?.state else {
      let unknown = workflow[Text(word)] == nil ? new : old
      throw MobileMerge.Refusal(
        unknown.isEmpty ? "a task has a state" : "'\(unknown)' is no state of it")
    }
    let task = document.task
    if state == task.state { return }
    var edits: [Edit] = before == task.state ? [] : [.state(before)]
    if !before.isDone, task.closed != nil { edits.append(.closed(nil)) }
    let base = try document.applying(edits)
    self.base = base
    self.new = try base.applying(base.changing(to: state, now: now))
  }

  /// The body is all below the heading of the task up to the next heading: planning and drawers, too.
  private mutating func take(body old: Text, _ new: Text, in document: OrgDocument) throws {
    let bytes = document.bytes
    let start = document.heading.line.next
    let end =
      ByteLines(bytes[start...]).first { OrgSyntax.isHeading(bytes[$0]) }?.start ?? bytes.count
    let present = Text(lines: bytes[start..<end])
    if MobileSides.isSame(present, new) { return }
    let blanks = bytes[start..<end].count - bytes[start..<end].withoutBlankEnd.count
    func with(_ body: Text) -> OrgDocument? {
      var text = Array(bytes[..<start])
      if text.last != 0x0A { text += document.lineEnd }
      for line in body.trimmingBlankLines.lines where !body.bytes.isEmpty {
        text += line.bytes + document.lineEnd
      }
      return document.reread(text + bytes[(end - blanks)...])
    }
    base = MobileSides.isSame(present, old) ? document : with(old)
    self.new = with(new)
    if base == nil || self.new == nil { throw MobileMerge.Refusal("it would be no task then") }
  }

  /// Whether two bodies look the same: phones change the blanks around lines.
  private static func isSame(_ a: Text, _ b: Text) -> Bool {
    func lines(_ text: Text) -> [[UInt8]] {
      text.trimmingBlankLines.lines.map { Array($0.bytes[...].trimmingBlanks) }
    }
    return lines(a) == lines(b)
  }
}

extension ArraySlice<UInt8> {
  fileprivate var withoutBlankEnd: ArraySlice<UInt8> {
    var end = startIndex
    for line in ByteLines(self) where !self[line].isBlankLine { end = line.next }
    return self[..<end]
  }
}
