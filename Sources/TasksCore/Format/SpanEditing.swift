/// A file that is edited by replacing spans of its bytes: what an edit does not concern stays as it is.
protocol SpanEditing: TaskDocument {
  /// The edits in the form and order in which they are written.
  static func written(_ edits: [Edit]) -> [Edit]
  /// The number of edits at the start that are written together, at least 1.
  static func together(_ edits: ArraySlice<Edit>) -> Int
  static func isField(_ name: Text) -> Bool

  /// Refuses values that would be read as something else.
  func check(_ edit: Edit) throws(EditError)
  /// The spans to replace; none if the file says already what the edits say.
  func replacements(for edits: ArraySlice<Edit>) throws(EditError) -> [Replacement]
  /// The spans to replace for many properties at once; nil if they must be set one by one.
  func replacements(for run: PropertyRun) -> [Replacement]?
  /// The file after edits: completes them, and verifies what only the format knows.
  func settled(
    _ edited: Self, after edits: ArraySlice<Edit>
  ) throws(EditError) -> Self
  /// Whether the file has a rule of TaskNotes, which says something else on another date.
  var hasRule: Bool { get }
}

extension SpanEditing {
  package func applying(_ edits: [Edit]) throws(EditError) -> Self {
    var document = self
    var rest = Self.written(edits)[...]
    while !rest.isEmpty {
      if let run = PropertyRun(rest, isField: Self.isField),
        let edited = document.applying(run)
      {
        document = edited
        rest = rest.dropFirst(run.count)
      } else {
        let edits = rest.prefix(Self.together(rest))
        document = try document.applying(edits)
        rest = rest.dropFirst(edits.count)
      }
    }
    return document
  }

  private func applying(_ edits: ArraySlice<Edit>) throws(EditError) -> Self {
    for edit in edits { try check(edit) }
    let replacements = try replacements(for: edits)
    guard !replacements.isEmpty else { return self }
    let settled = try settled(try replaced(replacements), after: edits)
    try EditVerification.check(edits, from: task, to: settled.task, hasRule: hasRule)
    return settled
  }

  /// Applies a run of property edits at once; returns nil on failure, so that applying them one by one finds the
  /// error.
  private func applying(_ run: PropertyRun) -> Self? {
    for edit in run.edits { guard (try? check(edit)) != nil else { return nil } }
    let changes = run.changing(task)
    guard let replacements = replacements(for: changes), let edited = try? replaced(replacements),
      changes.leads(from: task, to: edited.task)
    else { return nil }
    return edited
  }

  func replaced(_ replacements: [Replacement]) throws(EditError) -> Self {
    let kept = Replacement.keepingOpenEnd(replacements, of: bytes)
    guard let reread = reread(Replacement.apply(kept, to: bytes, lineEnd: lineEnd)) else {
      throw .notEditable("after the change the file would not be a task")
    }
    return reread
  }
}

/// Writes the lines of a field into a file with the file's line ends.
enum LineEdits {
  static func withLineEnds(_ text: Text, _ lineEnd: [UInt8]) -> [UInt8] {
    lineEnd == [0x0A] ? text.bytes : Array(text.lines.map(\.bytes).joined(separator: lineEnd))
  }

  /// The replacements that turn lines of a file into `new`. Lines that stay keep their bytes and line ends.
  static func changedLines(
    from old: ArraySlice<UInt8>, to new: Text, lineEnd: [UInt8]
  ) -> [Replacement] {
    let oldLines = Array(ByteLines(old))
    var newLines = new.lines.map(\.bytes)
    let endsOpen = oldLines.last?.hasEnd != true
    // If a line feed ends the text, no line follows it.
    if !endsOpen || old.isEmpty, newLines.last == [] { newLines.removeLast() }
    return LineDifference(oldLines.map { Array(old[$0]) }, newLines).hunks.map { hunk in
      let start =
        hunk.old.lowerBound < oldLines.count ? oldLines[hunk.old.lowerBound].start : old.endIndex
      let touchesOpenEnd = endsOpen && hunk.old.upperBound == oldLines.count && !oldLines.isEmpty
      let end =
        touchesOpenEnd || hunk.old.isEmpty && hunk.old.lowerBound == oldLines.count
        ? old.endIndex
        : hunk.old.isEmpty ? start : oldLines[hunk.old.upperBound - 1].next
      // A line that replaces another gets its line end.
      let ends = oldLines[hunk.old].compactMap {
        $0.hasEnd ? old[$0.content.upperBound..<$0.next] : nil
      }
      var text: [UInt8] = []
      for (number, line) in newLines[hunk.new].enumerated() {
        text += line
        text += self.end(
          of: line[...], number < ends.count ? ends[number] : ends.last ?? lineEnd[...])
      }
      guard touchesOpenEnd else { return Replacement(start..<end, text) }
      // The last line of the file lacks a line end. Its replacement must lack one too, and a line added after
      // it needs one before.
      if !text.isEmpty { text.removeLast(text[...].hasSuffix("\r\n") ? 2 : 1) }
      if hunk.old.isEmpty {
        return Replacement(end..<end, self.end(of: old, lineEnd[...]) + text)
      }
      if hunk.new.isEmpty, hunk.old.lowerBound > 0 {
        return Replacement(oldLines[hunk.old.lowerBound - 1].content.upperBound..<end, "")
      }
      return Replacement(start..<end, text)
    }
  }

  /// The line end to write after a line. A line that itself ends in a carriage return needs `\r\n`, as the
  /// carriage return would be taken for part of a bare line feed's line end.
  static func end(
    of line: ArraySlice<UInt8>, _ end: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8> {
    line.last == 0x0D && end == [0x0A] ? [0x0D, 0x0A] : end
  }
}
