/// Org task files as programs and people leave them: each is read by Emacs in a test, before and after every edit.
enum OrgStyleFiles {
  static let all: [(name: String, text: String)] = [
    (
      "capture, with a clock table",
      """
      #+TITLE: Work log
      #+PROPERTY: Effort_ALL 0:10 0:30 1:00 2:00
      #+COLUMNS: %40ITEM(Task) %17Effort(Estimated Effort){:} %CLOCKSUM

      * TODO Prepare the quarterly report                         :work:report:
      DEADLINE: <2026-11-30 Mon -3d>
      :PROPERTIES:
      :CAPTURED: [2026-11-20 Fri 09:15]
      :Effort:   2:00
      :END:
      :LOGBOOK:
      CLOCK: [2026-11-20 Fri 09:20]--[2026-11-20 Fri 10:05] =>  0:45
      CLOCK: [2026-11-19 Thu 13:00]--[2026-11-19 Thu 13:30] =>  0:30
      :END:
      From: [[mu4e:msgid:x@y.z][Re: numbers]]

      #+BEGIN: clocktable :maxlevel 2 :scope subtree
      | Headline     | Time   |
      |--------------+--------|
      | *Total time* | *1:15* |
      #+END:

      """
    ),
    (
      "habit, log without a drawer",
      """
      * TODO Floss
        SCHEDULED: <2026-10-17 Sat .+1d/3d>
        :PROPERTIES:
        :STYLE: habit
        :LOGGING: DONE(!)
        :REPEAT_TO_STATE: NEXT
        :END:
        - State "DONE"       from "TODO"       [2026-10-15 Thu]
        - State "DONE"       from "TODO"       [2026-10-12 Mon]

      """
    ),
    (
      "org-contacts, diary sexps",
      """
      * TODO Call Jana Nováková :contact:
      SCHEDULED: <2026-11-20 Fri 9:00-9:30 +1y --2d>
      :PROPERTIES:
      :EMAIL:    jana@example.org
      :BIRTHDAY: 1980-02-29
      :NOTE:     said ":hello:" :-)
      :NOTE+:    and more
      :END:
      %%(org-contacts-anniversaries)
      <%%(org-anniversary 1980 2 29)>

      """
    ),
    (
      "Orgzly",
      """
      * NEXT [#B] Groceries [1/2]
      DEADLINE: <2026-11-22 Sun 18:00 --2d> SCHEDULED: <2026-11-21 Sat 10:00 ++1w>
      :PROPERTIES:
      :CREATED:  [2026-11-19 Thu 08:00]
      :LAST_REPEAT: [2026-11-14 Sat 11:00]
      :END:
      - [ ] milk
        - [X] 2%
      - [X] bread
      """
    ),
    (
      "organice, indented",
      """
      * TODO Headline with [[https://organice.200ok.ch][a link]]
        DEADLINE: <2026-11-27 Fri 17:00 +1w -3d>
        :PROPERTIES:
        :ID: 8f2c-1
        :END:
        :LOGBOOK:
        CLOCK: [2026-11-20 Fri 09:20]--[2026-11-20 Fri 10:05] =>  0:45
        :END:
        Text <2026-11-28 Sat> and [2026-11-29 Sun].
      ** child :x:
         CLOSED: [2026-11-20 Fri]

      """
    ),
    (
      "beorg",
      """
      * TODO Check beorg
        SCHEDULED: <2026-11-20 Fri>
        :PROPERTIES:
        :UID: 0D9B4A1E-2C11
        :LOCATION: Praha (50.087,14.421)
        :ID: 0D9B4A1E-2C11-4B1E
        :END:

      """
    ),
    (
      "org-roam",
      """
      :PROPERTIES:
      :ID:       20aa-file
      :ROAM_ALIASES: "alias one" two
      :END:
      #+title: Note
      #+filetags: :zettel:draft:

      * TODO Read the paper [cite:@key p. 5]
      :PROPERTIES:
      :ID:       20aa-head
      :ROAM_REFS: cite:key https://x.org/a?b=c
      :END:
      see [[id:20aa-file][Note]] and footnote[fn:1].

      [fn:1] Below.

      """
    ),
    (
      "structure in blocks",
      """
      * TODO \\alpha in a block
      #+begin_src org
      ,* TODO not a task
      ,#+TODO: A B | C
      - [ ] no box
      :PROPERTIES:
      :ID: no
      :END:
      #+end_src
      #+BEGIN_EXAMPLE
      #+FILETAGS: :no:
      #+END_EXAMPLE
      \\begin{equation}
      a * b
      \\end{equation}

      """
    ),
    (
      "drawers of all kinds",
      """
      * WAIT Drawers :a:@b:
      CLOSED: [2026-11-19 Thu 10:00]  SCHEDULED: <2026-11-20 pá>\u{20}
      :properties:
      \t:Custom_ID:\u{20}
      :HEADER-ARGS:sh: :var a=1
      :end:
      :NOTES:
      :ID: no
      :END:
      :LOGBOOK:
      - Note taken on [2026-11-20 Fri 10:00] \\\\
        late
      :END:
      :LOGBOOK:
      unclosed

      """
    ),
    (
      "workflows and settings",
      """
      # -*- mode: org -*-
      #+SEQ_TODO: REPORT(r) BUG(b@/!) | FIXED(f)
      #+TODO: TODO DOING |
      #+FILETAGS: :a:b:
      #+CATEGORY: one
      * BUG COMMENT  two  blanks   :b:c:
      * DONE other :x:
      :PROPERTIES:
      :ID: other
      :END:

      """
    ),
    (
      "no bar at all",
      "#+TODO: TODO DOING |\n* TODO Only open ones\n"
    ),
    (
      "odd words in stamps",
      "* TODO x [#A] y :1:\nDEADLINE: <2026-11-27 +b> SCHEDULED: <2026-11-20 Fri 10:00am +1w>\n"
    ),
    ("a demoted drawer", "* TODO x\n:PROPERTIES:\n:ID: a1\nnot a property\n:END:\n"),
    ("tags alone", "* TODO :a:\nDEADLINE:<2026-11-20 Fri>SCHEDULED: <2026-11-21 Sat>\n\n\n"),
    ("carriage returns", "* TODO x   :a:\r\n:PROPERTIES:\r\n:ID: a1\r\n:END:\r\n\r\nnotes\r\n"),
  ]
}
