extension Task {
  /// Returns the edits that turn `old` into this task.
  public func edits(from old: Task) -> [Edit] {
    var edits: [Edit] = []
    func add<Value: Equatable>(_ field: KeyPath<Task, Value>, _ edit: (Value) -> Edit) {
      if self[keyPath: field] != old[keyPath: field] { edits.append(edit(self[keyPath: field])) }
    }
    if id != old.id || hasOwnID && !old.hasOwnID { edits.append(.id(id)) }
    add(\.rank) { .rank($0) }
    add(\.created) { .created($0) }
    add(\.title) { .title($0) }
    add(\.state) { .state($0) }
    add(\.priority) { .priority($0) }
    add(\.closed) { .closed($0) }
    add(\.deadline) { .deadline($0) }
    add(\.scheduled) { .scheduled($0) }
    add(\.list) { .list($0) }
    add(\.effort) { .effort($0) }
    add(\.parent) { .parent($0) }
    add(\.blockers) { .blockers($0) }
    add(\.reminders) { .reminders($0) }
    add(\.isImportant) { .important($0) }
    add(\.firstAlert) { .firstAlert($0) }
    add(\.secondAlert) { .secondAlert($0) }
    add(\.place.name) { .placeName($0) }
    add(\.place.coordinates) { .coordinates($0) }
    add(\.place.radius) { .radius($0) }
    add(\.lastRepeat) { .lastRepeat($0) }
    add(\.deleted) { .deleted($0) }
    // Set after `deleted`, because the trash's tag is not among the tags.
    if tags != old.tags { edits.append(.tags(tags)) }
    if properties != old.properties { edits += propertyEdits(from: old) }
    add(\.notes) { .notes($0) }
    add(\.log) { .log($0) }
    add(\.clocks) { .clocks($0) }
    return edits
  }

  private func propertyEdits(from old: Task) -> [Edit] {
    let (own, before) = (PropertyValues(properties), PropertyValues(old.properties))
    let gone = old.properties.filter { own[$0.name] == nil }
    let changed = properties.filter { before[$0.name] != $0.value }
    return gone.map { .property(name: $0.name, value: nil) }
      + changed.map { .property(name: $0.name, value: $0.value) }
  }

  /// True if the notes are one PGP block, as org-crypt makes it (The Org Manual, "Org Crypt").
  public var hasEncryptedNotes: Bool {
    notes.bytes.starts(with: Array("-----BEGIN PGP MESSAGE-----".utf8))
  }

  /// Returns the edit that appends a text to the task's own notes: before the first heading in the notes, with a
  /// blank line between it and other text.
  public func appending(note: Text) -> Edit {
    let lines = notes.lines
    var end = lines.firstIndex { OrgSyntax.isHeading($0.bytes[...]) } ?? lines.count
    var fence: [UInt8]?
    if format == .markdown {
      notes.withBytes { notes in
        var scanner = ChecklistScanner(notes, format: .markdown)
        scanner.scan()
        end = scanner.heading ?? lines.count
        // An open code block would swallow the appended text, so it is closed first.
        fence = scanner.heading == nil ? scanner.closingFence : nil
      }
    }
    var own = Text.joining(Array(lines[..<end])).trimmingBlankLines
    if let fence { own = Text(bytes: own.bytes + [0x0A] + fence) }
    let below = Text.joining(Array(lines[end...]))
    let parts = [own, note.trimmingBlankLines, below].filter { !$0.isEmpty }
    return .notes(Text(bytes: Array(parts.map(\.bytes).joined(separator: [0x0A, 0x0A]))))
  }
}

extension Text {
  /// Joins the lines by line feeds.
  public static func joining(_ lines: [Text]) -> Text {
    Text(bytes: Array(lines.map(\.bytes).joined(separator: [0x0A])))
  }

  /// Joins the lines of a file by line feeds, as a field holds them, whatever the file's line ends.
  init(lines bytes: some ByteSlice) {
    guard bytes.place(of: 0x0D, from: bytes.startIndex) < bytes.endIndex else {
      self.init(bytes: bytes)
      return
    }
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    for line in ByteLines(bytes) {
      out.append(contentsOf: bytes[line])
      if line.hasEnd { out.append(0x0A) }
    }
    self.init(bytes: out)
  }

  /// The text with plain line feeds as line ends.
  var withoutReturns: Text {
    withBytes { $0.contains(0x0D) ? Text(lines: $0) : self }
  }

  /// True if any line ends in a carriage return, including the last.
  var hasReturnsAtLineEnds: Bool {
    withBytes { $0.contains(0x0D) && ($0.last == 0x0D || Text(lines: $0) != self) }
  }

  /// The text without blank lines at both ends.
  public var trimmingBlankLines: Text {
    withBytes { bytes in
      let start = bytes.endOfBlankLines(from: bytes.startIndex)
      var end = bytes.endIndex
      while end > start, bytes[end - 1].isBlank || bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D
      {
        end -= 1
      }
      return Text(bytes: bytes[start..<bytes.place(of: 0x0A, from: end)])
    }
  }
}
