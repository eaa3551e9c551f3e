/// The pages of help for those who come from another program: what they typed there, and type here.
enum ComingOver {
  static let taskwarrior = """
    From Taskwarrior

    To bring the tasks: task export | tasks import taskwarrior -
    or, with task on PATH, tasks import taskwarrior; look first with --dry-run.
    Project a.b is the list a/b, or a.b with --flat; list:a.b finds both.

      task ...                            tasks ...
      add Call Bob pri:H proj:work        add Call Bob pri:H project:work
      add Pay rent due:eom recur:monthly  add Pay rent due:eom every:monthly
      12 done                             done k7m   (or done rent, which asks)
      12 modify due:fri +phone            modify k7m due:fri +phone
      +work modify pri:A                  +work modify pri:A, list:work done
      12 annotate He called               note k7m He called
      12 start, 12 stop                   clock in k7m, clock out; start k7m
      12 delete, purge                    delete k7m, purge k7m
      12 edit, 12 duplicate, 12 info      edit k7m, duplicate k7m, show k7m
      list project:work +phone            list list:work +phone
      next, ready                         the same; next --why has the reasons
      +OVERDUE, +ACTIVE, +BLOCKING        the same; also +LATEST and +PENDING
      due.before:eow, entry.after:-1w     the same; also end: and description:
      status:completed, status:deleted    list --done, trash
      completed, waiting                  list --done, list --hidden
      12 modify wait:mon                  wait k7m until mon   (or modify wait:mon)
      calendar, summary, burndown         agenda, lists, stats
      context define work project:work    view save work list:work
      context work, context none          the same
      undo, sync                          the same; undo --last 3, undo k7m too

    A task is named by the first letters of its id, which never changes. Lists are
    in the order by hand: tasks move k7m top; --sort urgency. H, M, L are A, B, C.
    A late task that repeats comes back once, not for each date that has passed.

      tasks add Call Bob priority:H project:work scheduled:mon
      tasks list priority:H

    """

  static let todoTxt = """
    From todo.txt

    To bring the tasks: tasks import todotxt reads the files of todo.sh; others are
    named, tasks import todotxt todo.txt done.txt; --project-as list reads a
    +project as the list; look first with --dry-run.

      todo.sh ...                         tasks ...
      add "(A) Call Bob +work @phone"     add "(A) Call Bob +work @phone"
      add "Pay rent due:2026-11-30"       add Pay rent due:eom
      add "Water rec:3d t:2026-12-01"     add Water sched:2026-12-01 every:.+3d
      do 3                                done k7m   (or done rent, which asks)
      pri 3 A, depri 3                    modify k7m pri:A, modify k7m pri:
      append 3 for Ann                    note k7m for Ann
      replace 3 Call Alice                modify k7m title:"Call Alice"
      del 3                               delete k7m, restore k7m
      ls @phone                           list @phone
      lsp A, lsc, lsprj                   list pri:A, tags, lists
      lsa, listfile done.txt              list --all, list --done
      archive                             not needed: done tasks are out of lists
      addto inbox.txt Ideas               add Ideas list:inbox
      edit in vi                          edit k7m, or any editor: a file a task
      sort by hand                        move k7m top, move k7m before b3x
      a script of your own                tasks-NAME on PATH, list --format, --json
      grep -v                             list not +phone
      birdseye                            stats, lists
      back again                          export todotxt > todo.txt

    A +word is a tag as an @word is; a list is what only one of fits: list:work.

      tasks add "(A) Call Bob +work @phone"
      tasks list @phone pri:A

    """

  static let org = """
    From Org

    To bring the tasks: tasks import org ~/org/*.org; look first with --dry-run.
    Each task is a file with one heading, which Emacs opens and edits as ever; a
    task below another has it as parent:, and export org makes the tree again.
    Headings without a keyword name the list; what is left out is named.

      Emacs                               tasks ...
      C-c C-t, C-c C-t q                  done k7m, state k7m WAIT
      C-c C-d, C-c C-s                    modify k7m due:fri, modify k7m sched:mon
      C-c C-q                             modify k7m +phone -home
      C-c ,                               modify k7m pri:A
      C-c C-x p, C-c C-x e                modify k7m effort:1h
      C-c C-x C-i, C-c C-x C-o            clock in k7m, clock out
      C-c C-z                             note k7m He called
      C-c C-w                             refile k7m work/clients
      C-c c                               capture NAME, add
      C-c C-c on a checkbox               check k7m 2
      C-c C-x C-s, C-c C-x a              modify k7m +ARCHIVE; see help emacs
      C-c a a, C-c a t                    agenda, list
      C-c a m +work/NEXT                  list +work state:NEXT
      C-c a s words                       list words
      org-agenda-custom-commands          view import init.el
      C-c / m, restriction lock           context work
      M-up, M-down                        move k7m up, move k7m down
      SCHEDULED <... ++1w>                sched:fri every:1w
      CATEGORY, ID, Effort, BLOCKER       list:work, the id, effort:, depends:

    Files stay plain Org: keywords, drawers, logs and clocks as Emacs writes them.
    With the store's folders in org-agenda-files, the agenda of Emacs has all of it.

      tasks add Call Bob sched:mon every:1w list:work
      tasks agenda week

    """

