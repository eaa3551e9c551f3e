import TasksCore
import TasksExchange
import Testing

/// What is read of the folders of dstask and Backlog.md.
@Suite struct ForeignFolderTests {
  private func dstask(_ path: String, _ text: String) throws -> ForeignRecord {
    DstaskTasks(try ForeignTrial.context()).read(Array(text.utf8), path: path)[0]
  }

  private func backlog(_ path: String, _ text: String) throws -> ForeignRecord {
    BacklogTasks(try ForeignTrial.context()).read(Array(text.utf8), path: path)[0]
  }

  // MARK: dstask

  static let pending = """
    summary: 'Call Bob: "inv" #x'
    notes: note line
    tags:
    - phone
    project: work
    priority: P1
    delegatedto: ""
    subtasks: []
    dependencies: []
    created: 2026-11-21T01:49:34.281613726Z
    resolved: 0001-01-01T00:00:00Z
    due: 2026-11-27T00:00:00Z

    """

  @Test func aPendingTaskOfDstask() throws {
    let read = try ForeignTrial.one(
      dstask("pending/63e2f33a-09c7-4e4c-be15-140def91524b.yml", Self.pending))
    let task = read.task
    #expect(task.id.description == "63e2f33a-09c7-4e4c-be15-140def91524b" && task.hasOwnID)
    #expect(task.title == "Call Bob: \"inv\" #x" && task.notes == "note line")
    #expect(task.state.keyword == "TODO" && task.priority == Priority("A"))
    #expect(task.tags == ["phone"] && task.list == "work" && task.format == .markdown)
    #expect(task.created?.iso == "2026-11-21T02:49" && task.closed == nil)
    #expect(task.deadline?.fieldText == "2026-11-27")
    #expect(task.properties == [] && task.path == "" && read.remarks == [])
  }

  @Test func aResolvedTaskOfDstask() throws {
    let text = """
      summary: plain
      notes: ""
      tags: []
      project: ""
      priority: P2
      delegatedto: ""
      subtasks: []
      dependencies: []
      created: 2026-11-21T01:49:34.290235229Z
      resolved: 2026-11-21T01:49:34.298577699Z
      due: 0001-01-01T00:00:00Z

      """
    let task = try ForeignTrial.one(
      dstask("x/resolved/3bf1e253-d318-4a9b-9635-c80ab21ddc54.yml", text)
    ).task
    #expect(task.title == "plain" && task.state.keyword == "DONE" && task.list == nil)
    #expect(task.closed?.iso == "2026-11-21T02:49" && task.deadline == nil)
    #expect(task.priority == Priority("B") && task.tags == [] && task.notes.isEmpty)
  }

  @Test(arguments: [
    ("active", "TODO→NEXT", nil), ("paused", "TODO→WAIT", nil), ("resolved", "TODO→DONE", nil),
    ("delegated", "TODO→WAIT", "delegated"), ("template", "TODO→TODO", "template"),
  ])
  func foldersOfDstask(_ folder: String, _ state: String, _ kept: String?) throws {
    let id = "63e2f33a-09c7-4e4c-be15-140def91524b"
    let task = try ForeignTrial.one(
      dstask("\(folder)/\(id).yml", "---\nstatus: pending\nuuid: other\n" + Self.pending)
    ).task
    #expect(task.id.description == id && "TODO→\(task.state.keyword)" == state)
    #expect(task.property(named: "dstask_status")?.string == kept)
  }

