import CoreTestSupport
import TasksCore
import TasksPlanning
import TestSupport
import Testing

/// The graphs of habits, judged by `org-habit-build-graph`.
@Suite struct HabitGraphTests {
  private static let repeaters = [
    ".+2d", ".+2d/4d", "++1w", ".+1w/10d", "+3d", "++2d/5d", "+1d/2d", ".+1d", "++1m", ".+1m/6w",
    "++1y",
  ]

  /// A habit of which the log has entries on some of the last days.
  private static func habit(_ random: inout SeededGenerator, today: CivilDate) -> String {
    let repeater = random.pick(repeaters)
    let date = today.adding(days: random.below(30) - 22)
    var entries: [String] = []
    var day = today
    let most = random.pick([0, 1, 3, 8, 40])
    for _ in 0..<random.below(most + 1) {
      day = day.adding(days: -random.below(random.pick([2, 5, 9])))
      let stamp = "[\(day.iso) \(day.weekdayName) 08:00]"
      let state = random.chance(80) ? "DONE" : random.pick(["CANCELED", "WAIT", "NEXT"])
      entries.append(
        random.chance(6)
          ? "- CLOSING NOTE \(stamp) \\\\\n  fine"
          : "- State \"\(state)\"       from \"TODO\"       \(stamp)")
    }
    return """
      * TODO Water the plants
      SCHEDULED: <\(date.iso) \(date.weekdayName) \(repeater)>
      :PROPERTIES:
      :ID:       k7mq2xw4tz9nbcde
      :STYLE:    habit
      :LAST_REPEAT: [\(today.iso) \(today.weekdayName) 08:00]
      :END:
      \(entries.isEmpty ? "" : ":LOGBOOK:\n\(entries.joined(separator: "\n"))\n:END:\n")
      """
  }

  /// Writes the letters of the states, the marks and the urgency at the end of the buffer.
  private static let call = """
    (require 'org-habit)
    (let* ((habit (org-habit-parse-todo))
           (graph (org-habit-build-graph
                   habit (time-subtract moment (days-to-time org-habit-preceding-days))
                   moment (time-add moment (days-to-time org-habit-following-days))))
           (urgency (org-habit-get-priority habit moment)) (out nil))
      (dotimes (index (1- (length graph)))
        (push (substring (symbol-name (get-text-property index 'face graph)) 10 11) out))
      (goto-char (point-max))
      (insert (format "|%s|%s|%d" (mapconcat #'identity (nreverse out) "")
                      (substring-no-properties graph 0 (1- (length graph))) urgency)))
    """

  @Test func emacsDrawsTheSame() throws {
    let seed = UInt64.random(in: 0...99999)
    var random = SeededGenerator(seed: seed)
    let now = try #require(Timestamp(iso: "2026-11-20T10:00"))
    let habits = (0..<200).map { _ in Self.habit(&random, today: now.date) }
    let read = try OrgEmacs.read(
      habits.map { Array($0.utf8) }, calls: habits.map { _ in Self.call })
    var seen: Set<HabitGraph.State> = []
    for (text, heading) in zip(habits, read) {
      let document = try OrgLaw.document(Array(text.utf8))
      #expect(document.task.isHabit)
      let graph = try #require(
        HabitGraph(document.task, workflow: document.workflow, today: now.date))
      seen.formUnion(graph.days.map(\.state))
      let letters = graph.days.map { $0.state.rawValue.prefix(1) }.joined()
      let marks = graph.days.map { $0.isDone ? "*" : $0.date == now.date ? "!" : " " }.joined()
      let ours = "|\(letters)|\(marks)|\(graph.urgency)"
      #expect(
        heading?.text.hasSuffix(ours) == true, "seed \(seed): \(ours)\n\(heading?.text ?? "")")
    }
    #expect(seen.count == 4)
  }

  @Test(arguments: [".+2h", ".+4d/2d", "+2d/2d"]) func whatOrgRefusesHasNoGraph(_ repeater: String)
    throws
  {
    let text =
      "* TODO a\nSCHEDULED: <2026-11-20 Fri \(repeater)>\n:PROPERTIES:\n:STYLE: habit\n:END:\n"
    let document = try OrgLaw.document(text)
    let today = try #require(CivilDate(year: 2026, month: 11, day: 20))
    #expect(HabitGraph(document.task, workflow: document.workflow, today: today) == nil)
  }

  /// A Markdown habit is drawn as the Org task it converts to.
  @Test func bothFormatsDrawTheSame() throws {
    var random = SeededGenerator(seed: 7)
    let today = try #require(CivilDate(year: 2026, month: 11, day: 20))
    for _ in 0..<40 {
      let org = try OrgLaw.document(Self.habit(&random, today: today))
      let markdown = try Conversion(
        of: org, to: .markdown, specification: "TODO NEXT WAIT | DONE CANCELED",
        workflow: .standard
      ).document
      let graphs = [org, markdown].map { document in
        HabitGraph((document as any TaskDocument).task, workflow: document.workflow, today: today)
      }
      #expect(graphs[0]?.days == graphs[1]?.days && graphs[0] != nil)
    }
  }
}
