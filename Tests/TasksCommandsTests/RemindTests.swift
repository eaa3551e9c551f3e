import TestSupport
import Testing

/// Reminders on this device, from the shell.
@Suite struct RemindTests {
  /// A world whose notifier writes down what it is to show.
  private func world() throws -> World {
    let world = try World.withSampleStore()
    try world.write(
      """
      [remind]
      \tnotifier = "f() { echo \\"$TASKS_ALERT_URGENCY: $1 ($2)\\" >>$HOME/shown; }; f"
      \tsound-command = echo sound >>$HOME/shown

      """, to: "config/tasks/config")
    return world
  }

  @Test func whatIsDueRingsOnce() throws {
    try expect(
      #"""
      $ tasks remind check
      $ tasks modify 2cc remind:9:20 important:yes
      modified 2cc  Buy milk  +errand  list:home  remind Fri 2026-11-20 09:20  important yes
      $ tasks modify 3dd due:10:20 alert:1h alert2:10m >/dev/null
      $ tasks remind list
        today 9:20     2cc  Buy milk          reminder of today 9:20
        today 9:20     3dd  Water the plants  due today 10:20
        today 10:10    3dd  Water the plants  due today 10:20
        tomorrow 8:00  3dd  Water the plants  scheduled tomorrow
        tomorrow 8:50  3dd  Water the plants  scheduled tomorrow
      $ tasks remind badge
      $ TASKS_NOW=2026-11-20T09:20 tasks remind check --dry-run
        today 9:20  2cc  Buy milk          reminder of today 9:20
        today 9:20  3dd  Water the plants  due today 10:20
      $ TASKS_NOW=2026-11-20T09:20 tasks remind badge
      2
      $ TASKS_NOW=2026-11-20T09:20 tasks remind check
        today 9:20  2cc  Buy milk          reminder of today 9:20  shown
        today 9:20  3dd  Water the plants  due today 10:20         shown
      $ cat ~/shown
      critical: Buy milk (reminder of today 9:20)
      normal: Water the plants (due today 10:20)
      sound
      $ TASKS_NOW=2026-11-20T09:20 tasks remind check
      $ TASKS_NOW=2026-11-20T09:20 tasks remind badge
      2
      $ TASKS_NOW=2026-11-20T09:21 tasks remind snooze 2cc --for 1h
        today 10:21  2cc  Buy milk  reminder of today 9:20  snoozed
      $ TASKS_NOW=2026-11-20T10:10 tasks remind check
        today 10:10  3dd  Water the plants  due today 10:20  shown
      $ TASKS_NOW=2026-11-20T10:10 tasks remind list today --json
      {"schema":1,"kind":"reminders","reminders":[{"alert":"3ddddddddddddddd/deadline-2/2026-11-20T10:20/10","id":"3ddddddddddddddd","short":"3dd","title":"Water the plants","source":"deadline-2","date":"2026-11-20T10:20","at":"2026-11-20T10:10","important":false,"state":"shown"},{"alert":"2ccccccccccccccc/remind/2026-11-20T09:20/0","id":"2ccccccccccccccc","short":"2cc","title":"Buy milk","source":"remind","date":"2026-11-20T09:20","at":"2026-11-20T10:21","important":true,"state":"snoozed"}]}
      $ TASKS_NOW=2026-11-20T10:11 tasks done 2cc >/dev/null
      $ TASKS_NOW=2026-11-20T10:25 tasks remind check --json
      {"schema":1,"kind":"reminders","reminders":[]}
      $ TASKS_NOW=2026-11-20T10:25 tasks remind badge
      1
      $ TASKS_NOW=2026-11-20T10:25 tasks remind dismiss
        today 10:10  3dd  Water the plants  due today 10:20  dismissed
      $ TASKS_NOW=2026-11-20T10:25 tasks remind badge
      $ TASKS_NOW=2026-11-20T10:25 tasks remind dismiss
      ! tasks: no reminder has come: tasks remind list
      $ cat ~/shown
      critical: Buy milk (reminder of today 9:20)
      normal: Water the plants (due today 10:20)
      sound
      normal: Water the plants (due today 10:20)
      """#, in: try world())
  }

  @Test func manyAtOnceAndLateOnesAreOneSummary() throws {
    try expect(
      #"""
      $ tasks remind check
      $ for n in 1 2 3 4 5 6; do tasks add task $n remind:9:20; done >/dev/null
      $ tasks add late remind:9:30 >/dev/null
      $ TASKS_NOW=2026-11-20T09:20 tasks remind check | wc -l
      6
      $ TASKS_NOW=2026-11-21T09:20 tasks remind check | wc -l
      1
      $ cat ~/shown
      normal: 6 reminders (task 1 (reminder of today 9:20)
      task 2 (reminder of today 9:20)
      task 3 (reminder of today 9:20)
      task 4 (reminder of today 9:20)
      task 5 (reminder of today 9:20)
      1 more: tasks remind list)
      normal: 1 reminder (late (reminder of yesterday 9:30))
      """#, in: try world())
  }

  @Test func aTaskWithoutAlertsRemindsOfItsTimes() throws {
    try expect(
      #"""
      $ tasks remind list sat
      ! tasks: no reminder until Sat 2026-11-21 23:59
      ! tasks: nothing shows reminders here yet; let the system do it with: tasks remind install
      $ tasks remind check
      $ tasks remind list 2026-11-27
        27 Nov 17:00  1bb  Call Bob about the invoice  due 27 Nov 17:00
      $ tasks config remind.dates all
      set remind.dates = all
      $ tasks remind list sat
        tomorrow 9:00  3dd  Water the plants  scheduled tomorrow
      $ tasks config remind.day-time 7:30
      set remind.day-time = 7:30
      $ tasks config remind.first-alert 1h
      set remind.first-alert = 1h
      $ tasks remind list sat
        tomorrow 6:30  3dd  Water the plants  scheduled tomorrow
      $ tasks modify 3dd muted:yes
      modified 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w  muted yes
      $ tasks remind list sat
      ! tasks: no reminder until Sat 2026-11-21 23:59
      $ tasks config remind.first-alert soon
      ! tasks: 'soon' is not a valid value of remind.first-alert: it can be a length of time such as 15m or 1h, or off
      [2]
      $ tasks config remind.day-time 25:00
      ! tasks: '25:00' is not a valid value of remind.day-time: it can be a time of day such as 9:00
      [2]
      $ tasks config remind.dates never
      ! tasks: 'never' is not a valid value of remind.dates: it can be timed, all, off
      [2]
      $ tasks modify 3dd muted:perhaps
      ! tasks: 'perhaps' is not a value of muted
      !   muted:perhaps
      !         ^^^^^^^
      ! try: yes, no
      [2]
      $ tasks list muted:yes
      3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      $ tasks list alert:1h
      ! tasks: no open task matches
      """#, in: try world())
  }

  @Test func aNotifierThatFailsIsNamedAndTheNextIsTried() throws {
    let world = try world()
    world.environment["PATH"] = world.path("bin") + ":/usr/bin:/bin"
    try world.write(
      """
      #!/bin/sh
      case " $* " in
      *" --help "*) echo "--print-id --action";;
      *) echo "$*" >>$HOME/shown; echo 7;;
      esac

