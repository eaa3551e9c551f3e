/// A page of help that is not about one verb. Lines that begin with two blanks and `tasks` are examples, which a test
/// runs.
package enum HelpTopic: String, CaseIterable {
  case dates, filters, fields, merging, files, encryption, settings, agents, words
  case emacs, obsidian
  case fromTaskwarrior = "from-taskwarrior"
  case fromTodoTxt = "from-todo.txt"
  case fromOrg = "from-org"
  case fromDstask = "from-dstask"

  package var text: String {
    switch self {
    case .dates:
      """
      Dates

        today tomorrow yesterday now    fri, friday: the next one after today
        next-fri last-fri               the Friday of next week; the last one
        "next week" "last month"        the first day of it
        3d -3d "in 3 days" "2 weeks ago"   so many days from today, before it
        2h 30min 1h30 "in 20min"        from now
        sod eod eow eom eoy             today; the last day of this week, month, year
        sow som soy                     the first day of the next one
        23rd 10-25 2026-11-27           the next 23rd, the next 25 October, a day
        25.10. "25 Oct" 25.10.2026      a day; also 25/10, by LC_TIME or LANG: en_US
                                        has the month first, C refuses 3/4
        fri@17:00 "fri 5pm" 9am noon    with a time; a time alone is today's

      Units are min h d w mo y, or their names, and bd for working days. m is months
      where there are months (due:1m every:1m), else minutes (effort:30m alert:30m);
      remind: and clock, where both are likely, refuse it. Lengths of time, as of
      effort: and --for, are 90 (minutes), 1:30, 1h30, 45min, 2h, 1d, 1w.

      Every option and key that takes a date takes all of these. The words of a date
      after a key need no quotes, those after an option do. A date without a time is
      a whole day. Dates have no time zone: 9:00 is 9:00 wherever you are. A reminder
      of 9:00 is tomorrow's if that has passed.

        tasks add Call Bob due:fri 5pm sched:tomorrow remind:in 20min
        tasks add Pay the rent due:eom every:1mo
        tasks list due.before:next month
        tasks list --at yesterday

      agenda, forecast, timeline, clock report, stats, log and diff take a span:

        day today week month year       from today on; of what has passed, the present
        2w 3d -2w next week             the next two weeks; the last two; all of it
        2026-W48 W48 fri fri..mon       a week, a day, from one to another

      --at, --since, --until and tasks diff look back: a weekday is the last one, and
      a commit or @{3}, before the last 3 changes, will do too.

      When a repeating task is done, every:+1w moves its dates by one week, every:1w
      (or ++1w) by as many weeks as it takes to be in the future, and every:.+1w to
      one week after today. every:.+2d/4d is a habit. A monthly date on the 31st is on
      the last day of a shorter month, and then on that day of the months after it.
      Days are weekdays, mon,wed, 2nd tue, last fri, month on 31, 2w on mon,thu; a
      time after them is the first date's. The dates end with until:eoy or times:5,
      and the task is then finished for good.

        tasks add Standup every:weekdays 9am until:eoy

      """
    case .filters:
      """
      Filters

      A task must match all words of a filter. A word is one of

        +phone -phone @office           with a tag, without it
        list:work state:WAIT pri:A      in a list, in a state, with a priority
        due:today due.before:eow        on a day, before it; also .after and .is
        due:overdue                     open, and the deadline has passed
        due.none: due.any:              without a deadline, with one; so for any field
        text /regex/                    in the title or the notes
        k7m                             the beginning of an id
        +OVERDUE +TODAY +READY ...      computed from dates, states and blockers
        +HIDDEN                         hidden until later; left out otherwise

      and, or, not and ( ) combine them. Quote parentheses for the shell, or the whole
      filter. list, view and most verbs take one; tasks help list has all keys.

        tasks list +phone due.before:eow
        tasks list "list:work (pri:A or due:overdue)"
        tasks list not +phone list:home
        tasks list --sort due,-priority --group list
        tasks view save work list:work not +WAITING --sort due
        tasks work

      """
    case .merging:
      """
      Merging

      Each change is a commit, and git carries it. A clone of a store has a merge
      driver, so that git pull, git merge and git rebase merge tasks field by field
      instead of line by line:

        different fields       both changes are kept
        tags, blockers, log,   what both sides add is kept
        notes
        one field, two values  the value of the clone that pulls stays; the other one
                               is in the task's log, and tasks conflicts lists it
        the order by hand      a task that one side moved stands where it was put
        deleted and changed    the task stays in the trash, with the change; purged
                               and changed, it stays

      A merge of tasks never leaves conflict markers. sync does all of it in one step:
      it commits what was edited by hand, fetches, merges and pushes, and starts again
      if another clone was faster.

        tasks sync --dry-run
        tasks conflicts
        tasks undo --dry-run

      man tasks-sync has the rules.

      """
    case .files:
      """
      Files

      A task is one file, YYYY-MM/title-ID.org or .md, in the folder of the store.
      Edit it with anything: Emacs, vim, Obsidian, sed. The next command of tasks
      commits what was edited. tasks changes only the lines that a command is about.

        * WAIT [#A] Call Bob about the invoice [1/2] :phone:@office:
        DEADLINE: <2026-11-27 Fri 17:00>
        :PROPERTIES:
        :ID:       k7mq2xw4tz9nbcde
        :CATEGORY: work
        :END:

        He has the number.

        - [ ] find the number
        - [X] read the contract

      A Markdown task has front matter instead: title, status, tags, due, list and so
      on. Git is the history and the backup. .tasks/config has the store's settings.

        tasks edit k7m
        tasks show k7m --raw
        tasks convert k7m --to md
        tasks git status --short

      man 5 tasks-file has the whole format.

      """
    case .encryption:
      """
      Encrypted notes

      A task with the tag crypt has its notes in an OpenPGP message, which gpg makes
      and reads, and which Emacs takes for its own (org-crypt). Title, dates, tags and
      log stay plain: lists, reminders and merges need them. Whatever a command writes
      into such notes is encrypted before it reaches the disk. What you type on a
      command line is seen by others on the machine, and kept by your shell; - reads
      it from standard input, and --edit opens the editor.

        tasks config crypt.recipients alice@example.org,bob@example.org
        tasks encrypt k7m --to alice@example.org
        tasks show k7m --decrypt
        tasks edit k7m
        tasks decrypt k7m

      Notes are encrypted to the keys of --to, to those that the task names in its
      property CRYPTKEY, to crypt.recipients of the store, or else with a passphrase.
      Emacs takes all of CRYPTKEY as one name: for several keys, use tasks edit. Of a
      key that several have, any can read the notes. A passphrase is asked for on a
      terminal; elsewhere it comes from gpg-agent, or from crypt.passphrase-command in
      ~/.config/tasks/config.

      tasks edit opens a private file in memory, and encrypts it again for those who
      could read the notes before. When two devices have changed the same notes, the
      device that merges decrypts both, merges their lines and encrypts the result;
      one without the key keeps both messages, and tasks sync on another merges them.

      Notes that were not encrypted from the beginning are still in the history, in
      every clone. To take a file out of it, with all its past, use git filter-repo
      --invert-paths --path FILE in a fresh clone, add the file again, and have all
      others clone anew. tasks squash joins what you have not pushed yet.

      tasks encrypt --file k7m hides title and dates, too, in a file ID.org.gpg: Emacs
      opens it, and show --decrypt, edit and decrypt take its id; no list has it.

      """
    case .settings:
      """
      Settings

      Those of the store are in .tasks/config and the same in all clones:

        max-open format keywords autocommit log.edits notes new.path
                                               see tasks help config
        inbox.file inbox.heading               the same; see tasks help inbox
        remind.dates timed     or all, off: dates that remind without an alert: of
                               their task; timed are those with a time of day
        remind.first-alert remind.second-alert
                               how long before, as 0, 15m or off
        remind.day-time        when a date without a time reminds: 9:00; also
                               remind.grace remind.pusher dav.done: see man tasks
        field.NAME crypt.recipients urgency.due    see help fields, encryption, next
        [view "name"]                          see tasks help view

      Yours are in ~/.config/tasks/config, which tasks config KEY VALUE writes, too:

        [tasks]
            columns = id,priority,title,marks,tags,list,dates
            theme = light          dark, light or none
            glyphs = ascii         for terminals without the signs of lists
            opener = firefox       opens links, in place of xdg-open
            dashboard = overdue today next order footer
                                   blocks of tasks alone: also inbox waiting habits
                                   clock nearby lists tags calendar, names of views
        [agenda]
            span = week            day, week, month, 2w
            week-start = mon       where week begins; today if it is not set
            calendars = ~/work.ics an .ics file, or a folder of them, whose events the
                                   agenda shows; once for each
        [capture]
            place-command = whereami    prints LAT,LON or LAT,LON,NAME for new tasks
        [mobile]
            password-command = pass phone
                                   prints the password of a phone's folder
            encrypt = true         what tasks mobile push writes
        [crypt]
            passphrase-command = pass notes    for encrypted notes
        [color]
            overdue = bold red     a name, a number to 255, bold, dim, underline
        [remind]
            notifier = my-script   shows a title and a text, in place of notify-send
            push-url = https://ntfy.sh/TOPIC
            push-text = title      names the tasks on the phone; generic does not
                                   also popup, snooze, sound-command, push-service,
                                   push-token, push-user; see man tasks
        [refile]
            levels = 1             completes work of work/clients

      The names of colours: id state urgent overdue today date done tag list mark
      heading bullet code link habit-clear habit-ready habit-alert habit-overdue
      selected marked match error border. Write on-red for a red background.

      Programs in ~/.config/tasks/hooks run at each change: on-add, on-modify,
      on-done, on-delete, post-commit, post-sync; see man tasks, HOOKS.

        tasks config max-open 500
        tasks config

      """
    case .fields:
      """
      Fields of your own

      A setting of the store gives a property a kind:

        field.client = text            client:Acme
        field.points = number          points:5, points:2.5
        field.estimate = duration      estimate:1h30, as effort: takes it
        field.when = date              when:fri 17:00, as due: takes it
        field.area = one of low mid high
        field.kinds = some of web phone desk    kinds:web,phone
        field.crew = words             crew:ann,bob; any words

      From then on add and modify take it as a key and check it, filters test it,
      and it is a column, an order and a heading of lists. points: without a value
      clears it. Numbers and lengths have .over and .under, dates .before and .after,
      all have .any and .none; of several words in a filter, all are wanted.
      Choices with blanks in them have commas between: one of low, very high.

        tasks config field.points number
        tasks add Call Acme prop.client:Acme
        tasks list prop.points.none:
        tasks list --sort prop.points --columns title,prop.points --group prop.client

      In the files these are properties: :points: 5 in Org, points: 5 in Markdown,
      a list there for several words. Two devices that add different words keep
      both. A value of another kind stays as it is, and tasks doctor names it. Any
      other property is prop.NAME: of any text, in filters, changes and columns.

      Taskwarrior's UDAs come in as properties, which are values of a field once there
      is one of their name; they go out as numbers, dates and durations. todo.txt has
      fields as points:5. To be rid of a field, set it to nothing; the values stay:

        tasks config field.points ""

      """
    case .obsidian: ComingOver.obsidian
    case .agents: AgentsPage.text
    case .fromTaskwarrior: ComingOver.taskwarrior
    case .fromTodoTxt: ComingOver.todoTxt
    case .fromOrg: ComingOver.org
    case .fromDstask: ComingOver.dstask
    case .emacs: ComingOver.emacs
    case .words:
      """
      Words

        here          Org                  Taskwarrior     todo.txt
        title         headline             description     the text
        state         TODO keyword         status          x
        pri:A         [#A]                 priority:H      (A)
        +phone        :phone:              +phone          +phone
        @office       :@office:            +office         @office
        list:work     CATEGORY             project:work    +work
        due:fri       DEADLINE             due:fri         due:2026-11-27
        sched:fri     SCHEDULED            scheduled:fri   t:2026-11-27
        every:1w      a repeater, ++1w     recur:weekly    rec:1w
        depends:k7m   BLOCKER              depends:3
        / a note      the text below       annotate
        effort:1h     Effort               a UDA
        rank          the order in a file  urgency         the line number
        done          C-c C-t              done            do
        wait:mon      WAIT_UNTIL           wait:mon
        state WAIT    WAIT
        modify        C-c C-s, C-c C-d     modify          replace
        clock in      C-c C-x C-i          start
        list          a list of TODOs      list            ls
        view          a custom agenda      a report        a script
        context       a restriction        context
        sync          git pull, git push   sync            a shared folder

        tasks modify k7m list:work due:fri pri:A
        tasks wait k7m --note "for Bob"

      """
    }
  }
}
