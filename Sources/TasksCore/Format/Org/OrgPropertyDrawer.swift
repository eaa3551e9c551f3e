/// The property drawer of a task, right after heading and planning (Org manual, "Property syntax"). A single
/// line that is not a property makes the whole drawer plain text.
package struct OrgPropertyDrawer {
  package struct Entry {
    package let line: ByteLine
    /// The key as written, without a trailing `+`.
    package let key: Range<Int>
    /// The value without surrounding whitespace.
    let value: Range<Int>
    /// True for `:KEY+:`, which appends to the value.
    let isAppending: Bool
  }

  /// The `:PROPERTIES:` line.
  package let opening: ByteLine
  package let closing: ByteLine
  package let entries: [Entry]
  private let hasAppending: Bool

  var range: Range<Int> { opening.start..<closing.next }

  /// The drawer that starts at `position`; nil if there is none, or if Org would read it as plain text.
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

  /// Stores the values in a task: each in its field, or among the other properties.
  ///
  /// The first plain line of a key provides the value, and all its `:KEY+:` lines append to it, in any
  /// position.
  func read(_ bytes: ByteView, into task: inout Task) {
    if entries.count > OrgPropertyDrawer.few { task.properties.reserveCapacity(entries.count) }
    guard !hasAppending else {
      for value in wholeValues(in: bytes) {
        let key = bytes[value.key]
        let field = OrgProperty.named(key)
        if value.more.isEmpty {
          read(field, key, bytes[value.first], &task)
        } else {
          value.bytes(in: bytes).withView { read(field, key, $0, &task) }
        }
      }
      return
    }
    var seen = 0
    var others: Set<[UInt8]> = []
    for entry in entries {
      let key = bytes[entry.key]
      let field = OrgProperty.named(key)
      if let field {
        let bit = 1 << field.place
        if seen & bit != 0 { continue }
        seen |= bit
      } else if entries.count > OrgPropertyDrawer.few {
        guard others.insert(key.foldedName).inserted else { continue }
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

  /// The value of one key, collected from all of its lines.
  private struct Value {
    let key: Range<Int>
    /// The first nonempty part of the value, then the others.
    private(set) var first: Range<Int>
    private(set) var more: [Range<Int>] = []
    /// True once a plain line, one without `+`, has been seen.
    private var hasBase = false

    init(key: Range<Int>) {
      self.key = key
      first = key.upperBound..<key.upperBound
    }

    mutating func take(_ entry: Entry) {
      let isBase = !entry.isAppending
      if isBase, hasBase { return }
      hasBase = hasBase || isBase
      if entry.value.isEmpty { return }
      if first.isEmpty {
        first = entry.value
      } else if isBase {
        more.insert(first, at: 0)
        first = entry.value
      } else {
        more.append(entry.value)
      }
    }

    func bytes(in bytes: ByteView) -> [UInt8] {
      var out = Array(bytes[first])
      for range in more {
        out.append(0x20)
        out.append(contentsOf: bytes[range])
      }
      return out
    }
  }

  private func wholeValues(in bytes: ByteView) -> [Value] {
    var found: [Value] = []
    var numbers: [[UInt8]: Int] = [:]
    for entry in entries {
      let key = bytes[entry.key].foldedName
      let number = numbers[key] ?? found.count
      if number == found.count {
        numbers[key] = number
        found.append(Value(key: entry.key))
      }
      found[number].take(entry)
    }
    return found
  }

  /// The complete value of a property, from all of its lines; nil if the drawer does not contain it.
  func value(of name: OrgProperty, in bytes: [UInt8]) -> [UInt8]? {
    guard entries.contains(where: { OrgProperty.named(bytes[$0.key]) == name }) else { return nil }
    return values(in: bytes).first { OrgProperty.named(bytes[$0.key]) == name }?.bytes
  }

  /// The value on the first line of a property.
  func value(named name: StaticString, in bytes: ByteView) -> Text? {
    entries.first { bytes[$0.key].isSame(as: name) }.map { Text(bytes: bytes[$0.value]) }
  }

  /// The complete values by key, in file order.
  package func values(in bytes: [UInt8]) -> [(key: Range<Int>, bytes: [UInt8])] {
    bytes.withView { view in
      wholeValues(in: view).map { ($0.key, $0.bytes(in: view)) }
    }
  }

  /// Up to this many properties are compared one by one.
  private static let few = 24

  /// The replacements that set a property, or remove all of its lines. The drawer is removed with its last
  /// property.
  func replacing(
    _ name: Text, with value: Text?, in bytes: [UInt8], lineEnd: [UInt8]
  ) -> [Replacement] {
    let lines = entries.filter { name.isSameName(as: bytes[$0.key]) }
    return replacing(lines, of: name, with: value, in: bytes, lineEnd: lineEnd)
  }

  /// The replacements for many properties at once.
  func replacing(_ run: PropertyRun, in bytes: [UInt8], lineEnd: [UInt8]) -> [Replacement] {
    let lines = Dictionary(grouping: entries) { bytes[$0.key].map(\.lowercasedASCII) }
    let gone = run.changes.reduce(0) {
      $0 + ($1.value == nil ? lines[$1.name.foldedBytes]?.count ?? 0 : 0)
    }
    if gone == entries.count, !run.changes.contains(where: { $0.value != nil }) {
      return [Replacement(range, "")]
    }
    return run.changes.flatMap { name, value in
      replacing(
        lines[name.foldedBytes] ?? [], of: name, with: value, in: bytes, lineEnd: lineEnd)
    }
  }

  private func replacing(
    _ lines: [Entry], of name: Text, with value: Text?, in bytes: [UInt8], lineEnd: [UInt8]
  ) -> [Replacement] {
    guard let value else {
      guard !lines.isEmpty else { return [] }
      if lines.count == entries.count { return [Replacement(range, "")] }
      return lines.map { Replacement($0.line.range, "") }
    }
    if let base = lines.first(where: { !$0.isAppending }) ?? lines.first {
      let others = lines.filter { $0.isAppending && $0.line.start != base.line.start }
      if !others.isEmpty,
        let moved = RepeatingTimestamps.moved(
          in: ([base] + others).map(\.value), of: bytes, to: value)
      {
        return moved
      }
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

  /// Prints `:ID:       k7mq2xw4tz9nbcde`, padded as in Emacs.
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
      // Existing trailing whitespace separates the key from the value.
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

  /// Parses `:KEY:`, followed by a space and a value or by nothing.
  private static func entry(_ line: ByteLine, _ text: ByteView) -> Entry? {
    var end = text.startIndex
    var isPlain = true
    while end < text.endIndex, !text[end].isBlank {
      if text[end] >= 0x80 || text[end] == 0x0C { isPlain = false }
      end += 1
    }
    guard text.first == 0x3A, end - text.startIndex >= 3, text[end - 1] == 0x3A,
      isPlain || !OrgSyntax.hasBlank(text[..<end])
    else { return nil }
    let isAppending = end - text.startIndex > 3 && text[end - 2] == 0x2B
    var start = end
    while start < text.endIndex, text[start].isBlank { start += 1 }
    return Entry(
      line: line, key: (text.startIndex + 1)..<(end - (isAppending ? 2 : 1)),
      value: start..<text.endIndex, isAppending: isAppending)
  }
}