      """, to: "bin/notify-send")
    try world.shell("chmod +x ../bin/notify-send")
    try expect(
      #"""
      $ tasks remind check
      $ tasks add '-x <b>&' remind:9:20 >/dev/null
      $ git config -f ../config/tasks/config remind.notifier 'echo "no screen" >&2; false'
      $ TASKS_NOW=2026-11-20T09:20 tasks remind check | cut -c19-
       -x <b>&  reminder of today 9:20  shown
      ! tasks: remind.notifier did not show the reminder: no screen
      $ cat ~/shown
      --app-name=tasks --urgency=normal --print-id -- -x <b>& reminder of today 9:20
      $ tail -1 .git/tasks/alerts | sed 's/.*shown/shown/; s/@.*/@BOOT/'
      shown notify-send:7@BOOT
      """#, in: world)
  }

  @Test func whatMayHaveRungIsMissed() throws {
    try expect(
      #"""
      $ tasks remind check
      $ tasks modify 2cc remind:9:20 >/dev/null
      $ printf '2ccccccccccccccc/remind/2026-11-20T09:20/0 claimed 2026-11-20T09:20\n' >>.git/tasks/alerts
      $ TASKS_NOW=2026-11-20T09:30 tasks remind check
      $ TASKS_NOW=2026-11-20T09:30 tasks remind badge
      1
      $ TASKS_NOW=2026-11-20T09:30 tasks remind list today --missed
        today 9:20  2cc  Buy milk  reminder of today 9:20  missed
      $ tasks modify 3dd remind:9:40 >/dev/null
      $ printf '3ddd' >>.git/tasks/alerts
      $ TASKS_NOW=2026-11-20T09:40 tasks remind check
        today 9:40  3dd  Water the plants  reminder of today 9:40  missed
      ! tasks: the end of the ledger of reminders is missing, so what is due may have been shown already, and is only listed: tasks remind list --missed
      $ TASKS_NOW=2026-11-20T09:41 tasks remind check
      $ TASKS_NOW=2026-11-20T09:41 tasks remind list today --missed
        today 9:20  2cc  Buy milk          reminder of today 9:20  missed
        today 9:40  3dd  Water the plants  reminder of today 9:40  missed
      $ cat ~/shown
      ! cat: ~/shown: No such file or directory
      [1]
      """#, in: try world())
  }

  @Test func whatCannotBeDoneIsSaid() throws {
    try expect(
      #"""
      $ tasks remind lsit
      ! tasks: 'lsit' is nothing that remind does; did you mean 'remind list'?
      [2]
      $ tasks remind check now
      ! tasks: Unexpected argument 'now'
      [2]
      $ tasks remind list --for 1h
      ! tasks: --for is for remind snooze
      [2]
      $ tasks remind install --timer --service
      ! tasks: Name one of --service, --timer and --launchd, and either --print or --remove.
      [2]
      $ tasks remind push
      ! tasks: your settings name no service for the phone; set remind.push-url (tasks help settings)
      [2]
      $ tasks remind snooze 2cc --for 31d
      ! tasks: a reminder can be snoozed for 1 minute to 30 days; for another date, write: tasks modify ID remind:2mo
      [2]
      $ tasks remind snooze 2cc
      ! tasks: no reminder of it has come: tasks remind list
      $ tasks remind dismiss
      ! tasks: no reminder has come: tasks remind list
      $ tasks remind list nonsense
      ! tasks: 'nonsense' is not a date
      !   nonsense
      !   ^^^^^^^^
      ! try: today, fri, 3d, 2w, 1mo, eow, 23rd, 10-25, 2026-11-27, fri@17:00, "in 3 days"
      [2]
      $ git config -f ../config/tasks/config remind.popup never
      $ tasks remind check
      ! tasks: remind.popup in your settings is 'never'; it can be all or important
      [2]
      """#, in: try world())
  }

  @Test func theSystemRunsIt() throws {
    let world = try world()
    world.environment["PATH"] = world.path("bin") + ":/usr/bin:/bin"
    try world.write("#!/bin/sh\necho \"$*\" >>$HOME/systemctl\n", to: "bin/systemctl")
    try world.shell("chmod +x ../bin/systemctl")
    try expect(
      #"""
      $ tasks remind install --print --timer | sed 's|"[^"]*tasks" remind|"PROGRAM" remind|; s/PATH=[^"]*/PATH=X/; s/store-[0-9a-f]*/store-X/'
      # ~/config/systemd/user/tasks-remind-store-X.service
      [Unit]
      Description=Reminders of the tasks in ~/store

