import TasksCore
import Testing

/// Boxes and the lines around them.
@Suite struct MergeBodyTests {
  private static func merge(
    _ base: Text?, _ ours: Text, _ theirs: Text, _ local: Side? = .ours, format: Format = .org
  ) -> BodyMerge {
    BodyMerge(ThreeWay(base: base, ours: ours, theirs: theirs), format: format, local: local)
  }

  @Test(arguments: [
    // Two boxes, one ticked on each side.
    ("- [ ] a\n- [ ] b", "- [X] a\n- [ ] b", "- [ ] a\n- [X] b", "- [X] a\n- [X] b"),
    // A box ticked, the line beside it edited.
    ("- [ ] a\ntext", "- [X] a\ntext", "- [ ] a\nother", "- [X] a\nother"),
    // Ticked here, cleared there.
    ("- [X] a\n- [ ] b", "- [ ] a\n- [ ] b", "- [X] a\n- [X] b", "- [ ] a\n- [X] b"),
    // Ticked on one side, an item put in on the other.
    ("- [ ] a", "- [X] a", "- [ ] a\n- [ ] b", "- [X] a\n- [ ] b"),
    ("- [ ] a", "- [ ] a\n- [ ] x", "- [ ] a\n- [ ] y", "- [ ] a\n- [ ] x\n- [ ] y"),
    // Ticked on one side, moved on the other.
    (
      "- [ ] a\n- [ ] b\ntext", "- [ ] b\ntext\n- [ ] a", "- [X] a\n- [ ] b\ntext",
      "- [ ] b\ntext\n- [X] a"
    ),
    // Ticked on one side, reworded on the other.
    (
      "- [ ] milk\n- [ ] b", "- [ ] oat milk\n- [ ] b", "- [X] milk\n- [ ] b",
      "- [X] oat milk\n- [ ] b"
    ),
    // Ticked on one side, taken away on the other: it stays.
    ("- [ ] a\n- [ ] b", "- [ ] b", "- [X] a\n- [ ] b", "- [X] a\n- [ ] b"),
    // Taken away on one side, left alone on the other: it goes.
    ("- [ ] a\n- [ ] b", "- [ ] b", "- [ ] a\n- [X] b", "- [X] b"),
    // Two of one text are told apart by their place.
    ("- [ ] a\n- [ ] a", "- [X] a\n- [ ] a", "- [ ] a\n- [X] a", "- [X] a\n- [X] a"),
    // Boxes above others follow them, and so do their counts.
    (
      "- [ ] p [0/2]\n  - [ ] a\n  - [ ] b", "- [-] p [1/2]\n  - [X] a\n  - [ ] b",
      "- [-] p [1/2]\n  - [ ] a\n  - [X] b", "- [X] p [2/2]\n  - [X] a\n  - [X] b"
    ),
    // One that did not follow them before is left alone.
    (
      "- [X] p\n  - [ ] a\n  - [ ] b", "- [X] p\n  - [X] a\n  - [ ] b",
      "- [X] p\n  - [ ] a\n  - [X] b", "- [X] p\n  - [X] a\n  - [X] b"
    ),
  ])
  func table(base: String, ours: String, theirs: String, result: String) {
    let merge = MergeBodyTests.merge(Text(base), Text(ours), Text(theirs))
    #expect(merge.notes.string == result)
    #expect(merge.dropped.isEmpty)
  }

  /// In the base that a criss-cross has, a line may be there more often than in each side.
  @Test func aLineThatBothHaveStays() {
    func text(_ lines: String) -> Text { Text(lines.replacing("|", with: "\n")) }
    for (base, ours, theirs) in [
      ("l|a|l", "l|a|x", "a|l|y"),
      ("p||l|b||c||a|l||c||l||z", "p||a|l|c|b||b|l|z", "p||b||c||a|l||z"),
    ] {
      for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
        for local in [Side.ours, .theirs, nil] {
          let merge = MergeBodyTests.merge(text(base), text(ours), text(theirs), local)
          #expect(merge.notes.lines.contains("l"), "\(base) \(ours) \(theirs): \(merge.notes)")
        }
      }
    }
  }

  @Test func aBoxThatBothPutInIsTickedIfOneOfThemIs() {
    for (ours, theirs) in [(" ", "X"), ("X", " ")] {
      let merge = MergeBodyTests.merge(nil, Text("- [\(ours)] a\nx"), Text("- [\(theirs)] a\ny"))
      #expect(merge.notes == "- [X] a\nx\ny")
      #expect(merge.dropped.isEmpty)
    }
    let tied = MergeBodyTests.merge(nil, "- [ ] a\nx", "- [X] a\ny", nil)
    #expect(tied.notes == "- [X] a\ny\nx" || tied.notes == "- [X] a\nx\ny")
  }

  @Test func markdownBoxesTickWithASmallLetter() {
    let merge = MergeBodyTests.merge(
      "- [ ] p\n  - [ ] a\n  - [ ] b", "- [ ] p\n  - [x] a\n  - [ ] b",
      "- [ ] p\n  - [ ] a\n  - [x] b", format: .markdown)
    #expect(merge.notes == "- [x] p\n  - [x] a\n  - [x] b")
  }
}
