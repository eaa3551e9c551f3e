/// The keys of Taskwarrior, todo.txt and others, in quick-add and in filters.
enum KeyAlias {
  /// Those that mean one of ours, and are read as it.
  private static let keys = [
    "priority": "pri", "prio": "pri", "status": "state", "scheduled": "sched", "deadline": "due",
    "recur": "every", "rec": "every", "repeat": "every", "proj": "list", "estimate": "effort",
    "blockers": "depends", "description": "title", "entry": "created", "end": "closed",
  ]

  /// Returns our key; nil for a name that is none of those.
  static func key(_ name: String) -> String? { keys[name] }

  /// Those that may be text or mean something near to one of ours, which is offered; `+` for a tag.
  static let offered = [
    "t": "sched", "tag": "+", "tags": "+", "duedate": "due", "start": "sched",
    "owner": "assignee", "alarm": "remind", "completed": "closed",
    "context": "+", "prj": "project", "est": "effort", "eff": "effort",
    "p": "project", "pro": "project", "d": "due",
  ]
}