  static let emacs = """
    Emacs beside tasks

    Files   M-x global-auto-revert-mode reads a file again that tasks has changed;
            without it Emacs asks whether to edit a file that changed on disk. What
            you save is committed by the next command that changes something, or by
            tasks sync.
    Agenda  A store has a folder a month, and Emacs does not search folders: the
            code in tasks-file(5), "The Emacs agenda", finds the files, hides what
            is done, and shows each task's list.
    States  Emacs is to know those that new files get: tasks config keywords prints
            them for org-todo-keywords. With (setq org-log-into-drawer t) its notes
            on changes stand where those of tasks do.
    Capture into inbox.org at the store's top, from where the next command makes a
            task of each heading, with those below it as children:

              (setq org-capture-templates
                '(("t" "Task" entry (file "~/.local/share/tasks/inbox.org")
                   "* TODO %?")))

            tasks capture --import init.el takes your own templates.
    Archive C-c C-x C-s, C-c C-x A and C-c C-x a leave an archived task: out of
            list, ready and the agendas, in its file with the tag ARCHIVE.
    Refile  C-c C-w below another task makes a child of it, in a file of its own
            again. A task that is cut and pasted goes on where it is; one that is
            only cut is in the trash.
    Attach  C-c C-a puts files into data/ beside the task, and tasks sync carries
            them. Attachments elsewhere (DIR) stay on the device.
    Phone   tasks phone enable keeps one file of all that Orgzly, beorg and Plain
            Org read, by git; tasks mobile push ~/Dropbox/MobileOrg stages for
            MobileOrg.

      tasks where
      tasks config keywords

    """

  static let dstask = """
    From dstask

    To bring the tasks: tasks import dstask reads ~/.dstask, or the folder that is
    named; look first with --dry-run.

      dstask ...                          tasks ...
      add Call Bob +phone P1 project:w    add Call Bob +phone pri:B project:w
      add x due:2026-11-30                add x due:eom
      add Call Bob / the number is 1      the same: a note after a lone /
      template, add template:3            capture NAME
      log Did it                          add Did it --done
      start 3, stop 3                     start k7m, clock in k7m; state k7m TODO
      done 3, resolve 3                   done k7m
      3 note                              note k7m TEXT, edit k7m
      edit 3                              edit k7m
      modify 3 +phone -home               modify k7m +phone -home
      undo                                undo, redo, undo k7m
      next                                tasks (the dashboard), ready
      show-open, show-resolved            list, list --done
      show-active, show-paused            list state:NEXT, list +CLOCKED
      show-projects, show-tags            lists, tags
      context +work                       view save work +work; context work
      open 3                              open k7m
      remove 3                            delete k7m, restore k7m
      git log, sync                       log, sync

    P0 to P3 are A to D. Two clones never conflict: git merges tasks field by field.

      tasks add Call Bob +phone pri:B project:work / the number is 1
      tasks list project:work

    """

  static let obsidian = """
    Obsidian

    In a vault, tasks init makes the vault a store. Which notes with a status are
    tasks, and where and how new ones are written, it takes from the plugin
    TaskNotes or, without it, from the notes: those with the tag task, or the only
    folder of those with a state. It says what it took. A vault in git that has
    neither gets a store of its own in tasks/.

      tasks config notes "+task -Templates/ -Archive/"
      tasks config new.path "Tasks/{title}.md"

    The words of notes are a folder Tasks/, a tag +task, a property type:task. A
    note with one of them is a task, unless it has one that stands here after a -.
    Commas part words with blanks in them: My Tasks/, +task. Without words, each
    note with a status is a task. Files that tasks has made in its folders of months
    always are, and those with an id of tasks if no word after a - says otherwise.

    new.path knows {title}, {id}, {date} and {month}. The second of a name gets a 2;
    signs that a link or a file system forbids are left out, and the note then has
    the whole title. New notes start from .tasks/new.md: its keys, words and tags.

    Notes keep their keys and words: status: open, dateCreated, a project
    [[Quarter]], which is the list Quarter. Each change sets dateModified. The date
    of a repeating task that is done goes to complete_instances, or to
    skipped_instances by cancel, if the note has the key. Keys that TaskNotes was
    told to use for others are only properties; init names them. A task gets an id
    with its first change here, and keeps it when it is renamed. +area finds the
    nested tags below it, too. Lines with a checkbox in other notes are tasks once
    tasks import md NOTE has read them; --linked ticks them when these are done.

      tasks add Weed the beds +garden due:sat
      tasks list +garden

    """
}
