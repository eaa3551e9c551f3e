/// A checkbox of a list: `- [ ] find the number`.
package struct ChecklistItem: Hashable, Sendable {
  package var text: Text
  package var isChecked: Bool
  /// The number of list items it is nested in.
  package var depth: Int
  /// The line of the notes it is on, counted from 0.
  var line: Int
  /// The byte offset of its mark (` `, `X`, `-`) in the notes.
  var mark: Int
  /// The index of the parent's checkbox among the checkboxes of the notes; nil if the parent item has none.
  var parent: Int?

  /// Compares text, state and depth, not the position.
  package static func == (a: ChecklistItem, b: ChecklistItem) -> Bool {
    a.text == b.text && a.isChecked == b.isChecked && a.depth == b.depth
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(isChecked)
    hasher.combine(depth)
  }
}

/// The checkboxes in a task's notes, and the effect of ticking one (Org manual, "Checkboxes").
package struct Checklist: Sendable {
  package let items: [ChecklistItem]
  private let entries: [ChecklistEntry]
  private let notes: [UInt8]
  private let format: Format
  private let counting: CookieCounting

  /// Finds the checkboxes outside of code blocks. In Org only those before the first heading, as each heading
  /// has cookies of its own; in Markdown all, as Backlog.md has them below headings.
  ///
  /// - Parameter counting: What cookies in the lines of items count.
  package init(_ notes: Text, format: Format, counting: CookieCounting = .below) {
    self.counting = counting
    self.notes = notes.bytes
    self.format = format
    guard self.notes.contains(0x5B) else {
      entries = []
      items = []
      return
    }
    (entries, items) = self.notes.withView { notes in
      var scanner = ChecklistScanner(notes, format: format)
      scanner.scan()
      return (scanner.entries, scanner.items)
    }
  }

  /// The ticked and all top-level checkboxes: what a `[1/3]` in the heading counts.
  package var progress: (checked: Int, total: Int) {
    progress(.below)
  }

  /// The count for a heading whose `COOKIE_DATA` selects what is counted (see ``CookieCounting``).
  func progress(_ counting: CookieCounting) -> (checked: Int, total: Int) {
    var outermost = -1
    var list: Int?
    var (checked, total) = (0, 0)
    for entry in entries {
      if !entry.isApart, entry.list != outermost { (outermost, list) = (entry.list, nil) }
      guard let checkbox = entry.checkbox else { continue }
      list = list ?? entry.list
      guard entry.list == list, counting == .deep || entry.parent == nil else { continue }
      total += 1
      if items[checkbox].isChecked { checked += 1 }
    }
    return (checked, total)
  }

  /// True if all checkboxes are equal and have the same mark; partly ticked (`[-]`) differs from unticked.
  package func isSame(as other: Checklist) -> Bool {
    items == other.items && items.map { notes[$0.mark] } == other.items.map { other.notes[$0.mark] }
  }

  /// The direct child checkboxes that determine checkbox `index`, so that it cannot be ticked by itself (Org
  /// manual, "Checkboxes"). Always empty in Markdown.
  func checkboxesLeading(_ index: Int) -> [Int] {
    format == .org ? items.indices.filter { items[$0].parent == index } : []
  }

  /// True if checkbox `index` is fully ticked, or fully cleared; a partly ticked one is neither.
  func isSet(_ index: Int, to isChecked: Bool) -> Bool {
    isChecked ? items[index].isChecked : notes[items[index].mark] == 0x20
  }

  /// The notes with checkbox `index` (from 0) ticked or cleared. The checkboxes of its parents are updated (all
  /// ticked, none, or `[-]`), and so are the cookies in the first lines of items.
  ///
  /// In Org, ticking a checkbox that has child checkboxes changes nothing, as its children determine it.
  package func setting(_ index: Int, to isChecked: Bool) -> Text {
    guard let target = entries.firstIndex(where: { $0.checkbox == index }) else {
      return Text(bytes: notes)
    }
    var marks = marks
    marks[target] = isChecked ? ticked : 0x20
    guard format == .markdown else {
      return updating(marks, recounts: { _ in true }) { entries[$0].list == entries[target].list }
    }
    var parents: Set<Int> = []
    var next = entries[target].parent
    while let parent = next {
      parents.insert(parent)
      next = entries[parent].parent
    }
    return updating(marks, recounts: { _ in true }, follows: parents.contains)
  }

  /// The notes with some checkboxes, and the cookies in their lines, updated to their children.
  func updating(_ follows: (_ index: Int) -> Bool) -> Text {
    let isMeant: (Int) -> Bool = { entries[$0].checkbox.map(follows) ?? false }
    return updating(marks, recounts: isMeant, follows: isMeant)
  }

  /// The checkboxes whose mark and cookies are what their children imply.
  var followers: Set<Int> {
    var marks = marks
    let counts = counting(&marks, follows: { _ in false }).below
    return Set(
      entries.indices.compactMap { item in
        guard counts[item].total > 0, let mark = marks[item],
          ChecklistEntry.same(mark, self.mark(for: counts[item])),
          recounting(entries[item].line, counts[item]).isEmpty
        else { return nil }
        return entries[item].checkbox
      })
  }

  private var marks: [UInt8?] { entries.map { $0.mark.map { notes[$0] } } }

  private var ticked: UInt8 { format == .org ? 0x58 : 0x78 }

  /// The mark that the states of child checkboxes imply.
  private func mark(for count: CheckboxCount) -> UInt8 {
    if count.done == count.total { return ticked }
    return count.done + count.partial > 0 && format == .org ? 0x2D : 0x20
  }

  /// Counts the child checkboxes of each item.
  ///
  /// - Parameters:
  ///   - marks: The marks of the items; those that follow take the mark that their children imply.
  ///   - follows: Whether an item follows its children.
  /// - Returns: The direct children, and the checkboxes that cookies count.
  private func counting(
    _ marks: inout [UInt8?], follows: (Int) -> Bool
  ) -> (below: [CheckboxCount], cookies: [CheckboxCount]) {
    var below = Array(repeating: CheckboxCount(), count: entries.count)
    var cookies = below
    // A nested item comes after its parent, so in reverse order each item is final before its parent counts it.
    for item in entries.indices.reversed() {
      if marks[item] != nil, below[item].total > 0, follows(item) {
        marks[item] = mark(for: below[item])
      }
      guard let parent = entries[item].parent else { continue }
      if counting == .deep { cookies[parent].add(cookies[item]) }
      if let mark = marks[item] {
        below[parent].add(mark)
        cookies[parent].add(mark)
      }
    }
    return (below, cookies)
  }

  private func updating(
    _ marks: [UInt8?], recounts: (Int) -> Bool, follows: (Int) -> Bool
  ) -> Text {
    var marks = marks
    let counts = counting(&marks, follows: follows).cookies
    var replacements: [Replacement] = []
    // Whether the first checkbox after an item is in the item's own list; Org counts none for its cookie otherwise.
    var listBelow: Int?
    for (item, entry) in entries.enumerated().reversed() {
      let count = format == .markdown || listBelow == entry.list ? counts[item] : CheckboxCount()
      if entry.mark != nil { listBelow = entry.list }
      if recounts(item), format == .org ? counting != .headings : count.total > 0 {
        replacements += recounting(entry.line, count)
      }
      if let place = entry.mark, let mark = marks[item], !ChecklistEntry.same(notes[place], mark) {
        replacements.append(Replacement(place..<place + 1, [mark]))
      }
    }
    return Text(bytes: Replacement.apply(replacements, to: notes))
  }

  /// The replacements for the cookies in the first line of an item. Org counts none in code, links and the like.
  private func recounting(_ line: Range<Int>, _ count: CheckboxCount) -> [Replacement] {
    let cookies = StatisticsCookie.recounting(notes[line], checked: count.done, total: count.total)
    if format == .markdown || cookies.isEmpty { return cookies }
    let places = VerbatimRanges(in: notes[line])
    return cookies.filter { !places.hides($0.range.lowerBound) }
  }
}

/// Counts of checkboxes by state.
struct CheckboxCount {
  var done = 0
  var partial = 0
  var total = 0

  mutating func add(_ mark: UInt8) {
    total += 1
    if ChecklistEntry.isTicked(mark) { done += 1 }
    if mark == 0x2D { partial += 1 }
  }

  mutating func add(_ other: CheckboxCount) {
    total += other.total
    done += other.done
    partial += other.partial
  }
}

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
