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
    case (.tags, _): ["tags", "labels", "contexts"]
    case (.scheduled, _), (.deadline, _):
      [
        "scheduled", "scheduled_end", "scheduled_warning", "due", "due_date", "due_end",
        "due_warning", "repeat", "scheduled_repeat", "recurrence", "recurrence_anchor",
      ]
    case (.closed, _): ["completed", "completeddate", "closed_at", "completed_date"]
    case (.deleted, _): ["deleted", "tags", "labels", "contexts"]
    case (.own(let field, _), _): [field.name.string]
    case (.property(let name, _), _): [name.string.lowercased()]
    case (.notes, _): []
    case (.field(let field, _), _): field.spellings(in: format).map { $0.lowercased() }
    case (.log, _): ["timeentries"]
    }
  }
}

extension Edit {
  /// True for an edit that takes its field away.
  var isOff: Bool {
    switch self {
    case .id, .title, .state: false
    case .priority(let value): value == nil
    case .tags(let values): values.isEmpty
    case .scheduled(let value): value == nil
    case .deadline(let value): value == nil
    case .closed(let value): value == nil
    case .deleted(let value): value == nil
    case .field(_, let value): value.isNothing
    case .own(_, let value): value.isNothing
    case .property(_, let value): value == nil
    case .notes(let notes): notes.isEmpty
    case .log(let log): log.isEmpty
    }
  }
}
