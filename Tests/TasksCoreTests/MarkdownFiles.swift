import TasksCore

/// Markdown files as programs and people write them.
enum MarkdownFiles {
  static let example = """
    ---
    id: k7mq2xw4tz9nbcde
    rank: 1024.5
    created: 2026-11-20T09:15
    title: Call Bob about the invoice
    status: waiting
    priority: high
    list: work
    tags:
      - phone
    contexts:
      - "@office"
    scheduled: 2026-11-23T10:00
    scheduled_end: 2026-11-23T11:30
    due: 2026-11-27T17:00
    due_warning: 3d
    repeat: "++1w"
    reminder: 2026-11-23T09:30
    important: true
    alert: 60
    alert2: 10
    location: Office, Prague
    geo: "50.08750,14.42130"
    location_radius: 500
    effort: 90
    parent: b3x9
    dependencies:
      - c4
    ---

    Notes in Markdown.

    - [ ] find the number
    - [x] read the contract

    ## Log

    - 2026-11-20 10:30 WAIT from TODO: waiting for Bob to call back
    - 2026-11-20 09:20--10:05 clock 0:45

    """

  static let taskNotes = """
    ---
    title: Write the report
    status: open
    priority: normal
    due: 2026-11-27
    scheduled: 2026-11-23T10:00
    tags:
      - task
    contexts:
      - office
    projects:
      - "[[Quarter]]"
    timeEstimate: 90
    dateCreated: 2026-11-20T09:15:00.000+01:00
    dateModified: 2026-11-20T09:15:00.000+01:00
    recurrence: FREQ=WEEKLY;BYDAY=MO
    complete_instances: []
    timeEntries:
      - startTime: 2026-11-20T09:20:00.000Z
        endTime: 2026-11-20T10:05:00.000Z
        description: Work session
    reminders:
      - id: rem_1
        type: absolute
        absoluteTime: 2026-11-23T09:30:00
    ---

    See [[Quarter]].
    """

  static let backlog = """
    ---
    id: task-12
    title: 'Add login: with a form'
    status: To Do
    assignee:
      - '@sara'
    created_date: '2026-11-20 09:15'
    updated_date: '2026-11-21 10:00'
    labels: []
    dependencies:
      - task-3
      - task-4
    parent_task_id: task-1
    priority: medium
    ordinal: 1000
    ---

    ## Description

    <!-- SECTION:DESCRIPTION:BEGIN -->
    A form.
    <!-- SECTION:DESCRIPTION:END -->

    ## Acceptance Criteria
    - [ ] #1 it works

    """

  static let dstask = """
    ---
    uuid: 9c8b7a60-1111-4222-8333-444455556666
    status: pending
    summary: fix the roof
    notes: ""
    tags: [house, urgent]
    project: home
    priority: P1
    delegatedto: ""
    subtasks: []
    dependencies: []
    created: 2026-11-20T09:15:00.123456789Z
    resolved: 0001-01-01T00:00:00Z
    due: 0001-01-01T00:00:00Z
    ---
    """

  static func read(
    _ text: String, path: String = "2026-11/call-bob.md"
  ) -> MarkdownDocument? {
    MarkdownDocument(Array(text.utf8), path: path, workflow: .standard)
  }
}
