import CoreTestSupport
import TasksCore
import Testing

/// Projects that are links to notes, as Obsidian and its TaskNotes write them.
@Suite struct WikiLinkTests {
  private func document(_ key: String) throws -> MarkdownDocument {
    try #require(MarkdownFiles.read("---\nstatus: todo\n\(key)\n---\n"))
  }

  private func key(_ document: MarkdownDocument) -> String {
    String(decoding: document.bytes, as: UTF8.self)
      .replacing("---\nstatus: todo\n", with: "").replacing("\n---\n", with: "")
  }

  @Test(arguments: [
    ("[[Quarter]]", "Quarter"), ("[[Folder/Quarter]]", "Quarter"),
    ("[[Folder/Quarter|Quarter]]", "Quarter"), ("[[2026/Q4|Last quarter]]", "Last quarter"),
    ("[[ Quarter ]]", "Quarter"), ("[[Quarter|]]", "Quarter"), ("[[Čtvrtletí]]", "Čtvrtletí"),
    ("[[a|b/c]]", "b/c"), ("[[a|#1]]", "#1"), ("[[a|b|c]]", "b|c"),
  ])
  func linkHasTheNameItShows(link: Text, name: Text) throws {
    #expect(WikiLink.name(of: link) == name)
    for key in ["projects: [\"\(link)\"]", "project: '\(link)'", "list: \"\(link)\""] {
      #expect(try document(key).task.list == name, "\(key)")
    }
  }

  @Test(arguments: [
    "[[]]", "[[ ]]", "[[a]", "[a]", "[[[a]]]", "[[a]] [[b]]", "see [[a]]", "[[a#b]]", "[[#b]]",
    "[[|b]]", "[[a/]]", "![[a]]", "[[a]]s", "a",
  ])
  func otherTextIsNoLink(text: Text) throws {
    #expect(WikiLink.name(of: text) == nil)
    #expect(try document("projects: [\"\(text)\"]").task.list == text)
  }

  /// What another list is written as in the place of the first.
  @Test(arguments: [
    ("projects: [\"[[Quarter]]\"]", "Other", "projects: [\"[[Other]]\"]"),
    ("projects:\n  - '[[a/Quarter|Quarter]]'", "Other", "projects:\n  - '[[Other]]'"),
    ("projects: \"[[Quarter]]\"", "a b", "projects: \"[[a b]]\""),
    ("list: \"[[Quarter]]\"", "Other", "list: \"[[Other]]\""),
    // Such a name would be shown otherwise, or be another note.
    ("projects: [\"[[Quarter]]\"]", "a/b", "projects: [a/b]"),
    ("projects: [\"[[Quarter]]\"]", "a#b", "projects: [a#b]"),
    ("projects: [\"[[Quarter]]\"]", "a]b", "projects: [\"a]b\"]"),
    // Given as a link, it is written as one.
    ("projects: [home]", "[[2026/Q4|Last]]", "projects: [\"[[2026/Q4|Last]]\"]"),
    ("projects: [home]", "other", "projects: [other]"),
    // It is that list already.
    ("projects: [\"[[a/Quarter|Quarter]]\"]", "Quarter", "projects: [\"[[a/Quarter|Quarter]]\"]"),
    ("projects: [\"[[a/Quarter]]\"]", "[[Quarter]]", "projects: [\"[[a/Quarter]]\"]"),
  ])
  func listTakesThePlaceOfALinkAsALink(old: String, list: Text, new: String) throws {
    let edited = try document(old).applying([.list(list)])
    #expect(key(edited) == new)
    #expect(edited.task.list == WikiLink.name(of: list) ?? list)
  }

  @Test(arguments: ["projects: [\"[[Quarter]]\"]", "projects:\n  - '[[Quarter]]' # mine"])
  func editAndItsInverseGiveTheSameBytes(old: String) throws {
    let document = try document(old)
    let back = try document.applying([.list("Other")]).applying([.list("Quarter")])
    #expect(back.bytes == document.bytes)
    let other = try document.applying([.title("x"), .priority(Priority("A"))])
    #expect(String(decoding: other.bytes, as: UTF8.self).contains("\n\(old)\n"))
  }

  @Test func conversionKeepsTheNameAndSaysWhatBecameOfTheLink() throws {
    func converted(_ document: any TaskDocument, to format: Format) throws -> Conversion {
      try Conversion(
        of: document, to: format,
        specification: "TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)",
        workflow: .standard)
    }
    let org = try converted(try document("projects: [\"[[a/Quarter]]\"]"), to: .org)
    #expect(org.losses == [.list("[[a/Quarter]]", became: "Quarter")])
    #expect(org.document.task.list == "Quarter")
    let back = try converted(org.document, to: .markdown)
    #expect(back.losses.isEmpty && back.document.task.list == "Quarter")
    let text = "* TODO x\n:PROPERTIES:\n:CATEGORY: [[Quarter]]\n:END:\n"
    let markdown = try converted(try OrgLaw.document(text), to: .markdown)
    #expect(markdown.losses == [.list("[[Quarter]]", became: "Quarter")])
    #expect(markdown.document.task.list == "Quarter")
  }

  @Test(arguments: [nil, "projects: [home]"])
  func sameProjectWithAndWithoutBracketsIsNoConflict(base: String?) throws {
    func version(_ key: String) -> TaskMerge.Version {
      MergeCases.version(Array("---\nid: x1\nstatus: todo\n\(key)\n---\n".utf8), .markdown)
    }
    let (link, plain) = (version("projects: [\"[[Quarter]]\"]"), version("projects: [Quarter]"))
    for (ours, theirs) in [(link, plain), (plain, link)] {
      let merged = TaskMerge.merge(
        base: base.map(version), ours: ours, theirs: theirs, local: .ours)
      #expect(text(merged) == String(decoding: ours.bytes, as: UTF8.self))
    }
  }
}
