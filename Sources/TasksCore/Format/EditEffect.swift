/// What edits did to a file, as far as it reads as a task again: an edit changes its field and no other. Where a file
/// is so odd that more would change with it (a line that goes was all that kept others from being properties, say),
/// it is refused.
enum EditEffect {
  static func check(_ edits: [Edit], from old: Task, to new: Task) throws(EditError) {
    var expected = old
    for edit in edits { expected = expected.applying(edit) }
    for edit in edits { copyField(of: edit, from: new, to: &expected) }
    if expected == new { return }
    for edit in edits where new.format == .markdown {
      takeRule(by: edit, from: old, to: new, &expected)
      // A key of the field's own, whose value could not be read, gives way to it.
      if case .property = edit { continue }
      // It must not become the field's value in the place of one that goes.
      if case .notes(let notes) = edit, notes.trimmingBlankLines.isEmpty, !new.notes.isEmpty {
        continue
      }
      let left = new.properties
      expected.properties.removeAll { property in
        MarkdownKey.named(property.name.bytes[...]) != nil && !left.contains(property)
      }
    }
    var read = new
    sortProperties(&expected)
    sortProperties(&read)
    guard expected == read else {
      throw .notEditable("something else in the file would say something else then")
    }
  }

  /// A rule of TaskNotes that no repeater could say for the old date may be one for the new, and it says `+1w` as
  /// `++1w`.
  private static func takeRule(
    by edit: Edit, from old: Task, to new: Task, _ expected: inout Task
  ) {
    switch edit {
    case .scheduled, .deadline:
      let both = (expected.scheduled?.repeater, expected.deadline?.repeater)
      expected.scheduled?.repeater = ruled(both.0, new.scheduled?.repeater)
      expected.deadline?.repeater = ruled(both.1, new.deadline?.repeater)
      guard old.hasUnreadRule, !new.hasUnreadRule else { return }
      expected.scheduled?.repeater = new.scheduled?.repeater
      expected.deadline?.repeater = new.deadline?.repeater
    default: return
    }
  }

  private static func ruled(_ meant: Repeater?, _ read: Repeater?) -> Repeater? {
    guard let meant, let read, meant.kind == .cumulate, read.kind == .catchUp,
      meant.interval == read.interval, meant.limit == read.limit
    else { return meant }
    return read
  }

  /// A new property stands in the file where it belongs, and not behind all others; one that is there keeps the
  /// capitals of its name.
  private static func sortProperties(_ task: inout Task) {
    for index in task.properties.indices {
      let name = task.properties[index].name.bytes.map(\.lowercasedASCII)
      task.properties[index].name = Text(bytes: name)
    }
    task.properties.sort { ($0.name, $0.value) < ($1.name, $1.value) }
  }

  /// The edit's own field is the formats' own business: the order of tags, where a log's entry goes.
  private static func copyField(of edit: Edit, from new: Task, to task: inout Task) {
    switch edit {
    case .title: task.title = new.title
    case .tags: task.tags = new.tags
    case .deleted: task.tags = new.tags
    case .notes: task.notes = new.notes
    case .log: task.log = new.log
    case .clocks: task.clocks = new.clocks
    default: break
    }
    guard task.format == .org else { return }
    // Settings of the file may stand in the notes, and are both.
    let mayHaveSettings: (Text) -> Bool = { $0.withUTF8 { $0.contains(0x23) } }
    switch edit {
    case .tags, .list, .deleted:
      if mayHaveSettings(task.notes) { task.notes = new.notes }
    case .notes:
      // A title of nothing but a cookie counts the boxes.
      if Cookie.removing(from: task.title.bytes[...]).isEmpty { task.title = new.title }
      task.tags = new.tags
      task.list = new.list
    default: break
    }
  }
}

extension Task {
  fileprivate var hasUnreadRule: Bool {
    properties.contains { $0.name.bytes[...].isSame(as: "recurrence") }
  }
}
