/// The keys of front matter that are fields of a task, in the order of a new file. `rank`, which changes most
/// often, is between two that never change, so that it stays apart from other changes even in a merge by lines.
enum MarkdownKey: Int, CaseIterable {
  case id
  case rank
  case created
  case title
  case status
  case priority
  case list
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
  case reminder
  case important
  case firstAlert
  case secondAlert
  case placeName
  case coordinates
  case radius
  case effort
  case parent
  case dependencies
  case completed
  case lastRepeat
  case deleted
  /// Time tracked by another program (TaskNotes), read as clocks.
  case timeEntries
  /// Notes of another program (dstask), used if the body has none.
  case notes

  /// The accepted spellings in order of precedence: ours first, then those of Obsidian TaskNotes, Backlog.md,
  /// dstask and other programs.
  var spellings: [StaticString] {
    switch self {
    case .id: ["id", "uid", "uuid"]
    case .rank: ["rank", "ordinal"]
    case .created: ["created", "dateCreated", "created_date", "created_at"]
    case .title: ["title", "summary"]
    case .status: ["status"]
    case .priority: ["priority"]
    case .list: ["list", "project", "projects"]
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
    case .reminder: ["reminder", "reminders"]
    case .important: ["important"]
    case .firstAlert: ["alert"]
    case .secondAlert: ["alert2"]
    case .placeName: ["location"]
    case .coordinates: ["geo"]
    case .radius: ["location_radius"]
    case .effort: ["effort", "timeEstimate"]
    case .parent: ["parent", "parent_task_id", "parent_id"]
    case .dependencies: ["dependencies"]
    case .completed: ["completed", "completedDate", "closed_at", "resolved", "completed_date"]
    case .lastRepeat: ["last_repeat"]
    case .deleted: ["deleted"]
    case .timeEntries: ["timeEntries"]
    case .notes: ["notes"]
    }
  }

  static let count = allCases.count

  /// Our own spelling.
  var name: String { spellings[0].description }

  /// The index of TaskNotes' spelling, for fields it reads as we do; nil if its spelling is ours.
  var notesSpelling: UInt8? {
    switch self {
    case .created, .completed, .effort: 1
    default: nil
    }
  }

  /// The field that a key names, ignoring case.
  static func named(_ key: ByteView) -> MarkdownName? { MarkdownNames.all[key] }

  static func named(_ key: some ByteSlice) -> MarkdownName? { Array(key).withView { named($0) } }
}
