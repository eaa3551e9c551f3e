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
