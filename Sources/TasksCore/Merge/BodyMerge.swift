/// Merges a task's body by lines, and each checkbox by itself (merge.md, "One task: fields").
///
/// Checkboxes are matched by text and position, or by position alone if one side changed the text. A checkbox that
/// one side ticked and the other removed stays, ticked. A checkbox that follows the ones nested in it still follows
/// them after the merge.
///
/// Laws: if one side is unchanged, the result is the other side. Without a local side, the result is the same
/// whichever side is called ours. Each line that a side added, and each that both sides have, is in the result.
package struct BodyMerge {
  package private(set) var notes: Text
  /// Checkboxes that the sides ticked differently: their text and the value that lost.
  package private(set) var dropped: [(text: Text, isChecked: Bool)] = []

  package init(_ bodies: ThreeWay<Text>, format: Format, local: Side?) {
    let decision = bodies.decision(local: local) { $0 }
    notes = bodies[decision.side]
    guard decision.isConflict else { return }
    let ordered = decision.side == .ours ? bodies : bodies.swapped
    let isLocal = local != nil
    func lines(_ lines: [[UInt8]]) -> CheckboxLines {
      CheckboxLines(Text.joining(lines.map { Text(bytes: $0) }), format: format)
    }
    func merged(_ base: CheckboxLines) -> CheckboxMerge.Woven {
      var weave = CheckboxMerge(base: base, ours: ours, theirs: theirs)
      weave.keepTickedLines()
      return weave.woven(hasLocalSide: isLocal)
    }
    let base = CheckboxLines(ordered.base ?? .empty, format: format)
    let ours = CheckboxLines(ordered.ours, format: format)
    let theirs = CheckboxLines(ordered.theirs, format: format)
    var woven = merged(base)
    // Of a line that base has twice, each side may have taken away another one. Without it in base it stays.
    let common = Set(ours.keys).intersection(theirs.keys).filter { !$0.allSatisfy(\.isBlank) }
    var rest = base
    while true {
      let lost = common.subtracting(lines(woven.lines).keys)
      let kept = rest.lines.indices.filter { !lost.contains(rest.keys[$0]) }
      if kept.count == rest.lines.count { break }
      rest = lines(kept.map { rest.lines[$0] })
      woven = merged(rest)
    }
    dropped = woven.dropped
    let list = Checklist(Text.joining(woven.lines.map { Text(bytes: $0) }), format: format)
    notes = list.updating { woven.following.contains(list.items[$0].line) }.trimmingBlankLines
  }
}

/// The lines of three bodies, and the checkboxes that correspond to each other.
private struct CheckboxMerge {
  let base: CheckboxLines
  var ours: CheckboxLines
  var theirs: CheckboxLines
  /// Maps a changed line of a side to the base line with the same checkbox.
  private let ourPairs: [Int: Int]
  private let theirPairs: [Int: Int]
  private let ourMatches: [Int: Int]
  private let theirMatches: [Int: Int]

