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
