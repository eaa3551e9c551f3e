import TasksCore
import Testing

/// A file without keywords of its own in a state that Org does not know by itself.
@Suite struct OrgKeywordsTests {
  @Test(arguments: [
    ("* NEXT a\n", "#+TODO: T\n\n* NEXT a\n"),
    ("\u{FEFF}* NEXT a\n", "\u{FEFF}#+TODO: T\n\n* NEXT a\n"),
    ("#+TITLE: x\n\n* NEXT a\n", "#+TITLE: x\n#+TODO: T\n\n* NEXT a\n"),
    ("#+TITLE: x\r\n* NEXT a\r\n", "#+TITLE: x\r\n#+TODO: T\r\n* NEXT a\r\n"),
    (
      ":PROPERTIES:\n:CATEGORY: c\n:END:\nwords\n* NEXT a",
      ":PROPERTIES:\n:CATEGORY: c\n:END:\n#+TODO: T\nwords\n* NEXT a"
    ),
    ("words\n* CANCELED a\n", "#+TODO: T\nwords\n* CANCELED a\n"),
    // It has keywords, or needs none.
    ("#+TODO: NEXT | DONE\n* NEXT a\n", "#+TODO: NEXT | DONE\n* NEXT a\n"),
    (
      "# -*- mode: org -*-\n* NEXT a\n", "# -*- mode: org -*-\n#+TODO: T\n* NEXT a\n"
    ),
    ("# no mode\n* NEXT a\n", "#+TODO: T\n# no mode\n* NEXT a\n"),
    ("* TODO a\n", "* TODO a\n"), ("* DONE a\n", "* DONE a\n"),
    (
      "#+begin_src org\n#+TODO: X | Y\n#+end_src\n* NEXT a\n",
      "#+begin_src org\n#+TODO: X | Y\n#+end_src\n#+TODO: T\n* NEXT a\n"
    ),
  ]) func linesThatNameThem(old: String, new: String) throws {
    let specification = "TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)"
    let read = try TaskReader.read(Array(old.utf8), path: "a.org", workflow: .standard)
    let document = try #require(read as? OrgDocument)
    let named = document.namingKeywords(Text(specification))
    let wanted = new.replacing("#+TODO: T", with: "#+TODO: " + specification)
    #expect(String(decoding: named.bytes, as: UTF8.self) == wanted)
    #expect(named.task.hasSameFields(as: document.task))
  }
}
