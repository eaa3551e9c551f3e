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
      $ tasks import todotxt todo.txt
      $ tasks import todotxt todo.txt
      $ tasks import csv bad.csv
      $ tasks import csv bad.csv --skip-bad
      $ tasks import csv bad.csv --skip-bad --json
      $ tasks import cvs bad.csv
      $ tasks import csv none.csv
      $ tasks import csv
      $ tasks export markdown
      $ tasks delete "Call Ann" --yes; tasks delete --where "Call Ann" --yes
      $ tasks import todotxt todo.txt
      $ tasks import todotxt todo.txt --restore
      $ tasks config max-open 3; tasks import csv bad.csv --skip-bad; printf 'title\nOne\nTwo\n' | tasks import csv -
      """#, in: world, at: "other")
  }

  /// What another program changes comes back, and what it has no place for stays.
  @Test func whatTheFormatLacksStays() throws {
    let world = try World.withSampleStore()
    try expect(
      #"""
      $ tasks modify 1bb effort:45 due:2026-11-27@17:00
      $ tasks export todotxt | sed 's/due:2026-11-27/due:2026-12-04/; s/Buy milk/Buy oat milk/' > todo.txt
      $ tasks import todotxt todo.txt
      $ tasks show 1bb --json | grep -o '"effort":[0-9]*'
      $ tasks export todotxt 2> /dev/null | cmp - todo.txt
      $ sed -i 's/^2026-11-18 Buy oat/x 2026-11-20 2026-11-18 Buy oat/' todo.txt
      $ tasks import todotxt todo.txt
      $ printf '{"id":"2ccccccccccccccc","list":"shop"}\n' | tasks import jsonl -
      """#, in: world)
  }

  /// A repeating task that another program finishes moves on once, however often the file is read.
  @Test func aFinishedOccurrenceIsTakenOnce() throws {
    let world = try World.withSampleStore()
    try expect(
      #"""
      $ tasks export todotxt list:home state:NEXT
      $ echo 'x 2026-11-21 2026-11-18 Water the plants list:home t:2026-11-21 rec:+1w repeat:++1w uid:3ddddddddddddddd' > todo.txt
      $ tasks import todotxt todo.txt
      $ tasks import todotxt todo.txt
      $ echo '2026-11-21 Water the plants list:home t:2026-12-05 rec:+1w uid:3ddddddddddddddd' > todo.txt
      $ echo 'x 2026-11-28 2026-11-18 Water the plants list:home t:2026-11-28 rec:+1w uid:3ddddddddddddddd' >> todo.txt
      $ tasks import todotxt todo.txt; tasks import todotxt todo.txt
      $ tasks show 3dd --json | grep -o '"log":.*\]' | grep -o '"at":"[^"]*"'
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
      #"""
      $ tasks share 9zz --as html | sed -n '/<article>/,$p'
      $ tasks share 9zz --as md
      $ tasks share 1bb 2cc --as md
      $ tasks share list:home --as text | head -4
      $ tasks share 9zz --as ics | grep -c secret
      $ tasks share nothing
      """#, in: world)
  }
}
