extension OrgDocument: SpanEditing {
  static func written(_ edits: [Edit]) -> [Edit] { edits.map(OrgProperty.fieldEdit) }

  static func together(_ edits: ArraySlice<Edit>) -> Int { 1 }

  static func isField(_ name: Text) -> Bool { OrgProperty.named(name) != nil }

  var hasRule: Bool { false }

  func replacements(for run: PropertyRun) -> [Replacement]? {
    drawer?.replacing(run, in: bytes, lineEnd: lineEnd)
  }

  func settled(
    _ edited: OrgDocument, after edits: ArraySlice<Edit>
  ) throws(EditError) -> OrgDocument {
    for edit in edits {
      if case .notes(let notes) = edit { return try settled(edited, afterNotes: notes) }
      try edited.checkHeading(after: edit, of: self)
    }
    return edited
  }

  package func replacingPreamble(with text: Text) -> OrgDocument {
    if text == preamble { return self }
    let old = bytes[bytes.byteOrderMarkLength..<heading.line.start]
    // A carriage return that is part of a line rather than of a line end is kept.
    let lines = preamble.hasReturnsAtLineEnds ? text : text.withoutReturns
    guard !lines.lines.contains(where: { OrgSyntax.isTopHeading($0.bytes[...]) }) else {
      return self
    }
    let changed = LineEdits.changedLines(from: old, to: lines, lineEnd: lineEnd)
    return reread(Replacement.apply(changed, to: bytes, lineEnd: lineEnd)) ?? self
  }

  func replacements(for edits: ArraySlice<Edit>) throws(EditError) -> [Replacement] {
    edits.flatMap(replacements)
  }

  private func replacements(for edit: Edit) -> [Replacement] {
    switch edit {
    case .title(let title):
      return OrgHeading.titleText(title.bytes[...]) == task.title
        && StatisticsCookie.ranges(in: title.bytes[...]).isEmpty
        ? [] : heading.replacingTitle(with: title, in: bytes)
    case .state(let state):
      return state == task.state ? [] : heading.replacingKeyword(with: state.keyword, in: bytes)
    case .priority(let priority):
      return priority == task.priority ? [] : heading.replacingPriority(with: priority, in: bytes)
    case .tags: return replacingTags(with: task.applying(edit).tags)
    case .scheduled(let plan): return replacing(.scheduled, task.scheduled, with: plan)
    case .deadline(let plan): return replacing(.deadline, task.deadline, with: plan)
    case .closed(let time):
      return replacing(.closed, task.closed.map { Planning($0) }, with: time.map { Planning($0) })
    case .deleted(let time):
      // A value that could not be read is among the other properties.
      let isSame = time == task.deleted && task.property(named: OrgProperty.deleted.name) == nil
      let change =
        isSame
        ? nil : OrgProperty.change(by: edit).map { replacingProperty($0.name, with: $0.value) }
      // If the heading ends the file, both insertions are at the same offset, and the tag must come first.
      return hiding(time != nil) + (change ?? [])
    case .field(.list, .nothing):
      guard task.applying(edit) != task else { return [] }
      return removing(settings.categoryLines)
        + replacingProperty(OrgProperty.field(.list).name, with: nil)
    case .field(let field, let value):
      guard task.applying(edit) != task else { return [] }
      let property = OrgProperty.field(field)
      let old = drawer?.value(of: property, in: bytes)
      return replacingProperty(
        property.name,
        with: old.map { OrgFieldValue.print(value, field, replacing: $0[...]) }
          ?? OrgFieldValue.print(value, field.kind))
    case .notes(let notes): return replacingNotes(with: notes)
    case .log(let log): return movingStamps(ofLog: log) ?? replacingLog(with: log)
    default:
      guard task.applying(edit) != task, let change = OrgProperty.change(by: edit) else {
        return []
      }
      return replacingProperty(change.name, with: change.value)
    }
  }

  // MARK: Heading

