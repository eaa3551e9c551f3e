import Foundation
import TestSupport
import Testing

/// `import`, `export` and `share`.
@Suite struct ExchangeTests {
  private func stores() throws -> World {
    let world = try World.withSampleStore()
    try world.tasks("init", "other")
    return world
  }

  /// What is exported changes nothing here, and fills an empty store, which exports the same.
  @Test(arguments: ["json", "jsonl", "todotxt", "ics", "org", "md", "csv"])
  func thereAndBack(format: String) throws {
    let world = try stores()
    let text = try world.tasks("export", format, in: "store").output
    try world.write(text, to: "export")
    let head = try world.git("rev-parse", "HEAD", in: "store").output
    let same = try world.tasks("import", format, "../export", in: "store")
    #expect(same.output == "0 added, 0 changed, 4 unchanged\n", "\(same)")
    #expect(try world.git("rev-parse", "HEAD", in: "store").output == head)
    let filled = try world.tasks("import", format, "../export", in: "other")
    #expect(filled.output.hasSuffix("4 added, 0 changed, 0 unchanged\n"), "\(filled)")
    #expect(try world.git("log", "--format=%s", "-1", in: "other").output.hasPrefix("import"))
    let again = try world.tasks("export", format, in: "other").output
    if format == "md" {
      // The words of the notes are converted to Markdown and back.
      try world.write(again, to: "export")
      try world.tasks("import", format, "../export", in: "other")
      #expect(try world.tasks("export", format, in: "other").output == again)
    } else {
      #expect(again == text)
    }
    #expect(try world.tasks("undo", in: "other").status == 0)
    #expect(try world.tasks("list", "--all", in: "other").output.isEmpty)
  }

