/// Reads the entries of front matter into a task, and knows which entry each field came from.
struct MarkdownFields {
  private(set) var task: Task
  /// The entry that counts for a field, by the key's number: the first of its spellings that can be read.
  private(set) var sources: [Int?]
  /// What no field and no property shows, entry by entry: maps, repeated keys, second spellings.
  private(set) var isHidden: [Bool]
  /// Keys that stand more than once, each once; the first one counts, and none of them is edited.
  private(set) var duplicates: [Text] = []

  private let entries: [FrontMatterEntry]
  private let workflow: Workflow
  private var spellings: [Int]
  private var plan = MarkdownPlan()
  private var properties: [(index: Int, property: Task.Property)] = []
  private var contexts: [Text] = []

  init(_ entries: [FrontMatterEntry], of bytes: ByteView, blank: Task, workflow: Workflow) {
    task = blank
    self.entries = entries
    self.workflow = workflow
    sources = Array(repeating: nil, count: MarkdownKey.allCases.count)
    spellings = Array(repeating: Int.max, count: MarkdownKey.allCases.count)
    isHidden = Array(repeating: false, count: entries.count)
    var seen = SeenKeys()
    for (index, entry) in entries.enumerated() {
      let key = bytes[entry.key]
      if seen.contains(key, entry.field) {
        isHidden[index] = true
        if seen.isFirstRepeat(key) { duplicates.append(Text(bytes: key)) }
      } else if !entry.isEmpty {
        read(entry, index, key, in: bytes)
      }
    }
    finish(bytes)
  }

  func source(_ key: MarkdownKey) -> FrontMatterEntry? {
    sources[key.rawValue].map { entries[$0] }
  }

  /// Whether a field was read from the entry that begins there.
  func isSource(_ entry: FrontMatterEntry) -> Bool {
    sources.contains { $0.map { entries[$0].range == entry.range } ?? false }
  }

  private mutating func read(
    _ entry: FrontMatterEntry, _ index: Int, _ name: ByteView, in bytes: ByteView
  ) {
    guard let (key, spelling) = entry.field else { return addProperty(entry, index, name) }
    if entry.isEmptyField { return }
    // Tags may stand under both names; of any other field the first spelling counts.
    let isShared = key == .tags && sources[key.rawValue] != nil
    guard isShared || spelling < spellings[key.rawValue] else {
      return key == .id ? addProperty(entry, index, name) : hide(index)
    }
    guard set(key, entry) else { return addProperty(entry, index, name) }
    if isShared { return }
    if let old = sources[key.rawValue] {
      if key == .id { addProperty(entries[old], old, bytes[entries[old].key]) } else { hide(old) }
    }
    sources[key.rawValue] = index
    spellings[key.rawValue] = spelling
  }

  private mutating func hide(_ index: Int) { isHidden[index] = true }

  private mutating func addProperty(
    _ entry: FrontMatterEntry, _ index: Int, _ name: ByteView
  ) {
    guard let value = MarkdownProperty.text(of: entry) else { return hide(index) }
    properties.append((index, Task.Property(Text(bytes: name), value)))
  }

