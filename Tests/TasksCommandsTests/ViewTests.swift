import TestSupport
import Testing

/// Views and contexts.
@Suite struct ViewTests {
  @Test func viewsAreSavedShownAndRemoved() throws {
    try expect(
      #"""
      $ tasks view
      $ tasks view save homely list:home --sort -title
      saved the view homely
      $ tasks view save homely list:home --sort -title
      ! tasks: nothing to change
      $ tasks view save two "title:x" --columns id --limit 1 --dry-run
      would save the view two
      $ tasks view
      homely  list:home  --sort -title
      $ tasks view --json
      {"schema":1,"kind":"views","views":[{"name":"homely","filter":"list:home","sort":"-title","group":null,"columns":null,"limit":null,"tree":false,"blocks":[]}]}
      $ tasks homely
      3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      2cc  Buy milk  +errand  list:home
      $ tasks view homely +errand
      2cc  Buy milk  +errand  list:home
      $ tasks homely --sort title --columns title
      Buy milk
      Water the plants
      $ tasks view homly
      ! tasks: there is no view 'homly'; did you mean 'homely'?
      [2]
      $ tasks view save list list:home
      ! tasks: 'list' is a command; give the view another name
      [2]
      $ tasks view save "a b" list:home
      ! tasks: 'a b' cannot name a view; use letters, digits, - and _, a letter first
      [2]
      $ tasks view save bad due:never
      ! tasks: 'never' is not a date
      !   due:never
      !       ^^^^^
      ! try: today, fri, 3d, 2w, 1mo, eow, 23rd, 10-25, 2026-11-27, fri@17:00, "in 3 days"
      [2]
      $ tasks view save
      ! tasks: Missing expected argument '<name>'
      [2]
      $ git log -1 --format=%s
      view: save homely
      $ cat .tasks/config | tail -3
      [view "homely"]
      	filter = list:home
      	sort = -title
      $ tasks view remove homely
      removed the view homely
      $ tasks view remove homely
      ! tasks: there is no view 'homely'; tasks view lists them
      [2]
      $ tasks view
      $ git status --porcelain
      """#)
  }

  @Test func aContextFiltersAndCompletes() throws {
    try expect(
      #"""
      $ tasks context
      none
      $ tasks context home
      ! tasks: there is no view 'home'; save one with: tasks view save home FILTER
      [2]
      $ tasks view save home list:home -errand
      saved the view home
      $ tasks context home
      in the context home
      $ tasks context --json
      {"schema":1,"kind":"context","context":"home"}
      $ tasks
      3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      $ tasks list +phone
      ! tasks: no open task matches; 1 is outside the context home: tasks context none
      $ TASKS_CONTEXT=none tasks list +phone --format '{title}'
      Call Bob about the invoice
      $ tasks done +phone --yes
      ! tasks: no task matches the filter in the context home
      $ TASKS_CONTEXT=none tasks done +phnoe --yes
      ! tasks: no task has the tag 'phnoe'; did you mean +phone?
      ! tasks: no task matches the filter
      $ tasks add Sweep the floor | cut -d' ' -f4-
      Sweep the floor  list:home
      $ tasks add Dig list:garden | cut -d' ' -f4-
      Dig  list:garden
      $ tasks context none
      left the context
      $ TASKS_CONTEXT=home tasks list --format '{title}'
      Water the plants
      Sweep the floor
      $ TASKS_CONTEXT=homes tasks list
      ! tasks: TASKS_CONTEXT names 'homes', which is no view; tasks view lists them
      [2]
      $ tasks context home && tasks view remove home && tasks list
      in the context home
      removed the view home
      ! tasks: the context 'home' is no longer a view; leave it with: tasks context none
      [2]
      """#)
  }
}
