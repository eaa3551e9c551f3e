/// Merges the text before a task line by line. If that would give Markdown front matter a key twice, which is
/// invalid YAML, it merges key by key instead.
struct PreambleMerge {
  let text: Text
  /// The losing side's text, if one of its keys was left out; nil if nothing was lost.
  private(set) var dropped: Text?

  /// Merges the texts.
  ///
  /// Law: without a local side, the result is the same whichever side is called ours.
  init(_ texts: ThreeWay<Text>, local: Side?, format: Format) {
    let merged = TextMerge.merged(texts, local: local)
    let decision = texts.decision(local: local) { $0 }
    guard format == .markdown, decision.isConflict, PreambleMerge.hasTwins(merged),
      !PreambleMerge.hasTwins(texts.ours), !PreambleMerge.hasTwins(texts.theirs)
    else {
      text = merged
      return
    }
    let ordered = decision.side == .ours ? texts : texts.swapped
    let parts = ordered.map(PreambleMerge.parts)
    let merge = LineMerge(base: parts.base ?? [], ours: parts.ours, theirs: parts.theirs)
    let own = Set(parts.ours.compactMap(PreambleMerge.key))
    var kept: [Text] = []
    for pick in merge.picks {
      if let part = pick.ours {
        kept.append(parts.ours[part])
      } else if let part = pick.theirs.map({ parts.theirs[$0] }) {
        if let key = PreambleMerge.key(part), own.contains(key) {
          dropped = ordered.theirs
        } else {
          kept.append(part)
        }
      }
    }
    text = Text.joining(kept + [.empty])
  }

  /// Splits front matter into its keys, each with the lines that belong to it. Any other line is a part of its own.
  private static func parts(_ text: Text) -> [Text] {
    var parts: [[Text]] = []
    for line in text.lines where !line.isEmpty {
      let first = line.bytes.first ?? 0
      let goesOn = first.isBlank || first == 0x2D || first == 0x5D || first == 0x7D
      if goesOn, !parts.isEmpty {
        parts[parts.count - 1].append(line)
      } else {
        parts.append([line])
      }
    }
    return parts.map(Text.joining)
  }

  private static func key(_ part: Text) -> [UInt8]? {
    key(part.bytes.prefix { $0 != 0x0A }[...])
  }

  /// Returns the text before the colon of a `key:` line; nil for a comment, a list element or any other line.
  private static func key(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard let first = line.first, first != 0x23, first != 0x2D else { return nil }
    let colon = line.firstIndex(of: 0x3A) ?? line.endIndex
    guard colon < line.endIndex, colon + 1 == line.endIndex || line[colon + 1].isBlank else {
      return nil
    }
    return Array(line[..<colon])
  }

  /// Returns whether front matter seems to have a key twice that has it once in each of the other versions.
  static func hasTwins(_ text: Text, unlessIn others: [Text]) -> Bool {
    !others.contains(text) && hasTwins(text) && !others.contains(where: hasTwins)
  }

  /// Returns whether two lines of one map appear to have the same key.
  private static func hasTwins(_ text: Text) -> Bool {
    var maps: [(indent: Int, keys: Set<[UInt8]>)] = []
    for line in text.lines {
      var content = line.bytes[...].trimmingLeadingBlanks
      // Each list element is a map of its own.
      while content.hasPrefix("- ") {
        maps.removeAll { $0.indent > content.startIndex }
        content = content.dropFirst(2).trimmingLeadingBlanks
      }
      guard let key = key(content) else { continue }
      let indent = content.startIndex
      maps.removeAll { $0.indent > indent }
      if maps.last?.indent != indent { maps.append((indent, [])) }
      if !maps[maps.count - 1].keys.insert(key).inserted { return true }
    }
    return false
  }
}
