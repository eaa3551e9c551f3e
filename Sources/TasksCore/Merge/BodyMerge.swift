/// The merge of a task's body: three-way by lines, each box by itself (merge.md, "One task: fields").
///
/// Boxes are matched by their text and place, and by their place alone where one side has reworded them. A
/// box that one side ticked and the other took away stays, ticked. Boxes that follow the boxes nested in
/// them go on following.
///
/// Laws: with one side unchanged the result is the other. With no local side it does not matter which one
/// is called ours. Each line that a side put in is in the result.
struct BodyMerge {
  private(set) var notes: Text
  /// Boxes that both put in, ticked by one only: their text and the value that does not count.
  private(set) var dropped: [(text: Text, isChecked: Bool)] = []

  init(_ bodies: ThreeWay<Text>, format: Format, local: Side?) {
    let decision = bodies.decision(local: local) { $0 }
    notes = bodies[decision.side]
    guard decision.isConflict else { return }
    let ordered = decision.side == .ours ? bodies : bodies.swapped
    let isLocal = local != nil
    var weave = BoxWeave(
      base: BoxedLines(ordered.base ?? .empty, format: format),
      ours: BoxedLines(ordered.ours, format: format),
      theirs: BoxedLines(ordered.theirs, format: format))
    weave.keepTickedLines()
    let woven = weave.woven(hasLocalSide: isLocal)
    dropped = woven.dropped
    var tree = BoxTree(Text.joining(woven.lines.map { Text(bytes: $0) }), format: format)
    let items = tree.items
    notes = tree.updating { woven.following.contains(items[$0].line) }.trimmingBlankLines
  }
}

/// The lines of three bodies and which of their boxes are the same one.
private struct BoxWeave {
  let base: BoxedLines
  var ours: BoxedLines
  var theirs: BoxedLines
  /// By a line of ours or theirs: the line of base that has the same box, where the lines are not the same.
  private let ourPairs: [Int: Int]
  private let theirPairs: [Int: Int]
  private let ourMatches: [Int: Int]
  private let theirMatches: [Int: Int]

  init(base: BoxedLines, ours: BoxedLines, theirs: BoxedLines) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    (ourPairs, ourMatches) = BoxWeave.pairs(base, ours)
    (theirPairs, theirMatches) = BoxWeave.pairs(base, theirs)
  }

  /// A line that one side took away stays when the other ticked or cleared its box meanwhile.
  mutating func keepTickedLines() {
    for (line, box) in base.boxes {
      let own = ourMatches[line]
      let other = theirMatches[line]
      if own == nil, let other, theirs.boxes[other]?.isChecked != box.isChecked {
        theirs.showMark(inLine: other)
      } else if other == nil, let own, ours.boxes[own]?.isChecked != box.isChecked {
        ours.showMark(inLine: own)
      }
    }
  }

  struct Woven {
    var lines: [[UInt8]] = []
    var dropped: [(text: Text, isChecked: Bool)] = []
    /// Lines whose box shows, in each version that has it, what the boxes below make of it.
    var following: Set<Int> = []
  }

  func woven(hasLocalSide: Bool) -> Woven {
    var out = Woven()
    let merge = LineMerge(base: base.keys, ours: ours.keys, theirs: theirs.keys) {
      $0.allSatisfy(\.isBlank)
    }
    for pick in merge.picks {
      let origin =
        pick.base ?? pick.ours.flatMap { ourPairs[$0] } ?? pick.theirs.flatMap { theirPairs[$0] }
      let own = pick.ours ?? origin.flatMap { ourMatches[$0] }
      let other = pick.theirs ?? origin.flatMap { theirMatches[$0] }
      let ourBox = own.flatMap { ours.boxes[$0] }
      let theirBox = other.flatMap { theirs.boxes[$0] }
      if ourBox?.followsChildren ?? true, theirBox?.followsChildren ?? true,
        ourBox != nil || theirBox != nil
      {
        out.following.insert(out.lines.count)
      }
      var line = text(of: pick)
      if let ourBox, let theirBox {
        let marks = ThreeWay(
          base: origin.flatMap { base.boxes[$0]?.mark }, ours: ourBox.mark, theirs: theirBox.mark)
        let decision = BoxWeave.decision(marks, hasLocalSide: hasLocalSide)
        let column = pick.ours == nil ? theirBox.column : ourBox.column
        line[column] = marks[decision.side]
        if decision.isConflict, ourBox.isChecked != theirBox.isChecked {
          let loser = decision.side == .ours ? theirBox : ourBox
          out.dropped.append((ourBox.text, loser.isChecked))
        }
      }
      out.lines.append(line)
    }
    return out
  }

  /// The line itself, whose counts may differ from one version to the next.
  private func text(of pick: LineMerge<[UInt8]>.Pick) -> [UInt8] {
    guard let own = pick.ours else { return pick.theirs.map { theirs.lines[$0] } ?? [] }
    guard let other = pick.theirs, let origin = pick.base, ours.lines[own] == base.lines[origin]
    else { return ours.lines[own] }
    // The mark is put in afterwards, at the same place in both.
    return theirs.lines[other]
  }

  /// Ticked or not is what counts; with no local side a ticked box wins, as `true` is the greater text.
  private static func decision(
    _ marks: ThreeWay<UInt8>, hasLocalSide: Bool
  ) -> ThreeWay<UInt8>.Decision {
    let ranked = marks.map { $0 | 0x20 == 0x78 ? UInt8(2) : $0 == 0x2D ? 1 : 0 }
    let decision = ranked.decision(local: hasLocalSide ? .ours : nil) { Text("\($0)") }
    return ThreeWay<UInt8>.Decision(side: decision.side, isConflict: decision.isConflict)
  }

  /// The boxes of base in another version: by line where that has the line, else by their text, else by
  /// their place among changed lines that hold as many boxes as before.
  private static func pairs(
    _ base: BoxedLines, _ side: BoxedLines
  ) -> (pairs: [Int: Int], matches: [Int: Int]) {
    let hunks = LineDifference(base.keys, side.keys).hunks
    var pairs: [Int: Int] = [:]
    var matches: [Int: Int] = [:]
    var gone: [Int] = []
    var new: [Int] = []
    var shift = 0
    var position = 0
    func keep(upTo end: Int) {
      while position < end {
        if base.boxes[position] != nil { matches[position] = position + shift }
        position += 1
      }
    }
    for hunk in hunks {
      keep(upTo: hunk.old.lowerBound)
      gone += hunk.old.filter { base.boxes[$0] != nil }
      new += hunk.new.filter { side.boxes[$0] != nil }
      position = hunk.old.upperBound
      shift = hunk.new.upperBound - hunk.old.upperBound
    }
    keep(upTo: base.lines.count)
    func pair(_ old: Int, _ line: Int) {
      pairs[line] = old
      matches[old] = line
      gone.removeAll { $0 == old }
      new.removeAll { $0 == line }
    }
    for old in gone {
      if let line = new.first(where: { side.boxes[$0]?.text == base.boxes[old]?.text }) {
        pair(old, line)
      }
    }
    for hunk in hunks {
      let before = hunk.old.filter { gone.contains($0) }
      let after = hunk.new.filter { new.contains($0) }
      if before.count == after.count { for (old, line) in zip(before, after) { pair(old, line) } }
    }
    return (pairs, matches)
  }
}
