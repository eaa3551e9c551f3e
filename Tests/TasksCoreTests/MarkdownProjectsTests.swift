import CoreTestSupport
import TasksCore
import Testing

/// Tasks in several lists at once, as the projects of Obsidian's TaskNotes are.
@Suite struct MarkdownProjectsTests {
  private func document(_ front: String) throws -> MarkdownDocument {
    try #require(MarkdownFiles.read("---\nstatus: open\n\(front)\n---\n"))
  }

  private func front(_ document: any TaskDocument) -> String {
    String(decoding: document.bytes, as: UTF8.self)
      .replacing("---\nstatus: open\n", with: "").replacing("\n---\n", with: "")
  }

  @Test(arguments: [
    ("projects: [\"[[a/Q4]]\", \"[[B|b]]\"]", "Q4", "projects", "[\"[[B|b]]\"]"),
    ("projects:\n  - \"[[A]]\"\n  - b\n  - c d", "A", "projects", "[b, c d]"),
    ("Project: [home, work]", "home", "Project", "[work]"),
    ("list: [~, home, work, '']", "home", "list", "[work]"),
    ("projects:\n  - [[A]]\n  - [[x/B]] # why", "A", "projects", "[\"[[x/B]]\"]"),
    ("projects: [[[A]], [[B]]]", "A", "projects", "[\"[[B]]\"]"),
  ])
  func firstIsTheListAndTheOthersAProperty(
    key: String, list: Text, name: Text, others: Text
  ) throws {
    let task = try document("a: 1\n\(key)\nz: 2").task
    #expect(task.list == list)
    #expect(
      task.properties == [
        Task.Property("a", "1"), Task.Property(name, others), Task.Property("z", "2"),
      ])
  }

  /// To YAML a list in a list, to those who write it a link.
  @Test(arguments: [
    ("projects: [[Quarter]]", "Quarter"), ("projects: [[Projects/Quarter|Q]] # mine", "Q"),
    ("project:   [[ The quarter ]]", "The quarter"), ("projects: [ [[Quarter]] ]", "Quarter"),
    ("projects:\n- [[Quarter]]", "Quarter"), ("projects:\n  [[Quarter]]", "Quarter"),
    ("projects: [[a, b]]", "a, b"),
  ])
  func linkNeedsNoQuotes(key: String, name: Text) throws {
    let document = try document(key)
    #expect(document.task.list == name && document.preamble.isEmpty)
    #expect(try document.applying([.list(name)]).bytes == document.bytes)
    let link = try #require(key.firstRange(of: "[["))
    let end = try #require(key.firstRange(of: "]]"))
    let edited = try document.applying([.list("Other")])
    #expect(
      front(edited)
        == key.replacingCharacters(link.lowerBound..<end.upperBound, with: "\"[[Other]]\""))
  }

  @Test(arguments: [
    "projects: [[a#b]]", "projects: [[a], [b]]", "projects: [[a]] [[b]]", "tags: [[a]]",
    "projects: [[a]", "projects: [[[[a]]]]", "projects: [{a: b}]",
  ])
  func otherListsInListsAreKept(key: String) throws {
    let document = try document(key)
    #expect(document.task.list == nil && document.preamble.string == key + "\n")
    #expect(try document.applying([.title("x")]).preamble == document.preamble)
  }

  private static let several = "projects:\n  - \"[[a/A|x]]\" # one\n  - [[B]]\n  - c"

  @Test(arguments: [
    (several, "Q", "projects:\n  - \"[[Q]]\" # one\n  - [[B]]\n  - c"),
    (several, "x", several), (several, "B", "projects:\n  - \"[[B]]\" # one\n  - [[B]]\n  - c"),
    ("projects: [home, '[[B]]', c]", "work", "projects: [work, '[[B]]', c]"),
    ("project: [ '[[A]]' , \"b\" ]", "Q", "project: [ '[[Q]]' , \"b\" ]"),
    ("projects: [home]", nil, ""), ("\(several)\nlist: x", "Q", "\(several)\nlist: Q"),
  ])
  func listTakesThePlaceOfTheFirst(old: String, name: String?, new: String) throws {
    let list = name.map { Text($0) }
    let document = try document("\(old)\nz: 2")
    let edited = try document.applying([.list(list)])
    #expect(front(edited) == new + (new.isEmpty ? "z: 2" : "\nz: 2"))
    #expect(edited.task.list == list)
    #expect(edited.task.property(named: "z") == "2")
    if list != nil { #expect(edited.task.properties == document.task.properties) }
  }

  /// What the property of the other lists says was not asked to go.
  @Test(arguments: [
    ("project: [a, b, c]", "project", "[b, c]", "project: a"),
    (
      "projects: [\"[[A]]\", \"[[Project B|alias]]\"]", "projects", "[\"[[Project B|alias]]\"]",
      "projects: [\"[[A]]\"]"
    ),
    ("list: x\nprojects:\n  - a\n  - b", "projects", "[a, b]", "list: x"),
  ])
  func lastListGoesBeforeNoOther(old: String, key: Text, others: String, alone: String) throws {
    let document = try document("\(old)\nz: 2")
    let reason =
      "the property `\(key)` names more lists, \(others), and the next one would become the list; "
      + "remove them with tasks edit first"
    #expect(throws: EditError.notEditable(reason)) { try document.applying([.list(nil)]) }
    for edits: [Edit] in [
      [.list(nil), .property(name: key, value: nil)],
      [.property(name: key, value: nil), .list(nil)],
    ] {
      #expect(try front(document.applying(edits)).hasSuffix("z: 2"))
      #expect(try document.applying(edits).task.list == nil)
      #expect(try document.applying(edits).task.properties == [Task.Property("z", "2")])
    }
    let one = try self.document("\(alone)\nz: 2")
    #expect(try front(one.applying([.list(nil)])).hasSuffix("z: 2"))
  }

  @Test func listAndItsInverseGiveTheSameBytes() throws {
    for old in ["projects: [\"[[A]]\", \"[[B]]\"]", "projects:\n- \"[[A]]\" # one\n- [[x/B|b]]"] {
      let document = try document(old)
      let there = try document.applying([.list("Other")])
      #expect(try there.applying([.list("A")]).bytes == document.bytes)
    }
  }

  @Test(arguments: [
    (several, "[\"[[B]]\"]", "projects:\n  - \"[[a/A|x]]\" # one\n  - [[B]]"),
    (several, nil, "projects:\n  - \"[[a/A|x]]\" # one"),
    ("projects: [A, b]", "[b, \"[[C]]\"]", "projects: [A, b, \"[[C]]\"]"),
    ("project: A", "[b]", "project:\n  - A\n  - b"),
    ("projects: [[A]]", "[b]", "projects:\n  - \"[[A]]\"\n  - b"),
  ])
  func othersAreChangedBehindTheFirst(old: String, value: String?, new: String) throws {
    let others = value.map { Text($0) }
    let document = try document(old)
    let name: Text = old.hasPrefix("projects") ? "projects" : "project"
    let edited = try document.applying([.property(name: name, value: others)])
    #expect(front(edited) == new)
    #expect(edited.task.list == document.task.list && edited.task.property(named: name) == others)
  }

  @Test func anotherKeyOfTheListKeepsAllOfThem() throws {
    for front in ["list: x\nprojects: [a, b]", "projects: [a, b]\nlist: x"] {
      let task = try document(front).task
      #expect(task.list == "x" && task.properties == [Task.Property("projects", "[a, b]")])
    }
  }

  @Test(arguments: [
    ("dateCreated: 2026-11-20", "dateCreated: 2026-11-20\nprojects:\n  - \"[[Q]]\""),
    (
      "dateCreated: 2026-11-20\ntags: [a]",
      "dateCreated: 2026-11-20\nprojects: [\"[[Q]]\"]\ntags: [a]"
    ),
    ("projects: []\ntimeEstimate: 5", "projects: [\"[[Q]]\"]\ntimeEstimate: 5"),
    ("projects:\ntimeEstimate: 5", "projects:\n  - \"[[Q]]\"\ntimeEstimate: 5"),
    ("projects: \"\"\ntimeEstimate: 5", "projects:\n  - \"[[Q]]\"\ntimeEstimate: 5"),
    ("project:\ntimeEstimate: 5", "project: Q\ntimeEstimate: 5"),
    ("projects: {a: b}\ntimeEstimate: 5", "projects: {a: b}\nlist: Q\ntimeEstimate: 5"),
    ("projects: []", "projects: [Q]"), ("x: y", "list: Q\nx: y"),
  ])
  func firstListOfAFileOfTaskNotes(old: String, new: String) throws {
    let edited = try document(old).applying([.list("Q")])
    #expect(front(edited) == new)
    #expect(edited.task.list == "Q")
  }

  @Test func nameThatNoLinkShowsIsWrittenAsItIs() throws {
    let edited = try document("dateCreated: 2026-11-20").applying([.list("a/b")])
    #expect(front(edited) == "dateCreated: 2026-11-20\nprojects:\n  - a/b")
    let link = try document("dateCreated: 2026-11-20").applying([.list("[[a/b|c]]")])
    #expect(front(link) == "dateCreated: 2026-11-20\nprojects:\n  - \"[[a/b|c]]\"")
  }

  @Test func othersGoAlongToOrg() throws {
    let org = try Conversion(
      of: try document("title: x\nprojects: [\"[[A]]\", b]"), to: .org,
      specification: "TODO | DONE", workflow: .standard)
    let text = String(decoding: org.document.bytes, as: UTF8.self)
    #expect(text.contains(":CATEGORY: A\n") && text.contains(":projects: [b]\n"))
  }

  /// One side puts another list first, the other one adds a list behind it.
  @Test func sidesChangeTheFirstAndTheOthers() throws {
    func version(_ key: String) -> TaskMerge.Version {
      MergeCases.version(Array("---\nid: x1\nstatus: todo\n\(key)\n---\n".utf8), .markdown)
    }
    let merged = TaskMerge.merge(
      base: version("projects: [a, b]"), ours: version("projects: [x, b]"),
      theirs: version("projects: [a, b, c]"), local: .ours)
    #expect(text(merged) == "---\nid: x1\nstatus: todo\nprojects: [x, b, c]\n---\n")
  }
}

extension String {
  fileprivate func replacingCharacters(_ range: Range<Index>, with text: String) -> String {
    var copy = self
    copy.replaceSubrange(range, with: text)
    return copy
  }
}