      [Service]
      Type=oneshot
      Environment="PATH=X" "XDG_CONFIG_HOME=~/config"
      ExecStart="PROGRAM" remind check --store "~/store"
      NoNewPrivileges=true
      # ~/config/systemd/user/tasks-remind-store-X.timer
      [Unit]
      Description=Reminders of the tasks in ~/store, each minute

      [Timer]
      OnCalendar=minutely
      AccuracySec=1s
      Persistent=true

      [Install]
      WantedBy=timers.target
      $ tasks remind install --print --launchd | grep -c '<string>'
      9
      $ tasks remind install | sed 's/store-[0-9a-f]*/store-X/'
      wrote ~/config/systemd/user/tasks-remind-store-X.service
      $ git config -f ../config/tasks/config remind.push-url https://ntfy.example/word
      $ tasks remind install --timer | sed 's/store-[0-9a-f]*/store-X/'
      wrote ~/config/systemd/user/tasks-remind-store-X.service
      wrote ~/config/systemd/user/tasks-remind-store-X.timer
      wrote ~/config/systemd/user/tasks-push-store-X.service
      wrote ~/config/systemd/user/tasks-push-store-X.timer
      $ ls ../config/systemd/user | sed 's/store-[0-9a-f]*/store-X/'
      tasks-push-store-X.service
      tasks-push-store-X.timer
      tasks-remind-store-X.service
      tasks-remind-store-X.timer
      $ tasks remind install --remove | sed 's/store-[0-9a-f]*/store-X/'
      removed ~/config/systemd/user/tasks-remind-store-X.service
      removed ~/config/systemd/user/tasks-push-store-X.service
      removed ~/config/systemd/user/tasks-push-store-X.timer
      removed ~/config/systemd/user/tasks-remind-store-X.timer
      $ ls ../config/systemd/user
      $ tasks remind install --remove
      ! tasks: nothing is installed for this store
      $ sed 's/store-[0-9a-f]*/store-X/' ../systemctl
      --user daemon-reload
      --user enable --now tasks-remind-store-X.service
      --user disable --now tasks-remind-store-X.service
      --user daemon-reload
      --user daemon-reload
      --user enable --now tasks-remind-store-X.timer
      --user enable --now tasks-push-store-X.timer
      --user disable --now tasks-remind-store-X.service
      --user disable --now tasks-push-store-X.service
      --user disable --now tasks-push-store-X.timer
      --user disable --now tasks-remind-store-X.timer
      --user daemon-reload
      """#, in: world)
  }
}