  private func replacingTags(with tags: [Text]) -> [Replacement] {
    guard tags != task.tags else { return [] }
    let old = heading.tags(in: bytes[...])
    let (inHeading, inFile, left) = (Set(old), Set(settings.tags), Set(tags))
    let hidden = task.isDeleted ? old.filter { $0 == Task.archiveTag } : []
    let own = tags.filter { inHeading.contains($0) || !inFile.contains($0) }
    return heading.replacingTags(with: own + hidden, in: bytes)
      + removingFileTags(inFile.subtracting(left))
  }

  /// Adds or removes the ARCHIVE tag of a deleted task, which is not among the task's tags. A task that had the
  /// tag before has it twice while it is deleted.
  private func hiding(_ isHidden: Bool) -> [Replacement] {
    guard isHidden else {
      return task.isDeleted ? heading.removingLast(Task.archiveTag, in: bytes) : []
    }
    let isThere =
      task.isDeleted && heading.tags(in: bytes[...]).contains(Task.archiveTag)
    return isThere ? [] : [heading.appending(Task.archiveTag, in: bytes)]
  }

  /// Removes lines with settings. If that would turn a drawer below into one of the whole file, a blank line
  /// takes the place of the last setting.
  private func removing(_ lines: [Range<Int>]) -> [Replacement] {
    let gone = lines.map { Replacement($0, "") }
    guard settings.drawer == nil, let last = lines.last,
      reread(Replacement.apply(gone, to: bytes))?.settings.drawer != nil
    else { return gone }
    return gone.dropLast() + [Replacement(last, lineEnd)]
  }

  private func removingFileTags(_ gone: Set<Text>) -> [Replacement] {
    guard !gone.isEmpty else { return [] }
    var lines: [Range<Int>] = []
    let changed = settings.tagLines.compactMap { line, range -> Replacement? in
      let tags = bytes[range].split { $0.isBlank || $0 == 0x3A }.map { Text(bytes: $0) }
      let kept = tags.filter { !gone.contains($0) }
      guard kept.count < tags.count else { return nil }
      guard kept.isEmpty else {
        return Replacement(range, [0x3A] + Array(kept.map { $0.bytes + [0x3A] }.joined()))
      }
      lines.append(line.range)
      return nil
    }
    return changed + removing(lines)
  }

  // MARK: Planning and properties

  private func replacing(
    _ keyword: OrgPlanningLine.Keyword, _ old: Planning?, with new: Planning?
  ) -> [Replacement] {
    guard old != new else { return [] }
    if let planning { return planning.replacing(keyword, with: new, in: bytes) }
    guard let new else { return [] }
    let line = "\(keyword.text) \(OrgPlanningLine.stamp(keyword, new))"
    return [inserting(Array(drawerIndent) + Array(line.utf8), at: heading.line)]
  }

  private func replacingProperty(_ name: Text, with value: Text?) -> [Replacement] {
    if let drawer { return drawer.replacing(name, with: value, in: bytes, lineEnd: lineEnd) }
    guard let value else { return [] }
    let indent = Array(drawerIndent)
    let lines = [
      indent + Array(":PROPERTIES:".utf8), indent + OrgPropertyDrawer.print(name, value),
      indent + Array(":END:".utf8),
    ]
    return [inserting(Array(lines.joined(separator: lineEnd)), at: planning?.line ?? heading.line)]
  }

  /// The indentation of new drawers and planning lines: that of the existing ones.
  var drawerIndent: ArraySlice<UInt8> {
    let model =
      planning?.line ?? drawer?.opening ?? logbook.firstBelowProperties?.opening
    guard let model else { return [] }
    return bytes[model].prefix { $0.isBlank }
  }

  /// Inserts lines below a line, which may be the last of the file and lack a line end.
  func inserting(_ lines: [UInt8], at line: ByteLine) -> Replacement {
    Replacement(line.next..<line.next, line.hasEnd ? lines + lineEnd : lineEnd + lines)
  }

  /// The last line of the heading with its planning line and property drawer.
  package var drawerEnd: ByteLine { drawer?.closing ?? planning?.line ?? heading.line }
}
