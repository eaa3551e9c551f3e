/// A task that an Org editor has moved below another heading or into another file, found there by its id.
package struct TaskSubtree {
  /// Its lines, with the heading on the first level.
  package let text: [UInt8]
  /// The file without them.
  package let rest: [UInt8]
  /// Whether the file has no other heading.
  package let isLast: Bool
  /// Whether it stands below another heading.
  package let isNested: Bool
  /// The id of the nearest heading above it that has one; nil if it stands below none that has.
  package let parent: TaskID?
  /// Whether it, or a heading above it, has the tag of archived tasks or the property with which Org's archive commands
  /// note when they moved it (Org manual, "Moving subtrees").
  package let isArchived: Bool

  /// - Returns: Nil if no heading of the file has the id.
  package init?(of id: TaskID, in bytes: [UInt8]) {
    let lines = Array(ByteLines(bytes[...]))
    let headings = lines.indices.filter { OrgSyntax.isHeading(bytes[lines[$0]]) }
    func level(_ number: Int) -> Int { bytes[lines[number]].prefix { $0 == 0x2A }.count }
    func value(of name: StaticString, _ number: Int) -> ArraySlice<UInt8>? {
      let line = bytes[lines[number]].trimmingBlanks
      return line.hasPrefixIgnoringCase(name)
        ? line.dropFirst(name.utf8CodeUnitCount).trimmingBlanks : nil
    }
    /// The lines of a heading's own.
    func own(at place: Int) -> Range<Int> {
      (headings[place] + 1)..<(place + 1 < headings.count ? headings[place + 1] : lines.count)
    }
    for (place, heading) in headings.enumerated() {
      guard
        own(at: place).contains(where: {
          value(of: ":id:", $0)?.elementsEqual(id.text.bytes) == true
        })
      else { continue }
      let stars = level(heading)
      let end = headings[(place + 1)...].first { level($0) <= stars } ?? lines.count
      var text: [UInt8] = []
      for number in heading..<end {
        let line = bytes[lines[number].range]
        text += OrgSyntax.isHeading(line) ? line.dropFirst(stars - 1) : line
      }
      let tail = end < lines.count ? bytes[lines[end].range.lowerBound...] : []
      (self.text, rest) = (text, Array(bytes[..<lines[heading].range.lowerBound] + tail))
      isLast = place == 0 && end == lines.count
      isNested = stars > 1
      // The headings around it, the nearest first, from itself on.
      var around = [place]
      for other in headings.indices[..<place].reversed()
      where level(headings[other]) < around.last.map({ level(headings[$0]) }) ?? 0 {
        around.append(other)
      }
      parent =
        around.dropFirst().lazy.flatMap { own(at: $0) }.compactMap { number in
          value(of: ":id:", number).flatMap { TaskID(Text(bytes: $0)) }
        }.first
      isArchived = around.contains { other in
        bytes[lines[headings[other]]].firstRange(of: Array(":ARCHIVE:".utf8)) != nil
          || own(at: other).contains { value(of: ":archive_time:", $0) != nil }
      }
      return
    }
    return nil
  }

  /// The ids of the headings below others.
  package static func ids(in bytes: [UInt8]) -> [TaskID] {
    var isNested = false
    return ByteLines(bytes[...]).compactMap {
      let line = bytes[$0].trimmingBlanks
      if OrgSyntax.isHeading(bytes[$0]) { isNested = !OrgSyntax.isTopHeading(bytes[$0]) }
      guard isNested, line.hasPrefixIgnoringCase(":id:") else { return nil }
      return TaskID(Text(bytes: line.dropFirst(4).trimmingBlanks))
    }
  }

  /// The titles of the headings after the first that begin with one of some keywords: they are part of the task of the
  /// file, and in no list.
  package static func others(in bytes: [UInt8], _ keywords: [Text]) -> [Text] {
    ByteLines(bytes[...]).filter { OrgSyntax.isHeading(bytes[$0]) }.dropFirst().compactMap {
      title(ofTask: bytes[$0], keywords)
    }
  }

  /// What follows the keyword of a heading; nil if it begins with none of these.
  private static func title(ofTask heading: ArraySlice<UInt8>, _ keywords: [Text]) -> Text? {
    let words = heading.drop { $0 == 0x2A }.trimmingBlanks
    let keyword = words.prefix { $0 != 0x20 }
    guard keywords.contains(where: { $0.bytes.elementsEqual(keyword) }) else { return nil }
    return Text(bytes: words.dropFirst(keyword.count).trimmingBlanks)
  }

  /// An entry of an Org file on the first level, and the tasks below it, each on the first level and without those below
  /// it. What begins with one of some keywords is a task.
  ///
  /// - Returns: With each task the place of the one that it is below; nil for the entry.
  package static func parts(
    of entry: [UInt8], _ keywords: [Text]
  ) -> [(text: [UInt8], parent: Int?)] {
    var parts: [(text: [UInt8], parent: Int?)] = [([], nil)]
    // The tasks around a line, from the outside in.
    var around = [(part: 0, level: 1)]
    for line in ByteLines(entry[...]) {
      var text = entry[line.range]
      if OrgSyntax.isHeading(entry[line]) {
        let level = text.prefix { $0 == 0x2A }.count
        while around.count > 1, around[around.count - 1].level >= level { around.removeLast() }
        if level > 1, title(ofTask: entry[line], keywords) != nil {
          parts.append(([], around[around.count - 1].part))
          around.append((parts.count - 1, level))
        }
        text = text.dropFirst(around[around.count - 1].level - 1)
      }
      parts[around[around.count - 1].part].text += text
    }
    return parts
  }

  /// Whether an Org file has nothing but settings, comments and blank lines, as when its task was moved away.
  package static func isLeft(in bytes: [UInt8], path: String) -> Bool {
    Format(path: path) == .org
      && ByteLines(bytes[...]).allSatisfy {
        let line = bytes[$0].trimmingBlanks
        return line.isEmpty || line.first == 0x23
      }
  }
}
