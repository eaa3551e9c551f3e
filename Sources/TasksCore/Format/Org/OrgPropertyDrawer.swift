/// The property drawer of a task (Org manual, "Property syntax"): right after heading and planning. One line
/// that is not a property makes the whole of it plain text.
struct OrgPropertyDrawer {
  struct Entry {
    let line: ByteLine
    /// The key as written, without a `+` at its end.
    let key: Range<Int>
    /// The value without blanks around it.
    let value: Range<Int>
    /// True for `:KEY+:`, which adds to the value.
    let isAppending: Bool
  }

  /// `:PROPERTIES:` and `:END:` included.
  let opening: ByteLine
  let closing: ByteLine
  let entries: [Entry]
  private let hasAppending: Bool

  var range: Range<Int> { opening.start..<closing.next }

  /// The drawer that starts at `position`; nil when there is none, or when it is not one to Org.
  init?(at position: Int, in bytes: ByteView) {
    guard let opening = bytes.line(at: position),
      bytes[opening].trimmingBlanks.isSame(as: ":PROPERTIES:")
    else { return nil }
    var entries: [Entry] = []
    entries.reserveCapacity(8)
    var hasAppending = false
    var position = opening.next
    while let line = bytes.line(at: position) {
      let text = bytes[line].trimmingBlanks
      if text.isSame(as: ":END:") {
        self.opening = opening
        closing = line
        self.entries = entries
        self.hasAppending = hasAppending
        return
      }
      guard let entry = OrgPropertyDrawer.entry(line, text) else { return nil }
      hasAppending = hasAppending || entry.isAppending
      entries.append(entry)
      position = line.next
    }
    return nil
  }

  /// Puts the values into a task: each into its field, or among the other properties.
  ///
  /// The first line of a key counts, and all its `:KEY+:` lines add to it, wherever they stand.
  func read(_ bytes: ByteView, into task: inout Task) {
    guard !hasAppending else {
      for value in values(in: bytes) {
        let field = OrgProperty.named(bytes[value.key])
        value.bytes.withView { read(field, bytes[value.key], $0, &task) }
      }
      return
    }
    var seen = 0
    var others: Set<FoldedName<ByteView>> = []
    for entry in entries {
      let key = bytes[entry.key]
      let field = OrgProperty.named(key)
      if let field {
        let bit = 1 << field.place
        if seen & bit != 0 { continue }
        seen |= bit
      } else if entries.count > OrgPropertyDrawer.few {
        guard others.insert(FoldedName(key)).inserted else { continue }
      } else if task.properties.contains(where: { $0.name.isSameName(as: key) }) {
        continue
      }
      read(field, key, bytes[entry.value], &task)
    }
  }

  private func read(
    _ field: OrgProperty?, _ key: ByteView, _ value: ByteView, _ task: inout Task
  ) {
    if let field, field.read(value, into: &task) { return }
    task.properties.append(Task.Property(Text(bytes: key), Text(bytes: value)))
  }

  /// The values by key, in the order of the file.
  func values<Bytes: ByteSlice>(
    in bytes: Bytes
  ) -> [(key: Range<Int>, bytes: [UInt8])] {
    var found: [(key: Range<Int>, base: Range<Int>?, added: [UInt8])] = []
    var places: [FoldedName<Bytes>: Int] = [:]
    for entry in entries {
      let index = places[FoldedName(bytes[entry.key])] ?? found.count
      if index == found.count {
        places[FoldedName(bytes[entry.key])] = index
        found.append((entry.key, nil, []))
      }
      if !entry.isAppending {
        found[index].base = found[index].base ?? entry.value
      } else if !entry.value.isEmpty {
        if !found[index].added.isEmpty { found[index].added.append(0x20) }
        found[index].added += bytes[entry.value]
      }
    }
    return found.map { key, base, added in
      let base = Array(bytes[base ?? key.upperBound..<key.upperBound])
      let gap: [UInt8] = base.isEmpty || added.isEmpty ? [] : [0x20]
      return (key, base + gap + added)
    }
  }

