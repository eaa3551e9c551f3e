/// The settings of a file that apply to all its headings: `#+TODO:`, `#+FILETAGS:` and `#+CATEGORY:` (Org
/// manual, "In-buffer settings"). They may be anywhere outside of literal blocks. CATEGORY in the property drawer
/// at the top of the file has precedence ("Property syntax").
package struct OrgSettings {
  /// Nil if the file has no workflow of its own.
  package private(set) var workflow: Workflow?
  /// Without duplicates.
  package private(set) var tags: [Text] = []
  package private(set) var category: Text?
  /// All FILETAGS lines with the ranges of their values.
  package private(set) var tagLines: [(line: ByteLine, value: Range<Int>)] = []
  /// All lines that set the category; for one in the file's drawer, the whole drawer if it has no other
  /// property.
  package private(set) var categoryLines: [Range<Int>] = []
  /// The property drawer of the whole file.
  private(set) var drawer: OrgPropertyDrawer?

  static let names: [StaticString] = ["TODO", "SEQ_TODO", "TYP_TODO", "FILETAGS", "CATEGORY"]

  /// All lines with such settings, including `#+TODO:`.
  private(set) var lines: [ByteLine] = []

  /// - Parameter storeWorkflow: Reused if the file has the same keywords.
  package init(_ bytes: ByteView, storeWorkflow: Workflow = .standard) {
    var blocks = OrgBlocks()
    var position = bytes.startIndex + bytes.byteOrderMarkLength
    let start = position
    defer {
      readTags(in: bytes)
      readDrawer(at: start, in: bytes)
    }
    while position < bytes.endIndex {
      guard let line = OrgSettings.nextSetting(from: position, in: bytes) else { return }
      position = line.next
      if let end = blocks.end(ofBlockAt: line, in: bytes) {
        position = end
      } else if let (name, value) = OrgSyntax.keyword(bytes[line]) {
        read(name, value, line, storeWorkflow)
      }
    }
  }

  /// Only comments may precede the drawer, not even a blank line (checked in Emacs).
  private mutating func readDrawer(at start: Int, in bytes: ByteView) {
    var position = start
    while let line = bytes.line(at: position), OrgSyntax.isComment(bytes[line]) {
      position = line.next
    }
    guard let drawer = OrgPropertyDrawer(at: position, in: bytes) else { return }
    self.drawer = drawer
    let entry = drawer.entries.first { entry in
      !entry.isAppending && !entry.value.isEmpty
        && OrgProperty.named(bytes[entry.key]) == .field(.list)
    }
    guard let entry else { return }
    category = Text(bytes: bytes[entry.value])
    categoryLines.append(drawer.entries.count == 1 ? drawer.range : entry.line.range)
  }

  private mutating func readTags(in bytes: ByteView) {
    let isSeparator: (UInt8) -> Bool = { $0.isBlank || $0 == 0x3A }
    let words = tagLines.flatMap { bytes[$0.value].split(whereSeparator: isSeparator) }
    tags = words.map { Text(bytes: $0) }.uniqued()
  }

  /// The next line that begins with `#+` after optional blanks.
  private static func nextSetting(from start: Int, in bytes: ByteView) -> ByteLine? {
    var position = start
    while position < bytes.endIndex {
      let sign = bytes.place(of: 0x23, from: position)
      position = sign + 1
      guard position < bytes.endIndex else { return nil }
      guard bytes[position] == 0x2B else { continue }
      var lineStart = sign
      while lineStart > start, bytes[lineStart - 1].isBlank { lineStart -= 1 }
      if lineStart == start || bytes[lineStart - 1] == 0x0A { return bytes.line(at: lineStart) }
    }
    return nil
  }

  var hasTags: Bool { !tags.isEmpty }

  private mutating func read(
    _ name: ByteView, _ value: ByteView, _ line: ByteLine, _ storeWorkflow: Workflow
  ) {
    let areTypes = name.isSame(as: "TYP_TODO")
    if name.isSame(as: "TODO") || name.isSame(as: "SEQ_TODO") || areTypes {
      if workflow == nil, !areTypes, storeWorkflow.isMade(of: value) {
        workflow = storeWorkflow
      } else {
        if workflow == nil { workflow = Workflow() }
        workflow?.add(sequence: value, ofTypes: areTypes)
        if workflow?.keywords.isEmpty == true { workflow = nil }
      }
      lines.append(line)
    } else if name.isSame(as: "FILETAGS") {
      lines.append(line)
      tagLines.append((line, value.startIndex..<value.endIndex))
    } else if name.isSame(as: "CATEGORY") {
      lines.append(line)
      categoryLines.append(line.range)
      // The last one wins.
      if !value.isEmpty { category = Text(bytes: value) }
    }
  }
}

extension OrgSettings {
  /// A `#+TODO:` line.
  ///
  /// - Parameter specification: The text after `#+TODO:`.
  static func keywordLine(_ specification: Text) -> Text {
    Text(bytes: Array("#+TODO: ".utf8) + specification.bytes)
  }
}

extension OrgDocument {
  /// The keywords of a file without a `#+TODO:` line (Org manual, `org-todo-keywords`).
  private static let builtIn: Set<Text> = ["TODO", "DONE"]

  /// Adds a `#+TODO:` line to a file without one if the task's state is not built into Org: Emacs would take
  /// the keyword for part of the title, and no agenda would list the task.
  ///
  /// - Parameter specification: The text after `#+TODO:`.
  package func namingKeywords(_ specification: Text) -> OrgDocument {
    guard settings.workflow == nil, !OrgDocument.builtIn.contains(task.state.keyword) else {
      return self
    }
    var lines = preamble.lines
    // Insert after the other settings; a drawer of the whole file stays at the top.
    let last = lines.lastIndex { line in
      line.bytes.starts(with: Array("#+".utf8))
        || line.bytes[...].trimmingBlanks.isSame(as: ":END:")
    }
    let place = last.map { $0 + 1 } ?? (OrgDocument.isForEmacs(lines.first) ? 1 : 0)
    lines.insert(OrgSettings.keywordLine(specification), at: place)
    // Separate the line from a heading at the top of the file by a blank line.
    if preamble.isEmpty { lines.append(.empty) }
    let named = replacingPreamble(with: Text.joining(lines))
    let isSound =
      named.settings.workflow?[task.state.keyword]?.state == task.state
      && named.task.hasSameFields(as: task)
    return isSound ? named : self
  }

  /// Replaces the one `#+TODO:` line of the file.
  ///
  /// - Returns: Nil if there is none or several, or if the task would have another state then.
  package func renewingKeywords(_ specification: Text) -> OrgDocument? {
    var lines = preamble.lines
    let own = lines.indices.filter { place in
      guard let name = OrgSyntax.keyword(lines[place].bytes[...])?.name else { return false }
      return ["TODO", "SEQ_TODO"].contains { name.isSame(as: $0) }
    }
    guard own.count == 1 else { return nil }
    lines[own[0]] = OrgSettings.keywordLine(specification)
    let renewed = replacingPreamble(with: Text.joining(lines))
    return renewed.settings.workflow?[task.state.keyword]?.state == task.state
      && renewed.task.hasSameFields(as: task) ? renewed : nil
  }

  /// True for `# -*- mode: org -*-`, which Emacs reads only in the first line.
  private static func isForEmacs(_ line: Text?) -> Bool {
    guard let bytes = line?.bytes, OrgSyntax.isComment(bytes[...]) else { return false }
    return bytes.indices.contains { bytes[$0...].hasPrefix("-*-") }
  }
}
