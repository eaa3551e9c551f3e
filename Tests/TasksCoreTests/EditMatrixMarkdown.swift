extension EditMatrixFile {
  /// Markdown as we write it, with what others may add, and as TaskNotes, Backlog.md and dstask do.
  static let markdown = [
    EditMatrixFile(
      path: "whole.md",
      text: #"""
        ---
        # a comment ¿
        id: k7mq2xw4tz9nbcde
        rank: 1024.5
        created: 2026-11-20T09:15
        title: Call Bob about the invoice
        status: waiting   # why
        priority: high
        list: work
        tags:
            - phone
        contexts: ["@office"]
        scheduled: 2026-11-23T10:00
        scheduled_end: 2026-11-23T11:30
        due: 2026-11-27T17:00
        due_warning: 3d
        repeat: "++1w"
        reminder: 2026-11-23T09:30
        important: true
        alert: 60
        alert2: 10
        location: 'Office, Prague'
        geo: "50.08750,14.42130"
        location_radius: 500
        effort:\#t90
        parent: b3x9
        dependencies:
        - c4
        last_repeat: 2026-11-16T10:00
        Custom: >-
          a
          value
        unknown: {a: [1, 2], b: &anchor x}
        raw: ¿
        ---

        \#tNotes with a tab ¿ and [a link](https://example.org/inv/42).

        - [ ] find the number
        - [x] read the contract

        ## Below

        the end

        ## Log

        - 2026-11-20 10:30 WAIT from TODO: waiting for Bob to call back
        - 2026-11-20 09:20--10:05 clock 0:45

        """#,
      changes: #"""
        # id
        -id: k7mq2xw4tz9nbcde
        +id: n3w1d
        # title
        -title: Call Bob about the invoice
        +title: Nový název
        # priority
        -priority: high
        +priority: low
        # priority off
        -priority: high
        # rank
        -rank: 1024.5
        +rank: 2.5
        # rank off
        -rank: 1024.5
        # tags
        -contexts: ["@office"]
        +    - new
        +contexts: ["@office", "@home"]
        # tags off
        -tags:
        -    - phone
        -contexts: ["@office"]
        # list
        -list: work
        +list: home
        # list off
        -list: work
        # created
        -created: 2026-11-20T09:15
        +created: 2027-03-01T10:15
        # created off
        -created: 2026-11-20T09:15
        # scheduled
        -scheduled: 2026-11-23T10:00
        -scheduled_end: 2026-11-23T11:30
        +scheduled: 2027-03-01T10:15
        +scheduled_warning: 2d
        +scheduled_repeat: "+1m"
        # scheduled day
        -scheduled: 2026-11-23T10:00
        -scheduled_end: 2026-11-23T11:30
        +scheduled: 2027-03-01
        +scheduled_repeat: none
        # scheduled off
        -scheduled: 2026-11-23T10:00
        -scheduled_end: 2026-11-23T11:30
        # deadline
        -due: 2026-11-27T17:00
        -due_warning: 3d
        -repeat: "++1w"
        +due: 2027-03-01T10:15
        +due_warning: 2d
        +repeat: "+1m"
        +scheduled_repeat: "++1w"
        # deadline day
        -due: 2026-11-27T17:00
        -due_warning: 3d
        -repeat: "++1w"
        +due: 2027-03-01
        +scheduled_repeat: "++1w"
        # deadline off
        -due: 2026-11-27T17:00
        -due_warning: 3d
        # closed
        +completed: 2027-03-01T10:15
        # deleted
        +deleted: 2027-03-01T10:15
        # last repeat
        -last_repeat: 2026-11-16T10:00
        +last_repeat: 2027-03-01T10:15
        # last repeat off
        -last_repeat: 2026-11-16T10:00
        # reminders
        -reminder: 2026-11-23T09:30
        +reminder:
        +    - 2027-03-01T10:15
        +    - 2027-03-01
        # reminders off
        -reminder: 2026-11-23T09:30
        # important
        -important: true
        +important: false
        # first alert
        -alert: 60
        +alert: 5
        # first alert off
        -alert: 60
        # second alert
        -alert2: 10
        +alert2: 1
        # second alert off
        -alert2: 10
        # place
        -location: 'Office, Prague'
        +location: 'Doma'
        # place off
        -location: 'Office, Prague'
        # coordinates
        -geo: "50.08750,14.42130"
        +geo: "-1.5,2.0"
        # coordinates off
        -geo: "50.08750,14.42130"
        # radius
        -location_radius: 500
        +location_radius: 10
        # radius off
        -location_radius: 500
        # effort
        -effort:\#t90
        +effort:\#t61
        # effort off
        -effort:\#t90
        # parent
        -parent: b3x9
        +parent: n3w1d
        # parent off
        -parent: b3x9
        # blockers
        +- n3w1d
        # blockers off
        -dependencies:
        -- c4
        # property NEW
        +NEW: "new: it"
        # property CUSTOM
        -Custom: >-
        -  a
        -  value
        +Custom: x
        # property CUSTOM off
        -Custom: >-
        -  a
        -  value
        # notes
        +last
        # notes off
        -\#tNotes with a tab ¿ and [a link](https://example.org/inv/42).
        -
        -- [ ] find the number
        -- [x] read the contract
        -
        -## Below
        -
        -the end
        -
        # log
        +- 2027-03-01 10:15 TODO from WAIT: he called
        # log off
        -- 2026-11-20 10:30 WAIT from TODO: waiting for Bob to call back
        # clocks
        +- 2027-03-01 10:15--11:45 clock 1:30
        # clocks off
        -- 2026-11-20 09:20--10:05 clock 0:45
        # state TODO
        -status: waiting   # why
        +status: todo   # why
        # state NEXT
        -status: waiting   # why
        +status: next   # why
        # state DONE
        -status: waiting   # why
        +status: done   # why
        """#),
    EditMatrixFile(
      path: "tasknotes.md",
      text: MarkdownFiles.taskNotes + "\n",
      changes: #"""
        # id
        +id: n3w1d
        # title
        -title: Write the report
        +title: Nový název
        # priority
        -priority: normal
        +priority: low
        # priority off
        -priority: normal
        +priority: none
        # rank
        +rank: 2.5
        # tags
        +  - new
        +  - home
        # tags off
        -tags:
        -  - task
        -contexts:
        -  - office
        # list
        -  - "[[Quarter]]"
        +  - "[[home]]"
        # list off
        -projects:
        -  - "[[Quarter]]"
        # created
        -dateCreated: 2026-11-20T09:15:00.000+01:00
        +dateCreated: 2027-03-01T11:15:00.000+01:00
        # created off
        -dateCreated: 2026-11-20T09:15:00.000+01:00
        # scheduled: refused
        # scheduled day: refused
        # scheduled off
        -scheduled: 2026-11-23T10:00
        # deadline: refused
        # deadline day: refused
        # deadline off
        -due: 2026-11-27
        # closed
        +completedDate: 2027-03-01T10:15
        # deleted
        +deleted: 2027-03-01T10:15
        # last repeat
        +last_repeat: 2027-03-01T10:15
        # reminders: refused
        # reminders off: refused
        # important
        +important: true
        # first alert
        +alert: 5
        # second alert
        +alert2: 1
        # place
        +location: Doma
        # coordinates
        +geo: "-1.5,2.0"
        # radius
        +location_radius: 10
        # effort
        -timeEstimate: 90
        +timeEstimate: 61
        # effort off
        -timeEstimate: 90
        # parent
        +parent: n3w1d
        # blockers
        +dependencies:
        +  - n3w1d
        # property NEW
        +NEW: "new: it"
        # property CUSTOM
        +CUSTOM: x
        # notes
        +last
        # notes off
        -
        -See [[Quarter]].
        # log
        +
        +## Log
        +
        +- 2027-03-01 10:15 TODO from WAIT: he called
        # clocks
        +
        +## Log
        +
        +- 2027-03-01 10:15--11:45 clock 1:30
        # clocks off: refused
        # state NEXT
        -status: open
        +status: in-progress
        # state DONE
        -status: open
        +status: done
        """#),
    EditMatrixFile(
      path: "backlog.md",
      text: MarkdownFiles.backlog,
      changes: #"""
        # id
        -id: task-12
        +id: n3w1d
        # title
        -title: 'Add login: with a form'
        +title: 'Nový název'
        # priority
        -priority: medium
        +priority: low
        # priority off
        -priority: medium
        # rank
        -ordinal: 1000
        +ordinal: 2.5
        # rank off
        -ordinal: 1000
        # tags
        -labels: []
        +labels: [new]
        +contexts:
        +  - '@home'
        # list
        +list: home
        # created
        -created_date: '2026-11-20 09:15'
        +created_date: '2027-03-01 10:15'
        # created off
        -created_date: '2026-11-20 09:15'
        # scheduled
        +scheduled: 2027-03-01 10:15
        +scheduled_warning: 2d
        +repeat: '+1m'
        # scheduled day
        +scheduled: 2027-03-01
        # deadline
        +due: 2027-03-01 10:15
        +due_warning: 2d
        +repeat: '+1m'
        # deadline day
        +due: 2027-03-01
        # closed
        +completed: 2027-03-01 10:15
        # deleted
        +deleted: 2027-03-01 10:15
        # last repeat
        +last_repeat: 2027-03-01 10:15
        # reminders
        +reminder:
        +  - 2027-03-01 10:15
        +  - 2027-03-01
        # important
        +important: true
        # first alert
        +alert: 5
        # second alert
        +alert2: 1
        # place
        +location: Doma
        # coordinates
        +geo: '-1.5,2.0'
        # radius
        +location_radius: 10
        # effort
        +effort: 61
        # parent
        -parent_task_id: task-1
        +parent_task_id: n3w1d
        # parent off
        -parent_task_id: task-1
        # blockers
        +  - n3w1d
        # blockers off
        -dependencies:
        -  - task-3
        -  - task-4
        # property NEW
        +NEW: 'new: it'
        # property CUSTOM
        +CUSTOM: x
        # notes
        +last
        # notes off
        -
        -## Description
        -
        -<!-- SECTION:DESCRIPTION:BEGIN -->
        -A form.
        -<!-- SECTION:DESCRIPTION:END -->
        -
        -## Acceptance Criteria
        -- [ ] #1 it works
        # log
        +
        +## Log
        +
        +- 2027-03-01 10:15 TODO from WAIT: he called
        # clocks
        +
        +## Log
        +
        +- 2027-03-01 10:15--11:45 clock 1:30
        # state NEXT
        -status: To Do
        +status: In Progress
        # state DONE
        -status: To Do
        +status: Done
        """#),
    EditMatrixFile(
      path: "dstask.md",
      text: MarkdownFiles.dstask + "\n",
      changes: #"""
        # id
        -uuid: 9c8b7a60-1111-4222-8333-444455556666
        +uuid: n3w1d
        # title
        -summary: fix the roof
        +summary: Nový název
        # priority
        -priority: P1
        +priority: P3
        # priority off
        -priority: P1
        # rank
        +rank: 2.5
        # tags
        -tags: [house, urgent]
        +tags: [house, urgent, new]
        +contexts: ["@home"]
        # tags off
        -tags: [house, urgent]
        +tags: []
        # list off
        -project: home
        # created
        -created: 2026-11-20T09:15:00.123456789Z
        +created: 2027-03-01T10:15:00.000000000Z
        # created off
        -created: 2026-11-20T09:15:00.123456789Z
        # scheduled
        +scheduled: 2027-03-01T10:15
        +scheduled_warning: 2d
        +repeat: "+1m"
        # scheduled day
        +scheduled: 2027-03-01
        # deadline
        -due: 0001-01-01T00:00:00Z
        +due: 2027-03-01T10:15:00
        +due_warning: 2d
        +repeat: "+1m"
        # deadline day
        -due: 0001-01-01T00:00:00Z
        +due: 2027-03-01
        # closed
        -resolved: 0001-01-01T00:00:00Z
        +resolved: 2027-03-01T10:15:00
        # deleted
        +deleted: 2027-03-01T10:15
        # last repeat
        +last_repeat: 2027-03-01T10:15
        # reminders
        +reminder: [2027-03-01T10:15, 2027-03-01]
        # important
        +important: true
        # first alert
        +alert: 5
        # second alert
        +alert2: 1
        # place
        +location: Doma
        # coordinates
        +geo: "-1.5,2.0"
        # radius
        +location_radius: 10
        # effort
        +effort: 61
        # parent
        +parent: n3w1d
        # blockers
        -dependencies: []
        +dependencies: [n3w1d]
        # property NEW
        +NEW: "new: it"
        # property CUSTOM
        +CUSTOM: x
        # notes
        -notes: ""
        +notes: "last"
        # log
        +
        +## Log
        +
        +- 2027-03-01 10:15 TODO from WAIT: he called
        # clocks
        +
        +## Log
        +
        +- 2027-03-01 10:15--11:45 clock 1:30
        # state NEXT
        -status: pending
        +status: active
        # state DONE
        -status: pending
        +status: resolved
        """#),
    EditMatrixFile(
      path: "deleted.md",
      text: #"""
        ---
        status: done
        completed: 2026-11-19
        deleted: 2026-11-20T10:00
        tags: [ARCHIVE, x]
        ---

        """#,
      changes: #"""
        # id
        +id: n3w1d
        # title
        +title: Nový název
        # priority
        +priority: low
        # rank
        +rank: 2.5
        # tags
        -tags: [ARCHIVE, x]
        +tags: [ARCHIVE, x, new]
        +contexts: ["@home"]
        # tags off
        -tags: [ARCHIVE, x]
        +tags: [ARCHIVE]
        # list
        +list: home
        # created
        +created: 2027-03-01T10:15
        # scheduled
        +scheduled: 2027-03-01T10:15
        +scheduled_warning: 2d
        +repeat: "+1m"
        # scheduled day
        +scheduled: 2027-03-01
        # deadline
        +due: 2027-03-01T10:15
        +due_warning: 2d
        +repeat: "+1m"
        # deadline day
        +due: 2027-03-01
        # closed
        -completed: 2026-11-19
        +completed: 2027-03-01T10:15
        # closed off
        -completed: 2026-11-19
        # deleted
        -deleted: 2026-11-20T10:00
        +deleted: 2027-03-01T10:15
        # deleted off
        -deleted: 2026-11-20T10:00
        # last repeat
        +last_repeat: 2027-03-01T10:15
        # reminders
        +reminder: [2027-03-01T10:15, 2027-03-01]
        # important
        +important: true
        # first alert
        +alert: 5
        # second alert
        +alert2: 1
        # place
        +location: Doma
        # coordinates
        +geo: "-1.5,2.0"
        # radius
        +location_radius: 10
        # effort
        +effort: 61
        # parent
        +parent: n3w1d
        # blockers
        +dependencies: [n3w1d]
        # property NEW
        +NEW: "new: it"
        # property CUSTOM
        +CUSTOM: x
        # notes
        +
        +last
        # log
        +
        +## Log
        +
        +- 2027-03-01 10:15 TODO from WAIT: he called
        # clocks
        +
        +## Log
        +
        +- 2027-03-01 10:15--11:45 clock 1:30
        # state TODO
        -status: done
        +status: todo
        # state NEXT
        -status: done
        +status: next
        """#),
  ]
}
