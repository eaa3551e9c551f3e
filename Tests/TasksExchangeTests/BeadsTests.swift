import TasksCore
import TasksExchange
import Testing

/// What is read of the issues of beads.
@Suite struct BeadsTests {
  private func records(_ text: String) throws -> [ForeignRecord] {
    try ForeignTrial.records(BeadsTasks(ForeignTrial.context()), text)
  }

  private static func properties(_ task: TasksCore.Task) -> [String] {
    task.properties.map { "\($0.name)=\($0.value)" }
  }

  @Test func everyLineOfTheSample() throws {
    let all = try records(Self.sample)
    #expect(all.count == 11)
    let tasks = try all.prefix(10).map { try ForeignTrial.one($0) }
    #expect(tasks.map(\.line) == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    #expect(tasks.allSatisfy { $0.task.format == .markdown && $0.task.hasOwnID })

    let child = tasks[0].task
    #expect(child.id.description == "bd-a1b2.1" && child.title == "Child id with a dot")
    #expect(child.state.keyword == "NEXT" && child.priority == Priority("A"))
    #expect(child.created?.iso == "2026-11-20T10:15" && child.parent?.description == "bd-a1b2")
    #expect(Self.properties(child) == ["issue_type=bug", "started_at=2026-11-20T10:00:00+01:00"])

    let closed = tasks[1].task
    #expect(closed.title == "Closed \"quoted\" \\ žluť 😀" && closed.state.keyword == "DONE")
    #expect(closed.closed?.iso == "2026-11-19T10:15" && closed.priority == Priority("C"))
    #expect(
      closed.notes
        == "line1\nline2 `code` $x\n\n## Design\n\nd\n\n## Acceptance criteria\n\n- [ ] a\n- [x] b\n\n## Notes\n\nn"
    )
    #expect(Self.properties(closed) == ["issue_type=epic", "close_reason=done"])

    let blocked = tasks[2].task
    #expect(blocked.state.keyword == "WAIT" && blocked.priority == Priority("A"))
    #expect(blocked.blockers.map(\.description) == ["bd-a1b2"])
    #expect(Self.properties(blocked) == ["discovered-from=bd-gone", "issue_type=feature"])

    let deferred = tasks[3].task
    #expect(deferred.state.keyword == "WAIT" && deferred.priority == Priority("C"))
    #expect(deferred.deadline?.fieldText == "2026-11-28")
    #expect(deferred.scheduled?.fieldText == "2026-12-01")
    #expect(deferred.effort == 90 && deferred.tags == ["a b", "ž", "x:y"])

