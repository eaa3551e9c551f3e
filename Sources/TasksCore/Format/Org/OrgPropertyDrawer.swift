/// The property drawer of a task (Org manual, "Property syntax"): right after heading and planning. One line
/// that is not a property makes the whole of it plain text.
struct OrgPropertyDrawer {
  struct Entry {
    let line: ByteLine
    /// The key as written, without a `+` at its end.
    let key: ArraySlice<UInt8>
    /// True for `:KEY+:`, which adds to the value.
    let isAppending: Bool
    /// The value without blanks around it.
    let value: ArraySlice<UInt8>
  }

  /// `:PROPERTIES:` and `:END:` included.
  let opening: ByteLine
  let closing: ByteLine
  let entries: [Entry]

  var range: Range<Int> { opening.start..<closing.next }

  /// The drawer that starts at `position`; nil when there is none, or when it is not one to Org.
  init?(at position: Int, in bytes: ArraySlice<UInt8>) {
    guard let opening = ByteLines.line(at: position, in: bytes),
      opening.content.trimmingBlanks.isSame(as: ":PROPERTIES:")
    else { return nil }
    var entries: [Entry] = []
    var position = opening.next
    while let line = ByteLines.line(at: position, in: bytes) {
      if line.content.trimmingBlanks.isSame(as: ":END:") {
        self.opening = opening
        closing = line
        self.entries = entries
        return
      }
      guard let entry = OrgPropertyDrawer.entry(line) else { return nil }
      entries.append(entry)
      position = line.next
    }
    return nil
  }

  /// The values by key, in the order of the file: the first line of a key counts, and all its `:KEY+:` lines
  /// add to it, wherever they stand.
  var values: [Task.Property] {
    var values: [Task.Property] = []
    values.reserveCapacity(entries.count)
    guard entries.contains(where: \.isAppending) else {
      for entry in entries where !isRepeated(entry, in: values) {
        values.append(Task.Property(Text(bytes: entry.key), Text(bytes: entry.value)))
      }
      return values
    }
    var hasBase: [Bool] = []
    for entry in entries {
      let key = Text(bytes: entry.key)
      guard let index = values.firstIndex(where: { $0.name.isSameName(as: key) }) else {
        values.append(Task.Property(key, Text(bytes: entry.value)))
        hasBase.append(!entry.isAppending)
        continue
      }
      if hasBase[index], !entry.isAppending { continue }
      let old = values[index].value.bytes
      let parts = entry.isAppending ? [old, Array(entry.value)] : [Array(entry.value), old]
      values[index].value = Text(
        bytes: Array(parts.filter { !$0.isEmpty }.joined(separator: [0x20])))
      hasBase[index] = hasBase[index] || !entry.isAppending
    }
    return values
  }

  private func isRepeated(_ entry: Entry, in values: [Task.Property]) -> Bool {
    let key = Text(bytes: entry.key)
    return values.contains { $0.name.isSameName(as: key) }
  }

  /// The replacements that give a property another value, or take it away with all its lines. The drawer
  /// goes with its last property.
  func replacing(_ name: Text, with value: Text?, lineEnd: [UInt8]) -> [Replacement] {
    let lines = entries.filter { Text(bytes: $0.key).isSameName(as: name) }
    guard let value else {
      guard !lines.isEmpty else { return [] }
      if lines.count == entries.count { return [Replacement(range, "")] }
      return lines.map { Replacement($0.line.range, "") }
    }
    if let base = lines.first(where: { !$0.isAppending }) ?? lines.first {
      let others = lines.filter { $0.isAppending && $0.line.start != base.line.start }
      return [OrgPropertyDrawer.replacingValue(of: base, with: value)]
        + others.map { Replacement($0.line.range, "") }
    }
    let known = OrgProperty.place(of: name)
    let after = entries.last { OrgProperty.place(of: Text(bytes: $0.key)) <= known }
    let position =
      after?.line.next
      ?? (known == OrgProperty.lastPlace ? closing.start : opening.next)
    let model = entries.first?.line ?? opening
    let indent = model.content.prefix { $0.isBlank }
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

  private static func replacingValue(of entry: Entry, with value: Text) -> Replacement {
    let line = entry.line.content
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
      let key = line[..<entry.value.startIndex].trimmingTrailingBlanks
      return Replacement(key.endIndex..<entry.value.endIndex, "")
    }
    return Replacement(entry.value.startIndex..<entry.value.endIndex, value.bytes)
  }

  /// `:KEY:` and then a space and a value, or nothing.
  private static func entry(_ line: ByteLine) -> Entry? {
    let text = line.content.trimmingLeadingBlanks
    guard text.first == 0x3A else { return nil }
    let word = text.prefix { !$0.isBlank }
    let tail = text[word.endIndex...]
    guard word.count >= 3, word.last == 0x3A,
      tail.trimmingLeadingBlanks.isEmpty || tail.first == 0x20
    else { return nil }
    var key = word.dropFirst().dropLast()
    let isAppending = key.count > 1 && key.last == 0x2B
    if isAppending { key = key.dropLast() }
    return Entry(
      line: line, key: key, isAppending: isAppending, value: tail.trimmingBlanks)
  }
}
