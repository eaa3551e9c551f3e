extension EditMatrixFile {
  /// Org as we write it, with what others may add, and as Emacs, Orgzly and organice do.
  static let org = [
    EditMatrixFile(
      path: "whole.org",
      text: #"""
        # -*- mode: org -*-
        #+TODO: TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)
        #+STARTUP: ¿

        * WAIT [#A] Call Bob about the invoice [1/2]\#t:phone:@office:
        \#tDEADLINE: <2026-11-27 pá 17:00 ++1w -3d> SCHEDULED: <2026-11-23 Mon 10:00-11:30 ++1w>
        :PROPERTIES:
        :ID:       k7mq2xw4tz9nbcde
        :RANK:     1024.5
        :CREATED:  [2026-11-20 Fri 09:15]
        :CATEGORY: work
        :Effort:   1:30
        :PARENT:   id:b3x9
        :BLOCKER:  ids(c4 d5)
        :REMIND:   [2026-11-23 Mon 09:30]
        :IMPORTANT: t
        :APPT_WARNTIME: 60
        :APPT_WARNTIME2: 10
        :LOCATION: Office, Prague
        :GEO:      50.08750,14.42130
        :LOCATION_RADIUS: 500
        :LAST_REPEAT: [2026-11-16 Mon 10:00]
        :Custom:   a  value
        :X_RAW:    ¿
        :END:
        :LOGBOOK:
        - State "WAIT"       from "TODO"       [2026-11-20 Fri 10:30] \\
          waiting for Bob to call back
        CLOCK: [2026-11-20 Fri 09:20]--[2026-11-20 Fri 10:05] =>  0:45
        :END:
        :NOTES:
        an unknown drawer ¿
        :END:

        \#tNotes with a tab and [[https://example.org/inv/42][a link]].

        - [ ] find the number
        - [X] read the contract ¿
        ** Below
        * DONE Another :heading:
        SCHEDULED: <2026-11-20 Fri>
        :PROPERTIES:
        :ID:       other
        :END:
        the end

        """#,
      changes: #"""
        # id
        -:ID:       k7mq2xw4tz9nbcde
        +:ID:       n3w1d
        # title
        -* WAIT [#A] Call Bob about the invoice [1/2]\#t:phone:@office:
        +* WAIT [#A] Nový název [1/2]\#t:phone:@office:
        # priority
        -* WAIT [#A] Call Bob about the invoice [1/2]\#t:phone:@office:
        +* WAIT [#C] Call Bob about the invoice [1/2]\#t:phone:@office:
        # priority off
        -* WAIT [#A] Call Bob about the invoice [1/2]\#t:phone:@office:
        +* WAIT Call Bob about the invoice [1/2]\#t:phone:@office:
        # rank
        -:RANK:     1024.5
        +:RANK:     2.5
        # rank off
        -:RANK:     1024.5
        # tags
        -* WAIT [#A] Call Bob about the invoice [1/2]\#t:phone:@office:
        +* WAIT [#A] Call Bob about the invoice [1/2]\#t:phone:@office:new:@home:
        # tags off
        -* WAIT [#A] Call Bob about the invoice [1/2]\#t:phone:@office:
        +* WAIT [#A] Call Bob about the invoice [1/2]
        # list
        -:CATEGORY: work
        +:CATEGORY: home
        # list off
        -:CATEGORY: work
        # created
        -:CREATED:  [2026-11-20 Fri 09:15]
        +:CREATED:  [2027-03-01 Mon 10:15]
        # created off
        -:CREATED:  [2026-11-20 Fri 09:15]
        # scheduled
        -\#tDEADLINE: <2026-11-27 pá 17:00 ++1w -3d> SCHEDULED: <2026-11-23 Mon 10:00-11:30 ++1w>
        +\#tDEADLINE: <2026-11-27 pá 17:00 ++1w -3d> SCHEDULED: <2027-03-01 Mon 10:15 +1m -2d>
        # scheduled day
        -\#tDEADLINE: <2026-11-27 pá 17:00 ++1w -3d> SCHEDULED: <2026-11-23 Mon 10:00-11:30 ++1w>
        +\#tDEADLINE: <2026-11-27 pá 17:00 ++1w -3d> SCHEDULED: <2027-03-01 Mon>
        # scheduled off
        -\#tDEADLINE: <2026-11-27 pá 17:00 ++1w -3d> SCHEDULED: <2026-11-23 Mon 10:00-11:30 ++1w>
        +\#tDEADLINE: <2026-11-27 pá 17:00 ++1w -3d>
        # deadline
        -\#tDEADLINE: <2026-11-27 pá 17:00 ++1w -3d> SCHEDULED: <2026-11-23 Mon 10:00-11:30 ++1w>
        +\#tDEADLINE: <2027-03-01 Mon 10:15 +1m -2d> SCHEDULED: <2026-11-23 Mon 10:00-11:30 ++1w>
        # deadline day
        -\#tDEADLINE: <2026-11-27 pá 17:00 ++1w -3d> SCHEDULED: <2026-11-23 Mon 10:00-11:30 ++1w>
        +\#tDEADLINE: <2027-03-01 Mon> SCHEDULED: <2026-11-23 Mon 10:00-11:30 ++1w>
        # deadline off
        -\#tDEADLINE: <2026-11-27 pá 17:00 ++1w -3d> SCHEDULED: <2026-11-23 Mon 10:00-11:30 ++1w>
        +\#tSCHEDULED: <2026-11-23 Mon 10:00-11:30 ++1w>
        # closed
        -\#tDEADLINE: <2026-11-27 pá 17:00 ++1w -3d> SCHEDULED: <2026-11-23 Mon 10:00-11:30 ++1w>
        +\#tCLOSED: [2027-03-01 Mon 10:15] DEADLINE: <2026-11-27 pá 17:00 ++1w -3d> SCHEDULED: <2026-11-23 Mon 10:00-11:30 ++1w>
        # deleted
        -* WAIT [#A] Call Bob about the invoice [1/2]\#t:phone:@office:
        +* WAIT [#A] Call Bob about the invoice [1/2]\#t:phone:@office:ARCHIVE:
        +:DELETED:  [2027-03-01 Mon 10:15]
        # last repeat
        -:LAST_REPEAT: [2026-11-16 Mon 10:00]
        +:LAST_REPEAT: [2027-03-01 Mon 10:15]
        # last repeat off
        -:LAST_REPEAT: [2026-11-16 Mon 10:00]
        # reminders
        -:REMIND:   [2026-11-23 Mon 09:30]
        +:REMIND:   [2027-03-01 Mon 10:15] [2027-03-01 Mon]
        # reminders off
        -:REMIND:   [2026-11-23 Mon 09:30]
        # important
        -:IMPORTANT: t
        # first alert
        -:APPT_WARNTIME: 60
        +:APPT_WARNTIME: 5
        # first alert off
        -:APPT_WARNTIME: 60
        # second alert
        -:APPT_WARNTIME2: 10
        +:APPT_WARNTIME2: 1
        # second alert off
        -:APPT_WARNTIME2: 10
        # place
        -:LOCATION: Office, Prague
        +:LOCATION: Doma
        # place off
        -:LOCATION: Office, Prague
        # coordinates
        -:GEO:      50.08750,14.42130
        +:GEO:      -1.5,2.0
        # coordinates off
        -:GEO:      50.08750,14.42130
        # radius
        -:LOCATION_RADIUS: 500
        +:LOCATION_RADIUS: 10
        # radius off
        -:LOCATION_RADIUS: 500
        # effort
        -:Effort:   1:30
        +:Effort:   1:01
        # effort off
        -:Effort:   1:30
        # parent
        -:PARENT:   id:b3x9
        +:PARENT:   id:n3w1d
        # parent off
        -:PARENT:   id:b3x9
        # blockers
        -:BLOCKER:  ids(c4 d5)
        +:BLOCKER:  ids(c4 d5 n3w1d)
        # blockers off
        -:BLOCKER:  ids(c4 d5)
        # property NEW
        +:NEW:      new: it
        # property CUSTOM
        -:Custom:   a  value
        +:Custom:   x
        # property CUSTOM off
        -:Custom:   a  value
        # notes
        +last
        # notes off
        -* WAIT [#A] Call Bob about the invoice [1/2]\#t:phone:@office:
        +* WAIT [#A] Call Bob about the invoice [0/0]\#t:phone:@office:
        -:NOTES:
        -an unknown drawer ¿
        -:END:
        -
        -\#tNotes with a tab and [[https://example.org/inv/42][a link]].
        -
        -- [ ] find the number
        -- [X] read the contract ¿
        -** Below
        -* DONE Another :heading:
        -SCHEDULED: <2026-11-20 Fri>
        -:PROPERTIES:
        -:ID:       other
        -:END:
        -the end
        # log
        +- State "TODO"       from "WAIT"       [2027-03-01 Mon 10:15] \\
        +  he called
        # log off
        -- State "WAIT"       from "TODO"       [2026-11-20 Fri 10:30] \\
        -  waiting for Bob to call back
        # clocks
        +CLOCK: [2027-03-01 Mon 10:15]--[2027-03-01 Mon 11:45] =>  1:30
        # clocks off
        -CLOCK: [2026-11-20 Fri 09:20]--[2026-11-20 Fri 10:05] =>  0:45
        # state TODO
        -* WAIT [#A] Call Bob about the invoice [1/2]\#t:phone:@office:
        +* TODO [#A] Call Bob about the invoice [1/2]\#t:phone:@office:
        # state NEXT
        -* WAIT [#A] Call Bob about the invoice [1/2]\#t:phone:@office:
        +* NEXT [#A] Call Bob about the invoice [1/2]\#t:phone:@office:
        # state DONE
        -* WAIT [#A] Call Bob about the invoice [1/2]\#t:phone:@office:
        +* DONE [#A] Call Bob about the invoice [1/2]\#t:phone:@office:
        """#),
    EditMatrixFile(
      path: "emacs.org",
      text: #"""
        #+TITLE: Home
        #+FILETAGS: :home:

        * DONE Pay the rent                                                :bank:
          CLOSED: [2026-11-20 Fri 10:12] SCHEDULED: <2026-11-20 Fri>
          :PROPERTIES:
          :Effort:   0:30
          :ID:       5F2D7B1C-9E0A-4B52-8F9D-0C8A5A0E2B11
          :END:
          - State "DONE"       from "TODO"       [2026-11-20 Fri 10:12] \\
            paid
          - Note taken on [2026-11-19 Thu 08:00] \\
            ask for a receipt

          Some text.
          - [ ] receipt

        """#,
      changes: #"""
        # id
        -  :ID:       5F2D7B1C-9E0A-4B52-8F9D-0C8A5A0E2B11
        +  :ID:       n3w1d
        # title
        -* DONE Pay the rent                                                :bank:
        +* DONE Nový název                                                  :bank:
        # priority
        -* DONE Pay the rent                                                :bank:
        +* DONE [#C] Pay the rent                                           :bank:
        # rank
        +  :RANK:     2.5
        # tags
        -* DONE Pay the rent                                                :bank:
        +* DONE Pay the rent                                                :bank:new:@home:
        # tags off
        -#+FILETAGS: :home:
        -* DONE Pay the rent                                                :bank:
        +* DONE Pay the rent
        # list
        +  :CATEGORY: home
        # created
        +  :CREATED:  [2027-03-01 Mon 10:15]
        # scheduled
        -  CLOSED: [2026-11-20 Fri 10:12] SCHEDULED: <2026-11-20 Fri>
        +  CLOSED: [2026-11-20 Fri 10:12] SCHEDULED: <2027-03-01 Mon 10:15 +1m -2d>
        # scheduled day
        -  CLOSED: [2026-11-20 Fri 10:12] SCHEDULED: <2026-11-20 Fri>
        +  CLOSED: [2026-11-20 Fri 10:12] SCHEDULED: <2027-03-01 Mon>
        # scheduled off
        -  CLOSED: [2026-11-20 Fri 10:12] SCHEDULED: <2026-11-20 Fri>
        +  CLOSED: [2026-11-20 Fri 10:12]
        # deadline
        -  CLOSED: [2026-11-20 Fri 10:12] SCHEDULED: <2026-11-20 Fri>
        +  CLOSED: [2026-11-20 Fri 10:12] DEADLINE: <2027-03-01 Mon 10:15 +1m -2d> SCHEDULED: <2026-11-20 Fri>
        # deadline day
        -  CLOSED: [2026-11-20 Fri 10:12] SCHEDULED: <2026-11-20 Fri>
        +  CLOSED: [2026-11-20 Fri 10:12] DEADLINE: <2027-03-01 Mon> SCHEDULED: <2026-11-20 Fri>
        # closed
        -  CLOSED: [2026-11-20 Fri 10:12] SCHEDULED: <2026-11-20 Fri>
        +  CLOSED: [2027-03-01 Mon 10:15] SCHEDULED: <2026-11-20 Fri>
        # closed off
        -  CLOSED: [2026-11-20 Fri 10:12] SCHEDULED: <2026-11-20 Fri>
        +  SCHEDULED: <2026-11-20 Fri>
        # deleted
        -* DONE Pay the rent                                                :bank:
        +* DONE Pay the rent                                                :bank:ARCHIVE:
        +  :DELETED:  [2027-03-01 Mon 10:15]
        # last repeat
        +  :LAST_REPEAT: [2027-03-01 Mon 10:15]
        # reminders
        +  :REMIND:   [2027-03-01 Mon 10:15] [2027-03-01 Mon]
        # important
        +  :IMPORTANT: t
        # first alert
        +  :APPT_WARNTIME: 5
        # second alert
        +  :APPT_WARNTIME2: 1
        # place
        +  :LOCATION: Doma
        # coordinates
        +  :GEO:      -1.5,2.0
        # radius
        +  :LOCATION_RADIUS: 10
        # effort
        -  :Effort:   0:30
        +  :Effort:   1:01
        # effort off
        -  :Effort:   0:30
        # parent
        +  :PARENT:   id:n3w1d
        # blockers
        +  :BLOCKER:  ids(n3w1d)
        # property NEW
        +  :NEW:      new: it
        # property CUSTOM
        +  :CUSTOM:   x
        # notes
        +last
        # notes off
        -
        -  Some text.
        -  - [ ] receipt
        # log
        +  :LOGBOOK:
        +  - State "TODO"       from "WAIT"       [2027-03-01 Mon 10:15] \\
        +    he called
        +  :END:
        # log off
        -  - State "DONE"       from "TODO"       [2026-11-20 Fri 10:12] \\
        -    paid
        -  - Note taken on [2026-11-19 Thu 08:00] \\
        -    ask for a receipt
        # clocks
        +  :LOGBOOK:
        +  CLOCK: [2027-03-01 Mon 10:15]--[2027-03-01 Mon 11:45] =>  1:30
        +  :END:
        # state TODO
        -* DONE Pay the rent                                                :bank:
        +* TODO Pay the rent                                                :bank:
        # state NEXT
        -* DONE Pay the rent                                                :bank:
        +* NEXT Pay the rent                                                :bank:
        """#),
    EditMatrixFile(
      path: "orgzly.org",
      text: #"""
        #+TITLE: Orgzly

        * NEXT [#B] Groceries :shop:errand:
        SCHEDULED: <2026-11-21 Sat 10:00 +1w>
        :PROPERTIES:
        :CREATED:  [2026-11-19 Thu 08:00]
        :ORG-IMAGE-ACTUAL-WIDTH: 400
        :END:
        :LOGBOOK:
        - State "DONE"       from "NEXT"       [2026-11-14 Sat 11:00]
        :END:

        - [ ] milk
        - [X] bread

        * TODO Another one of the notebook

        """#,
      changes: #"""
        # id
        +:ID:       n3w1d
        # title
        -* NEXT [#B] Groceries :shop:errand:
        +* NEXT [#B] Nový název :shop:errand:
        # priority
        -* NEXT [#B] Groceries :shop:errand:
        +* NEXT [#C] Groceries :shop:errand:
        # priority off
        -* NEXT [#B] Groceries :shop:errand:
        +* NEXT Groceries :shop:errand:
        # rank
        +:RANK:     2.5
        # tags
        -* NEXT [#B] Groceries :shop:errand:
        +* NEXT [#B] Groceries :shop:errand:new:@home:
        # tags off
        -* NEXT [#B] Groceries :shop:errand:
        +* NEXT [#B] Groceries
        # list
        +:CATEGORY: home
        # created
        -:CREATED:  [2026-11-19 Thu 08:00]
        +:CREATED:  [2027-03-01 Mon 10:15]
        # created off
        -:CREATED:  [2026-11-19 Thu 08:00]
        # scheduled
        -SCHEDULED: <2026-11-21 Sat 10:00 +1w>
        +SCHEDULED: <2027-03-01 Mon 10:15 +1m -2d>
        # scheduled day
        -SCHEDULED: <2026-11-21 Sat 10:00 +1w>
        +SCHEDULED: <2027-03-01 Mon>
        # scheduled off
        -SCHEDULED: <2026-11-21 Sat 10:00 +1w>
        # deadline
        -SCHEDULED: <2026-11-21 Sat 10:00 +1w>
        +DEADLINE: <2027-03-01 Mon 10:15 +1m -2d> SCHEDULED: <2026-11-21 Sat 10:00 +1w>
        # deadline day
        -SCHEDULED: <2026-11-21 Sat 10:00 +1w>
        +DEADLINE: <2027-03-01 Mon> SCHEDULED: <2026-11-21 Sat 10:00 +1w>
        # closed
        -SCHEDULED: <2026-11-21 Sat 10:00 +1w>
        +CLOSED: [2027-03-01 Mon 10:15] SCHEDULED: <2026-11-21 Sat 10:00 +1w>
        # deleted
        -* NEXT [#B] Groceries :shop:errand:
        +* NEXT [#B] Groceries :shop:errand:ARCHIVE:
        +:DELETED:  [2027-03-01 Mon 10:15]
        # last repeat
        +:LAST_REPEAT: [2027-03-01 Mon 10:15]
        # reminders
        +:REMIND:   [2027-03-01 Mon 10:15] [2027-03-01 Mon]
        # important
        +:IMPORTANT: t
        # first alert
        +:APPT_WARNTIME: 5
        # second alert
        +:APPT_WARNTIME2: 1
        # place
        +:LOCATION: Doma
        # coordinates
        +:GEO:      -1.5,2.0
        # radius
        +:LOCATION_RADIUS: 10
        # effort
        +:Effort:   1:01
        # parent
        +:PARENT:   id:n3w1d
        # blockers
        +:BLOCKER:  ids(n3w1d)
        # property NEW
        +:NEW:      new: it
        # property CUSTOM
        +:CUSTOM:   x
        # notes
        +last
        # notes off
        -
        -- [ ] milk
        -- [X] bread
        -
        -* TODO Another one of the notebook
        # log
        +- State "TODO"       from "WAIT"       [2027-03-01 Mon 10:15] \\
        +  he called
        # log off
        -:LOGBOOK:
        -- State "DONE"       from "NEXT"       [2026-11-14 Sat 11:00]
        -:END:
        # clocks
        +CLOCK: [2027-03-01 Mon 10:15]--[2027-03-01 Mon 11:45] =>  1:30
        # state TODO
        -* NEXT [#B] Groceries :shop:errand:
        +* TODO [#B] Groceries :shop:errand:
        # state DONE
        -* NEXT [#B] Groceries :shop:errand:
        +* DONE [#B] Groceries :shop:errand:
        """#),
    EditMatrixFile(
      path: "organice.org",
      text: #"""
        * TODO Read
          DEADLINE: <2026-11-27 Fri 17:00 +1w -3d>
          :PROPERTIES:
          :ID: 1
          :END:
          :LOGBOOK:
          CLOCK: [2026-11-20 Fri 09:20]--[2026-11-20 Fri 10:05] =>  0:45
          :END:
          text of the task

        """#,
      changes: #"""
        # id
        -  :ID: 1
        +  :ID: n3w1d
        # title
        -* TODO Read
        +* TODO Nový název
        # priority
        -* TODO Read
        +* TODO [#C] Read
        # rank
        +  :RANK:     2.5
        # tags
        -* TODO Read
        +* TODO Read :new:@home:
        # list
        +  :CATEGORY: home
        # created
        +  :CREATED:  [2027-03-01 Mon 10:15]
        # scheduled
        -  DEADLINE: <2026-11-27 Fri 17:00 +1w -3d>
        +  DEADLINE: <2026-11-27 Fri 17:00 +1w -3d> SCHEDULED: <2027-03-01 Mon 10:15 +1m -2d>
        # scheduled day
        -  DEADLINE: <2026-11-27 Fri 17:00 +1w -3d>
        +  DEADLINE: <2026-11-27 Fri 17:00 +1w -3d> SCHEDULED: <2027-03-01 Mon>
        # deadline
        -  DEADLINE: <2026-11-27 Fri 17:00 +1w -3d>
        +  DEADLINE: <2027-03-01 Mon 10:15 +1m -2d>
        # deadline day
        -  DEADLINE: <2026-11-27 Fri 17:00 +1w -3d>
        +  DEADLINE: <2027-03-01 Mon>
        # deadline off
        -  DEADLINE: <2026-11-27 Fri 17:00 +1w -3d>
        # closed
        -  DEADLINE: <2026-11-27 Fri 17:00 +1w -3d>
        +  CLOSED: [2027-03-01 Mon 10:15] DEADLINE: <2026-11-27 Fri 17:00 +1w -3d>
        # deleted
        -* TODO Read
        +* TODO Read :ARCHIVE:
        +  :DELETED:  [2027-03-01 Mon 10:15]
        # last repeat
        +  :LAST_REPEAT: [2027-03-01 Mon 10:15]
        # reminders
        +  :REMIND:   [2027-03-01 Mon 10:15] [2027-03-01 Mon]
        # important
        +  :IMPORTANT: t
        # first alert
        +  :APPT_WARNTIME: 5
        # second alert
        +  :APPT_WARNTIME2: 1
        # place
        +  :LOCATION: Doma
        # coordinates
        +  :GEO:      -1.5,2.0
        # radius
        +  :LOCATION_RADIUS: 10
        # effort
        +  :Effort:   1:01
        # parent
        +  :PARENT:   id:n3w1d
        # blockers
        +  :BLOCKER:  ids(n3w1d)
        # property NEW
        +  :NEW:      new: it
        # property CUSTOM
        +  :CUSTOM:   x
        # notes
        +last
        # notes off
        -  text of the task
        # log
        +  - State "TODO"       from "WAIT"       [2027-03-01 Mon 10:15] \\
        +    he called
        # clocks
        +  CLOCK: [2027-03-01 Mon 10:15]--[2027-03-01 Mon 11:45] =>  1:30
        # clocks off
        -  :LOGBOOK:
        -  CLOCK: [2026-11-20 Fri 09:20]--[2026-11-20 Fri 10:05] =>  0:45
        -  :END:
        # state NEXT
        -* TODO Read
        +* NEXT Read
        # state DONE
        -* TODO Read
        +* DONE Read
        """#),
    EditMatrixFile(
      path: "deleted.org",
      text: #"""
        * TODO Gone :ARCHIVE:x:
        :PROPERTIES:
        :ID:       k7mq2xw4tz9nbcde
        :DELETED:  [2026-11-20 Fri 10:00]
        :END:

        """#,
      changes: #"""
        # id
        -:ID:       k7mq2xw4tz9nbcde
        +:ID:       n3w1d
        # title
        -* TODO Gone :ARCHIVE:x:
        +* TODO Nový název :ARCHIVE:x:
        # priority
        -* TODO Gone :ARCHIVE:x:
        +* TODO [#C] Gone :ARCHIVE:x:
        # rank
        +:RANK:     2.5
        # tags
        -* TODO Gone :ARCHIVE:x:
        +* TODO Gone :x:new:@home:ARCHIVE:
        # tags off
        -* TODO Gone :ARCHIVE:x:
        +* TODO Gone :ARCHIVE:
        # list
        +:CATEGORY: home
        # created
        +:CREATED:  [2027-03-01 Mon 10:15]
        # scheduled
        +SCHEDULED: <2027-03-01 Mon 10:15 +1m -2d>
        # scheduled day
        +SCHEDULED: <2027-03-01 Mon>
        # deadline
        +DEADLINE: <2027-03-01 Mon 10:15 +1m -2d>
        # deadline day
        +DEADLINE: <2027-03-01 Mon>
        # closed
        +CLOSED: [2027-03-01 Mon 10:15]
        # deleted
        -:DELETED:  [2026-11-20 Fri 10:00]
        +:DELETED:  [2027-03-01 Mon 10:15]
        # deleted off
        -* TODO Gone :ARCHIVE:x:
        +* TODO Gone :x:
        -:DELETED:  [2026-11-20 Fri 10:00]
        # last repeat
        +:LAST_REPEAT: [2027-03-01 Mon 10:15]
        # reminders
        +:REMIND:   [2027-03-01 Mon 10:15] [2027-03-01 Mon]
        # important
        +:IMPORTANT: t
        # first alert
        +:APPT_WARNTIME: 5
        # second alert
        +:APPT_WARNTIME2: 1
        # place
        +:LOCATION: Doma
        # coordinates
        +:GEO:      -1.5,2.0
        # radius
        +:LOCATION_RADIUS: 10
        # effort
        +:Effort:   1:01
        # parent
        +:PARENT:   id:n3w1d
        # blockers
        +:BLOCKER:  ids(n3w1d)
        # property NEW
        +:NEW:      new: it
        # property CUSTOM
        +:CUSTOM:   x
        # notes
        +
        +last
        # log
        +:LOGBOOK:
        +- State "TODO"       from "WAIT"       [2027-03-01 Mon 10:15] \\
        +  he called
        +:END:
        # clocks
        +:LOGBOOK:
        +CLOCK: [2027-03-01 Mon 10:15]--[2027-03-01 Mon 11:45] =>  1:30
        +:END:
        # state NEXT
        -* TODO Gone :ARCHIVE:x:
        +* NEXT Gone :ARCHIVE:x:
        # state DONE
        -* TODO Gone :ARCHIVE:x:
        +* DONE Gone :ARCHIVE:x:
        """#),
  ]
}
