extension World {
  /// Makes a vault of Obsidian: daily notes, people, projects, books with a status, templates, seven tasks of TaskNotes,
  /// what was deleted; and the settings of TaskNotes.
  ///
  /// - Parameter settings: The plugin's settings, as it writes them; nil for a vault without it.
  package func makeVault(
    at vault: String = "store", settings: String? = SampleVault.settings
  ) throws {
    for (path, text) in SampleVault.notes { try write(text, to: vault + "/" + path) }
    try write(#"{"folder": "Templates"}"#, to: vault + "/.obsidian/templates.json")
    if let settings {
      try write(settings, to: vault + "/.obsidian/plugins/tasknotes/data.json")
    }
  }
}

package enum SampleVault {
  /// As TaskNotes writes them, without what has nothing to do with tasks in files.
  package static let settings = """
    {
      "tasksFolder": "TaskNotes/Tasks",
      "moveArchivedTasks": false,
      "archiveFolder": "TaskNotes/Archive",
      "taskTag": "task",
      "taskIdentificationMethod": "tag",
      "taskPropertyName": "",
      "taskPropertyValue": "",
      "excludedFolders": "Archive, Old notes",
      "defaultTaskPriority": "normal",
      "defaultTaskStatus": "open",
      "taskFilenameFormat": "zettel",
      "storeTitleInFilename": true,
      "customFilenameTemplate": "{{title}}",
      "fieldMapping": {"title": "title", "status": "status", "priority": "priority", "due": "due",
        "scheduled": "scheduled", "contexts": "contexts", "projects": "projects",
        "timeEstimate": "timeEstimate", "completedDate": "completedDate",
        "dateCreated": "dateCreated", "dateModified": "dateModified", "recurrence": "recurrence",
        "completeInstances": "complete_instances"},
      "customStatuses": [
        {"id": "none", "value": "none", "label": "None", "isCompleted": false, "order": 0},
        {"id": "open", "value": "open", "label": "Open", "isCompleted": false, "order": 1},
        {"id": "done", "value": "done", "label": "Done", "isCompleted": true, "order": 3}
      ]
    }
    """

  package static let notes: [(path: String, text: String)] =
    (1...12).map { day in
      (
        "Daily/2026-11-\(day < 10 ? "0" : "")\(day).md",
        "---\ntags: [daily]\n---\n# Day \(day)\n\n- [ ] a line that is no task\n"
      )
    }
    + ["Ann", "Bob", "Cyril", "Dana", "Eva", "Filip"].map {
      ("People/\($0).md", "---\nrole: friend\n---\nMet \($0).\n")
    }
    + [
      ("Projects/Quarter.md", "---\nstatus: active\narea: work\n---\n"),
      ("Projects/Garden.md", "---\nstatus: seedling\n---\n"),
      ("Projects/House.md", "---\nstatus: done\n---\n"),
    ]
    + [("Emma", "reading"), ("Dune", "read"), ("Ulysses", "todo"), ("Persuasion", "to read")].map {
      ("Books/\($0.0).md", "---\nstatus: \($0.1)\nrating: 4\n---\n")
    }
    + [
      ("Templates/Task.md", "---\ntitle: \"{{title}}\"\nstatus: open\ntags:\n  - task\n---\n"),
      ("Templates/Plain.md", "---\nstatus: open\ntags:\n  - task\n---\n"),
      ("Tools/Form.md", "---\ntitle: \"{{title}}\"\nstatus: open\n---\n"),
      ("Tools/Templater.md", "---\ntitle: <% tp.file.title %>\nstatus: open\n---\n"),
      ("Archive/Old task.md", "---\nstatus: open\ntags:\n  - task\n---\n"),
      (".trash/Gone.md", "---\nstatus: open\ntags:\n  - task\n---\n"),
      (".obsidian/snippets/Odd.md", "---\nstatus: open\ntags:\n  - task\n---\n"),
      ("Home.md", "Start here: [[Quarter]]\n"), ("Reading list.md", "# Books\n"),
      ("Broken.md", "---\nstatus: open\nno end\n"),
    ] + tasks.map { ("TaskNotes/Tasks/\($0.0).md", $0.1) }

  /// The seven tasks, as TaskNotes writes them.
  package static let tasks = [
    ("Buy paint", note("status: open\npriority: normal\nscheduled: 2026-11-21")),
    ("Paint the fence", note("status: in-progress\npriority: high\ndue: 2026-11-28")),
    ("Call the plumber", note("status: open\npriority: none\ncontexts:\n  - phone")),
    ("Plan the trip", note("status: open\npriority: low\nprojects:\n  - \"[[Quarter]]\"")),
    ("Send the form", note("status: done\npriority: normal\ncompletedDate: 2026-11-12")),
    ("Sort photos", note("status: none\npriority: normal\ntimeEstimate: 30")),
    (
      "Water the plants",
      note(
        """
        status: open
        priority: normal
        scheduled: 2026-11-20
        recurrence: DTSTART:20261106;FREQ=WEEKLY;BYDAY=FR
        recurrence_anchor: scheduled
        """, after: "complete_instances:\n  - 2026-11-06\n  - 2026-11-13\n")
    ),
  ]

  private static func note(_ fields: String, after: String = "") -> String {
    """
    ---
    \(fields)
    dateCreated: 2026-11-01T08:00:00.000+01:00
    dateModified: 2026-11-02T08:30:00.000+01:00
    tags:
      - task
    \(after)---


    """
  }
}
