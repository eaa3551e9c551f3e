import CoreTestSupport
import TasksCore
import Testing

/// Changes of titles and dates in the log, judged by Emacs.
@Suite struct EditLogTests {
  private static let before = """
    * TODO Call Bob
    SCHEDULED: <2026-11-20 Fri 09:00 ++1w> DEADLINE: <2026-11-27 Fri -3d>
    :PROPERTIES:
    :ID:       k7mq2xw4tz9nbcde
    :END:
    :LOGBOOK:
    - State "WAIT"       from "TODO"       [2026-11-19 Thu 09:00]
    :END:

    """

  private static func context(_ logsEdits: Bool = true) throws -> ActionContext {
    ActionContext(
      now: try #require(Timestamp(iso: "2026-11-20T10:00")), find: { _ in .none },
      short: { _ in "k7m" }, logsEdits: logsEdits)
  }

  private static func modified(
    _ document: any TaskDocument, _ words: [String], logsEdits: Bool = true
  ) throws -> any TaskDocument {
    let context = try context(logsEdits)
    let draft = try QuickAdd.read(words, mode: .modify, now: context.now)
    return try document.applying(try ModifyTask(draft).edits(for: document, in: context))
  }

  @Test func emacsWritesTheSameLines() throws {
    let cases = [
      ("sched:2026-11-28", "(org-schedule nil \"2026-11-28\")"),
      ("sched:", "(org-schedule '(4))"), ("due:2026-12-01", "(org-deadline nil \"2026-12-01\")"),
      ("due:", "(org-deadline '(4))"),
    ]
    let setup = "(setq org-log-reschedule 'time org-log-redeadline 'time) "
    let read = try OrgEmacs.read(
      cases.map { _ in Array(Self.before.utf8) }, calls: cases.map { setup + $0.1 })
    for ((word, call), heading) in zip(cases, read) {
      let ours = try Self.modified(try OrgLaw.document(Self.before), [word]).bytes
      func log(_ text: String) -> String { text.components(":LOGBOOK:", ":END:") }
      #expect(log(OrgLaw.shown(ours)) == log(heading?.text ?? ""), "\(call)")
    }
  }

  @Test func aFileWithTheseLinesPassesOrgLint() throws {
    let document = try Self.modified(
      try OrgLaw.document(Self.before), ["title:Call \"Ann\"", "sched:sat", "due:"])
    let lines = OrgLaw.shown(document.bytes)
    #expect(
      lines.contains(
        """
        :LOGBOOK:
        - Removed deadline, was "[2026-11-27 Fri -3d]" on [2026-11-20 Fri 10:00]
        - Rescheduled from "[2026-11-20 Fri 09:00 ++1w]" on [2026-11-20 Fri 10:00]
        - Title changed from "Call Bob" on [2026-11-20 Fri 10:00]
        - State "WAIT"       from "TODO"       [2026-11-19 Thu 09:00]
        """), "\(lines)")
    let heading = try #require(try OrgEmacs.read([document.bytes], lint: true)[0])
    #expect(heading.lint == [])
    try OrgEmacsTests.compare(
      try #require(document as? OrgDocument), with: heading, "logged edits")
  }

  @Test func markdownHasTheDateFirst() throws {
    let text = "---\nid: k7mq2xw4tz9nbcde\nstatus: todo\ntitle: Call Bob\ndue: 2026-11-27\n---\n"
    let document = try #require(try TaskReader.read(Array(text.utf8), path: "a.md"))
    let lines = Text(bytes: try Self.modified(document, ["title:Ann", "due:sat"]).bytes).string
    #expect(
      lines.hasSuffix(
        """
        ## Log

        - 2026-11-20 10:00 New deadline from "[2026-11-27 Fri]" on
        - 2026-11-20 10:00 Title changed from "Call Bob" on

        """), "\(lines)")
  }

  @Test func whatIsNoChangeIsNotLogged() throws {
    let document = try OrgLaw.document(Self.before)
    let words = ["title:Call Bob", "sched:2026-11-20@9:00", "+phone", "pri:A"]
    #expect(try Self.modified(document, words).task.log == document.task.log)
    #expect(
      try Self.modified(document, ["due:sat"], logsEdits: false).task.log == document.task.log)
    // A first date is no change of one.
    let bare = try OrgLaw.document("* TODO a\n")
    #expect(try Self.modified(bare, ["due:sat", "sched:fri"]).task.log.isEmpty)
  }

  /// The dates of an old title are in no agenda, and repeat nothing.
  @Test func datesOfATitleAreInactive() throws {
    let document = try OrgLaw.document("* TODO Call <2026-11-20 Fri +1w> at <3\n")
    let edited = try Self.modified(document, ["title:Call"])
    let line = try #require(edited.task.entries.first)
    #expect(
      line.kind
        == .other(
          "Title changed from \"Call [2026-11-20 Fri +1w] at <3\" on [2026-11-20 Fri 10:00]"))
    #expect(edited.movingStamps(now: try Self.context().now).isEmpty)
  }
}

extension String {
  /// The part from a line to another.
  fileprivate func components(_ first: String, _ last: String) -> String {
    guard let start = firstRange(of: first),
      let end = self[start.upperBound...].firstRange(of: last)
    else { return "" }
    return String(self[start.lowerBound..<end.upperBound])
  }
}
