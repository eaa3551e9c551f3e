/// Logs changes of the title and of the dates, where the store asks for it (`log.edits`), in Org's words
/// (`org-log-note-headings`), which has none for a title.
enum EditLog {
  /// Returns the edits with one of the log that tells of what they change.
  static func adding(to edits: [Edit], of task: Task, now: Timestamp) -> [Edit] {
    let entries = edits.compactMap { edit in
      words(for: edit, task).map { entry($0, now, task.format) }
    }
    guard !entries.isEmpty else { return edits }
    let log = edits.compactMap { if case .log(let log) = $0 { log } else { nil } }.last ?? task.log
    // The newest comes first, and the last edit is the newest.
    return edits + [.log(entries.reversed().map { .entry($0) } + log)]
  }

  /// The words before the moment; nil for an edit of which nothing is logged.
  private static func words(for edit: Edit, _ task: Task) -> Text? {
    switch edit {
    case .title(let new) where new != task.title:
      return Text(
        bytes: Array("Title changed from \"".utf8) + withoutDates(task.title.bytes) + [0x22])
    case .scheduled(let new) where new != task.scheduled:
      return task.scheduled.map { old in
        Text((new == nil ? "Not scheduled, was " : "Rescheduled from ") + quoted(old))
      }
    case .deadline(let new) where new != task.deadline:
      return task.deadline.map { old in
        Text((new == nil ? "Removed deadline, was " : "New deadline from ") + quoted(old))
      }
    default: return nil
    }
  }

  private static func quoted(_ plan: Planning) -> String {
    "\"\(OrgTimestamp.print(plan, isActive: false))\""
  }

  /// A title of which no agenda shows the dates: `<2026-11-20 Fri>` becomes `[2026-11-20 Fri]`.
  private static func withoutDates(_ title: [UInt8]) -> [UInt8] {
    var title = title
    for open in title.indices where title[open] == 0x3C {
      guard Timestamp.day(iso: title[(open + 1)...]) != nil,
        let close = title[open...].firstIndex(of: 0x3E)
      else { continue }
      (title[open], title[close]) = (0x5B, 0x5D)
    }
    return title
  }

  private static func entry(_ words: Text, _ now: Timestamp, _ format: Format) -> LogEntry {
    let stamp = " on " + OrgTimestamp.printInactive(now)
    let entry = LogEntry(.other(Text(bytes: words.bytes + Array(stamp.utf8))), at: now)
    return format == .org ? entry : ConvertedLog.entry(entry, to: format)
  }
}
