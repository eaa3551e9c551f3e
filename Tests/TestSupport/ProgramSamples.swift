/// A task file in the manner of another program, the changes of two people who use it, and what a merge makes of
/// them (merge.md, "Carried as written").
package struct ProgramSample: Sendable, CustomStringConvertible {
  package let program: String
  package let path: String
  package let base: String
  package let ours: String
  package let theirs: String
  /// With ours as the local side.
  package let merged: String

  package var description: String { program }

  package static let all: [ProgramSample] = [
    beans, tbd, backlog, taskNotes, dstask, orgzly, czechEmacs, germanEmacs, germanLog,
  ]

  private init(
    _ program: String, _ path: String, base: String, ours: [(String, String)],
    theirs: [(String, String)], merged: [(String, String)]
  ) {
    func changed(_ changes: [(String, String)]) -> String {
      changes.reduce(base) { text, change in
        precondition(text.contains(change.0), "\(program) has no \(change.0)")
        return text.replacing(change.0, with: change.1, maxReplacements: 1)
      }
    }
    self.program = program
    self.path = path
    self.base = base
    self.ours = changed(ours)
    self.theirs = changed(theirs)
    self.merged = changed(merged)
  }

  private static let beans = ProgramSample(
    "beans", "beans-0ajg--add-search.md",
    base: """
      ---
      # beans-0ajg
      title: Add a search
      status: todo
      type: feature
      priority: normal
      created_at: 2026-01-08T17:07:07Z
      updated_at: 2026-01-08T17:07:07Z
      parent: beans-f11p
      ---

      Find beans by their words.

      - [ ] read the words
      - [ ] rank what is found

      """,
    ours: [
      ("status: todo", "status: in-progress"), ("07:07Z\nparent", "09:30Z\nparent"),
      ("- [ ] read", "- [x] read"),
    ],
    theirs: [
      ("priority: normal", "priority: critical"), ("07:07Z\nparent", "11:12Z\nparent"),
      ("- [ ] rank", "- [x] rank"), ("type: feature", "type: epic"),
    ],
    merged: [
      ("status: todo", "status: in-progress"), ("priority: normal", "priority: critical"),
      ("07:07Z\nparent", "11:12Z\nparent"), ("- [ ] read", "- [x] read"),
      ("- [ ] rank", "- [x] rank"), ("type: feature", "type: epic"),
    ])

  private static let tbd = ProgramSample(
    "tbd", "is-01kf3b8zqh6ywe5m0t2n4r7c9d.md",
    base: """
      ---
      close_reason: null
      closed_at: null
      created_at: 2026-01-15T10:00:00.120Z
      dependencies: []
      due_date: null
      id: is-01kf3b8zqh6ywe5m0t2n4r7c9d
      kind: task
      labels: []
      parent_id: null
      priority: 2
      status: open
      title: Say what the sync does
      type: is
      updated_at: 2026-01-15T10:00:00.120Z
      version: 1
      ---
      The manual leaves it out.

      """,
    ours: [
      ("close_reason: null", "close_reason: written"),
      ("closed_at: null", "closed_at: 2026-01-18T03:56:40.890Z"),
      ("status: open", "status: closed"),
      ("updated_at: 2026-01-15T10:00:00.120Z", "updated_at: 2026-01-18T03:56:40.890Z"),
      ("version: 1", "version: 3"),
    ],
    theirs: [
      ("due_date: null", "due_date: 2026-01-20 # by then"),
      ("parent_id: null", "parent_id: is-01kf3b8zqh6ywe5m0t2n4r7c9e"),
      ("labels: []", "labels:\n  - docs"),
      ("updated_at: 2026-01-15T10:00:00.120Z", "updated_at: 2026-01-18T03:56:40.889Z"),
      ("version: 1", "version: 4"),
    ],
    merged: [
      ("close_reason: null", "close_reason: written"),
      ("closed_at: null", "closed_at: 2026-01-18T03:56:40.890Z"),
      ("status: open", "status: closed"),
      ("updated_at: 2026-01-15T10:00:00.120Z", "updated_at: 2026-01-18T03:56:40.890Z"),
      ("due_date: null", "due_date: 2026-01-20 # by then"),
      ("parent_id: null", "parent_id: is-01kf3b8zqh6ywe5m0t2n4r7c9e"),
      ("labels: []", "labels:\n  - docs"), ("version: 1", "version: 4"),
    ])

  private static let backlog = ProgramSample(
    "Backlog.md", "task-12 - Keep-the-order.md",
    base: """
      ---
      id: task-12
      title: 'Keep the order: lists'
      status: To Do
      assignee: []
      created_date: '2026-01-10 08:00'
      labels: []
      dependencies:
        - task-7
      priority: medium
      ---

      ## Description

      <!-- SECTION:DESCRIPTION:BEGIN -->
      The order is lost.
      <!-- SECTION:DESCRIPTION:END -->

      ## Acceptance Criteria
      <!-- AC:BEGIN -->
      - [ ] #1 It is kept
      - [ ] #2 It is tested
      <!-- AC:END -->

      """,
    ours: [
      ("status: To Do\nassignee: []", "status: In Progress\nassignee:\n  - '@claude'"),
      (
        "created_date: '2026-01-10 08:00'",
        "created_date: '2026-01-10 08:00'\nupdated_date: '2026-01-11 09:00'"
      ),
      ("- [ ] #1", "- [x] #1"),
    ],
    theirs: [
      (
        "created_date: '2026-01-10 08:00'",
        "created_date: '2026-01-10 08:00'\nupdated_date: '2026-01-11 08:59'"
      ),
      ("labels: []", "labels:\n  - core"), ("priority: medium", "priority: high\nordinal: 3000"),
      ("The order is lost.", "The order of lists is lost."),
    ],
    merged: [
      ("status: To Do\nassignee: []", "status: In Progress\nassignee:\n  - '@claude'"),
      (
        "created_date: '2026-01-10 08:00'",
        "created_date: '2026-01-10 08:00'\nupdated_date: '2026-01-11 09:00'"
      ),
      ("- [ ] #1", "- [x] #1"), ("labels: []", "labels:\n  - core"),
      ("priority: medium", "priority: high\nordinal: 3000"),
      ("The order is lost.", "The order of lists is lost."),
    ])

  private static let taskNotes = ProgramSample(
    "TaskNotes", "TaskNotes/Tasks/Water the plants.md",
    base: """
      ---
      title: Water the plants
      status: open
      priority: normal
      scheduled: 2026-01-19T09:00
      recurrence: DTSTART:20260119T090000;FREQ=WEEKLY;BYDAY=MO,TH
      recurrence_anchor: scheduled
      contexts:
        - home
      projects:
        - "[[Garden]]"
      timeEstimate: 30
      dateCreated: 2026-01-10T08:00:00.000+01:00
      dateModified: 2026-01-10T08:00:00.000+01:00
      tags:
        - task
      timeEntries:
        - startTime: 2026-01-12T08:00:00.000Z
          endTime: 2026-01-12T08:10:00.000Z
      ---

      """,
    ours: [
      ("BYDAY=MO,TH", "BYDAY=MO,FR"),
      ("dateModified: 2026-01-10T08", "dateModified: 2026-01-12T08"),
      ("  - home", "  - home\n  - balcony"),
    ],
    theirs: [
      ("priority: normal", "priority: none"), ("timeEstimate: 30", "timeEstimate: 20 # was 30"),
      ("dateModified: 2026-01-10T08", "dateModified: 2026-01-11T08"),
      ("  - \"[[Garden]]\"", "  - \"[[Garden and balcony|Garden]]\""),
      (
        "08:10:00.000Z\n",
        "08:10:00.000Z\n  - startTime: 2026-01-14T08:00:00.000Z\n    endTime: 2026-01-14T08:09:00.000Z\n"
      ),
    ],
    merged: [
      ("BYDAY=MO,TH", "BYDAY=MO,FR"),
      ("dateModified: 2026-01-10T08", "dateModified: 2026-01-12T08"),
      ("  - home", "  - home\n  - balcony"),
      ("priority: normal", "priority: none"), ("timeEstimate: 30", "timeEstimate: 20 # was 30"),
      ("  - \"[[Garden]]\"", "  - \"[[Garden and balcony|Garden]]\""),
      (
        "08:10:00.000Z\n",
        "08:10:00.000Z\n  - startTime: 2026-01-14T08:00:00.000Z\n    endTime: 2026-01-14T08:09:00.000Z\n"
      ),
    ])

  private static let dstask = ProgramSample(
    "dstask", "5c1d0d0e-4f3c-4a2e-9c3d-6d1a7a0b1c2d.md",
    base: """
      ---
      uuid: 5c1d0d0e-4f3c-4a2e-9c3d-6d1a7a0b1c2d
      status: pending
      summary: Renew the certificate
      notes: ""
      tags:
      - infra
      - www
      project: hosting
      priority: P2
      delegatedto: ""
      subtasks: []
      dependencies: []
      created: 2026-01-10T08:00:00.5+01:00
      resolved: 0001-01-01T00:00:00Z
      due: 0001-01-01T00:00:00Z
      ---

      """,
    ours: [
      ("status: pending", "status: active"), ("priority: P2", "priority: P1"), ("- www", "- web"),
    ],
    theirs: [
      ("due: 0001-01-01T00:00:00Z", "due: 2026-02-01T00:00:00+01:00"),
      ("summary: Renew the certificate", "summary: Renew the certificate of www"),
      ("delegatedto: \"\"", "delegatedto: bob"),
    ],
    merged: [
      ("status: pending", "status: active"), ("priority: P2", "priority: P1"), ("- www", "- web"),
      ("due: 0001-01-01T00:00:00Z", "due: 2026-02-01T00:00:00+01:00"),
      ("summary: Renew the certificate", "summary: Renew the certificate of www"),
      ("delegatedto: \"\"", "delegatedto: bob"),
    ])

  private static let orgzly = ProgramSample(
    "Orgzly", "shopping.org",
    base: """
      * TODO [#B] Nákup                                                           :dom:
      SCHEDULED: <2026-11-23 po 9:00>
      :PROPERTIES:
      :ID:       k7mq2xw4tz9nbcde
      :CREATED:  [2026-11-01 ne 9:15]
      :RANK: 1024
      :END:

      - [ ] mléko
      - [ ] chleba

      """,
    ours: [("[#B]", "[#a]"), (":RANK: 1024", ":RANK: 1536"), ("- [ ] chleba", "- [X] chleba")],
    theirs: [
      ("SCHEDULED: <2026-11-23 po 9:00>", "SCHEDULED: <2026-11-24 út 9:00 +1w>"),
      ("                 :dom:", "             :dom:jídlo:"),
      ("- [ ] chleba", "- [ ] chleba\n- [ ] sůl"),
      (":CREATED:  [2026-11-01 ne 9:15]", ":CREATED:  [2026-11-01 ne 9:15]\n:LOCATION: Albert"),
    ],
    merged: [
      ("[#B]", "[#a]"), (":RANK: 1024", ":RANK: 1536"),
      ("- [ ] chleba", "- [X] chleba\n- [ ] sůl"),
      ("SCHEDULED: <2026-11-23 po 9:00>", "SCHEDULED: <2026-11-24 út 9:00 +1w>"),
      ("                 :dom:", "             :dom:jídlo:"),
      (":CREATED:  [2026-11-01 ne 9:15]", ":CREATED:  [2026-11-01 ne 9:15]\n:LOCATION: Albert"),
    ])

  private static let czechEmacs = ProgramSample(
    "Emacs in Czech", "zavolat.org",
    base: """
      #+TODO: TODO(t) WAIT(w@/!) | DONE(d!)

      * TODO [#A] Zavolat Bobovi [0/2]      :telefon:práce:
        DEADLINE: <2026-11-27 Pá 17:00 -3d> SCHEDULED: <2026-11-23 Po>
        :PROPERTIES:
        :ID:       k7mq2xw4tz9nbcde
        :Effort:   0:30
        :END:
        :LOGBOOK:
        CLOCK: [2026-11-20 Pá 9:15]--[2026-11-20 Pá 9:45] =>  0:30
        :END:

        - [ ] číslo
        - [ ] termín

      """,
    ours: [
      ("TODO [#A]", "WAIT [#A]"), ("[0/2]", "[1/2]"), ("- [ ] číslo", "- [X] číslo"),
      (
        "  CLOCK:",
        "  - State \"WAIT\"       from \"TODO\"       [2026-11-23 Po 9:10] \\\\\n    na Boba\n  CLOCK:"
      ),
    ],
    theirs: [
      ("[0/2]", "[1/2]"), ("- [ ] termín", "- [X] termín"), ("Bobovi", "Bobovi a Evě"),
      ("DEADLINE: <2026-11-27 Pá 17:00 -3d>", "DEADLINE: <2026-11-30 Po 17:00 -3d>"),
      ("  CLOCK:", "  CLOCK: [2026-11-22 Ne 8:00]--[2026-11-22 Ne 8:30] =>  0:30\n  CLOCK:"),
      (":Effort:   0:30", ":Effort:   1:30\n  :CREATED:  [2026-11-01 Ne 9:15]"),
    ],
    merged: [
      ("TODO [#A]", "WAIT [#A]"), ("[0/2]", "[2/2]"), ("- [ ] číslo", "- [X] číslo"),
      ("- [ ] termín", "- [X] termín"), ("Bobovi", "Bobovi a Evě"),
      ("DEADLINE: <2026-11-27 Pá 17:00 -3d>", "DEADLINE: <2026-11-30 Po 17:00 -3d>"),
      (
        "  CLOCK:",
        "  - State \"WAIT\"       from \"TODO\"       [2026-11-23 Po 9:10] \\\\\n    na Boba\n  CLOCK: [2026-11-22 Ne 8:00]--[2026-11-22 Ne 8:30] =>  0:30\n  CLOCK:"
      ),
      (":Effort:   0:30", ":Effort:   1:30\n  :CREATED:  [2026-11-01 Ne 9:15]"),
    ])

  private static let germanEmacs = ProgramSample(
    "Emacs in German", "anruf.org",
    base: """
      * TODO Bob anrufen :arbeit:telefon:
      SCHEDULED: <2026-11-23 Mo 9:00>
      :PROPERTIES:
      :ID: k7mq2xw4tz9nbcde
      :RANK: 1024
      :CREATED: [2026-11-01 So 9:15]
      :LAST_MODIFIED: [2026-11-01 So 9:15]
      :END:

      Rechnung 42.

      """,
    ours: [
      ("* TODO Bob anrufen", "* DONE Bob anrufen"),
      (
        "SCHEDULED: <2026-11-23 Mo 9:00>",
        "CLOSED: [2026-11-23 Mo 10:00] SCHEDULED: <2026-11-23 Mo 9:00>"
      ),
      (":LAST_MODIFIED: [2026-11-01 So 9:15]", ":LAST_MODIFIED: [2026-11-23 Mo 10:00]"),
    ],
    theirs: [
      (":arbeit:telefon:", ":telefon:arbeit:"),
      ("SCHEDULED: <2026-11-23 Mo 9:00>", "SCHEDULED: <2026-11-24 Di 9:00>"),
      (
        ":LAST_MODIFIED: [2026-11-01 So 9:15]",
        ":Effort: 1:00\n:LAST_MODIFIED: [2026-11-22 So 9:15]"
      ),
      ("Rechnung 42.", "Rechnungen 42 und 43."),
    ],
    merged: [
      ("* TODO Bob anrufen :arbeit:telefon:", "* DONE Bob anrufen :telefon:arbeit:"),
      (
        "SCHEDULED: <2026-11-23 Mo 9:00>",
        "CLOSED: [2026-11-23 Mo 10:00] SCHEDULED: <2026-11-24 Di 9:00>"
      ),
      (
        ":LAST_MODIFIED: [2026-11-01 So 9:15]",
        ":Effort: 1:00\n:LAST_MODIFIED: [2026-11-23 Mo 10:00]"
      ),
      ("Rechnung 42.", "Rechnungen 42 und 43."),
    ])

  /// One property is changed by the other side; the lines beside it are nobody's change.
  private static let germanLog = ProgramSample(
    "Emacs in German, one property", "notiz.org",
    base: """
      * TODO [#c] Notiz
      DEADLINE:   <2026-11-27 Fr>
      :PROPERTIES:
      :ID: k7mq2xw4tz9nbcde
      :RANK: 1024
      :CREATED: [2026-11-01 So 9:15]
      :Effort: 30
      :END:

      """,
    ours: [("[#c] Notiz", "[#c] Notizen")],
    theirs: [(":Effort: 30", ":EFFORT: 45 ")],
    merged: [("[#c] Notiz", "[#c] Notizen"), (":Effort: 30", ":EFFORT: 45 ")])
}
