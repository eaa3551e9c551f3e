/// Parses the entries of front matter into a task, and records the entry that each field came from.
struct MarkdownFieldReader {
  private(set) var fields: FieldSources
  private let bytes: ByteView
  private let workflow: Workflow
  private var plan = PlanningKeys()
  private var contexts: [Text] = []
  /// For each property of the task, the index of its entry.
  private var propertyPlaces: [Int] = []

  init(
    _ entries: [FrontMatterEntry], of bytes: ByteView, workflow: Workflow, into task: inout Task
  ) {
    fields = FieldSources(entries)
    self.bytes = bytes
    self.workflow = workflow
    task.hasOwnID = false
    var (seen, repeated): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
    for index in entries.indices {
      let key = bytes[entries[index].key]
      if !seen.insert(key.foldedName).inserted {
        fields.hide(index)
        if repeated.insert(key.foldedName).inserted { fields.addDuplicate(Text(bytes: key)) }
      } else if !entries[index].isEmpty {
        read(entries[index], index, into: &task)
      }
    }
  }

  private mutating func read(
    _ entry: FrontMatterEntry, _ index: Int, into task: inout Task
  ) {
    guard let name = entry.field else { return addProperty(entry, index, to: &task) }
    let (key, spelling) = (name.key, name.spelling)
    if entry.isEmptyField(in: bytes) { return }
    let old = fields.index(of: key)
    // Tags may be under two names at once; of any other field the spelling with the highest precedence counts.
    let isShared = key == .tags && old != nil
    guard isShared || fields.takes(key, spelling) else {
      return isKeptBeside(entry) ? addProperty(entry, index, to: &task) : fields.hide(index)
    }
    guard set(key, entry, in: &task) else { return addProperty(entry, index, to: &task) }
    if isShared { return }
    if let old {
      if isKeptBeside(fields.entries[old]) {
        addProperty(fields.entries[old], old, to: &task)
      } else {
        fields.hide(old)
      }
    }
    fields.setSource(of: key, to: index)
  }

  /// True for an unused entry that is shown as a property: a second id, or several lists.
  private func isKeptBeside(_ entry: FrontMatterEntry) -> Bool {
    entry.field?.key == .id || entry.field?.key == .field(.list) && entry.hasSeveral
  }

  private mutating func addProperty(
    _ entry: FrontMatterEntry, _ index: Int, to task: inout Task
  ) {
    guard let value = MarkdownProperty.text(of: entry, in: bytes) else { return fields.hide(index) }
    task.properties.append(Task.Property(Text(bytes: bytes[entry.key]), value))
    propertyPlaces.append(index)
  }

  /// Sets the field; returns false if the value cannot be parsed.
  private mutating func set(
    _ key: FrontMatterKey, _ entry: FrontMatterEntry, in task: inout Task
  ) -> Bool {
    func take<Value>(_ value: Value?, _ store: (Value) -> Void) -> Bool {
      guard let value else { return false }
      store(value)
      return true
    }
    switch key {
    case .id:
      return take(entry.text(in: bytes).flatMap { TaskID($0) }) {
        task.id = $0
        task.hasOwnID = true
      }
    case .title: return take(entry.title(in: bytes)) { task.title = $0 }
    case .status:
      return take(StatusWord.state(of: entry, in: bytes, workflow: workflow)) { task.state = $0 }
    case .priority:
      return take(entry.text(in: bytes).flatMap { PriorityWord.read($0) }) { task.priority = $0 }
    case .tags:
      return take(MarkdownTags.readSet(entry, in: bytes)) { tags in
        if task.tags.isEmpty { task.tags = tags } else { task.tags.append(new: tags) }
      }
    case .contexts:
      return take(MarkdownTags.readSet(entry, in: bytes)) {
        contexts =
          $0.allSatisfy(MarkdownTags.isContext) ? $0 : $0.map(MarkdownTags.context)
      }
    case .scheduled, .scheduledEnd, .scheduledWarning, .due, .dueEnd, .dueWarning, .repeat,
      .recurrenceAnchor, .scheduledRepeat:
      return plan.read(key, entry, in: bytes)
    case .completed:
      if let scalar = entry.scalar, scalar.withBytes(in: bytes, PlanningKeys.isNone) { return true }
      return take(entry.moment(in: bytes)) { task.closed = $0 }
    case .deleted: return take(entry.moment(in: bytes)) { task.deleted = $0 }
    case .timeEntries:
      return take(entry.timeEntries(in: bytes)) { task.log = $0.map { .clock($0) } }
    case .field(let field):
      return take(MarkdownFieldValue.read(entry, field.kind, in: bytes)) {
        field.set($0, in: &task)
      }
    case .notes:
      return take(entry.text(in: bytes)?.withoutReturns.trimmingBlankLines) { task.notes = $0 }
    }
  }

