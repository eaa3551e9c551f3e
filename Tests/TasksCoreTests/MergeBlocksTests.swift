import CoreTestSupport
import TasksCore
import Testing

/// Lines that belong together stay together where both sides add some.
@Suite struct MergeBlocksTests {
  private static let front = "---\nid: x1\nstatus: todo\n"

  private static func merge(
    _ base: String, _ ours: String, _ theirs: String, _ format: Format = .markdown,
    local: Side = .ours
  ) -> String {
    func version(_ text: String) -> TaskMerge.Version {
      MergeCases.version(Array(text.utf8), format)
    }
    return text(
      TaskMerge.merge(
        base: version(base), ours: version(ours), theirs: version(theirs), local: local))
  }

  @Test(arguments: [Side.ours, .theirs])
  func theNextItemOfAListComesBeforeASection(local: Side) {
    let base = Self.front + "---\n\n- [ ] one\n- [ ] two\n"
    let merged = Self.merge(
      base, base + "\n## Summary of Changes\n\nDone.\n", base + "- [ ] three\n", local: local)
    #expect(merged == base + "- [ ] three\n\n## Summary of Changes\n\nDone.\n")
  }

  @Test(arguments: [
    ("```\nfoo\n```\n", "```\nbar\n```\n"), ("- x\n  by me\n", "- y\n  by me\n"),
    (
      "## Plan\n\n<!-- BEGIN -->\na\n<!-- END -->\n",
      "## Notes\n\n<!-- BEGIN -->\nb\n<!-- END -->\n"
    ),
  ])
  func blocksOfBothStayWhole(ours: String, theirs: String) {
    let base = Self.front + "---\n\nText.\n"
    #expect(Self.merge(base, base + ours, base + theirs) == base + ours + theirs)
  }

  @Test func subheadingsKeepTheirDrawers() {
    let base = "* TODO A\n:PROPERTIES:\n:ID: x1\n:END:\n\nText.\n"
    let block = { (name: String) in "** TODO \(name)\n:PROPERTIES:\n:ID: \(name)1\n:END:\n" }
    #expect(
      Self.merge(base, base + block("q"), base + block("r"), .org)
        == base + block("q") + block("r"))
  }

  /// Elements of lists of maps, and keys within maps.
  @Test(arguments: [
    (
      "timeEntries:\n  - start: 1\n    text: Work\n", "  - start: 2\n    text: Work\n",
      "  - start: 3\n    text: Work\n"
    ),
    ("links:\n- to: a\n  kind: b\n", "- to: c\n  kind: b\n", "- to: d\n  kind: b\n"),
  ])
  func elementsStayWhole(list: String, ours: String, theirs: String) {
    let base = Self.front + list + "priority: low\n---\n"
    func with(_ elements: String) -> String { base.replacing(list, with: list + elements) }
    #expect(Self.merge(base, with(ours), with(theirs)) == with(ours + theirs))
  }

  @Test func oneKeyInConflictDropsItsLinesAlone() {
    let extensions = "extensions:\n  beads:\n    at: 1\n    original: tbd-1\n"
    let base = Self.front + "linked: {a: 1}\n" + extensions + "---\n"
    let theirs = base.replacing("{a: 1}", with: "{a: 3}").replacing("at: 1", with: "at: 2")
    let merged = Self.merge(base, base.replacing("{a: 1}", with: "{a: 2}"), theirs)
    #expect(merged.contains("linked: {a: 2}\n" + extensions.replacing("at: 1", with: "at: 2")))
    #expect(merged.hasSuffix("- Merge dropped preamble \"linked: {a: 3}\\n\"\n"), "\(merged)")
  }

  @Test func emptyListsThatBothFillAreOne() {
    let base = Self.front + "dependencies: []\nx: {a: 1}\n---\n"
    func with(_ id: String) -> String {
      base.replacing("dependencies: []", with: "dependencies:\n  - type: blocks\n    target: \(id)")
    }
    let merged = Self.merge(base, with("is-a"), with("is-b"))
    let list =
      "dependencies:\n  - type: blocks\n    target: is-a\n  - type: blocks\n    target: is-b\n"
    #expect(merged == Self.front + list + "x: {a: 1}\n---\n")
  }

  /// One of two that finish a task has a stamp.
  @Test func theStampOfOneSideStays() {
    let base = Self.front.replacing("todo", with: "open") + "x: 1\ny: 2\nclosed_at: null\n---\n"
    let ours = base.replacing("open", with: "closed")
    let theirs = ours.replacing("null", with: "2026-01-03T15:48:59.897Z")
    #expect(Self.merge(base, ours, theirs) == theirs)
    #expect(Self.merge(base, theirs, ours) == theirs)
  }

  @Test(arguments: ["", "#+TITLE: Číst\n"])
  func theByteOrderMarkStaysInFront(preamble: String) {
    let base = "\u{FEFF}\(preamble)* TODO [#b] A\nDEADLINE: <2026-11-29 čt>\n"
    let ours = base.replacing("A\n", with: "B\n")
    let theirs = base.replacing("[#b] A", with: "[#a] A")
    #expect(
      Self.merge(base, ours, theirs, .org) == base.replacing("[#b] A", with: "[#a] B"))
  }

  /// One side indents the file, the other adds to its log.
  @Test func itemsTakeTheIndentOfTheirDrawer() {
    func file(_ indent: String, _ items: [String]) -> String {
      let drawers =
        [":PROPERTIES:", ":ID: x1", ":END:", ":LOGBOOK:"] + items + [":END:"]
      return "* TODO A\n" + drawers.map { indent + $0 + "\n" }.joined()
    }
    let old = "- Note taken on [2026-11-20 pá 10:51] \\\\\n    one"
    let new = "- Note taken on [2026-11-21 so 10:00] \\\\\n    two"
    let flat = { (item: String) in item.replacing("\n    ", with: "\n  ") }
    let base = file("  ", [old])
    #expect(
      Self.merge(base, file("  ", [new, old]), file("", [flat(old)]), .org)
        == file("", [flat(new), flat(old)]))
  }

  /// Blank lines do not make git's merge another one.
  @Test func gitsMergeWithOtherBlankLinesIsTaken() {
    let base = Self.front + "---\n\n## Tasks\n\n- [ ] one\n\n"
    let ours = base.replacing("- [ ] one\n", with: "")
    let theirs = base + "\n## Summary\n\nDone\n"
    let git = TaskMerge.linesAsInGit(
      ThreeWay(base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8)))
    #expect(git.map { Text(bytes: $0).string } == Self.merge(base, ours, theirs))
  }

  @Test func undoTakesTheLineEndOfTheFile() throws {
    let old = Self.front + "title: a\n---\n"
    let new = old.replacing("todo", with: "done")
    let now = new.replacing("title: a", with: "title: b").replacing("\n", with: "\r\n")
    func document(_ text: String) throws -> any TaskDocument {
      try #require(MergeCases.document(Array(text.utf8), .markdown))
    }
    let undone = try TaskReversal(of: document(old), document(new), in: document(now)).document
    #expect(Text(bytes: undone.bytes).string == now.replacing("done", with: "todo"))
  }
}
