/// The keys of front matter that are fields of a task.
package enum FrontMatterKey: Hashable {
  case id
  case title
  case status
  case priority
  case tags
  case contexts
  case scheduled
  case scheduledEnd
  case scheduledWarning
  case due
  case dueEnd
  case dueWarning
  case `repeat`
  /// The date that a rule under `recurrence` (TaskNotes) counts from.
  case recurrenceAnchor
  case scheduledRepeat
  case completed
  case deleted
  /// Time tracked by another program (TaskNotes), read as clocks.
  case timeEntries
  /// Notes of another program (dstask), used if the body has none.
  case notes
  case field(PlainField)

  /// In the order of a new file. `rank`, which changes most often, is between two that never change, so that it stays
  /// apart from other changes even in a merge by lines. A plain field that is not named here comes before `completed`.
  package static let all: [FrontMatterKey] = {
    let first: [FrontMatterKey] = [
      .id, .field(.rank), .field(.created), .title, .status, .priority, .field(.list), .tags,
      .contexts, .scheduled, .scheduledEnd, .scheduledWarning, .due, .dueEnd, .dueWarning,
      .repeat, .recurrenceAnchor, .scheduledRepeat, .field(.reminders), .field(.important),
      .field(.firstAlert), .field(.secondAlert), .field(.placeName), .field(.coordinates),
      .field(.radius), .field(.effort), .field(.parent), .field(.blockers),
    ]
    let last: [FrontMatterKey] = [
      .completed, .field(.lastRepeat), .deleted, .timeEntries, .notes,
    ]
    let fields = PlainField.allCases.map { FrontMatterKey.field($0) }
    return first + fields.filter { !first.contains($0) && !last.contains($0) } + last
  }()

  /// The index in ``all``.
  var place: Int {
    switch self {
    case .field(let field): FrontMatterKey.fieldPlaces[Int(field.rawValue)]
    default: FrontMatterKey.places[self] ?? 0
    }
  }

  private static let places = Dictionary(
    uniqueKeysWithValues: zip(all, all.indices))
  private static let fieldPlaces = PlainField.allCases.map { places[.field($0)] ?? 0 }

  /// The accepted spellings in order of precedence: ours first, then those of Obsidian TaskNotes, Backlog.md,
  /// dstask and other programs.
  package var spellings: [StaticString] {
    switch self {
    case .id: ["id", "uid", "uuid"]
    case .title: ["title", "summary"]
    case .status: ["status"]
    case .priority: ["priority"]
    case .tags: ["tags", "labels"]
    case .contexts: ["contexts"]
    case .scheduled: ["scheduled"]
    case .scheduledEnd: ["scheduled_end"]
    case .scheduledWarning: ["scheduled_warning"]
    case .due: ["due", "due_date"]
    case .dueEnd: ["due_end"]
    case .dueWarning: ["due_warning"]
    case .repeat: ["repeat", "recurrence"]
    case .recurrenceAnchor: ["recurrence_anchor"]
    case .scheduledRepeat: ["scheduled_repeat"]
    case .completed: ["completed", "completedDate", "closed_at", "resolved", "completed_date"]
    case .deleted: ["deleted"]
    case .timeEntries: ["timeEntries"]
    case .notes: ["notes"]
    case .field(let field): field.markdown
    }
  }

  /// Our own spelling.
  var name: String { spellings[0].description }

  /// The index of TaskNotes' spelling, for fields it reads as we do; nil if its spelling is ours.
  var notesSpelling: UInt8? {
    switch self {
    case .field(.created), .completed, .field(.effort): 1
    default: nil
    }
  }

  /// The field that a key names, ignoring case.
  static func named(_ key: ByteView) -> KeySpelling? { KeySpelling.named(key) }

  package static func named(_ key: some ByteSlice) -> KeySpelling? {
    Array(key).withView { named($0) }
  }
}

/// A recognized key of front matter: the field, and the spelling used.
package struct KeySpelling: Equatable {
  package let key: FrontMatterKey
  /// The index of the spelling; 0 is ours.
  package let spelling: UInt8

  /// The field that a key names, ignoring case.
  static func named(_ key: ByteView) -> KeySpelling? {
    guard byLength.indices.contains(key.count) else { return nil }
    for (word, name) in byLength[key.count] where key.isSame(as: word) { return name }
    return nil
  }

  /// The spellings by their length in bytes, which tells most of them apart.
  private static let byLength: [[(word: StaticString, name: KeySpelling)]] = {
    var table: [[(word: StaticString, name: KeySpelling)]] = []
    for key in FrontMatterKey.all {
      for (spelling, word) in key.spellings.enumerated() {
        while table.count <= word.utf8CodeUnitCount { table.append([]) }
        let name = KeySpelling(key: key, spelling: UInt8(spelling))
        table[word.utf8CodeUnitCount].append((word, name))
      }
    }
    return table
  }()
}
