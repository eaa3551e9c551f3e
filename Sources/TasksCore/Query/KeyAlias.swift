/// The keys of Taskwarrior, todo.txt and others that mean one of ours, in quick-add and in filters.
enum KeyAlias {
  private static let keys = [
    "priority": "pri", "prio": "pri", "status": "state", "scheduled": "sched", "deadline": "due",
    "recur": "every", "rec": "every", "repeat": "every", "proj": "list",
    "estimate": "effort", "blockers": "depends",
  ]

  /// Returns our key; nil for a name that is none of those.
  static func key(_ name: String) -> String? { keys[name] }
}