  /// Completes the task once all entries are read: resolves dates, which depend on each other, and removes the
  /// tag hidden by deletion. If the body has notes, the key `notes` is an ordinary property.
  mutating func finish(_ task: inout Task, hasNotes: Bool) {
    if task.tags.isEmpty { task.tags = contexts } else { task.tags.append(new: contexts) }
    if task.isDeleted, !task.tags.isEmpty { task.tags.removeAll { $0 == Task.archiveTag } }
    plan.settle()
    task.scheduled = plan.scheduled
    task.deadline = plan.deadline
    if let rule = plan.ruled {
      task.repeats.days = task.repeats.days ?? rule.days
      task.repeats.until = task.repeats.until ?? rule.until
    }
    for key in plan.stray { leave(key, to: &task) }
    addOtherLists(to: &task)
    if hasNotes { leave(.notes, to: &task) }
    // Values that are read but never written are preserved as lines of the preamble.
    if let index = fields.index(of: .timeEntries) { fields.hide(index) }
    if let index = fields.index(of: .field(.reminders)), case .records = fields.entries[index].value
    {
      fields.hide(index)
    }
    sortProperties(of: &task)
  }

  /// The first of several lists is the task's list; the others become a property with the key's name.
  private mutating func addOtherLists(to task: inout Task) {
    guard let index = fields.index(of: .field(.list)), fields.entries[index].hasSeveral,
      case .list(let list) = fields.entries[index].value,
      let others = MarkdownProperty.text(of: list, in: bytes, isRest: true)
    else { return }
    task.properties.append(Task.Property(Text(bytes: bytes[fields.entries[index].key]), others))
    propertyPlaces.append(index)
  }

  private mutating func leave(_ key: FrontMatterKey, to task: inout Task) {
    guard let index = fields.index(of: key) else { return }
    fields.removeSource(of: key)
    addProperty(fields.entries[index], index, to: &task)
  }

  /// Sorts the properties into file order.
  private func sortProperties(of task: inout Task) {
    let places = propertyPlaces
    guard zip(places, places.dropFirst()).contains(where: { $0 > $1 }) else { return }
    let sorted = zip(places, task.properties).ordered { $0.0 < $1.0 }
    task.properties = sorted.map(\.1)
  }
}

/// The front matter entry that each field of a task came from, and the entries that nothing shows.
package struct FieldSources {
  let entries: [FrontMatterEntry]
  /// For each entry, whether no field and no property shows it: maps, repeated keys, second spellings. Empty if
  /// there is none.
  private var hidden: [Bool] = []
  /// Keys that occur more than once, without duplicates; the first entry of each counts, and editing them is
  /// refused.
  private(set) var duplicates: [Text] = []
  /// For each key, the index of the entry its field was read from: the readable spelling with the highest
  /// precedence. -1 if there is none.
  private var sources: [Int]

  init(_ entries: [FrontMatterEntry]) {
    self.entries = entries
    sources = Array(repeating: -1, count: FrontMatterKey.all.count)
  }

  package func source(_ key: FrontMatterKey) -> FrontMatterEntry? {
    index(of: key).map { entries[$0] }
  }

  func index(of key: FrontMatterKey) -> Int? {
    let index = sources[key.place]
    return index < 0 ? nil : index
  }

  /// True if a field was read from this entry.
  func isSource(_ entry: FrontMatterEntry) -> Bool {
    sources.contains { $0 >= 0 && entries[$0].range == entry.range }
  }

  /// True if neither this spelling nor one of higher precedence has been read yet.
  func takes(_ key: FrontMatterKey, _ spelling: UInt8) -> Bool {
    source(key)?.field.map { spelling < $0.spelling } ?? true
  }

  mutating func setSource(of key: FrontMatterKey, to index: Int) {
    sources[key.place] = index
  }

  mutating func removeSource(of key: FrontMatterKey) { sources[key.place] = -1 }

  func isHidden(_ index: Int) -> Bool { !hidden.isEmpty && hidden[index] }

  mutating func hide(_ index: Int) {
    if hidden.isEmpty { hidden = Array(repeating: false, count: entries.count) }
    hidden[index] = true
  }

  mutating func addDuplicate(_ key: Text) { duplicates.append(key) }
}
