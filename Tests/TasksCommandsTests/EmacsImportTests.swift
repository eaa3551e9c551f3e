import TestSupport
import Testing

/// Templates and views of an Emacs init file.
@Suite struct EmacsImportTests {
  @Test func templatesAreImported() throws {
    let world = try World.withSampleStore()
    try world.write(
      #"""
      ;; capture
      (use-package org
        :custom
        (org-capture-templates
         '(("t" "Todo" entry (file+headline "~/org/gtd.org" "Inbox") "* TODO %?\n%i")
           ("j" "Journal" entry (file+datetree "~/org/diary.org") "* %U %?" :clock-in t)
           ("x" "Lisp" entry (file "a.org") "* TODO %(f)"))))
      """#, to: "store/init.el")
    try world.write("(setq a '(1 2\n\n", to: "store/broken.el")
    try world.write("(setq a 1)", to: "store/other.el")
    try expect(
      #"""
      $ tasks capture --import init.el --dry-run 2>/dev/null
      would be imported todo  Todo  list:inbox
      would be imported journal  Journal  list:diary
      $ git status --porcelain -- .tasks
      $ tasks capture --import init.el
      imported todo  Todo  list:inbox
      imported journal  Journal  list:diary
      ! tasks: init.el: line 6: 'Journal' has no keyword, and makes a task of each entry
      ! tasks: init.el: line 6: 'Journal' is imported without :clock-in
      ! tasks: init.el: line 7: 'Lisp' is left out: '%(f)' would run Lisp from the template, which may come from others; write \%( for the characters themselves
      $ git log -1 --format=%s && git show --stat --format= | cat
      capture: import 2 templates
       .tasks/templates/journal.org | 5 +++++
       .tasks/templates/todo.org    | 6 ++++++
       2 files changed, 11 insertions(+)
      $ tasks undo --dry-run 2>&1 | tail -1
      tasks: undone: the store's settings
      $ tasks log | head -1 | cut -d" " -f3-
      Thu 2026-11-19 10:00  added  Buy milk  Test
      $ tasks capture todo From Emacs pri:A
      added ID  [A] From Emacs  list:inbox
      $ tasks capture --import init.el --json 2>/dev/null
      {"schema":1,"kind":"templates","templates":[],"left_out":[{"line":6,"reason":"'Journal' has no keyword, and makes a task of each entry"},{"line":6,"reason":"'Journal' is imported without :clock-in"},{"line":7,"reason":"'Lisp' is left out: '%(f)' would run Lisp from the template, which may come from others; write \\%( for the characters themselves"},{"line":5,"reason":"there is a template 'todo' already, which stays as it is; remove it to import this one"},{"line":6,"reason":"there is a template 'journal' already, which stays as it is; remove it to import this one"}]}
      $ tasks capture --import broken.el
      ! tasks: broken.el: line 1: the ( that begins here is never closed
      [2]
      $ tasks capture --import other.el
      ! tasks: other.el sets no org-capture-templates, so there is nothing to import
      [2]
      $ tasks capture --import none.el
      ! tasks: could not open ~/store/none.el: No such file or directory
      [2]
      """#, in: world)
  }

  /// Off a terminal nobody can be asked for tags, and a task needs none.
  @Test func aPromptForTagsNeedsNoAnswer() throws {
    let world = try World.withSampleStore()
    try world.write(
      #"(setq org-capture-templates '(("g" "Tagged" entry (file "Inbox.org") "* TODO %? %^g")))"#,
      to: "store/init.el")
    try expect(
      #"""
      $ tasks capture --import init.el && tasks capture tagged Walk && tasks capture tagged Run --set tags=fast
      imported tagged  Tagged  list:inbox
      added ID  Walk  list:inbox
      added ID  Run  +fast  list:inbox
      """#, in: world)
  }

  @Test func viewsAreImported() throws {
    let world = try World.withSampleStore()
    try world.write(
      #"""
      (setq org-agenda-custom-commands
        '(("h" "At home" tags-todo "CATEGORY=\"home\"-errand")
          ("r" "Review" ((agenda "" ((org-agenda-span 'day))) (todo "WAIT|NEXT")))
          ("l" "Log" tags "LEVEL=2")))
      """#, to: "store/init.el")
    try world.write(
      "* ToDo: NEXT<after>KEYS=n TITLE: Next steps</after>\n", to: "store/.git/agendas.org")
    try expect(
      #"""
      $ tasks view import init.el --dry-run
      would import at-home  list:home -errand
      would import review  --block agenda:day  --block list:(state:WAIT or state:NEXT)
      ! tasks: init.el: line 4: 'Log' is left out: no filter compares LEVEL so
      $ tasks view
      $ tasks view import init.el 2>/dev/null
      imported at-home  list:home -errand
      imported review  --block agenda:day  --block list:(state:WAIT or state:NEXT)
      $ tasks view import .git/agendas.org
      imported next-steps  state:NEXT
      $ git log -2 --format=%s
      view: import 1 view
      view: import 2 views
      $ tasks at-home
      3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      $ tasks next-steps
      3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      $ tasks view import init.el
      ! tasks: init.el: line 4: 'Log' is left out: no filter compares LEVEL so
      ! tasks: init.el: there is a view 'at-home' already, which stays as it is; remove it to import this one
      ! tasks: init.el: there is a view 'review' already, which stays as it is; remove it to import this one
      ! tasks: nothing was imported
      $ tasks view import
      ! tasks: Missing expected argument '<file>'
      [2]
      """#, in: world)
  }
}
