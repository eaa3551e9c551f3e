import TasksCore

/// The names a field has in a file: a property of such a name, whose value could not be read, gives way to the field.
extension Edit {
  /// In small letters.
  func names(in format: Format) -> [String] {
    switch (self, format) {
    case (.id, .org): ["id"]
    case (.id, _): ["id", "uid", "uuid"]
    case (.title, _): ["title", "summary"]
    case (.state, _): ["status"]
    case (.priority, _): ["priority"]
    case (.rank, _): ["rank", "ordinal"]
    case (.tags, _): ["tags", "labels", "contexts"]
    case (.list, .org): ["category"]
    case (.list, _): ["list", "project", "projects"]
    case (.created, _): ["created", "datecreated", "created_date", "created_at"]
    case (.scheduled, _), (.deadline, _):
      [
        "scheduled", "scheduled_end", "scheduled_warning", "due", "due_date", "due_end",
        "due_warning", "repeat", "scheduled_repeat", "recurrence", "recurrence_anchor",
      ]
    case (.closed, _): ["completed", "completeddate", "closed_at", "completed_date"]
    case (.deleted, _): ["deleted", "tags", "labels", "contexts"]
    case (.lastRepeat, _): ["last_repeat"]
    case (.reminders, .org): ["remind"]
    case (.reminders, _): ["reminder", "reminders"]
    case (.important, _): ["important"]
    case (.firstAlert, .org): ["appt_warntime"]
    case (.firstAlert, _): ["alert"]
    case (.secondAlert, .org): ["appt_warntime2"]
    case (.secondAlert, _): ["alert2"]
    case (.placeName, _): ["location"]
    case (.coordinates, _): ["geo"]
    case (.radius, _): ["location_radius"]
    case (.effort, .org): ["effort"]
    case (.effort, _): ["effort", "timeestimate"]
    case (.parent, _): ["parent", "parent_task_id", "parent_id"]
    case (.blockers, .org): ["blocker"]
    case (.blockers, _): ["dependencies"]
    case (.property(let name, _), _): [name.string.lowercased()]
    case (.notes, _), (.log, _): []
    case (.clocks, _): ["timeentries"]
    }
  }
}

extension Edit {
  /// True for an edit that takes its field away.
  var isOff: Bool {
    switch self {
    case .id, .title, .state: false
    case .priority(let value): value == nil
    case .rank(let value): value == nil
    case .tags(let values): values.isEmpty
    case .list(let value): value == nil
    case .created(let value): value == nil
    case .scheduled(let value): value == nil
    case .deadline(let value): value == nil
    case .closed(let value): value == nil
    case .deleted(let value): value == nil
    case .lastRepeat(let value): value == nil
    case .reminders(let values): values.isEmpty
    case .important(let value): !value
    case .firstAlert(let value): value == nil
    case .secondAlert(let value): value == nil
    case .placeName(let value): value == nil
    case .coordinates(let value): value == nil
    case .radius(let value): value == nil
    case .effort(let value): value == nil
    case .parent(let value): value == nil
    case .blockers(let values): values.isEmpty
    case .property(_, let value): value == nil
    case .notes(let notes): notes.isEmpty
    case .log(let log): log.isEmpty
    case .clocks(let clocks): clocks.isEmpty
    }
  }
}
