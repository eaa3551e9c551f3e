/// Merges the lines of a key whose value is no field and no property: a map, or a list of maps.
///
/// The elements of a list are a set. Of other values, the lines are merged as git does.
struct UnreadValueMerge {
  /// The merged lines; nil if both sides changed the same ones.
  private(set) var text: [UInt8]?

  /// - Parameter values: The key's line and those below it, of each version.
  init(_ values: ThreeWay<[UInt8]>, lines: TextMerger) {
    if let ours = Elements(values.ours), let theirs = Elements(values.theirs),
      ours.key == theirs.key
    {
      let base = values.base.flatMap { Elements($0) }?.list ?? []
      let merged = ThreeWay<[[UInt8]]>.members(base: base, ours: ours.list, theirs: theirs.list)
      if !merged.isEmpty { text = ours.key + merged.joined() }
    } else if let merged = lines(values), !UnreadValueMerge.hasTwins(Text(bytes: merged)) {
      text = merged
    }
  }

  /// The elements of a list, each with its lines.
  private struct Elements {
    let key: [UInt8]
    private(set) var list: [[UInt8]] = []

    /// Returns nil for any other value, and for a comment between the key and its list.
    init?(_ value: [UInt8]) {
      var lines = Array(ByteLines(value[...]))
      guard !lines.isEmpty else { return nil }
      key = Array(value[lines.removeFirst().range])
      var dash: Int?
      for line in lines {
        let text = value[line].trimmingLeadingBlanks
        let indent = text.startIndex - line.start
        if text.first == 0x2D, indent == dash ?? indent {
          dash = indent
          list.append(Array(value[line.range]))
        } else {
          guard !list.isEmpty else { return nil }
          list[list.count - 1] += value[line.range]
        }
      }
      if list.isEmpty { return nil }
    }
  }

  // MARK: Keys given twice

  /// Returns whether a text seems to have a key twice that has it once in each of the other versions.
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

  /// Returns the text before the colon of a `key:` line; nil for a comment, a list element or any other line.
  private static func key(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard let first = line.first, first != 0x23, first != 0x2D else { return nil }
    let colon = line.firstIndex(of: 0x3A) ?? line.endIndex
    guard colon < line.endIndex, colon + 1 == line.endIndex || line[colon + 1].isBlank else {
      return nil
    }
    return Array(line[..<colon])
  }
}

extension MarkdownDocument {
  package func merging(preamble texts: ThreeWay<[UInt8]>, lines: TextMerger) -> [UInt8]? {
    UnreadValueMerge(texts, lines: lines).text
  }

  package func hasTwins(unlessIn others: [any TaskDocument]) -> Bool {
    func isKnown(_ key: Text) -> Bool {
      others.contains { $0.duplicateKeys.contains { $0.isSameName(as: key) } }
    }
    return !duplicateKeys.allSatisfy(isKnown)
      || UnreadValueMerge.hasTwins(preamble, unlessIn: others.map(\.preamble))
  }

  package func preamble(inPlaceOf value: Text) -> Text? {
    unreadEntry(of: value).map { Text(lines: bytes[$0.range]) }
  }

  /// Puts the lines of a key in the place of those that it has now, or after all others.
  package func restoring(preamble value: Text) -> MarkdownDocument {
    let place =
      unreadEntry(of: value)?.range
      ?? frontMatter.closing.start..<frontMatter.closing.start
    let lines = value.lines.filter { !$0.isEmpty }.flatMap { $0.bytes + lineEnd }
    return reread(Replacement.apply([Replacement(place, lines)], to: bytes)) ?? self
  }

  private func unreadEntry(of value: Text) -> FrontMatterEntry? {
    let line = value.bytes.prefix { $0 != 0x0A }
    guard let colon = line.firstIndex(of: 0x3A) else { return nil }
    let key = Text(bytes: line[..<colon])
    return frontMatter.entries.first { key.isSameName(as: bytes[$0.key]) }
  }
}
