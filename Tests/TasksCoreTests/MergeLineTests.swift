import TasksCore
import TestSupport
import Testing

/// Merging by lines: a table, and the laws on short texts made at random.
@Suite struct MergeLineTests {
  private static func merged(
    _ base: String?, _ ours: String, _ theirs: String, _ local: Side? = .ours
  ) -> String {
    func lines(_ text: String) -> Text { Text(text.split(separator: " ").joined(separator: "\n")) }
    return TextMerge.merged(
      ThreeWay(base: base.map(lines), ours: lines(ours), theirs: lines(theirs)), local: local
    ).string.split(separator: "\n").joined(separator: " ")
  }

  @Test(arguments: [
    // One side changed it.
    ("a b c", "a b c", "a x c", "a x c"), ("a b c", "a c", "a b c", "a c"),
    // Neighbours.
    ("a b c", "x b c", "a y c", "x y c"), ("a b c", "a x c", "a b y", "a x y"),
    ("a b", "x a b", "a y b", "x a y b"), ("a b", "a b x", "y a b", "y a b x"),
    // The same line: ours, then theirs.
    ("a b c", "a x c", "a y c", "a x y c"), ("a", "a x", "a y", "a x y"),
    // Both did the same; one did more of the same.
    ("a b c", "a x c", "a x c", "a x c"), ("a", "a x y", "a x", "a x y"),
    ("a", "a y", "a x y z", "a x y z"), ("a", "a p q", "a p r", "a p q r"),
    // Taken away on one side, changed on the other.
    ("a b c", "a c", "a x c", "a x c"), ("a b c d", "d", "a x c d", "x d"),
    ("a b c d", "a d", "a b c x d", "a x d"), ("a b", "", "a b", ""),
    // Overlapping changes.
    ("a b c d", "a x d", "a b y", "a x y"),
  ])
  func table(base: String, ours: String, theirs: String, result: String) {
    #expect(MergeLineTests.merged(base, ours, theirs) == result)
  }

  @Test func withoutBaseBothStay() {
    #expect(MergeLineTests.merged(nil, "a x b", "a y b") == "a x y b")
  }

  @Test func greaterTextComesFirstWhereNoSideIsLocal() {
    #expect(MergeLineTests.merged("a", "a x", "a y", nil) == "a y x")
    #expect(MergeLineTests.merged("a", "a y", "a x", nil) == "a y x")
    #expect(MergeLineTests.merged("a", "a y", "a x", .theirs) == "a x y")
  }

  @Test func paragraphsStayApart() {
    let merged = TextMerge.merged(
      ThreeWay(base: "a", ours: "a\n\nfrom here", theirs: "a\n\nfrom there"), local: .ours)
    #expect(merged == "a\n\nfrom here\n\nfrom there")
  }

  @Test func filesKeepTheirLineEnds() {
    let merged = TextMerge.merged(
      ThreeWay(
        base: Array("a\nb\n".utf8), ours: Array("a\r\nb\r\n".utf8), theirs: Array("a\nb\nc".utf8)),
      local: .ours)
    #expect(merged == Array("a\r\nb\r\nc".utf8))
  }

  @Test func laws() {
    for seed in UInt64(0)..<10_000 {
      var random = SeededGenerator(seed: seed)
      let base = text(&random, Array("abcde"))
      let ours = changed(base, &random)
      let theirs = changed(base, &random)
      let versions = ThreeWay(base: base, ours: ours, theirs: theirs)
      let result = TextMerge.merged(versions, local: .ours)
      #expect(TextMerge.merged(versions.swapped, local: .theirs) == result, "seed \(seed)")
      #expect(
        TextMerge.merged(versions, local: nil) == TextMerge.merged(versions.swapped, local: nil),
        "seed \(seed)")
      let lines = Set(result.lines)
      let known = Set(base.lines + [""])
      for line in ours.lines + theirs.lines where !known.contains(line) {
        #expect(lines.contains(line), "seed \(seed)")
      }
      // A line that one side alone took away, and that stands nowhere else, is gone.
      let all = Set(ours.lines).intersection(theirs.lines)
      for line in lines where known.contains(line) && !all.contains(line) {
        #expect(
          base.lines.count { $0 == line } != 1 || line.isEmpty
            || ours.lines.count { $0 == line } + theirs.lines.count { $0 == line } > 1
            || moved(line, base, ours) || moved(line, base, theirs), "seed \(seed)")
      }
    }
  }

  /// A line that went and came again elsewhere was put in anew.
  private func moved(_ line: Text, _ base: Text, _ side: Text) -> Bool {
    let (old, new) = (base.lines, side.lines)
    return LineDifference(old, new).hunks.contains { $0.new.contains { new[$0] == line } }
  }

  private func text(_ random: inout SeededGenerator, _ letters: [Character]) -> Text {
    Text((0...random.below(6)).map { _ in String(random.pick(letters)) }.joined(separator: "\n"))
  }

  private func changed(_ base: Text, _ random: inout SeededGenerator) -> Text {
    var lines = base.lines
    for _ in 0...random.below(3) {
      let place = random.below(lines.count + 1)
      let line = Text(String(random.pick(Array("abcdefgh"))))
      if random.chance(40), place < lines.count {
        lines.remove(at: place)
      } else if random.chance(50), place < lines.count {
        lines[place] = line
      } else {
        lines.insert(line, at: place)
      }
    }
    return Text.joining(lines)
  }
}
