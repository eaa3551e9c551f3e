/// The keys of front matter that are fields of a task, in the order a new file has them: `rank`, the one that
/// changes most, stands between two that never change, so that even a merge by lines keeps it apart.
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
  /// What a rule under `recurrence` (TaskNotes) counts from.
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
  /// Time that another program (TaskNotes) recorded: read as clocks.
  case timeEntries
  /// Where another program (dstask) keeps the notes: counts where the body has none.
  case notes

  /// Ours first, then what other programs call it: Obsidian TaskNotes, Backlog.md, dstask and the like.
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

  /// Our own name for it.
  var name: String { spellings[0].description }

  /// Which spelling TaskNotes has of a field that it reads as we do; nil where it has ours.
  var notesSpelling: UInt8? {
    switch self {
    case .created, .completed, .effort: 1
    default: nil
    }
  }

  /// The field a key names, whatever its capitals.
  static func named(_ key: ByteView) -> MarkdownName? { MarkdownNames.all[key] }

  static func named(_ key: some ByteSlice) -> MarkdownName? { Array(key).withView { named($0) } }
}
