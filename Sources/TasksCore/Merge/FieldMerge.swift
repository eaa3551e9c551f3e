/// Merges tasks field by field, before the result is written into a file (merge.md, "One task: fields").
package struct FieldMerge {
  package private(set) var task: Task
  /// The text before an Org task, then one with the lines of both sides, which is used if the first does not define the
  /// keyword of the merged task. Nil in Markdown, where this text is merged with the entries of the front matter.
  let preambles: [Text]?
  package private(set) var dropped: [MergeLoss] = []
  let fields: [Field]

  private let prefer: TaskMerge.Preference?
  private let shared: SharedOccurrences?
  private let cipher: (any NotesCipher)?
  private let own: @Sendable () -> OwnFields

  package init(
    _ documents: ThreeWay<any TaskDocument>, local: Side?, prefer: TaskMerge.Preference? = nil,
    cipher: (any NotesCipher)? = nil, own: @escaping @Sendable () -> OwnFields = { OwnFields() }
  ) {
    self.own = own
    self.prefer = prefer
    self.cipher = cipher
    shared = SharedOccurrences(documents)
    let tasks = documents.map(\.task)
    let texts = documents.map(\.preamble)
    let both = ThreeWay(base: nil, ours: texts.ours, theirs: texts.theirs)
    preambles =
      tasks.ours.format == .org
      ? [TextMerge.merged(texts, local: local), TextMerge.merged(both, local: local)] : nil
    task = tasks.ours
    fields = Field.all(
      in: [tasks.base, tasks.ours, tasks.theirs].compactMap { $0 }, format: tasks.ours.format)
    if let own = [tasks.ours, tasks.theirs, tasks.base].compactMap({ $0 }).first(where: \.hasOwnID)
    {
      task.id = own.id
      task.hasOwnID = true
    }
    for field in fields where field.property == nil { merge(field, tasks, local: local) }
    mergeProperties(tasks, local: local)
    if task.isDeleted { task.tags.removeAll { $0 == Task.archiveTag } }
    noteLostRepeaters(tasks)
    forgetPresent(tasks)
  }

  /// The edits that make a file say what the merged task says.
  func edits(for document: any TaskDocument) -> [Edit] {
    var wanted = task
    // The order of a set is no value.
    for field in fields where field.rule == .set && field.isSame(wanted, document.task) {
      field.copy(from: document.task, to: &wanted)
    }
    // The tag that hides a deleted task is not among its tags: it may be missing where another side's tags are.
    return wanted.edits(from: document.task) + (task.isDeleted ? [.deleted(task.deleted)] : [])
  }

  private mutating func merge(_ field: Field, _ tasks: ThreeWay<Task>, local: Side?) {
    switch field.rule {
    case .local, .rank, .box: choose(field, tasks, local: local)
    case .set:
      let members = tasks.map { field.value(in: $0).members }
      // The order is that of the side that changed the set.
      let isTheirs = members.ours == members.base && members.theirs != members.base
      let merged =
        isTheirs
        ? members.theirs
        : ThreeWay<[FieldValue]>.members(
          base: members.base ?? [], ours: members.ours, theirs: members.theirs)
      field.set(.list(merged), in: &task)
    case .log: break
    case .clocks:
      // Entries and clocks are one log.
      let merge = LogMerge(tasks.map(\.log))
      task.log = merge.log.filter { shared?.superseded.contains($0) != true }
      dropped += merge.dropped.map { .init(field: field.name, value: Text($0.fieldText)) }
    case .lines:
      let notes = tasks.map(\.notes)
      // The tags are merged by now.
      let isSecret = task.tags.contains(Task.cryptTag)
      if let merge = EncryptedNotesMerge(
        notes, format: task.format, local: local, isSecret: isSecret, cipher: cipher)
      {
        // Ticks that were lost are not logged, which would tell the text of their checkboxes.
        task.notes = merge.notes
        return
      }
      let merge = BodyMerge(notes, format: task.format, local: local)
      task.notes = merge.notes
      dropped += merge.dropped.map {
        .init(field: Field.checkbox($0.text).name, value: FieldValue.flag($0.isChecked).text)
      }
    }
  }

  /// Merges all properties in one pass, by the same rule as ``choose(_:_:local:)``.
  private mutating func mergeProperties(_ tasks: ThreeWay<Task>, local: Side?) {
    let values = tasks.map { PropertyValues($0.properties) }
    var changes: [(name: Text, value: Text?)] = []
    for field in fields {
      guard let name = field.property else { continue }
      let units = ThreeWay(
        base: FieldValue(values.base?[name]), ours: FieldValue(values.ours[name]),
        theirs: FieldValue(values.theirs[name]))
      var decision = units.decision(local: local) { $0.text ?? .empty }
      if decision.isConflict {
        let texts = ThreeWay(base: nil, ours: values.ours[name], theirs: values.theirs[name])
        if let merged = mergedOwn(name, values.map { $0[name] }) {
          changes.append((name, merged))
          continue
        } else if let side = ProgramStamp.later(of: name, texts, local: decision.side) {
          decision.side = side
        } else {
          if let side = prefer?(field, tasks) { decision.side = side }
          let lost = units[decision.side.other]
          dropped.append(.init(field: field.name, value: lost.text))
        }
      }
      changes.append((name, values[decision.side][name]))
    }
    task.properties = task.properties.replacing(changes)
  }

  /// Merges a field of the store's own by its kind: the members of words, and one value in two forms. Nil if both sides
  /// have values that exclude each other.
  private func mergedOwn(_ name: Text, _ texts: ThreeWay<Text?>) -> Text?? {
    guard let field = own()[name] else { return nil }
    func value(_ text: Text?) -> FieldValue? { text.map { field.read($0) } ?? .nothing }
    guard let ours = value(texts.ours), let theirs = value(texts.theirs) else { return nil }
    let base = value(texts.base ?? nil)
    if ours == theirs || theirs == base { return .some(texts.ours) }
    if ours == base { return .some(texts.theirs) }
    guard case .words = field.kind, let base else { return nil }
    let members = ThreeWay<[FieldValue]>.members(
      base: base.members, ours: ours.members, theirs: theirs.members)
    return .some(field.text(FieldValue(list: members), in: task.format))
  }

  private mutating func choose(_ field: Field, _ tasks: ThreeWay<Task>, local: Side?) {
    let units = ThreeWay(
      base: tasks.base.map { field.unit(of: $0) } ?? .nothing, ours: field.unit(of: tasks.ours),
      theirs: field.unit(of: tasks.theirs))
    var decision = units.decision(local: local) { $0.text ?? .empty }
    if decision.isConflict, let side = shared?.later(field, tasks) {
      (decision.side, decision.isConflict) = (side, shared?.putsAside(field) == true)
    } else if decision.isConflict, let side = FieldMerge.earlier(field, tasks) {
      (decision.side, decision.isConflict) = (side, false)
    } else if decision.isConflict, let side = prefer?(field, tasks) {
      decision.side = side
    }
    let (kept, lost) = (tasks[decision.side], tasks[decision.side.other])
    field.copy(from: kept, to: &task)
    if field.name == "state", kept.state == lost.state {
      // The same state with another stamp: the stamp is then merged by itself.
      let stamps = tasks.map(\.closed)
      let known = ThreeWay(base: stamps.base ?? nil, ours: stamps.ours, theirs: stamps.theirs)
      task.closed = known[known.decision(local: local) { Text($0?.iso ?? "") }.side]
    }
    if decision.isConflict, field.isLogged(kept: kept, dropped: lost) {
      dropped.append(.init(field: field.name, value: field.value(in: lost).text))
    }
  }

  /// Of one task that two devices made, such as of one line of the inbox, the side that did so first; nil for any other
  /// field.
  private static func earlier(_ field: Field, _ tasks: ThreeWay<Task>) -> Side? {
    guard field.name == PlainField.created.name, tasks.base == nil,
      let ours = tasks.ours.created, let theirs = tasks.theirs.created
    else { return nil }
    return theirs < ours ? .theirs : .ours
  }

  /// Takes away the entry of a value that one side has put aside, and that the merged task has after all. In the base of
  /// a later merge, as git makes one of several, the other side would seem to have removed the entry.
  private mutating func forgetPresent(_ tasks: ThreeWay<Task>) {
    let merged = task
    guard merged.entries.contains(where: { if case .dropped = $0.kind { true } else { false } })
    else { return }
    let both = Set(tasks.ours.log).intersection(tasks.theirs.log)
    task.log = merged.log.filter { item in
      guard case .dropped(let name, let value) = item.entry?.kind, !both.contains(item),
        let field = fields.first(where: { $0.name == name })
      else { return true }
      return field.value(in: merged).text != value
    }
  }

  /// Records a new repeater of a Markdown task as dropped if the merged task does not have it on the same date,
  /// because one side removed the date or only the other side added it.
  private mutating func noteLostRepeaters(_ tasks: ThreeWay<Task>) {
    guard task.format == .markdown else { return }
    for side in [tasks.ours, tasks.theirs] {
      let dates: [(Task) -> Planning?] = [{ $0.scheduled }, { $0.deadline }]
      for date in dates {
        guard let repeater = date(side)?.repeater,
          repeater != tasks.base.flatMap(date)?.repeater, repeater != date(task)?.repeater
        else { continue }
        let value = Field.repeats.value(in: side).text
        let entry = MergeLoss(field: Field.repeats.name, value: value)
        if !dropped.contains(entry) { dropped.append(entry) }
      }
    }
  }
}

