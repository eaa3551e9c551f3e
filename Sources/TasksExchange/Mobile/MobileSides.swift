import TasksCore

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
  /// The lines without blank ones at their end.
  fileprivate var withoutBlankEnd: ArraySlice<UInt8> {
    var end = startIndex
    for line in ByteLines(self) where !self[line].isBlankLine { end = line.next }
    return self[..<end]
  }
}