  init(base: CheckboxLines, ours: CheckboxLines, theirs: CheckboxLines) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    (ourPairs, ourMatches) = CheckboxMerge.pairs(base, ours)
    (theirPairs, theirMatches) = CheckboxMerge.pairs(base, theirs)
  }

  /// Keeps a line that one side removed if the other side ticked or cleared its checkbox.
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
    /// Lines of the result whose checkbox follows its nested ones in each version that has it.
    var following: Set<Int> = []
  }

  func woven(hasLocalSide: Bool) -> Woven {
    var out = Woven()
    let items = Set(ours.boxes.keys.map { ours.keys[$0] })
    let merge = LineMerge(
      base: base.keys, ours: ours.keys, theirs: theirs.keys,
      isBlank: { $0.allSatisfy(\.isBlank) }, isItem: { items.contains($0) })
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
        let decision = CheckboxMerge.decision(marks, hasLocalSide: hasLocalSide)
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

  /// Returns the text of a merged line. If ours is as in base, this is the text of theirs, which may have other
  /// counts.
  private func text(of pick: LineMerge<[UInt8]>.Pick) -> [UInt8] {
    guard let own = pick.ours else { return pick.theirs.map { theirs.lines[$0] } ?? [] }
    guard let other = pick.theirs, let origin = pick.base, ours.lines[own] == base.lines[origin]
    else { return ours.lines[own] }
    // The caller sets the mark afterwards, at the same offset in both.
    return theirs.lines[other]
  }

  /// Decides by the kind of mark: ticked, partial or clear. Without a local side, and for a checkbox that both sides
  /// added, ticked wins over partial and partial over clear; in the latter case nothing is lost.
  private static func decision(
    _ marks: ThreeWay<UInt8>, hasLocalSide: Bool
  ) -> ThreeWay<UInt8>.Decision {
    let ranked = marks.map { $0 | 0x20 == 0x78 ? UInt8(2) : $0 == 0x2D ? 1 : 0 }
    guard ranked.base != nil else {
      return ThreeWay<UInt8>.Decision(
        side: ranked.ours < ranked.theirs ? .theirs : .ours, isConflict: false)
    }
    let decision = ranked.decision(local: hasLocalSide ? .ours : nil) { Text("\($0)") }
    return ThreeWay<UInt8>.Decision(side: decision.side, isConflict: decision.isConflict)
  }

  /// Matches the checkboxes of base with those of another version: by an unchanged line, else by text, else by
  /// position among changed lines with the same number of checkboxes.
  ///
  /// - Returns: `pairs` maps a changed line of the side to its base line; `matches` maps each base line to the
  ///   side's line, including unchanged lines.
  private static func pairs(
    _ base: CheckboxLines, _ side: CheckboxLines
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

/// The lines of a body with the marks of their checkboxes kept apart. Ticking a checkbox is then not a change of
/// its line, and does not conflict with an edit of a neighbouring line.
struct CheckboxLines {
  struct Box {
    /// The index among all checkboxes of the body.
    let index: Int
    let text: Text
    /// One of ` `, `X`, `x` and `-`.
    let mark: UInt8
    /// The offset of the mark in its line.
    let column: Int
    /// True if the checkbox has nested ones and its mark and cookies are what those imply.
    let followsChildren: Bool

    var isChecked: Bool { mark | 0x20 == 0x78 }
  }

  let lines: [[UInt8]]
  /// The checkboxes by line number.
  let boxes: [Int: Box]
  /// The lines as they are compared: those with a checkbox have a blank mark and empty cookies.
  private(set) var keys: [[UInt8]]

  init(_ notes: Text, format: Format) {
    // An empty text has no lines, not one empty line.
    lines = notes.isEmpty ? [] : notes.lines.map(\.bytes)
    let list = Checklist(notes, format: format)
    let followers = list.followers
    let bytes = notes.bytes
    let starts = list.items.isEmpty ? [] : ByteLines(bytes[...]).map(\.start)
    var boxes: [Int: Box] = [:]
    var keys = lines
    for (index, item) in list.items.enumerated() {
      let box = Box(
        index: index, text: item.text, mark: bytes[item.mark],
        column: item.mark - starts[item.line], followsChildren: followers.contains(index))
      boxes[item.line] = box
      keys[item.line] = CheckboxLines.normalized(lines[item.line], box)
    }
    self.boxes = boxes
    self.keys = keys
  }

  /// Makes the mark part of the compared line, so that a change of the mark is a change of the line.
  mutating func showMark(inLine line: Int) {
    guard let box = boxes[line] else { return }
    keys[line][box.column] = box.mark == 0x20 ? 0 : box.mark
  }

  private static func normalized(_ line: [UInt8], _ box: Box) -> [UInt8] {
    var key = line
    key[box.column] = 0x20
    return Replacement.apply(
      StatisticsCookie.ranges(in: key[...]).map { range in
        Replacement(range, key[range.upperBound - 2] == 0x25 ? "[%]" : "[/]")
      }, to: key)
  }
}
