import TasksCore
import Testing

/// Which notes are tasks, and where new ones go.
@Suite struct NoteRuleTests {
  private func isTask(_ path: String, _ front: String, by words: String) throws -> Bool {
    let text = Array("---\nstatus: open\n\(front)\n---\n".utf8)
    let rule = try #require(NoteRule(words))
    return try TaskReader.read(text, path: path, notes: rule) != nil
  }

  @Test(arguments: [
    // No words: each file with a status, but for templates.
    ("a.md", "", "", true), ("a.md", "title: '{{title}}'", "", false),
    ("{{title}}.md", "", "", false), ("a.md", "title: '<% tp.file.title %>'", "", false),
    ("a.md", "title: '{x} and <y>'", "", true),
    ("a.md", "title: '{{title}}'\nid: k7mq2xw4tz9nbcde", "", true),
    // Folders, tags and properties.
    ("Tasks/a.md", "", "Tasks/", true), ("Tasks/b/a.md", "", "/Tasks/", true),
    ("Tasks.md", "", "Tasks/", false), ("x/Tasks/a.md", "", "Tasks/", false),
    ("My Tasks/a.md", "", "My Tasks/,", true), ("My Tasks/a.md", "", "x/, My Tasks/", true),
    ("a.md", "tags: [task]", "+task", true), ("a.md", "tags: task", "+task", true),
    ("a.md", "tags: ['#task']", "+task", true), ("a.md", "tags: [task/home]", "+task", true),
    ("a.md", "tags: [tasks]", "+task", false), ("a.md", "contexts: [phone]", "@phone", true),
    ("a.md", "type: task", "type:task", true), ("a.md", "Type: 'task'", "type:task", true),
    ("a.md", "type: [note, task]", "type:task", true), ("a.md", "type: note", "type:task", false),
    ("a.md", "type: {x: task}", "type:task", false), ("a.md", "isTask: true", "isTask:true", true),
    // Any of them, but none after a -.
    ("x/a.md", "type: task", "x/ +task -type:task", false),
    ("x/a.md", "", "+task x/", true), ("x/y/a.md", "", "x/ -x/y/", false),
    ("x/a.md", "tags: [old]", "x/ -+old", false), ("x/a.md", "", "-y/", true),
    // What this program has made, or numbered.
    ("2026-11/a.md", "", "+task -2026-11/", true),
    ("x/a-k7mq2xw4tz9nbcde.md", "", "+task -x/", true),
    ("x/a.md", "id: k7mq2xw4tz9nbcde", "+task", true),
    ("x/a.md", "id: k7mq2xw4tz9nbcde", "+task -x/", false),
    ("x/a.md", "id: 550e8400-e29b-41d4-a716-446655440000", "+task", false),
    ("x/a.md", "id: note-12", "+task", false),
  ])
  func ruleTakes(path: String, front: String, words: String, isTaken: Bool) throws {
    #expect(try isTask(path, front, by: words) == isTaken)
  }

  /// A broken file is a matter of tasks only where tasks are.
  @Test(arguments: [
    ("a.md", "", true), ("a.md", "+task", false), ("x/a.md", "x/ +task", true),
    ("x/a.md", "-x/", false), ("2026-11/a.md", "+task", true),
  ])
  func brokenFile(path: String, words: String, isTold: Bool) throws {
    let rule = try #require(NoteRule(words))
    let read = Result {
      try TaskReader.read(Array("---\nstatus: open\n".utf8), path: path, notes: rule)
    }
    if case .success(let document) = read {
      #expect(!isTold && document == nil)
    } else {
      #expect(isTold)
    }
  }

  @Test(arguments: ["some", "Tasks", "+", "a/ b", ":x", "a/, b c"]) func noWord(_ words: String) {
    #expect(NoteRule(words) == nil)
  }

  @Test(arguments: [
    ("Buy milk", "Buy milk"), ("Either: a/b?", "Either- a-b"), ("..hidden", "hidden"),
    ("  a \t b ", "a b"), ("What [[https://example.org][this]] is", "What this is"),
    ("Read [[Quarter|Q4]]", "Read Q4"), ("`code` and **bold**", "code and bold"),
    ("#1 <x> \"y\"", "1 x y"), ("???", "Task"), ("a.", "a"),
    ("Žluťoučký kůň", "Žluťoučký kůň"),
    (String(repeating: "é", count: 100), String(repeating: "é", count: 91)),
  ])
  func nameOfAFile(title: String, name: String) throws {
    let place = try #require(NewPath("T/{title}.md"))
    let id = try #require(TaskID("k7mq2xw4tz9nbcde"))
    let day = CivilDate(dayNumber: 0)
    let text = title.contains("][") ? Text("What [this](https://example.org) is") : Text(title)
    let path = place.path(title: text, id: id, on: day) { _ in false }
    #expect(path == "T/\(name).md" && TaskPath.isPlace(path, .markdown))
    let taken = ["T/\(name).md", "T/\(name) 2.md"]
    #expect(place.path(title: text, id: id, on: day, isTaken: taken.contains) == "T/\(name) 3.md")
  }

  @Test(arguments: [
    "x.md", "{title}", "{title}.txt", "/{title}.md", "../{title}.md", ".x/{title}.md", "{name}.md",
    "{title}/x.md", "a//{id}.md", "{title}\\x.md",
  ])
  func noPath(_ text: String) { #expect(NewPath(text) == nil) }

  @Test func pathOfMonths() throws {
    let place = try #require(NewPath("{month}/{date} {id}.org"))
    let id = try #require(TaskID("k7m"))
    let day = try #require(Timestamp(iso: "2026-11-20")?.date)
    #expect(place.format == .org)
    #expect(place.path(title: "x", id: id, on: day) { _ in false } == "2026-11/2026-11-20 k7m.org")
  }
}