  @Test func whatAnImportSays() throws {
    let world = try stores()
    try world.write(
      "(A) 2026-11-20 Call Ann +phone due:2026-11-27\nx 2026-11-19 2026-11-18 Send letter +a-b\n",
      to: "other/todo.txt")
    try world.write("title,due\nBread,2026-12-01\nJam,soon\n\"Oops", to: "other/bad.csv")
    try expect(
      #"""
      $ tasks import todotxt todo.txt --dry-run
      would be added ID  [A] Call Ann  +phone  due Fri 2026-11-27
      would be added ID  DONE Send letter  +a_b  closed 2026-11-19
      2 would be added, 0 would be changed, 0 unchanged
      ! tasks: todo.txt:2: the tag 'a-b' became 'a_b'
      $ tasks import todotxt todo.txt
      added ID  [A] Call Ann  +phone  due Fri 2026-11-27
      added ID  DONE Send letter  +a_b  closed 2026-11-19
      2 added, 0 changed, 0 unchanged
      ! tasks: todo.txt:2: the tag 'a-b' became 'a_b'
      $ tasks import todotxt todo.txt
      0 added, 0 changed, 2 unchanged
      ! tasks: todo.txt:2: the tag 'a-b' became 'a_b'
      $ tasks import csv bad.csv
      ! tasks: bad.csv:3: 'soon' cannot be the value of the column due
      ! bad.csv:4: a quote is not closed
      ! nothing was imported; correct them, or leave out what cannot be read with --skip-bad
      [2]
      $ tasks import csv bad.csv --skip-bad
      added ID  Bread  due Tue 2026-12-01
      1 added, 0 changed, 0 unchanged, 2 left out
      ! tasks: bad.csv:3: 'soon' cannot be the value of the column due (left out)
      ! tasks: bad.csv:4: a quote is not closed (left out)
      $ tasks import csv bad.csv --skip-bad --json
      {"schema":1,"kind":"import","import":{"added":[],"changed":[],"unchanged":["gzvg5myp53w87mt1"],"trashed":[],"remarks":[{"file":"bad.csv","line":3,"remark":"'soon' cannot be the value of the column due"},{"file":"bad.csv","line":4,"remark":"a quote is not closed"}]}}
      ! tasks: bad.csv:3: 'soon' cannot be the value of the column due (left out)
      ! tasks: bad.csv:4: a quote is not closed (left out)
      $ tasks import cvs bad.csv
      ! tasks: 'cvs' is no format; did you mean 'csv'?
      ! formats: json (.json), jsonl (.jsonl), todotxt (.txt), taskwarrior (task export), ics (.ics), org (.org), md (.md), csv (.csv), beads (.beads/issues.jsonl), dstask (~/.dstask), backlog (backlog/)
      [2]
      $ tasks import csv none.csv
      ! tasks: cannot read none.csv: No such file or directory
      [2]
      $ tasks import csv
      ! tasks: name the file to import: csv (.csv); - is standard input
      [2]
      $ tasks export markdown
      ! tasks: 'markdown' is no format
      ! formats: json (.json), jsonl (.jsonl), todotxt (.txt), taskwarrior (task export), ics (.ics), org (.org), md (.md), csv (.csv)
      [2]
      $ tasks delete "Call Ann" --yes; tasks delete --where "Call Ann" --yes
      deleted s5y  [A] Call Ann  +phone  due Fri 2026-11-27  deleted 2026-11-20
      ! tasks: no task has an id that begins with 'Call Ann', but a title has it: s5y Call Ann
      $ tasks import todotxt todo.txt
      0 added, 0 changed, 1 unchanged, 1 in the trash
      ! tasks: todo.txt:2: the tag 'a-b' became 'a_b'
      ! tasks: 'Call Ann' (s5ysajv7kftcndf2) stays in the trash; take it out with --restore
      $ tasks import todotxt todo.txt --restore
      changed ID  [A] Call Ann  +phone  due Fri 2026-11-27
      0 added, 1 changed, 1 unchanged
      ! tasks: todo.txt:2: the tag 'a-b' became 'a_b'
      $ tasks config max-open 3; tasks import csv bad.csv --skip-bad; printf 'title\nOne\nTwo\n' | tasks import csv -
      set max-open = 3
      0 added, 0 changed, 1 unchanged, 2 left out
      added ID  One
      added ID  Two
      2 added, 0 changed, 0 unchanged
      ! tasks: bad.csv:3: 'soon' cannot be the value of the column due (left out)
      ! tasks: bad.csv:4: a quote is not closed (left out)
      ! tasks: the store has more open tasks than its limit of 3 now, and add takes none until some are done; raise it with: tasks config max-open NUMBER
      """#, in: world, at: "other")
  }

  /// Only what the line does not have is named.
  @Test func markdownNamesWhatItsLinesLack() throws {
    let world = try World.withSampleStore()
    func task(_ id: Character, _ dates: String, _ rest: String = "") throws {
      let id = String(repeating: id, count: 16)
      try world.write(
        "* TODO A #b\n\(dates):PROPERTIES:\n:ID: \(id)\n:END:\n\(rest)\n",
        to: "store/2026-11/a-\(id).org")
    }
    try task("5", "DEADLINE: <2026-12-05 Sat +1w>\n")
    try task("6", "SCHEDULED: <2026-12-01 Tue> DEADLINE: <2026-12-05 Sat .+2d/4d>\n")
    try task("7", "DEADLINE: <2026-12-05 Sat 10:00-11:00 ++3h -3d>\n")
    try task("8", "", ":NOTES:\n- *x*\n:END:\n** Below\n#+begin_src sh\nls\n#+end_src")
    try expect(
      #"""
      $ tasks export md 5555
      - [ ] A #b. 🆔 5555555555555555 🔁 every week 📅 2026-12-05
      $ tasks export md 6666
      - [ ] A #b. 🆔 6666666666666666 🔁 every 2 days when done ⏳ 2026-12-01 📅 2026-12-05
      ! tasks: md has no place for: limit of repeat of 1 task
      $ tasks export md 7777
      - [ ] A #b. 🆔 7777777777777777 📅 2026-12-05
      ! tasks: md has no place for: end of deadline of 1 task, repeat of 1, time of deadline of 1, warning of deadline of 1
      $ tasks export md 8888
      - [ ] A #b. 🆔 8888888888888888
        :NOTES:
        - **x**

        :END:
        ## Below
        ```sh
        ls
        ```
      """#, in: world)
  }

  /// What another program changes comes back, and what it has no place for stays.
  @Test func whatTheFormatLacksStays() throws {
    let world = try World.withSampleStore()
    try expect(
      #"""
      $ tasks modify 1bb effort:45 due:2026-11-27@17:00
      modified 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00  effort 0:45
      $ tasks export todotxt | sed 's/due:2026-11-27/due:2026-12-04/; s/Buy milk/Buy oat milk/' > todo.txt
      ! tasks: todotxt has no place for: effort of 1 task, log of 1, notes of 1, property VENDOR of 1, time of deadline of 1, warning of deadline of 1
      $ tasks import todotxt todo.txt
      changed 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-12-04 17:00
      changed 2cc  Buy oat milk  +errand  list:home
      0 added, 2 changed, 2 unchanged
      $ tasks show 1bb --json | grep -o '"effort":[0-9]*'
      "effort":45
      $ tasks export todotxt 2> /dev/null | cmp - todo.txt
      $ sed -i 's/^2026-11-18 Buy oat/x 2026-11-20 2026-11-18 Buy oat/' todo.txt
      $ tasks import todotxt todo.txt
      changed 2cc  DONE Buy oat milk  +errand  list:home  closed 2026-11-20
      0 added, 1 changed, 3 unchanged
      $ printf '{"id":"2ccccccccccccccc","list":"shop"}\n' | tasks import jsonl -
      changed 2cc  DONE Buy oat milk  +errand  list:shop  closed 2026-11-20
      0 added, 1 changed, 0 unchanged
      """#, in: world)
  }

  /// A repeating task that another program finishes moves on once, however often the file is read.
  @Test func aFinishedOccurrenceIsTakenOnce() throws {
    let world = try World.withSampleStore()
    try expect(
      #"""
      $ tasks export todotxt list:home state:NEXT
      2026-11-18 Water the plants list:home t:2026-11-21 rec:+1w repeat:++1w state:NEXT uid:3ddddddddddddddd
      $ echo 'x 2026-11-21 2026-11-18 Water the plants list:home t:2026-11-21 rec:+1w repeat:++1w uid:3ddddddddddddddd' > todo.txt
      $ tasks import todotxt todo.txt
      changed 3dd  Water the plants  list:home  sched Sat 2026-11-28 ++1w
      0 added, 1 changed, 0 unchanged
      $ tasks import todotxt todo.txt
      0 added, 0 changed, 1 unchanged
      $ echo '2026-11-21 Water the plants list:home t:2026-12-05 rec:+1w uid:3ddddddddddddddd' > todo.txt
      $ echo 'x 2026-11-28 2026-11-18 Water the plants list:home t:2026-11-28 rec:+1w uid:3ddddddddddddddd' >> todo.txt
      $ tasks import todotxt todo.txt; tasks import todotxt todo.txt
      changed 3dd  Water the plants  list:home  sched Sat 2026-12-05 +1w
      0 added, 1 changed, 0 unchanged
      0 added, 0 changed, 1 unchanged
      $ tasks show 3dd --json | grep -o '"log":.*\]' | grep -o '"at":"[^"]*"'
      "at":"2026-11-28"
      "at":"2026-11-21"
      """#, in: world)
  }

  /// A file that was cut off is not taken for the whole one, and a row that no file can hold is a bad row.
  @Test func partsOfFilesAreNoFiles() throws {
    let world = try World.withSampleStore()
    try world.write(#"[{"title":"One"}"#, to: "store/cut.json")
    try world.write(
      "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VTODO\nUID:u1\nSUMMARY:Plan\nEND:VTODO\n",
      to: "store/cut.ics")
    let notes = String(repeating: "x", count: 9 << 20)
    try world.write(
      "{\"title\":\"Big\",\"notes\":\"\(notes)\"}\n{\"id\":\"9zzzzzzzzzzzzzzz\",\"title\":\"Small\"}\n",
      to: "store/big.jsonl")
    try expect(
      #"""
      $ tasks import json cut.json
      ! tasks: cut.json:1: it is no JSON
      ! nothing was imported; correct it, or leave out what cannot be read with --skip-bad
      [2]
      $ tasks import ics cut.ics
      ! tasks: cut.ics:1: END:VCALENDAR is missing
      ! nothing was imported; correct it, or leave out what cannot be read with --skip-bad
      [2]
      $ tasks import jsonl big.jsonl
      ! tasks: big.jsonl:1: it is larger than 8 MiB
      ! nothing was imported; correct it, or leave out what cannot be read with --skip-bad
      [2]
      $ tasks import jsonl --skip-bad big.jsonl
      added 9zz  Small
      1 added, 0 changed, 0 unchanged, 1 left out
      ! tasks: big.jsonl:1: it is larger than 8 MiB (left out)
      $ printf '{"id":"9yyyyyyyyyyyyyyy","title":"Two\\nlines"}\n' | tasks import jsonl -
      added 9yy  Two lines
      1 added, 0 changed, 0 unchanged
      ! tasks: standard input:1: the line breaks of its title became blanks
      $ tasks export csv --json
      ! {"schema":1,"kind":"error","error":"usage","message":"the format says what is printed; for JSON: tasks export json"}
      [2]
      $ tasks share 9zz --json
      ! {"schema":1,"kind":"error","error":"usage","message":"--as says what is printed; for JSON: tasks show ID --json"}
      [2]
      $ tasks import taskwarrior
      ! tasks: there is no file ~/.taskrc; name what to import: taskwarrior (task export)
      [2]
      """#, in: world)
  }

  /// The dots of projects are levels or stay, and go back as they came.
  @Test func projectsWithDots() throws {
    try expect(
      #"""
      $ echo '[{"uuid":"11111111-1111-4111-8111-111111111111","description":"Mow","project":"home.garden"}]' > t.json
      $ tasks import taskwarrior t.json --flat
      added 111  Mow  list:home.garden
      1 added, 0 changed, 0 unchanged
      $ tasks export taskwarrior Mow > back.json; grep -o '"project":"[^"]*"' back.json
      "project":"home.garden"
      $ tasks import taskwarrior back.json && tasks import taskwarrior back.json --flat
      0 added, 0 changed, 1 unchanged
      0 added, 0 changed, 1 unchanged
      $ tasks list list:home.garden --format '{list}'; tasks list list:home Mow --format '{list}'
      home.garden
      home.garden
      $ tasks import todotxt t.json --flat
      ! tasks: --flat is for taskwarrior, org
      [2]
      """#, in: World.withSampleStore())
  }

  /// What another program last read before an occurrence was finished here does not bring the occurrence back.
  @Test func aRecordOfThePastFinishesNothingAnew() throws {
    let world = try World.withSampleStore()
    try expect(
      #"""
      $ tasks export todotxt 3dd > todo.txt
      $ tasks done 3dd
      done 3dd  Water the plants  list:home  sched Sat 2026-11-28 ++1w
      $ tasks import todotxt todo.txt
      0 added, 0 changed, 1 unchanged
      """#, in: world)
  }

  @Test func whatIsShared() throws {
    let world = try World.withSampleStore()
    try world.write(
      """
      * TODO <b>Evil</b> [[javascript:alert(1)][x]]
      :PROPERTIES:
      :ID:       9zzzzzzzzzzzzzzz
      :END:

      See [[https://example.org/?a=1&b="2"][the page]].
      - [X] done
        1. one
      #+HTML: <script>alert(1)</script>
      # 1. <img src=x>

      -----BEGIN PGP MESSAGE-----
      secret
      -----END PGP MESSAGE-----

      """, to: "store/evil.org")
    try expect(
      ##"""
      $ tasks share 9zz --as html | sed -n '/<article>/,$p'
      <article>
      <h1>&lt;b&gt;Evil&lt;/b&gt; x (javascript:alert(1))</h1>
      <dl>
      <dt>State</dt><dd>TODO</dd>
      </dl>
      <p>See <a href="https://example.org/?a=1&amp;b=&quot;2&quot;" rel="noreferrer">the page</a>.</p>
      <ul>
      <li><input type="checkbox" disabled checked> done<ol>
      <li>one</li>
      </ol>
      </li>
      </ul>
      <p>#+HTML: &lt;script&gt;alert(1)&lt;/script&gt;</p>
      <p># 1. &lt;img src=x&gt;</p>
      <p>[encrypted]</p>

      </article>
      </body>
      </html>
      $ tasks share 9zz --as md
      # \<b\>Evil\</b\> x (javascript:alert\(1\))

      - State: TODO

      See [the page](<https://example.org/?a=1&b="2">).
      - [x] done
        1. one
      \#+HTML: \<script\>alert\(1\)\</script\>
      \# 1. \<img src=x\>

      \[encrypted\]
      $ tasks share 1bb 2cc --as md
      # Call Bob about the invoice

      - State: TODO
      - Priority: A
      - Tags: phone @office
      - List: work
      - Due: Fri 2026-11-27 17:00 -3d
      - Effort: 1:30
      - Created: Wed 2026-11-18 09:00
      - VENDOR: ACME

      He has the number.

      - [ ] find the number
      - [x] read the contract
      - [ ] call

      # Buy milk

      - State: TODO
      - Tags: errand
      - List: home
      - Created: Wed 2026-11-18 09:05
      $ tasks share list:home --as text | head -4
      Buy milk
      id          2ccccccccccccccc
      state       TODO
      tags        errand
      $ tasks share 9zz --as ics | grep -c secret
      0
      [1]
      $ tasks share nothing
      ! tasks: no task has an id that begins with 'nothing'; tasks list --all shows the ids
      [3]
      """##, in: world)
  }

  /// What is added here to a task of another program stays when its file is read again.
  @Test(arguments: ["taskwarrior", "ics", "todotxt", "md", "beads"])
  func whatIsAddedHereStays(format: String) throws {
    let files = [
      "taskwarrior":
        #"[{"description":"Plan","entry":"20261101T080000Z","status":"pending","uuid":"11111111-2222-4333-8444-555555555555"}]"#,
      "ics":
        "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VTODO\nUID:u1\nSUMMARY:Plan\nEND:VTODO\nEND:VCALENDAR\n",
      "todotxt": "2026-11-01 Plan\n", "md": "- [ ] Plan\n",
      "beads": #"{"id": "b1", "title": "Plan", "status": "open", "priority": 2}"#,
    ]
    let world = try World.withSampleStore()
    try world.write(try #require(files[format]), to: "store/file")
    try world.tasks("import", format, "file", in: "store")
    let id = try world.tasks("list", "Plan", "--format", "{id}", in: "store").output
      .trimmingCharacters(in: .newlines)
    try world.tasks(
      "modify", id, "effort:1h", "at:Office", "depends:1bb", "parent:2cc", "remind:2026-12-01",
      in: "store")
    try world.tasks("note", id, "More words", in: "store")
    try world.tasks("wait", id, "/", "for Bob", in: "store")
    try world.tasks("clock", "add", id, "2026-11-20@08:00", "2026-11-20@08:30", in: "store")
    let before = try world.tasks("show", id, "--raw", in: "store").output
    let outcome = try world.tasks("import", format, "file", in: "store")
    #expect(outcome.output == "0 added, 0 changed, 1 unchanged\n", "\(outcome)")
    #expect(try world.tasks("show", id, "--raw", in: "store").output == before)
  }
}
