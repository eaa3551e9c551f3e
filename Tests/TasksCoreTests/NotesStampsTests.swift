import TasksCore
import Testing

/// What TaskNotes keeps in a file of what happened to it.
@Suite struct NotesStampsTests {
  private let now = Timestamp(iso: "2026-11-20T09:15")

  private func stamped(_ front: String) throws -> String {
    let document = try #require(MarkdownFiles.read("---\nstatus: open\n\(front)\n---\nx\n"))
    let now = try #require(now)
    let text = String(decoding: document.stamped(at: now, since: document).bytes, as: UTF8.self)
    return text.replacing("---\nstatus: open\n", with: "").replacing("\n---\nx\n", with: "")
  }

  @Test(arguments: [
    ("dateModified: 2026-01-02T03:04", "dateModified: 2026-11-20T09:15"),
    ("dateModified: 2026-01-02T03:04:05", "dateModified: 2026-11-20T09:15:00"),
    ("dateModified: '2026-01-02 03:04' # x", "dateModified: '2026-11-20 09:15' # x"),
    ("dateModified:", "dateModified: 2026-11-20T09:15"),
    (
      "dateCreated: 2026-01-02 03:04\ndateModified:",
      "dateCreated: 2026-01-02 03:04\ndateModified: 2026-11-20 09:15"
    ),
    ("modified: 2026-01-02T03:04", "modified: 2026-01-02T03:04"),
    (
      "dateModified: 2026-01-02\ndateModified: 2026-01-03",
      "dateModified: 2026-01-02\ndateModified: 2026-01-03"
    ),
  ])
  func changeIsStamped(old: String, new: String) throws { #expect(try stamped(old) == new) }

  private func finished(_ front: String, as state: String = "DONE") throws -> String {
    let document = try #require(MarkdownFiles.read("---\nstatus: open\n\(front)\n---\n"))
    let state = State(Text(state), isDone: true)
    let done = try document.applying(document.changing(to: state, now: #require(now)))
    // Nothing else of the file is lost.
    let lines = String(decoding: done.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    let first = lines.firstIndex { $0.contains("_instances") } ?? 0
    return lines[first...].prefix { !$0.hasPrefix("last_repeat") && $0 != "---" }.joined(
      separator: "\n")
  }

  @Test(arguments: [
    ("[]", "complete_instances: [2026-11-19]"),
    ("[2026-11-12]", "complete_instances: [2026-11-12, 2026-11-19]"),
    ("\n  - 2026-11-12", "complete_instances:\n  - 2026-11-12\n  - 2026-11-19"),
    ("\n- '2026-11-12' # x", "complete_instances:\n- '2026-11-12' # x\n- 2026-11-19"),
    ("\n  - 2026-11-19", "complete_instances:\n  - 2026-11-19"),
    ("", "complete_instances:\n  - 2026-11-19"),
    ("{a: b}", "complete_instances: {a: b}"),
  ])
  func dateIsAdded(list: String, expected: String) throws {
    let rule = "scheduled: 2026-11-19\nrecurrence: FREQ=WEEKLY\n"
    let key = "complete_instances:" + (list.isEmpty || list.hasPrefix("\n") ? list : " " + list)
    #expect(try finished(rule + key) == expected)
  }

  @Test func whichDateIsAdded() throws {
    let list = "\ncomplete_instances: []"
    #expect(
      try finished("due: 2026-11-19\nrecurrence: FREQ=WEEKLY" + list)
        == "complete_instances: [2026-11-19]")
    #expect(
      try finished(
        "scheduled: 2026-11-12\nrecurrence: FREQ=WEEKLY\nrecurrence_anchor: completion" + list)
        == "complete_instances: [2026-11-20]")
    #expect(
      try finished("scheduled: 2026-11-19\nrepeat: '++1w'\nskipped_instances: []", as: "CANCELED")
        == "skipped_instances: [2026-11-19]")
    #expect(try finished("scheduled: 2026-11-19" + list).hasPrefix("complete_instances: []"))
  }
}