/// A file of what the last import of each source read: the lines of `.tasks/imports/FORMAT`.
///
/// A line holds the id of a task, the source, the notes as a JSON string, and the rest of what was read, with tabs between
/// them. The source is empty if it no longer has the task. The lines are in the order of the ids; where two clones have
/// imported, git keeps the lines of both (`merge=union`).
package struct ImportRecords: Sendable {
  package struct Line: Sendable {
    package var source: Text
    /// Empty once the notes of the task are encrypted.
    package var notes: [UInt8]
    /// Empty once the whole task is encrypted.
    package var rest: [UInt8]

    package init(source: Text, notes: [UInt8], rest: [UInt8]) {
      (self.source, self.notes, self.rest) = (source, notes, rest)
    }
  }

  package static let folder = ".tasks/imports"

  package var lines: [TaskID: [Line]] = [:]

  package init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A) {
      let parts = line.split(separator: 0x09, maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4, let id = TaskID(Text(bytes: parts[0])) else { continue }
      lines[id, default: []].append(
        Line(source: Text(bytes: parts[1]), notes: Array(parts[2]), rest: Array(parts[3])))
    }
  }

  /// Forgets the notes of some tasks and all but the ids of others: what is encrypted must not be read here.
  ///
  /// - Returns: Whether anything was known.
  package mutating func forget(notes: Set<TaskID>, tasks: Set<TaskID>) -> Bool {
    var isChanged = false
    for id in notes.union(tasks) {
      guard let known = lines[id] else { continue }
      let left = known.map {
        Line(source: $0.source, notes: [], rest: tasks.contains(id) ? [] : $0.rest)
      }
      isChanged =
        isChanged || zip(known, left).contains { $0.notes != $1.notes || $0.rest != $1.rest }
      lines[id] = left
    }
    return isChanged
  }

  package var bytes: [UInt8] {
    var out: [UInt8] = []
    for (id, lines) in lines.ordered(by: { $0.key.text < $1.key.text }) {
      for line in lines {
        out += id.text.bytes + [0x09] + line.source.bytes + [0x09] + line.notes + [0x09] + line.rest
        out.append(0x0A)
      }
    }
    return out
  }
}