  @Test func otherKeysOfDstask() throws {
    let text = """
      summary: x
      delegatedto: Bob
      subtasks:
      - summary: one
        resolved: true
      dependencies:
      - 3bf1e253-d318-4a9b-9635-c80ab21ddc54
      due: 2026-11-27T16:00:00Z
      """
    let task = try ForeignTrial.one(dstask("x.yml", text)).task
    #expect(!task.hasOwnID && task.deadline?.fieldText == "2026-11-27T17:00")
    #expect(task.blockers.map(\.description) == ["3bf1e253-d318-4a9b-9635-c80ab21ddc54"])
    #expect(
      task.properties.map { "\($0.name)=\($0.value)" } == [
        "delegatedto=Bob", "subtasks=[{summary: one, resolved: true}]",
      ])
    #expect(ForeignTrial.reason(try dstask("pending/a.yml", "notes: x\n")) == "it has no summary")
  }

  // MARK: Backlog.md

  static let task = """
    ---
    id: TASK-12
    title: 'Fix login: redirect'
    status: In Progress
    assignee:
      - '@x'
    created_date: '2026-11-20 21:22'
    updated_date: '2026-11-21 00:10'
    labels: [web-ui, "a b"]
    dependencies:
      - task-24.1
    priority: high
    ordinal: 1500
    parent_task_id: task-10
    ---

    ## Description

    <!-- SECTION:DESCRIPTION:BEGIN -->
    Text
    <!-- SECTION:DESCRIPTION:END -->

    ## Acceptance Criteria
    <!-- AC:BEGIN -->
    - [ ] #1 one
    - [x] #2 two
    <!-- AC:END -->

    """

  @Test func aTaskOfBacklog() throws {
    let read = try ForeignTrial.one(backlog("tasks/task-12 - Fix-login.md", Self.task))
    let task = read.task
    #expect(task.id.description == "task-12" && task.hasOwnID && task.path == "")
    #expect(task.title == "Fix login: redirect" && task.state.keyword == "NEXT")
    #expect(task.created?.iso == "2026-11-20T22:22" && task.priority == Priority("A"))
    #expect(task.tags == ["web-ui", "a b", "@x"] && task.rank == Rank(1500))
    #expect(task.blockers.map(\.description) == ["task-24.1"])
    #expect(task.parent?.description == "task-10")
    #expect(task.properties == [] && read.remarks == [] && task.format == .markdown)
    #expect(
      task.notes.lines.first == "## Description" && task.notes.lines.last == "<!-- AC:END -->")
    #expect(task.notes.lines.contains("- [ ] #1 one"))
  }

  @Test(arguments: [
    ("tasks/a.md", "In Progress", "NEXT", nil), ("completed/a.md", "In Progress", "DONE", nil),
    ("completed/a.md", "Done", "DONE", nil), ("archive/tasks/a.md", "To Do", "CANCELED", nil),
    ("archive/tasks/a.md", "Done", "DONE", nil), ("drafts/a.md", "Draft", "TODO", "Draft"),
    ("a.md", "Blocked", "TODO", "Blocked"),
  ])
  func foldersOfBacklog(
    _ path: String, _ status: String, _ state: Text, _ kept: String?
  ) throws {
    let task = try ForeignTrial.one(
      backlog(path, Self.task.replacing("In Progress", with: status))
    ).task
    #expect(task.state.keyword == state)
    #expect(task.property(named: "backlog_status")?.string == kept)
  }

  @Test func otherKeysOfBacklog() throws {
    let text = """
      ---
      id: task-1
      title: x
      status: To Do
      assignee: bob
      created_date: 2026-11-20
      due_date: '2026-11-27 16:00'
      milestone: m-1
      references: []
      ---
      """
    let task = try ForeignTrial.one(backlog("tasks/task-1.md", text)).task
    #expect(task.created?.iso == "2026-11-20" && task.deadline?.fieldText == "2026-11-27T17:00")
    #expect(task.tags == ["bob"])
    #expect(task.properties == [TasksCore.Task.Property("milestone", "m-1")])
    #expect(ForeignTrial.reason(try backlog("README.md", "# Text\n")) != nil)
    #expect(
      ForeignTrial.reason(try backlog("a.md", "---\ntitle: ''\nstatus: x\n---\n"))
        == "it has no title")
  }

  @Test func onlyTheFilesOfTasksCount() {
    func holds(_ path: String) -> Bool? { BacklogTasks.isFileOfFolder?(path) }
    #expect(holds("tasks/task-1 - a.md") == true && holds("completed/task-2.md") == true)
    #expect(holds("docs/doc-1.md") == false && holds("tasks/a.txt") == false)
  }

  @Test func whatIsToldIsWhatTheyHave() throws {
    let context = try ForeignTrial.context()
    let formats: [any ForeignReader] = [DstaskTasks(context), BacklogTasks(context)]
    for (seed, format) in formats.enumerated() {
      var generator = ForeignTaskGenerator(seed: UInt64(seed))
      let tasks = (0..<30).map { _ in generator.task() }
      let told = format.told(tasks)
      #expect(format.told(told) == told && told.map(\.id) == tasks.map(\.id))
    }
  }
}
