/// A three-way merge of lines that loses nothing a side wrote (merge.md, "One task: fields", body).
///
/// A line goes if one side removed it; a line that either side added stays. Where both sides changed the same
/// lines, both versions stay, ours first, and lines that both added appear once. There are no conflicts and no
/// conflict markers.
///
/// Laws: if one side is unchanged, the result is the other side; if both sides are equal, the result is that.
struct LineMerge<Line: Hashable> {
  /// One line of the result: its index in each version that has it.
  struct Pick: Hashable {
    var base: Int?
    var ours: Int?
    var theirs: Int?
  }

  private(set) var picks: [Pick] = []

  /// - Parameter isItem: Whether a line stands for itself, such as a checkbox. If given, other lines that both sides
  ///   added at one place stay with the lines around them, even if both added them: a fence, or the end of a drawer.
  init(
    base: [Line], ours: [Line], theirs: [Line], isBlank: @escaping (Line) -> Bool = { _ in false },
    isItem: ((Line) -> Bool)? = nil
  ) {
    var left = LineDifference(base, ours).hunks[...]
    var right = LineDifference(base, theirs).hunks[...]
    let union = LineUnion(ours: ours, theirs: theirs, isBlank: isBlank, isItem: isItem)
    var (b, o, t) = (0, 0, 0)
    func keep(upTo end: Int) {
      while b < end {
        picks.append(Pick(base: b, ours: o, theirs: t))
        (b, o, t) = (b + 1, o + 1, t + 1)
      }
    }
    while let first = LineMerge.first(left.first, right.first) {
      var changed = first.old
      var own: [LineDifference.Hunk] = []
      var other: [LineDifference.Hunk] = []
      while true {
        if let hunk = left.first, own.isEmpty && hunk == first || LineMerge.overlaps(hunk, changed)
        {
          own.append(left.removeFirst())
          changed = changed.lowerBound..<max(changed.upperBound, hunk.old.upperBound)
        } else if let hunk = right.first,
          other.isEmpty && hunk == first || LineMerge.overlaps(hunk, changed)
        {
          other.append(right.removeFirst())
          changed = changed.lowerBound..<max(changed.upperBound, hunk.old.upperBound)
        } else {
          break
        }
      }
      keep(upTo: changed.lowerBound)
      picks += union.picks(
        own.flatMap(\.new), other.flatMap(\.new), isAddition: changed.isEmpty)
      b = changed.upperBound
      o = LineMerge.position(after: own, from: o, changed)
      t = LineMerge.position(after: other, from: t, changed)
    }
    keep(upTo: base.count)
  }

  /// Returns the hunk that begins first. An insertion before a line comes before a change of that line.
  private static func first(
    _ left: LineDifference.Hunk?, _ right: LineDifference.Hunk?
  ) -> LineDifference.Hunk? {
    guard let left, let right else { return left ?? right }
    let isLeft =
      (left.old.lowerBound, left.old.upperBound) <= (right.old.lowerBound, right.old.upperBound)
    return isLeft ? left : right
  }

  private static func overlaps(_ hunk: LineDifference.Hunk, _ changed: Range<Int>) -> Bool {
    hunk.old.lowerBound < changed.upperBound || hunk.old == changed
  }

  /// Returns the index at which a side continues after the changed lines.
  private static func position(
    after hunks: [LineDifference.Hunk], from start: Int, _ changed: Range<Int>
  ) -> Int {
    guard let last = hunks.last else { return start + changed.count }
    return last.new.upperBound + changed.upperBound - last.old.upperBound
  }
}

/// Unites the lines that two sides added at one place, or that they put in the place of the same lines.
struct LineUnion<Line: Hashable> {
  let ours: [Line]
  let theirs: [Line]
  let isBlank: (Line) -> Bool
  let isItem: ((Line) -> Bool)?

  /// A blank line is compared by its position, because it separates its neighbours: it matches a blank line of the
  /// other side only as part of a whole run.
  private enum Key: Hashable {
    case line(Line)
    case blank(side: Side, Int)
  }

  /// - Parameter isAddition: Whether the lines replace none.
  func picks(_ own: [Int], _ other: [Int], isAddition: Bool) -> [LineMerge<Line>.Pick] {
    let mine = own.map { ours[$0] }
    let yours = other.map { theirs[$0] }
    if let start = position(of: yours, in: mine) {
      return own.enumerated().map { offset, line in
        let isShared = yours.indices.contains(offset - start)
        return .init(ours: line, theirs: isShared ? other[offset - start] : nil)
      }
    }
    if let start = position(of: mine, in: yours) {
      return other.enumerated().map { offset, line in
        let isShared = mine.indices.contains(offset - start)
        return .init(ours: isShared ? own[offset - start] : nil, theirs: line)
      }
    }
    guard isAddition, let isItem else { return interleaved(own, other) }
    let shared = zip(own, other).prefix {
      ours[$0.0] == theirs[$0.1] && isItem(ours[$0.0])
    }.map { LineMerge<Line>.Pick(ours: $0.0, theirs: $0.1) }
    return shared
      + oneAfterTheOther(own.dropFirst(shared.count), other.dropFirst(shared.count))
  }

