/// The heading of a task, `* WAIT [#A] Call Bob [1/3] :phone:@office:`, with the byte ranges of its parts.
package struct OrgHeading {
  package let line: ByteLine
  /// The line without its end. A carriage return at the end of the file counts as part of the line end, as it
  /// becomes one as soon as a line is inserted below.
  let content: Range<Int>
  let keyword: Range<Int>
  let state: State
  /// `[#A]`, without the whitespace after it.
  let priorityCookie: Range<Int>?
  let priority: Priority?
  /// The title without tags and surrounding whitespace, but with statistics cookies and COMMENT.
  package let title: Range<Int>
  /// `:phone:@office:`.
  package let tagString: Range<Int>?

  /// Returns nil if the line has no keyword of the workflow: it is a heading, but not a task.
  init?(_ line: ByteLine, in bytes: ByteView, workflow: Workflow) {
    let hasOpenReturn = !line.hasEnd && bytes[line].last == 0x0D
    let content = hasOpenReturn ? bytes[line].dropLast() : bytes[line]
    var rest = content.dropFirst(2).drop { $0 == 0x20 }
    let word = rest[..<rest.endOfWord]
    guard word.endIndex < content.endIndex, content[word.endIndex] == 0x20,
      let state = workflow.state(word)
    else { return nil }
    self.line = line
    self.content = content.indices
    self.state = state
    keyword = word.startIndex..<word.endIndex
    rest = content[word.endIndex...].trimmingLeadingBlanks
    var cookie: Range<Int>?
    var priority: Priority?
    if rest.hasPrefix("[#"), rest.count >= 4, rest[rest.startIndex + 3] == 0x5D,
      let read = Priority(byte: rest[rest.startIndex + 2])
    {
      cookie = rest.startIndex..<rest.startIndex + 4
      priority = read
      rest = rest.dropFirst(4).trimmingLeadingBlanks
    }
    priorityCookie = cookie
    self.priority = priority
    // The blank before the tags must follow a title: a heading of tags alone is a title.
    if let tags = OrgSyntax.tagString(of: rest) {
      tagString = tags.startIndex..<tags.endIndex
      rest = rest[..<tags.startIndex]
    } else {
      tagString = nil
    }
    let text = rest.trimmingTrailingBlanks
    title = text.startIndex..<text.endIndex
  }

  /// The value of the title field: without COMMENT, and without cookies unless there is nothing else.
  func titleText(in bytes: some ByteSlice) -> Text {
    OrgHeading.titleText(OrgHeading.withoutComment(bytes[title]))
  }

  /// The title in a text: without cookies, unless there is nothing else, and without surrounding whitespace.
  package static func titleText(_ text: some ByteSlice) -> Text {
    let text = text.trimmingBlanks
    guard text.place(of: 0x5B, from: text.startIndex) < text.endIndex else {
      return Text(bytes: text)
    }
    let words = StatisticsCookie.removing(from: text)
    return words.isEmpty ? Text(bytes: text) : Text(bytes: words)
  }

  package func tags(in bytes: some ByteSlice) -> [Text] {
    guard let tagString else { return [] }
    var tags: [Text] = []
    var start = tagString.lowerBound
    while start < tagString.upperBound {
      let colon = bytes[tagString].place(of: 0x3A, from: start)
      if colon > start { tags.append(Text(bytes: bytes[start..<colon])) }
      start = colon + 1
    }
    return tags
  }

  // MARK: Edits

  /// Another keyword; the right edges of aligned tags stay where they stood, as with all edits of what stands before
  /// them.
  func replacingKeyword(with keyword: Text, in bytes: [UInt8]) -> [Replacement] {
    withAlignedTags([Replacement(self.keyword, keyword.bytes)], in: bytes)
  }

  func replacingPriority(with priority: Priority?, in bytes: [UInt8]) -> [Replacement] {
    let change: Replacement
    switch (priorityCookie, priority) {
    case let (cookie?, priority?): change = Replacement(cookie, "[#\(priority.text)]")
    case (let cookie?, nil):
      let blanks = bytes[content][cookie.upperBound...].prefix { $0.isBlank }
      change = Replacement(cookie.lowerBound..<blanks.endIndex, "")
    case let (nil, priority?):
      change = Replacement(title.lowerBound..<title.lowerBound, "[#\(priority.text)] ")
    case (nil, nil): return []
    }
    // Without a title, the blanks before the tags are those after the cookie.
    return title.isEmpty ? [change] : withAlignedTags([change], in: bytes)
  }

  private func withAlignedTags(_ changes: [Replacement], in bytes: [UInt8]) -> [Replacement] {
    guard let tagString, title.upperBound < tagString.lowerBound else { return changes }
    let growth = changes.reduce(0) {
      $0 + CellWidth.of($1.bytes[...]) - CellWidth.of(bytes[$1.range])
    }
    return changes + realigning(tagString, growth: growth, in: bytes)
  }

  /// Replaces the title; COMMENT and cookies stay in their positions.
  func replacingTitle(with new: Text, in bytes: [UInt8]) -> [Replacement] {
    let own = OrgHeading.withoutComment(bytes[title])
    if let moved = RepeatingTimestamps.moved(inTitle: own, to: new) {
      return withAlignedTags(moved, in: bytes)
    }
    var text = Array(new.bytes[...].trimmingBlanks)
    if StatisticsCookie.ranges(in: text[...]).isEmpty {
      let cookies = StatisticsCookie.ranges(in: own)
      let leading = cookies.first.flatMap { $0.lowerBound == own.startIndex ? $0 : nil }
      if let leading { text = own[leading] + [0x20] + text }
      for cookie in cookies where cookie != leading { text += [0x20] + own[cookie] }
    }
    let change = Replacement(own.startIndex..<title.upperBound, text)
    return withAlignedTags([change], in: bytes)
  }

  /// Other tags; none takes them away together with the blanks before. Those at the front that stay are
  /// not touched, nor are the blanks: where they shrank to make room for a tag, nothing would say how many there
  /// were once it is gone again.
  func replacingTags(with new: [Text], in bytes: [UInt8]) -> [Replacement] {
    guard let tagString else {
      guard !new.isEmpty else { return [] }
      let end = bytes[content].trimmingTrailingBlanks.endIndex
      return [Replacement(end..<end, [0x20, 0x3A] + OrgHeading.print(new[...]))]
    }
    guard !new.isEmpty else {
      return [Replacement(title.upperBound..<tagString.upperBound, "")]
    }
    let old = bytes[tagString].split(separator: 0x3A)
    let new = OrgHeading.keepingRepeats(of: old.map { Text(bytes: $0) }, in: new)
    var kept = 0
    while kept < min(old.count, new.count), Text(bytes: old[kept]) == new[kept] { kept += 1 }
    let start =
      kept == old.count
      ? tagString.upperBound : kept == 0 ? tagString.lowerBound + 1 : old[kept - 1].endIndex + 1
    return [Replacement(start..<tagString.upperBound, OrgHeading.print(new[kept...]))]
  }

  /// Keeps tags that occur more than once in the old list, if the tags keep their order.
  private static func keepingRepeats(of old: [Text], in new: [Text]) -> [Text] {
    if old.isEmpty { return new }
    let left = Set(new)
    let kept = old.filter { left.contains($0) }
    var unique: [Text] = []
    unique.append(new: kept)
    guard unique.count < kept.count, new.starts(with: unique) else { return new }
    return kept + new.dropFirst(unique.count)
  }

  /// Appends a tag; existing text is not realigned.
  func appending(_ tag: Text, in bytes: [UInt8]) -> Replacement {
    let end = tagString?.upperBound ?? bytes[content].trimmingTrailingBlanks.endIndex
    return Replacement(end..<end, (tagString == nil ? [0x20, 0x3A] : []) + tag.bytes + [0x3A])
  }

  /// Removes the last occurrence of a tag: the inverse of ``appending(_:in:)``.
  func removingLast(_ tag: Text, in bytes: [UInt8]) -> [Replacement] {
    guard let tagString,
      let last = bytes[tagString].split(separator: 0x3A).last(where: { Text(bytes: $0) == tag })
    else { return [] }
    let isAlone = last.count + 2 == tagString.count
    return [
      Replacement(
        isAlone ? title.upperBound..<tagString.upperBound : last.startIndex..<last.endIndex + 1, "")
    ]
  }

  /// Prints tags as `phone:@office:`.
  private static func print(_ tags: ArraySlice<Text>) -> [UInt8] {
    Array(tags.map { $0.bytes + [0x3A] }.joined())
  }

  /// Adjusts the whitespace before aligned tags, which are those after more than one blank, so that their end
  /// keeps its column.
  private func realigning(
    _ tags: Range<Int>, growth: Int, in bytes: [UInt8]
  ) -> [Replacement] {
    let blanks = title.upperBound..<tags.lowerBound
    guard blanks.count > 1, growth != 0, bytes[blanks].allSatisfy({ $0 == 0x20 }) else {
      return []
    }
    return [Replacement(blanks, String(repeating: " ", count: max(1, blanks.count - growth)))]
  }

  /// True if the task is commented out.
  func isComment(in bytes: some ByteSlice) -> Bool {
    OrgHeading.withoutComment(bytes[title]).count < title.count
  }

  /// The title without `COMMENT` in front of it, which comments the task out.
  package static func withoutComment<Bytes: ByteSlice>(_ title: Bytes) -> Bytes {
    guard title.hasPrefix("COMMENT") else { return title }
    let rest = title.dropFirst(7)
    guard rest.isEmpty || rest.first?.isBlank == true else { return title }
    return rest.trimmingLeadingBlanks
  }
}
