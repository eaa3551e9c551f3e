extension OrgDocument {
  public func applying(_ edits: [Edit]) throws(EditError) -> OrgDocument {
    var document = self
    for edit in edits {
      try document.check(edit)
      let replacements = document.replacements(for: edit)
      guard !replacements.isEmpty else { continue }
      let edited = Replacement.apply(replacements, to: document.bytes)
      guard let reread = document.reread(edited) else {
        throw .notEditable("the change would leave no task in the file")
      }
      document = reread
    }
    return document
  }

  public func replacingPreamble(with text: Text) -> OrgDocument {
    let old = bytes[bomLength..<heading.line.start]
    let changed = OrgText.changedLines(from: old, to: text, lineEnd: lineEnd)
    return reread(Replacement.apply(changed, to: bytes)) ?? self
  }

  private func replacements(for edit: Edit) -> [Replacement] {
    switch edit {
    case .title(let title):
      return title == task.title ? [] : heading.replacingTitle(with: title)
    case .state(let state):
      return state == task.state ? [] : [heading.replacingKeyword(with: state.keyword)]
    case .priority(let priority):
      return priority == task.priority ? [] : [heading.replacingPriority(with: priority)]
    case .tags(let tags): return replacingTags(with: tags)
    case .scheduled(let plan): return replacing(.scheduled, task.scheduled, with: plan)
    case .deadline(let plan): return replacing(.deadline, task.deadline, with: plan)
    case .closed(let time):
      return replacing(.closed, task.closed.map { Planning($0) }, with: time.map { Planning($0) })
    case .deleted(let time):
      let change = OrgProperty.change(by: edit).map { replacingProperty($0.name, with: $0.value) }
      return (change ?? []) + hiding(time != nil)
    case .list(nil):
      let line = settings.categoryLine.map { [Replacement($0.range, "")] } ?? []
      return line + replacingProperty(Text(OrgProperty.list.rawValue), with: nil)
    case .notes(let notes): return replacingNotes(with: notes)
    case .log(let log):
      return replacingLog(
        with: log.map { .entry($0) }, among: { if case .entry = $0 { true } else { false } })
    case .clocks(let clocks):
      return replacingLog(
        with: clocks.map { .clock($0) }, among: { if case .clock = $0 { true } else { false } })
    default:
      guard task.applying(edit) != task, let change = OrgProperty.change(by: edit) else { return [] }
      return replacingProperty(change.name, with: change.value)
    }
  }

  // MARK: Heading

  private func replacingTags(with tags: [Text]) -> [Replacement] {
    guard tags != task.tags else { return [] }
    let isHidden = task.isDeleted && heading.tags.contains(OrgDocument.archiveTag)
    let own = tags.filter { heading.tags.contains($0) || !settings.tags.contains($0) }
    let gone = settings.tags.filter { !tags.contains($0) }
    return heading.replacingTags(with: own + (isHidden ? [OrgDocument.archiveTag] : []))
      + removingFileTags(gone)
  }

  /// A task of the trash carries ARCHIVE, which its tags do not show.
  private func hiding(_ isHidden: Bool) -> [Replacement] {
    let tags = heading.tags
    if isHidden {
      return tags.contains(OrgDocument.archiveTag)
        ? [] : heading.replacingTags(with: tags + [OrgDocument.archiveTag])
    }
    guard task.isDeleted, tags.contains(OrgDocument.archiveTag) else { return [] }
    return heading.replacingTags(with: tags.filter { $0 != OrgDocument.archiveTag })
  }

  private func removingFileTags(_ gone: [Text]) -> [Replacement] {
    guard !gone.isEmpty else { return [] }
    return settings.tagValues.compactMap { range in
      let tags = bytes[range].split { $0.isBlank || $0 == 0x3A }.map { Text(bytes: $0) }
      let kept = tags.filter { !gone.contains($0) }
      guard kept.count < tags.count else { return nil }
      let text = kept.isEmpty ? [] : [0x3A] + Array(kept.map { $0.bytes + [0x3A] }.joined())
      return Replacement(range, text)
    }
  }

  // MARK: Planning and properties

  private func replacing(
    _ keyword: OrgPlanningLine.Keyword, _ old: Planning?, with new: Planning?
  ) -> [Replacement] {
    guard old != new else { return [] }
    if let planning { return planning.replacing(keyword, with: new) }
    guard let new else { return [] }
    let line = "\(keyword.text) \(OrgPlanningLine.stamp(keyword, new))"
    return [inserting(Array(drawerIndent) + Array(line.utf8), at: heading.line)]
  }

  private func replacingProperty(_ name: Text, with value: Text?) -> [Replacement] {
    if let drawer { return drawer.replacing(name, with: value, lineEnd: lineEnd) }
    guard let value else { return [] }
    let indent = Array(drawerIndent)
    let lines = [
      indent + Array(":PROPERTIES:".utf8), indent + OrgPropertyDrawer.print(name, value),
      indent + Array(":END:".utf8),
    ]
    return [inserting(Array(lines.joined(separator: lineEnd)), at: planning?.line ?? heading.line)]
  }

  /// Drawers and planning stand as far in as what is there already.
  private var drawerIndent: ArraySlice<UInt8> {
    let model =
      planning?.line.content ?? drawer?.opening.content ?? logbook.drawer?.opening.content ?? []
    return model.prefix { $0.isBlank }
  }

  /// New lines below a line, which may be the last of a file and have no end.
  private func inserting(_ lines: [UInt8], at line: ByteLine) -> Replacement {
    Replacement(line.next..<line.next, line.hasEnd ? lines + lineEnd : lineEnd + lines)
  }

  // MARK: Log

  /// Takes away the items that are gone and puts the new ones before those they precede; what stays is
  /// not touched. `among` tells the items meant from the others of the log.
  private func replacingLog(
    with new: [OrgLogbook.Content], among isMeant: (OrgLogbook.Content) -> Bool
  ) -> [Replacement] {
    let old = logbook.items.filter { isMeant($0.content) }
    guard old.map(\.content) != new else { return [] }
    var unmatched = old[...]
    var pending: [OrgLogbook.Content] = []
    var insertions: [(position: Int?, contents: [OrgLogbook.Content])] = []
    var doomed: [OrgLogbook.Item] = []
    for content in new {
      guard let index = unmatched.firstIndex(where: { $0.content == content }) else {
        pending.append(content)
        continue
      }
      doomed += unmatched[..<index]
      if !pending.isEmpty { insertions.append((unmatched[index].range.lowerBound, pending)) }
      pending = []
      unmatched = unmatched[(index + 1)...]
    }
    doomed += unmatched
    if !pending.isEmpty { insertions.append((nil, pending)) }
    if insertions.isEmpty, let drawer = logbook.drawer,
      logbook.items.count == doomed.count,
      doomed.allSatisfy({ drawer.opening.start < $0.range.lowerBound && $0.range.upperBound <= drawer.closing.start })
    {
      return [Replacement(drawer.opening.start..<drawer.closing.next, "")]
    }
    return doomed.map { Replacement($0.range, "") }
      + insertions.map { insertion in
        let isNewest = insertion.position == old.first?.range.lowerBound
        return insertingLog(insertion.contents, before: isNewest ? nil : insertion.position, isNewest)
      }
  }

  private func insertingLog(
    _ contents: [OrgLogbook.Content], before position: Int?, _ isNewest: Bool
  ) -> Replacement {
    guard let drawer = logbook.drawer else {
      let indent = Array(drawerIndent)
      var text = indent + Array(":LOGBOOK:".utf8) + lineEnd
      for content in contents {
        text += OrgLogbook.print(content, indent: indent[...], lineEnd: lineEnd)
      }
      text += indent + Array(":END:".utf8)
      return inserting(text, at: drawerEnd)
    }
    let indent = drawer.opening.content.prefix { $0.isBlank }
    let lines = contents.map { OrgLogbook.print($0, indent: indent, lineEnd: lineEnd) }
    // Entries that stand outside the drawer are read, never written: what is new goes into the drawer.
    let inside = drawer.opening.next...drawer.closing.start
    let fallback = isNewest ? drawer.opening.next : drawer.closing.start
    var target = position.flatMap { inside.contains($0) ? $0 : nil } ?? fallback
    // A line that stands deeper than the entries would become the note of one put before it.
    while let item = logbook.items.first(where: { $0.range.lowerBound == target }),
      case .entry = item.content,
      bytes[target...].prefix(while: { $0.isBlank }).count > indent.count,
      item.range.upperBound <= drawer.closing.start
    {
      target = item.range.upperBound
    }
    return Replacement(target..<target, Array(lines.joined()))
  }

  /// The last line of the heading, its planning and its properties.
  private var drawerEnd: ByteLine { drawer?.closing ?? planning?.line ?? heading.line }

  // MARK: Notes

  private func replacingNotes(with new: Text) -> [Replacement] {
    guard new != task.notes else { return [] }
    let progress = Checklist(new, format: .org).progress
    let old = task.checklist
    let cookies =
      Checklist(task.notes, format: .org).progress == progress && old.isEmpty
      ? []
      : Cookie.recounting(heading.titleBytes, checked: progress.checked, total: progress.total)
    if task.notes.isEmpty {
      let body = OrgText.withLineEnds(new, lineEnd)
      let last = lastLineBeforeNotes
      let isGap = !last.isBlank
      let text = (last.hasEnd ? [] : lineEnd) + (isGap ? lineEnd : []) + body
      return cookies + [Replacement(last.next..<last.next, text + (last.hasEnd ? lineEnd : []))]
    }
    if new.isEmpty { return cookies + [Replacement(gapBeforeNotes..<bytes.endIndex, "")] }
    return cookies + OrgText.changedLines(from: bytes[notes], to: new, lineEnd: lineEnd)
  }

  /// The file's last line when it has no notes.
  private var lastLineBeforeNotes: ByteLine {
    var last = drawerEnd
    while let line = ByteLines.line(at: last.next, in: bytes[...]) { last = line }
    return last
  }

  /// Where the blank lines in front of the notes begin.
  private var gapBeforeNotes: Int { logbook.end }
}
