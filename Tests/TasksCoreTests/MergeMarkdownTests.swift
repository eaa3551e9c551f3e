import CoreTestSupport
import TasksCore
import Testing

/// Whole Markdown files merged: what is odd about them.
@Suite struct MergeMarkdownTests {
  private static func file(_ lines: String...) -> [UInt8] {
    Array((["---", "id: x1", "status: todo"] + lines + ["---", ""]).joined(separator: "\n").utf8)
  }

  private static func merge(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> String {
    func version(_ bytes: [UInt8]) -> TaskMerge.Version { MergeCases.version(bytes, .markdown) }
    return text(
      TaskMerge.merge(
        base: version(base), ours: version(ours), theirs: version(theirs), local: .ours))
  }

  @Test func repeaterWhoseDateHasGoneIsLogged() {
    let (start, due) = ("scheduled: 2026-11-23", "due: 2026-11-27")
    let base = Self.file(start, due, "repeat: \"++1w\"")
    let ours = Self.file(start, "repeat: \"++1w\"")
    let theirs = Self.file(start, due, "repeat: \"++3w\"", "scheduled_repeat: \"++1w\"")
    let merged = Self.merge(base, ours, theirs)
    #expect(merged.contains("- Merge dropped repeat \"scheduled ++1w deadline ++3w\""))
    #expect(!merged.contains("due:"))
  }

  /// A state that counts stands there in the word of the side it is from.
  @Test(arguments: [
    // Base, ours, theirs, what is to come of them.
    ["todo", "todo", "in-progress", "in-progress"],
    ["todo", "in-progress", "todo", "in-progress"],
    ["todo", "todo", "\"In Progress\"", "\"In Progress\""],
    ["todo", "next", "active", "next"],
    ["todo", "done", "in-progress", "done"],
    ["todo", "todo", "'completed' # c", "'completed' # c"],
    // The same state in another word.
    ["todo", "todo", "open", "open"], ["todo", "open", "todo", "open"],
    ["todo", "open", "pending", "open"], ["todo", "next", "in-progress", "next"],
  ]) func theWordOfAStateIsCarried(_ words: [String]) {
    func file(_ word: String, _ other: String) -> [UInt8] {
      Array("---\nid: x1\nstatus: \(word)\npriority: \(other)\n---\n".utf8)
    }
    let merged = Self.merge(
      file(words[0], "low"), file(words[1], "high"), file(words[2], "low"))
    #expect(merged.contains("\nstatus: \(words[3])\npriority: high\n"), "\(merged)")
  }

  @Test func linesOfTheLogAreCarried() {
    func file(_ title: String, _ lines: String...) -> [UInt8] {
      let top = "---\nid: x1\nstatus: todo\ntitle: \(title)\n---\n"
      return Array((top + "\n## Log\n\n" + lines.map { $0 + "\n" }.joined()).utf8)
    }
    let (old, clock) = (
      "- 2026-11-20 09:00 note: old", "- 2026-11-20 09:20--10:05 clock 0:50"
    )
    let note = "- 2026-11-20 09:10 note: new"
    #expect(
      Self.merge(file("a", old), file("b", note, old), file("a", clock, old))
        == String(decoding: file("b", clock, note, old), as: UTF8.self))
    #expect(
      Self.merge(file("a", clock, old), file("b", clock, old), file("a", clock, note, old))
        == String(decoding: file("b", clock, note, old), as: UTF8.self))
  }

  @Test func textsOfSeveralLinesAreMergedAsProperties() {
    let about = "about: |\n  one\n  two"
    let base = Self.file("priority: low", about)
    let merged = Self.merge(
      base, Self.file("priority: high", about, "mine: |\n  a\n  b"),
      Self.file("priority: low", "about: |\n  one\n  three", "yours: |\n  c\n  d"))
    #expect(
      merged.contains("priority: high\nabout: |\n  one\n  three\nmine: |\n  a\n  b\n"), "\(merged)")
    #expect(merged.contains("\nyours: |\n  c\n  d\n") && !merged.contains("dropped"), "\(merged)")
    let both = Self.merge(
      base, Self.file("priority: low", "about: |\n  a\n  b"),
      Self.file("priority: low", "about: |\n  c\n  d"))
    #expect(
      both.contains("about: |\n  a\n  b\n") && both.contains("- Merge dropped property about"))
    #expect(both.contains("c") && both.contains("d"))
  }

  /// Two lines of one key would be no YAML.
  @Test(arguments: [
    ["x: {a: 1}", "x: {a: 2}", "x: {a: 3}", "x: {a: 2}"],
    ["x:\n  a: 1\n  b: 1", "x:\n  a: 2\n  b: 1", "x:\n  a: 3\n  b: 1", "x:\n  a: 2\n  b: 1"],
    ["x:\n- a: 1\n- a: 5", "x:\n- a: 2\n- a: 5", "x:\n- a: 3\n- a: 5", nil],
    ["x: {a: 1}\n# c", "x: {a: 2}\n# c", "x: {a: 3}\n# c\ny: {b: 1}", "x: {a: 2}\n# c\ny: {b: 1}"],
    ["x:\n  a: 1\n  b: 1", "x:\n  a: 2\n  b: 1", "x:\n  a: 1\n  b: 1\n  c: 1", nil],
  ]) func aKeyStandsOnce(_ texts: [String?]) throws {
    let (base, ours, theirs) = (
      Self.file(texts[0] ?? ""), Self.file(texts[1] ?? ""), Self.file(texts[2] ?? "")
    )
    let merged = Self.merge(base, ours, theirs)
    if let expected = texts[3] {
      #expect(merged.contains("\n" + expected + "\n---\n"), "\(merged)")
      #expect(merged.contains("- Merge dropped preamble \""), "\(merged)")
    } else {
      #expect(!merged.contains("dropped"), "\(merged)")
    }
    #expect(Self.merge(base, Array(merged.utf8), theirs) == merged, "once more")
    let document = try #require(
      MarkdownDocument(Array(merged.utf8), path: "t.md", workflow: .standard))
    for entry in MergeLoss.all(in: document.task) {
      let taken = try #require(entry.taken(in: document, now: Timestamp(iso: "2026-11-20T10:00")!))
      #expect(Text(bytes: taken.bytes).string.contains(texts[2] ?? ""), "\(taken.bytes)")
    }
  }

  @Test(arguments: [
    // Base, ours, theirs, what is to come of them.
    ["x: 1 # c", "x: 1 # c", "x: 1 # d", "x: 1 # d"],
    ["x: 1 # c", "x: 1 # d", "x: 1 # d", "x: 1 # d"],
    ["x: 1", "x: 1", "x: 1  # d", "x: 1  # d"],
    [
      "due: 2026-11-27", "due: 2026-11-27", "due: 2026-11-28 # by then",
      "due: 2026-11-28 # by then",
    ],
    // An entry that both changed is that of the side whose value it has, or else that of the local side.
    ["x: 1 # c", "x: 2 # c", "x: 1 # d", "x: 2 # c"],
    ["x: 1 # c", "x: 1 # d", "x: 2 # c", "x: 2 # c"],
    ["x: 1 # c", "x: 1 # d", "x: 1 # e", "x: 1 # d"],
    ["x: # c", "x: # c", "x: # d", "x: # d"],
    ["tags: [a] # c", "tags: [a] # c", "tags: [a, b] # d", "tags: [a, b] # d"],
    ["tags: [a] # c", "tags: [a, b] # c", "tags: [a, o] # d", "tags: [a, b, o] # c"],
    [
      "tags: # c\n  - a # d\n  - b", "tags: # c\n  - a # d\n  - b",
      "tags: # e\n  - a # f\n  - b # g", "tags: # e\n  - a # f\n  - b # g",
    ],
    ["x: | # c\n  a", "x: | # c\n  a", "x: | # d\n  a", "x: | # d\n  a"],
  ]) func commentsAfterValues(_ lines: [String]) {
    let (base, ours, theirs) = (
      Self.file(lines[0]), Self.file(lines[1], "a: b"), Self.file(lines[2])
    )
    let merged = Self.merge(base, ours, theirs)
    #expect(merged.contains("\n" + lines[3] + "\na: b\n---\n"), "\(merged)")
    #expect(Self.merge(base, Array(merged.utf8), theirs) == merged, "once more")
  }

  @Test func repeaterOfOneDateIsNotThatOfBoth() {
    let (start, due) = ("scheduled: 2026-11-23", "due: 2026-11-27")
    let base = Self.file(start, due, "repeat: \"++1w\"", "scheduled_repeat: none")
    let theirs = Self.file(start, due, "repeat: \"++1w\"")
    let merged = Self.merge(
      base, Self.file(start, due, "repeat: \"++2w\"", "scheduled_repeat: none"), theirs)
    #expect(merged.contains("- Merge dropped repeat \"++1w\""))
    let back = Self.merge(base, theirs, Self.file(start, due))
    #expect(back.contains("- Merge dropped repeat nothing"))
    let other = Self.merge(Self.file(start, due), base, theirs)
    #expect(other.contains("- Merge dropped repeat \"++1w\""))
    let last = Self.merge(Self.file(start, due), theirs, base)
    #expect(last.contains("- Merge dropped repeat \"deadline ++1w\""))
  }

  @Test func dateOfTheOtherSideKeepsItsZone() {
    let base = Self.file("due: 2026-07-01T10:00:00+02:00", "priority: low")
    let ours = Self.file("due: 2026-07-01T10:00:00+02:00", "priority: high")
    let theirs = Self.file("due: 2026-12-01T10:00:00+01:00", "priority: low")
    let merged = Self.merge(base, ours, theirs)
    #expect(merged.contains("\ndue: 2026-12-01T10:00:00+01:00\npriority: high\n"), "\(merged)")
  }

  @Test func valuesThatCannotBeReadReplaceThoseOfBefore() {
    let base = Self.file("rank: 31", "tags: [ask, b]")
    let ours = Self.file("rank: 31 read", "tags: [ask, b]")
    let theirs = Self.file("rank: 31", "tags: [ask,")
    let merged = Self.merge(base, ours, theirs)
    #expect(merged.contains("\nrank: 31 read\n") && merged.contains("\ntags: [ask,\n"))
    #expect(!merged.contains("[ask, b]"))
  }

  /// A line pushed under the id hides it; the other side's text has a place for it, with a key said twice.
  @Test func idIsKeptBeforeAllElse() throws {
    let base = Array("---\nid: x1\nstatus: todo\nrecords:\n  - a: 1\n---\n".utf8)
    let ours = Array("---\nrecords:\nstatus: done\nid: x1\n  - a: 1\n---\n".utf8)
    let theirs = Array(
      "---\nid: x1\nstatus: todo\nstatus: todo\nrecords:\n  - a: 1\n---\n".utf8)
    for merged in [Self.merge(base, ours, theirs), Self.merge(base, theirs, ours)] {
      let task = try #require(MergeCases.document(Array(merged.utf8), .markdown)).task
      #expect(task.hasOwnID && task.id == TaskID("x1"), "\(merged)")
      #expect(merged.contains("Merge dropped state \"DONE\"") || task.state.isDone, "\(merged)")
    }
  }

  /// What is taken back is written as it was, whatever came since elsewhere; a value written anew since stays so.
  @Test func aChangeTakenBackGivesTheOldLines() throws {
    for (front, edit) in [
      ("about: >-\n  a\n  b", .property(name: "about", value: "x")),
      ("about: >-\n  a\n  b", .property(name: "about", value: nil)),
      ("about: |+\n  a\n\n\nx: y", .property(name: "about", value: "x")),
      ("title: >- # why\n  a\n  b", .title("x")),
      ("x: 'y' # why", .property(name: "x", value: nil)),
      ("tags: [ 'a', \"b\" ]", .tags([])), ("due: '2026-11-20' # why", .deadline(nil)),
      ("about: >\n  a\n  b", .property(name: "about", value: "x\ny\n")),
    ] as [(String, Edit)] {
      let old = try #require(MergeCases.document(Self.file("priority: low", front), .markdown))
      let new = try old.applying([edit])
      #expect(new.task != old.task)
      let current = try new.applying([
        .priority(Priority("A")), .property(name: "later", value: "z"),
      ])
      let expected = try old.applying([
        .priority(Priority("A")), .property(name: "later", value: "z"),
      ])
      let reversal = try TaskReversal(of: old, new, in: current)
      var task = reversal.document.task
      #expect(Set(task.properties) == Set(expected.task.properties) && reversal.kept.isEmpty)
      task.properties = expected.task.properties
      #expect(task == expected.task)
      func lines(_ document: any TaskDocument) -> Set<String> {
        Set(
          String(decoding: document.bytes, as: UTF8.self).split(separator: "\n").map { String($0) })
      }
      #expect(
        lines(reversal.document) == lines(expected),
        "\(String(decoding: reversal.document.bytes, as: UTF8.self))")
      let since = try new.applying([edit, .title("other"), .property(name: "about", value: "new")])
      let kept = try TaskReversal(of: old, new, in: since).document
      #expect(kept.task.property(named: "about") == "new")
    }
  }

  @Test func fieldMayHaveAQuoteInItsName() {
    let entry = LogEntry(.dropped(field: "property a\"b", value: "say \"so\""))
    let text = Array("property a\"b \"say \\\"so\\\"\"".utf8)
    #expect(entry.kind.droppedText == text)
    #expect(LogEntry.Kind(dropped: text[...]) == entry.kind)
  }
}
