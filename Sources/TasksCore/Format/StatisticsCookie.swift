/// Statistics cookies, `[1/3]` and `[33%]`: counts maintained by programs, not part of a title.
package enum StatisticsCookie {
  /// The byte ranges of the cookies in a line.
  package static func ranges(in line: some ByteSlice) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var position = line.startIndex
    while position < line.endIndex {
      guard line[position] == 0x5B else {
        position += 1
        continue
      }
      let open = position
      position = endOfNumber(line, from: open + 1)
      guard position < line.endIndex else { break }
      if line[position] == 0x25 {
        if position + 1 < line.endIndex, line[position + 1] == 0x5D {
          position += 2
          found.append(open..<position)
        }
      } else if line[position] == 0x2F {
        let end = endOfNumber(line, from: position + 1)
        if end < line.endIndex, line[end] == 0x5D { found.append(open..<end + 1) }
        position = end
      }
    }
    return found
  }

  private static func endOfNumber(_ line: some ByteSlice, from start: Int) -> Int {
    var end = start
    while end < line.endIndex, line[end].isDigit { end += 1 }
    return end
  }

  /// The replacements that set each cookie of a line to `checked` of `total`, as a fraction or a percentage as
  /// before.
  static func recounting(
    _ line: some ByteSlice, checked: Int, total: Int
  ) -> [Replacement] {
    ranges(in: line).compactMap { cookie in
      let isPercentage = line[cookie.upperBound - 2] == 0x25
      let percent = total == 0 ? 0 : checked * 100 / total
      let new = isPercentage ? "[\(percent)%]" : "[\(checked)/\(total)]"
      return line[cookie].elementsEqual(new.utf8) ? nil : Replacement(cookie, new)
    }
  }

  /// The text without its cookies and without one adjacent blank for each.
  package static func removing(from line: some ByteSlice) -> [UInt8] {
    let cookies = ranges(in: line)
    guard !cookies.isEmpty else { return Array(line) }
    var out: [UInt8] = []
    var position = line.startIndex
    for cookie in cookies {
      out.append(contentsOf: line[position..<cookie.lowerBound])
      position = cookie.upperBound
      let hasBlankBefore = out.last.map(\.isBlank) ?? true
      if hasBlankBefore, position < line.endIndex, line[position].isBlank { position += 1 }
    }
    out.append(contentsOf: line[position...])
    return Array(out[...].trimmingBlanks)
  }
}

/// What the cookies of a task count, according to its `COOKIE_DATA` (Org manual, "Checkboxes").
package enum CookieCounting: Sendable {
  /// Direct child checkboxes.
  case below
  /// All descendant checkboxes: `recursive`.
  case deep
  /// Headings, not checkboxes: `todo`. Org then leaves the cookies of list items alone too.
  case headings

  package init(_ task: Task) {
    let words =
      task.format == .org ? task.property(named: "COOKIE_DATA")?.string.lowercased() ?? "" : ""
    self = words.contains("todo") ? .headings : words.contains("recursive") ? .deep : .below
  }
}