    let comments = tasks[4].task
    let at = Timestamp(iso: "2026-11-20T11:00")
    #expect(
      comments.entries == [
        LogEntry(.note, at: at, note: "x: old number id"),
        LogEntry(.note, at: at, note: "x: two\nlines"),
      ])
    #expect(
      Self.properties(comments) == [
        "issue_type=task", "external_ref=gh-9", "metadata={\"k\":{\"n\":1.5}}",
      ])

    #expect(tasks[5].task.blockers == [])
    #expect(tasks[5].remarks == ["left out that it depends on itself"])
    #expect(tasks[6].task.state.keyword == "TODO")
    #expect(
      Self.properties(tasks[6].task) == ["beads_status=pinned", "issue_type=task", "pinned=true"])
    #expect(tasks[7].task.priority == nil)
    #expect(
      Self.properties(tasks[7].task) == [
        "beads_status=triage", "beads_priority=9", "issue_type=spike", "newfield=[1]",
      ])
    // The first line has the same id and is older.
    #expect(tasks[8].task.id.description == "bd-a1b2" && tasks[8].task.state.keyword == "DONE")
    #expect(tasks[8].task.title == "Same id again, newer")
    #expect(tasks[9].task.title == "newline in title" && tasks[9].task.created == nil)
    #expect(tasks[9].remarks == ["the line breaks of its title became blanks"])
    #expect(
      ForeignTrial.reason(all[10])
        == "a merge of git has left its mark here; resolve the conflict first")
  }

  @Test func theLaterOfTwoCountsWhereverItStands() throws {
    let lines = #"""
      {"id":"a","title":"new","updated_at":"2026-11-21T09:15:00Z"}
      {"id":"a","title":"old","updated_at":"2026-11-20T09:15:00Z"}

      nothing
      {"id":"b"}
      {"title":"no id","status":"tombstone","deleted_at":"2026-11-20T09:15:00Z"}
      """#
    let all = try records(lines)
    #expect(try ForeignTrial.one(all.first).task.title == "new")
    #expect(
      all.dropFirst().map { ForeignTrial.reason($0) } == [
        "it is no JSON object", "it has no title", nil,
      ])
    let last = try ForeignTrial.one(all.last)
    #expect(!last.task.hasOwnID && last.line == 6)
    #expect(last.task.state.keyword == "CANCELED" && last.task.closed?.iso == "2026-11-20T10:15")
  }

  @Test func whatIsToldIsWhatItHas() throws {
    let format = BeadsTasks(try ForeignTrial.context())
    for seed in 0..<50 {
      var generator = ForeignTaskGenerator(seed: UInt64(seed))
      let task = generator.task()
      let told = format.told([task])
      #expect(format.told(told) == told && told[0].id == task.id)
      #expect(told[0].rank == nil && told[0].log.isEmpty && told[0].properties.isEmpty)
      #expect(told[0].deadline?.start == task.deadline?.start && told[0].deadline?.repeater == nil)
    }
  }

  static let sample = #"""
    {"id": "bd-a1b2", "title": "Plain", "status": "open", "priority": 2, "issue_type": "task", "created_at": "2026-11-20T09:15:00Z", "updated_at": "2026-11-20T09:15:00Z"}
    {"id": "bd-a1b2.1", "title": "Child id with a dot", "status": "in_progress", "priority": 0, "issue_type": "bug", "created_at": "2026-11-20T09:15:00.123456789Z", "updated_at": "2026-11-20T09:15:00Z", "started_at": "2026-11-20T10:00:00+01:00", "dependencies": [{"issue_id": "bd-a1b2.1", "depends_on_id": "bd-a1b2", "type": "parent-child", "created_at": "2026-11-20T09:15:00Z"}]}
    {"id": "bd-c3", "title": "Closed \"quoted\" \\ žluť 😀", "description": "line1\nline2 `code` $x", "notes": "n", "design": "d", "acceptance_criteria": "- [ ] a\n- [x] b", "status": "closed", "priority": 4, "issue_type": "epic", "created_at": "2026-11-18T09:15:00Z", "updated_at": "2026-11-19T09:15:00Z", "closed_at": "2026-11-19T09:15:00Z", "close_reason": "done"}
    {"id": "bd-d4", "title": "Blocked", "status": "blocked", "priority": 1, "issue_type": "feature", "created_at": "2026-11-20T09:15:00Z", "updated_at": "2026-11-20T09:15:00Z", "dependencies": [{"issue_id": "bd-d4", "depends_on_id": "bd-a1b2", "type": "blocks", "created_at": "2026-11-20T09:15:00Z"}, {"issue_id": "bd-d4", "depends_on_id": "bd-gone", "type": "discovered-from", "created_at": "2026-11-20T09:15:00Z"}]}
    {"id": "bd-e5", "title": "Deferred with due", "status": "deferred", "priority": 3, "issue_type": "chore", "created_at": "2026-11-20T09:15:00Z", "updated_at": "2026-11-20T09:15:00Z", "due_at": "2026-11-27T23:00:00Z", "defer_until": "2026-12-01T00:00:00Z", "estimated_minutes": 90, "labels": ["a b", "ž", "x:y"]}
    {"id": "bd-f6", "title": "Comments", "status": "open", "priority": 2, "issue_type": "task", "created_at": "2026-11-20T09:15:00Z", "updated_at": "2026-11-20T09:15:00Z", "comments": [{"id": "1", "issue_id": "bd-f6", "author": "x", "text": "two\nlines", "created_at": "2026-11-20T10:00:00Z"}, {"id": 2, "issue_id": "bd-f6", "author": "x", "text": "old number id", "created_at": "2026-11-20T10:00:00Z"}], "external_ref": "gh-9", "metadata": {"k": {"n": 1.5}}}
    {"id": "bd-g7", "title": "Self cycle", "status": "open", "priority": 2, "issue_type": "task", "created_at": "2026-11-20T09:15:00Z", "updated_at": "2026-11-20T09:15:00Z", "dependencies": [{"issue_id": "bd-g7", "depends_on_id": "bd-g7", "type": "blocks", "created_at": "2026-11-20T09:15:00Z"}]}
    {"id": "bd-h8", "title": "Pinned", "status": "pinned", "priority": 2, "issue_type": "task", "created_at": "2026-11-20T09:15:00Z", "updated_at": "2026-11-20T09:15:00Z", "pinned": true}
    {"id": "bd-i9", "title": "Unknown status and type", "status": "triage", "priority": 9, "issue_type": "spike", "created_at": "2026-11-20T09:15:00Z", "updated_at": "2026-11-20T09:15:00Z", "newfield": [1]}
    {"id": "bd-a1b2", "title": "Same id again, newer", "status": "closed", "priority": 2, "issue_type": "task", "created_at": "2026-11-20T09:15:00Z", "updated_at": "2026-11-21T09:15:00Z", "closed_at": "2026-11-21T09:15:00Z"}
    {"id": "bd-j0", "title": "newline\nin title", "status": "open", "priority": 2, "issue_type": "task", "created_at": "0001-01-01T00:00:00Z", "updated_at": "2026-11-20T09:15:00Z"}
    <<<<<<< HEAD
    """#
}