  /// Sets the field; false when the value is none of its kind.
  private mutating func set(_ key: MarkdownKey, _ entry: FrontMatterEntry) -> Bool {
    func take<Value>(_ value: Value?, _ store: (Value) -> Void) -> Bool {
      guard let value else { return false }
      store(value)
      return true
    }
    switch key {
    case .id:
      return take(entry.text.flatMap { TaskID($0) }) {
        task.id = $0
        task.hasOwnID = true
      }
    case .rank: return take(entry.text.flatMap { Rank($0.string) }) { task.rank = $0 }
    case .created: return take(entry.moment) { task.created = $0 }
    case .title: return take(entry.line) { task.title = $0 }
    case .status:
      return take(entry.line) { task.state = StatusWord.state(of: $0, workflow: workflow) }
    case .priority:
      return take(entry.text.flatMap { PriorityWord.read($0) }) { task.priority = $0 }
    case .list: return take(entry.onlyText) { task.list = $0 }
    case .tags:
      return take(MarkdownTags.read(entry)) { tags in
        task.tags.append(new: tags)
      }
    case .contexts:
      return take(MarkdownTags.read(entry)) { contexts = $0.map(MarkdownTags.context) }
    case .scheduled, .scheduledEnd, .scheduledWarning, .due, .dueEnd, .dueWarning, .repeat,
      .scheduledRepeat:
      return plan.read(key, entry)
    case .reminder: return take(entry.moments) { task.reminders = $0 }
    case .important: return take(entry.truth) { task.isImportant = $0 }
    case .firstAlert: return take(entry.number) { task.firstAlert = $0 }
    case .secondAlert: return take(entry.number) { task.secondAlert = $0 }
    case .placeName: return take(entry.line) { task.place.name = $0 }
    case .coordinates:
      return take(entry.text.flatMap { Place.Coordinates($0.string) }) {
        task.place.coordinates = $0
      }
    case .radius: return take(entry.number) { task.place.radius = $0 }
    case .effort:
      return take(entry.text.flatMap { $0.withBytes { OrgDuration.minutes($0) } }) {
        task.effort = $0
      }
    case .parent: return take(entry.onlyText.flatMap { TaskID($0) }) { task.parent = $0 }
    case .dependencies:
      return take(entry.texts?.compactMap { TaskID($0) }) { task.blockers = $0 }
    case .completed:
      if let text = entry.text, MarkdownPlan.isNone(text) { return true }
      return take(entry.moment) { task.closed = $0 }
    case .lastRepeat: return take(entry.moment) { task.lastRepeat = $0 }
    case .deleted: return take(entry.moment) { task.deleted = $0 }
    case .timeEntries:
      return take(entry.timeEntries) { task.clocks = $0 }
    case .notes: return take(entry.text?.withoutReturns.trimmingBlankLines) { task.notes = $0 }
    }
  }

  /// The notes stand in the body: a key of that name is a property like any other.
  mutating func leaveNotes(in bytes: ByteView) {
    guard let index = sources[MarkdownKey.notes.rawValue] else { return }
    sources[MarkdownKey.notes.rawValue] = nil
    task.notes = .empty
    addProperty(entries[index], index, bytes[entries[index].key])
    sortProperties()
  }

  private mutating func sortProperties() {
    if properties.count > 1 { properties.sort { $0.index < $1.index } }
    task.properties = properties.map(\.property)
  }

  /// What can be said only when all is read: dates need each other, and the trash hides a tag.
  private mutating func finish(_ bytes: ByteView) {
    task.tags.append(new: contexts)
    if task.isDeleted, !task.tags.isEmpty { task.tags.removeAll { $0 == OrgDocument.archiveTag } }
    task.scheduled = plan.scheduled
    task.deadline = plan.deadline
    for key in plan.stray {
      guard let index = sources[key.rawValue] else { continue }
      sources[key.rawValue] = nil
      addProperty(entries[index], index, bytes[entries[index].key])
    }
    // What is read but never written is carried along as lines.
    if let index = sources[MarkdownKey.timeEntries.rawValue] { hide(index) }
    if let index = sources[MarkdownKey.reminder.rawValue], case .records = entries[index].value {
      hide(index)
    }
    sortProperties()
  }
}

/// Which keys have been met: capitals do not tell them apart.
private struct SeenKeys {
  /// A bit for each spelling of each field: up to four of them.
  private var known: (UInt64, UInt64) = (0, 0)
  private var other = MetNames()
  private var repeated = MetNames()

  /// True once for each key that has been met before.
  mutating func isFirstRepeat(_ key: ByteView) -> Bool {
    repeated.insert(key)
  }

  mutating func contains(
    _ key: ByteView, _ field: (key: MarkdownKey, spelling: Int)?
  ) -> Bool {
    guard let field else { return !other.insert(key) }
    let number = field.key.rawValue * 4 + field.spelling
    let bit = UInt64(1) << UInt64(number % 64)
    defer { if number < 64 { known.0 |= bit } else { known.1 |= bit } }
    return (number < 64 ? known.0 : known.1) & bit != 0
  }
}