  /// What a property says, with all its lines; nil where it does not stand there.
  func value(of name: OrgProperty, in bytes: [UInt8]) -> [UInt8]? {
    guard entries.contains(where: { OrgProperty.named(bytes[$0.key]) == name }) else { return nil }
    return values(in: bytes[...]).first { OrgProperty.named(bytes[$0.key]) == name }?.bytes
  }

  /// Up to so many properties are compared one by one.
  private static let few = 24

  /// The replacements that give a property another value, or take it away with all its lines. The drawer
  /// goes with its last property.
  func replacing(
    _ name: Text, with value: Text?, in bytes: [UInt8], lineEnd: [UInt8]
  ) -> [Replacement] {
    let lines = entries.filter { name.isSameName(as: bytes[$0.key]) }
    guard let value else {
      guard !lines.isEmpty else { return [] }
      if lines.count == entries.count { return [Replacement(range, "")] }
      return lines.map { Replacement($0.line.range, "") }
    }
    if let base = lines.first(where: { !$0.isAppending }) ?? lines.first {
      let others = lines.filter { $0.isAppending && $0.line.start != base.line.start }
      return [OrgPropertyDrawer.replacingValue(of: base, with: value, in: bytes)]
        + others.map { Replacement($0.line.range, "") }
    }
    let known = OrgProperty.place(of: name.bytes[...])
    let after = entries.last { OrgProperty.place(of: bytes[$0.key]) <= known }
    let position =
      after?.line.next
      ?? (known == OrgProperty.lastPlace ? closing.start : opening.next)
    let model = entries.first?.line ?? opening
    let indent = bytes[model].prefix { $0.isBlank }
    let line = Array(indent) + OrgPropertyDrawer.print(name, value) + lineEnd
    return [Replacement(position..<position, line)]
  }

  /// `:ID:       k7mq2xw4tz9nbcde`, padded as Emacs does.
  static func print(_ name: Text, _ value: Text) -> [UInt8] {
    let key = [0x3A] + name.bytes + [0x3A]
    guard !value.isEmpty else { return key }
    let padding = max(1, 11 - CellWidth.of(key[...]))
    return key + Array(repeating: 0x20, count: padding) + value.bytes
  }

  private static func replacingValue(
    of entry: Entry, with value: Text, in bytes: [UInt8]
  ) -> Replacement {
    let line = bytes[entry.line]
    if entry.value.isEmpty {
      let end = line.trimmingTrailingBlanks.endIndex
      guard !value.isEmpty else { return Replacement(end..<end, "") }
      // Blanks that stand there already are the room for the value.
      let blanks = line.endIndex - end
      return blanks > 0
        ? Replacement(line.endIndex..<line.endIndex, value.bytes)
        : Replacement(end..<end, [0x20] + value.bytes)
    }
    if value.isEmpty {
      let key = line[..<entry.value.lowerBound].trimmingTrailingBlanks
      return Replacement(key.endIndex..<entry.value.upperBound, "")
    }
    return Replacement(entry.value.lowerBound..<entry.value.upperBound, value.bytes)
  }

  /// `:KEY:` and then a space and a value, or nothing.
  private static func entry(_ line: ByteLine, _ text: ByteView) -> Entry? {
    let end = text.endOfWord
    guard text.first == 0x3A, end - text.startIndex >= 3, text[end - 1] == 0x3A,
      end == text.endIndex || text[end] == 0x20
    else { return nil }
    let isAppending = end - text.startIndex > 3 && text[end - 2] == 0x2B
    var start = end
    while start < text.endIndex, text[start].isBlank { start += 1 }
    return Entry(
      line: line, key: (text.startIndex + 1)..<(end - (isAppending ? 2 : 1)),
      value: start..<text.endIndex, isAppending: isAppending)
  }
}
