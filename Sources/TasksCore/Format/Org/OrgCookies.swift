/// The cookies in the text of an entry, and what each of them counts (checked in Emacs, `org-update-checkbox-count`):
/// in an item the boxes right below it, in a quote, another block of text or a drawer those of the lists in it,
/// anywhere else those of all lists. In code, in comments and in tables there is none.
struct OrgCookies {
  /// What a cookie counts.
  private enum Scope: Hashable {
    /// An item of the checklist, by its number.
    case item(Int)
    /// A stretch of the text, by its number.
    case area(Int)
  }

  /// A stretch of text that lists begin anew in.
  private struct Area {
    let end: Int
    /// The area around it whose lists its own are among; nil for the whole text, and within an item.
    let parent: Int?
  }

  private var cookies: [(range: Range<Int>, scope: Scope)] = []
  /// The whole text comes first, and each before those in it.
  private var areas: [Area]
  /// The area whose list an item begins or goes on, by the item; nil for one that is nested in another item.
  private var area: [Int?]

  private let bytes: [UInt8]
  private let notes: ByteView
  private let entries: [ChecklistEntry]
  private let owners: [Int: Int]
  private let ends: OrgBlockEnds
  /// The areas that the line at hand stands in, and where the text of each begins.
  private var open: [(area: Int, start: Int)]
  /// The lines that are read as one text, and what a cookie in them counts.
  private var paragraph: (lines: Range<Int>, scope: Scope)?

  private init(_ bytes: [UInt8], _ notes: ByteView) {
    var scanner = ChecklistScanner(notes, format: .org, keepsOwners: true)
    scanner.scan()
    self.bytes = bytes
    self.notes = notes
    entries = scanner.entries
    owners = scanner.owners
    ends = OrgBlockEnds(in: notes)
    areas = [Area(end: notes.endIndex, parent: nil)]
    area = Array(repeating: nil, count: scanner.entries.count)
    open = [(0, notes.startIndex)]
    read()
  }

  /// What the cookies are to say.
  ///
  /// - Parameters:
  ///   - below: What each item counts.
  ///   - own: What each item is for those that count it.
  static func recounting(
    _ notes: [UInt8], below: [BoxCount], own: [BoxCount]
  ) -> [Replacement] {
    notes.withView { view in
      let text = OrgCookies(notes, view)
      var counts = Array(repeating: BoxCount(), count: text.areas.count)
      for (item, area) in text.area.enumerated() {
        if let area { counts[area].add(own[item]) }
      }
      for (index, area) in text.areas.enumerated().reversed() {
        if let parent = area.parent { counts[parent].add(counts[index]) }
      }
      return text.cookies.compactMap { range, scope in
        let count =
          switch scope {
          case .item(let item): below[item]
          case .area(let area): counts[area]
          }
        return Cookie.recounting(range, in: view, checked: count.done, total: count.total)
      }
    }
  }

  private mutating func read() {
    var blocks = OrgBlocks()
    var position = notes.startIndex
    while let line = notes.line(at: position), !OrgSyntax.isHeading(notes[line]) {
      position = line.next
      while let last = open.last, areas[last.area].end <= line.start, open.count > 1 {
        open.removeLast()
      }
      let text = notes[line].trimmingBlanks
      if let end = blocks.end(ofBlockAt: line, in: notes) {
        flush()
        // What stands in a verse is text, but no list.
        if text.hasPrefixIgnoringCase("#+begin_verse") {
          areas.append(Area(end: end, parent: nil))
          addCookies(in: line.next..<end, .area(areas.count - 1))
        }
        position = end
      } else if let end = ends.end(ofAreaOpenedBy: text, at: line, within: limit) {
        flush()
        let isInItem = if case .item = scope(of: line) { true } else { false }
        areas.append(Area(end: end, parent: isInItem ? nil : open.last?.area))
        open.append((areas.count - 1, line.next))
      } else {
        read(line, text)
      }
    }
    flush()
  }

  private mutating func read(_ line: ByteLine, _ text: ByteView) {
    let isText =
      !text.isEmpty && text.first != 0x7C && !OrgSyntax.isComment(text)
      && !OrgSyntax.isFixed(text) && !text.hasPrefix("#+") && OrgSyntax.drawerName(text) == nil
    guard isText else { return flush() }
    let scope = scope(of: line)
    if case .item(let item) = scope, entries[item].line.lowerBound == line.start {
      flush()
      let last = open[open.count - 1]
      let parent = entries[item].parent.map { entries[$0].line.lowerBound } ?? -1
      if parent < last.start { area[item] = last.area }
    } else if paragraph?.scope != scope {
      flush()
    }
    let start = paragraph?.lines.lowerBound ?? line.start
    paragraph = (start..<line.content.upperBound, scope)
  }

  /// Where the innermost area ends.
  private var limit: Int { areas[open[open.count - 1].area].end }

  /// The innermost of what the line stands in.
  private func scope(of line: ByteLine) -> Scope {
    let last = open[open.count - 1]
    guard let item = owners[line.start], entries[item].line.lowerBound >= last.start else {
      return .area(last.area)
    }
    return .item(item)
  }

  private mutating func flush() {
    if let paragraph { addCookies(in: paragraph.lines, paragraph.scope) }
    paragraph = nil
  }

  private mutating func addCookies(in lines: Range<Int>, _ scope: Scope) {
    let found = Cookie.ranges(in: notes[lines])
    if found.isEmpty { return }
    let places = OrgObjectPlaces(in: bytes[lines])
    for range in found where !places.hides(range.lowerBound) {
      cookies.append((range, scope))
    }
  }
}
