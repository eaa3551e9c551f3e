import Foundation
import TestSupport
import Testing

/// The main job on a store whose tasks are Markdown, and on one that holds both formats.
@Suite struct MarkdownStoreTests {
  private func id(_ title: String, in place: String, _ world: World) throws -> String {
    let lines = try world.tasks("list", "--all", "--format", "{id} {title}", in: place).output
    let line = try #require(lines.split(separator: "\n").first { $0.hasSuffix(" " + title) })
    return String(line.prefix { $0 != " " })
  }

  private func file(_ title: String, in place: String, _ world: World) throws -> String {
    let path = try world.tasks(
      "show", "--path", try id(title, in: place, world), in: place)
    return path.output.trimmingCharacters(in: .newlines)
  }

  @Test func newTasksAreMarkdown() throws {
    let world = try World()
    #expect(try world.tasks("init", "todo", "--format", "md").status == 0)
    let added = try world.tasks(
      "add", "Call Bob", "+phone", "@office", "due:fri@17:00", "every:1w", "pri:A", "list:work",
      "/", "Ask for the number", in: "todo")
    #expect(added.status == 0)
    let path = try file("Call Bob", in: "todo", world)
    #expect(path.hasSuffix(".md"))
    let id = try id("Call Bob", in: "todo", world)
    #expect(
      try world.read(path) == """
        ---
        id: \(id)
        rank: 1
        created: 2026-11-20T09:15
        title: Call Bob
        status: todo
        priority: high
        list: work
        tags:
          - phone
        contexts:
          - "@office"
        due: 2026-11-27T17:00
        repeat: "++1w"
        ---

        Ask for the number

        """)
    #expect(try world.git("status", "--porcelain", in: "todo").output == "")
    #expect(try world.tasks("init", "todo", "--format", "md").status == 0)
    let other = try world.tasks("init", "todo", "--format", "org")
    #expect(other.status == 1)
    #expect(other.errors.contains("tasks config format org"))
  }

  /// Every listing shows a task as `show` does.
  @Test func listsOfMapsAreShownByEveryCommand() throws {
    let world = try World()
    try world.tasks("init", "todo")
    let front = "title: Foo\nstatus: open\npeople:\n  - name: Bob\n    age: 3\n  - name: Al\n"
    try world.write("---\n\(front)---\n", to: "todo/foo.md")
    let shown = #""properties":{"people":"[{name: Bob, age: 3}, {name: Al}]"}"#
    for words in [
      ["show", "foo.md", "--json"], ["list", "--json"], ["list", "--jsonl"],
      ["modify", "foo.md", "+x", "--json"], ["list", "--json"],
    ] {
      let output = try world.run(World.tasks, words, in: "todo").output
      #expect(output.contains(shown), "\(words)")
    }
    #expect(try world.read("todo/foo.md").contains("people:\n  - name: Bob\n    age: 3\n"))
  }

  @Test func tasksOfTaskNotesComeAgainByTheirRule() throws {
    let world = try World()
    try world.tasks("init", "todo")
    let head = "---\ntitle: Water\nstatus: open\nscheduled: 2026-11-16\n"
    try world.write(head + "recurrence: FREQ=WEEKLY;BYDAY=MO\n---\n", to: "todo/a.md")
    try world.write(head + "recurrence: FREQ=DAILY;COUNT=5\n---\n", to: "todo/b.md")
    let again = try world.tasks("done", "a.md", in: "todo")
    #expect(again.status == 0 && again.errors == "", "\(again.errors)")
    let text = try world.read("todo/a.md")
    #expect(text.contains("scheduled: 2026-11-23\nrecurrence: FREQ=WEEKLY;BYDAY=MO\n"))
    try world.write(head + "recurrence: FREQ=WEEKLY;BYDAY=MO,WE\n---\n", to: "todo/c.md")
    try world.tasks("done", "c.md", in: "todo")
    #expect(
      try world.read("todo/c.md").contains(
        "scheduled: 2026-11-23\nrecurrence: FREQ=WEEKLY;BYDAY=MO,WE\n"))
    let last = try world.tasks("done", "b.md", in: "todo")
    #expect(
      last.errors
        == "tasks: 'Water' is finished and does not repeat, because tasks cannot follow its rule "
        + "FREQ=DAILY;COUNT=5\n")
    #expect(try world.read("todo/b.md").contains("recurrence: FREQ=DAILY;COUNT=5\n"))
  }

  @Test func everyVerbWorksOnBothFormatsInOneStore() throws {
    let world = try World()
    try world.tasks("init", "todo")
    try world.tasks("add", "In Org", in: "todo")
    #expect(try world.tasks("config", "format", "md", in: "todo").status == 0)
    #expect(try world.tasks("config", "format", "txt", in: "todo").status == 2)
    try world.tasks("add", "In Markdown", in: "todo")
    for title in ["In Org", "In Markdown"] {
      let id = try id(title, in: "todo", world)
      func check(_ arguments: String...) throws {
        let outcome = try world.run(World.tasks, arguments, in: "todo")
        #expect(outcome.status == 0, "\(title) \(arguments): \(outcome.errors)")
      }
      try check("modify", id, "+tag", "due:fri", "pri:B")
      try check("note", id, "- [ ] find the number")
      try check("check", id, "1")
      try check("wait", id, "--note", "until he calls")
      try check("move", id, "top")
      try check("done", id)
      try check("reopen", id)
      try check("delete", id)
      try check("restore", id)
      try check("undo", id)
      let log = try world.tasks("log", id, in: "todo").output
      #expect(log.contains("undo") && log.contains("wait") && log.contains("check"))
      #expect(
        try world.tasks("show", id, "--raw", in: "todo").output.contains("[x]")
          || world.tasks("show", id, "--raw", in: "todo").output.contains("[X]"))
      try check("restore", id)
    }
    #expect(try world.tasks("list", "+tag", in: "todo").output.split(separator: "\n").count == 2)
    #expect(try world.git("status", "--porcelain", in: "todo").output == "")
    #expect(try world.git("fsck", in: "todo").status == 0)
  }

  @Test func fileThatIsNoTaskAnyMoreIsNotCommitted() throws {
    let world = try World()
    try world.tasks("init", "todo", "--format", "md")
    try world.tasks("add", "Call Bob", in: "todo")
    let id = try id("Call Bob", in: "todo", world)
    let edited = try world.tasks(
      "edit", id, in: "todo", environment: ["EDITOR": "sed -i /^status/d"])
    #expect(edited.status == 2)
    #expect(edited.errors.contains("its front matter has no status"))
    #expect(try world.git("log", "--format=%s", in: "todo").output.hasPrefix("add: Call Bob"))
  }

  /// Two clones change the same and different fields of one task; plain git carries it all.
  @Test func twoClonesMergeByPlainPull() throws {
    let world = try World()
    try world.git("init", "-q", "--bare", "hub.git")
    try world.tasks("init", "a", "--format", "md")
    try world.tasks("add", "Call Bob", "+phone", in: "a")
    try world.tasks("add", "Buy milk", in: "a")
    try world.git("remote", "add", "origin", world.path("hub.git"), in: "a")
    try world.git("push", "-q", "-u", "origin", "main", in: "a")
    #expect(try world.tasks("clone", world.path("hub.git"), "b").status == 0)
    let bob = try id("Call Bob", in: "a", world)
    let milk = try id("Buy milk", in: "a", world)

    try world.tasks("modify", bob, "+urgent", "due:fri", "title:Call Bob again", in: "a")
    try world.tasks("note", bob, "From a.", in: "a")
    try world.tasks("move", milk, "top", in: "a")
    try world.tasks("add", "New in a", in: "a")
    try world.git("push", "-q", in: "a")
    try world.tasks("modify", bob, "-phone", "+home", "pri:A", in: "b")
    try world.tasks("wait", bob, "--note", "he is out", in: "b")
    try world.tasks("done", milk, in: "b")
    let pull = try world.git("pull", "-q", "--no-rebase", "--no-edit", in: "b")
    #expect(pull.status == 0, "\(pull.output)\(pull.errors)")
    try world.git("push", "-q", in: "b")
    let back = try world.git("pull", "-q", "--no-rebase", in: "a")
    #expect(back.status == 0, "\(back.errors)")

    for place in ["a", "b"] {
      let text = try world.tasks("show", bob, "--raw", in: place).output
      #expect(text.contains("title: Call Bob again"))
      #expect(text.contains("status: waiting"))
      #expect(text.contains("priority: high"))
      #expect(text.contains("due: 2026-11-27"))
      #expect(text.contains("- urgent") && text.contains("- home") && !text.contains("- phone"))
      #expect(text.contains("From a.") && text.contains("he is out"))
      #expect(!text.contains("<<<<<<<"))
      let titles = try world.tasks("list", "--format", "{title}", in: place).output
      #expect(Set(titles.split(separator: "\n")) == ["Call Bob again", "New in a"])
      #expect(try world.git("status", "--porcelain", in: place).output == "")
    }
    #expect(
      try world.git("rev-parse", "HEAD^{tree}", in: "a").output
        == world.git("rev-parse", "HEAD^{tree}", in: "b").output)
  }
}
