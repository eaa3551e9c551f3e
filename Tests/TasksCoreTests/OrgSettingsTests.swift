import CoreTestSupport
import TasksCore
import Testing

/// `#+TODO:`, `#+FILETAGS:` and `#+CATEGORY:`, and what of a file stands around the task.
@Suite struct OrgSettingsTests {
  @Test func sequencesAddUp() throws {
    let document = try OrgLaw.document(
      "#+TODO: OPEN(o) HOLD(h@/!) | SHUT(s!) GONE\n#+typ_todo: BUG FIXED\n* BUG x\n")
    let keywords = document.workflow.keywords
    #expect(keywords.map(\.state.keyword) == ["OPEN", "HOLD", "SHUT", "GONE", "BUG", "FIXED"])
    #expect(keywords.map(\.state.isDone) == [false, false, true, true, false, true])
    #expect(keywords.map(\.sequence) == [0, 0, 0, 0, 1, 1])
    #expect(keywords[1].onEntering == .note && keywords[1].onLeaving == .time)
    #expect(keywords[2].onEntering == .time && keywords[2].onLeaving == .nothing)
    #expect(document.workflow.finish(for: document.task.state)?.keyword == "FIXED")
  }

  @Test(arguments: [
    ("#+BEGIN_SRC x\n#+TODO: A | B\n#+END_SRC\n", false),
    ("  #+begin_example\n#+TODO: A | B\n#+end_example\n", false),
    ("#+BEGIN_SRC x\n#+TODO: A | B\n", true), ("#+BEGIN_QUOTE\n#+TODO: A | B\n#+END_QUOTE\n", true),
    ("#+BEGIN_SRC x\n* h\n#+TODO: A | B\n#+END_SRC\n", true), ("  #+todo: A | B\n", true),
    ("#+TODO : A | B\n", false), ("#+TODO:A | B\n", true), (":D:\n#+TODO: A | B\n:END:\n", true),
  ])
  func keywordLinesInBlocksAreNone(_ lines: String, _ counts: Bool) {
    #expect((Array(lines.utf8).withView { OrgSettings($0).workflow } != nil) == counts, "\(lines)")
  }

  @Test func fileTagsAndCategoryAreTheTasks() throws {
    let text = "#+FILETAGS: :a:b:\n#+CATEGORY: one\n* TODO x :b:c:\n\n#+CATEGORY: two\n"
    let old = try OrgLaw.document(text)
    #expect(old.task.tags == ["b", "c", "a"])
    #expect(old.task.list == "two")
    #expect(
      Text(bytes: try old.applying([.tags(["b", "c"])]).bytes)
        == "#+FILETAGS: :b:\n#+CATEGORY: one\n* TODO x :b:c:\n\n#+CATEGORY: two\n")
    let own = try OrgLaw.document(
      "#+CATEGORY: one\n* TODO x\n:PROPERTIES:\n:CATEGORY: two\n:END:\n")
    #expect(own.task.list == "two")
    #expect(Text(bytes: try own.applying([.list(nil)]).bytes) == "* TODO x\n")
  }

  /// The drawer that begins a file, as Emacs reads it.
  @Test func categoryOfTheFilesDrawer() throws {
    let cases: [(head: String, category: String?)] = [
      (":PROPERTIES:\n:CATEGORY: work\n:END:\n#+CATEGORY: key\n", "work"),
      ("# one\n  # two\n#\n:PROPERTIES:\n:category: work\n:CATEGORY+: more\n:END:\n", "work"),
      ("\n:PROPERTIES:\n:CATEGORY: work\n:END:\n", nil),
      ("#+CATEGORY: key\n:PROPERTIES:\n:CATEGORY: work\n:END:\n", "key"),
      ("#one\n:PROPERTIES:\n:CATEGORY: work\n:END:\n", nil),
      (":PROPERTIES:\n:CATEGORY: work\ntext\n:END:\n", nil),
      (":PROPERTIES:\n:CATEGORY:\n:END:\n", nil),
    ]
    let documents = try cases.map { try OrgLaw.document($0.head + "* TODO x\n") }
    let headings = try OrgEmacs.read(documents.map(\.bytes))
    for (one, (document, heading)) in zip(cases, zip(documents, headings)) {
      #expect(document.task.list == one.category.map { Text($0) }, "\(one.head)")
      let category = try #require(heading).category
      #expect((category == "???" ? nil : category) == one.category, "\(one.head)")
      let own = try document.applying([.list("own")])
      #expect(Text(bytes: own.bytes).string.hasPrefix(one.head) && own.task.list == "own")
    }
  }

  @Test func categoryGoesFromTheFilesDrawer() throws {
    let head = ":PROPERTIES:\n:ID: a\n:CATEGORY: work\n:END:\n"
    let document = try OrgLaw.document(head + "* TODO x\n")
    #expect(
      Text(bytes: try document.applying([.list(nil)]).bytes)
        == ":PROPERTIES:\n:ID: a\n:END:\n* TODO x\n")
    let alone = try OrgLaw.document("# c\n:PROPERTIES:\n:CATEGORY: work\n:END:\n* TODO x\n")
    #expect(Text(bytes: try alone.applying([.list(nil)]).bytes) == "# c\n* TODO x\n")
  }

  @Test func preambleIsReplacedAsLines() throws {
    let old = try OrgLaw.document("\u{FEFF}#+TITLE: a\r\n\r\n* TODO x\r\nnotes")
    #expect(old.preamble == "#+TITLE: a\n\n")
    let new = old.replacingPreamble(with: "#+TITLE: b\n# c\n\n")
    #expect(Text(bytes: new.bytes) == "\u{FEFF}#+TITLE: b\r\n# c\r\n\r\n* TODO x\r\nnotes")
    #expect(new.replacingPreamble(with: old.preamble).bytes == old.bytes)
    #expect(new.replacingPreamble(with: .empty).replacingPreamble(with: "# x").preamble == "# x\n")
    #expect(old.replacingPreamble(with: "* TODO other\n").bytes == old.bytes)
  }

  @Test func newFileBeginsWithTheWorkflow() throws {
    let task = Task(
      id: TaskID(ofPath: "a"), path: OrgLaw.path, format: .org, title: "x",
      state: State("NEXT", isDone: false))
    let bytes = try OrgLaw.new(task).bytes
    #expect(
      Text(bytes: bytes).lines.first == "#+TODO: TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)")
  }

  @Test func idFollowsFromThePath() throws {
    let document = try OrgLaw.document("* TODO x\n")
    #expect(document.task.id == TaskID(ofPath: OrgLaw.path))
    #expect(document.task.id.text.bytes.count == 16)
  }
}