  /// Ours first, unless theirs goes on with the line above, such as the next item of a list, and ours begins with a blank
  /// line.
  private func oneAfterTheOther(
    _ own: ArraySlice<Int>, _ other: ArraySlice<Int>
  ) -> [LineMerge<Line>.Pick] {
    let (mine, yours) = (
      own.map { LineMerge<Line>.Pick(ours: $0) }, other.map { LineMerge<Line>.Pick(theirs: $0) }
    )
    guard let first = own.first, let second = other.first, isBlank(ours[first]),
      !isBlank(theirs[second])
    else { return mine + yours }
    return yours + mine
  }

  private func interleaved(_ own: [Int], _ other: [Int]) -> [LineMerge<Line>.Pick] {
    func keys(_ lines: [Int], _ text: [Line], _ side: Side) -> [Key] {
      lines.map { isBlank(text[$0]) ? .blank(side: side, $0) : .line(text[$0]) }
    }
    var picks: [LineMerge<Line>.Pick] = []
    var (o, t) = (0, 0)
    for hunk in LineDifference(keys(own, ours, .ours), keys(other, theirs, .theirs)).hunks {
      while o < hunk.old.lowerBound {
        picks.append(.init(ours: own[o], theirs: other[t]))
        (o, t) = (o + 1, t + 1)
      }
      let isAllBlank =
        hunk.old.allSatisfy { isBlank(ours[own[$0]]) }
        && hunk.new.allSatisfy { isBlank(theirs[other[$0]]) }
      if !isAllBlank || hunk.old.count >= hunk.new.count {
        picks += hunk.old.map { .init(ours: own[$0]) }
      }
      if !isAllBlank || hunk.old.count < hunk.new.count {
        picks += hunk.new.map { .init(theirs: other[$0]) }
      }
      (o, t) = (hunk.old.upperBound, hunk.new.upperBound)
    }
    while o < own.count {
      picks.append(.init(ours: own[o], theirs: other[t]))
      (o, t) = (o + 1, t + 1)
    }
    return picks
  }

  /// Returns the index in `whole` at which all of `part` occurs as a contiguous run.
  private func position(of part: [Line], in whole: [Line]) -> Int? {
    guard part.count <= whole.count else { return nil }
    return (0...(whole.count - part.count)).first { start in
      part.indices.allSatisfy { whole[start + $0] == part[$0] }
    }
  }
}

/// Three-way merges of whole texts, line by line (see ``LineMerge``).
package enum TextMerge {
  /// Merges the text before a task.
  ///
  /// Law: without a local side, the result is the same whichever side is called ours.
  package static func merged(_ texts: ThreeWay<Text>, local: Side?) -> Text {
    let decision = texts.decision(local: local) { $0 }
    guard decision.isConflict else { return texts[decision.side] }
    let ordered = decision.side == .ours ? texts : texts.swapped
    let (ours, theirs) = (ordered.ours.lines, ordered.theirs.lines)
    let merge = LineMerge(
      base: (ordered.base ?? .empty).lines, ours: ours, theirs: theirs, isBlank: isBlank)
    return Text.joining(
      merge.picks.compactMap { pick in pick.ours.map { ours[$0] } ?? pick.theirs.map { theirs[$0] }
      })
  }

  /// Merges files that cannot be merged field by field. Keeps the lines of both sides; line ends are not compared.
  package static func merged(_ files: ThreeWay<[UInt8]>, local: Side?) -> [UInt8] {
    let decision = files.decision(local: local) { Text(bytes: $0) }
    guard decision.isConflict else { return files[decision.side] }
    let ordered = decision.side == .ours ? files : files.swapped
    let ours = Array(ByteLines(ordered.ours[...]))
    let theirs = Array(ByteLines(ordered.theirs[...]))
    let base = ordered.base ?? []
    let merge = LineMerge(
      base: ByteLines(base[...]).map { base[$0] }, ours: ours.map { ordered.ours[$0] },
      theirs: theirs.map { ordered.theirs[$0] }, isBlank: { $0.allSatisfy(\.isBlank) })
    let lineEnd = self.lineEnd(of: ordered.ours, ours)
    var out: [UInt8] = []
    for pick in merge.picks {
      if let last = out.last, last != 0x0A { out += lineEnd }
      if let line = pick.ours {
        out += ordered.ours[ours[line].range]
      } else if let line = pick.theirs {
        out += ordered.theirs[theirs[line].range]
      }
    }
    return out
  }

  private static func isBlank(_ line: Text) -> Bool { line.bytes.allSatisfy(\.isBlank) }

  private static func lineEnd(of bytes: [UInt8], _ lines: [ByteLine]) -> [UInt8] {
    guard let first = lines.first, first.hasEnd else { return [0x0A] }
    return Array(bytes[first.content.upperBound..<first.next])
  }
}
