/// The cookies in the text of an entry, and the checkboxes that each of them counts, as in
/// `org-update-checkbox-count` (observed in Emacs). A cookie counts:
///
/// - in an item: the direct child checkboxes of the item, but none if the first checkbox after the item is in
///   another list, such as one inside a block of the item;
/// - in a quote, another block of text or a drawer: the lists inside it, but only the list with its first
///   checkbox if the block or drawer is itself inside an item;
/// - in a caption: what a cookie in the block or drawer below it would count;
/// - anywhere else: all lists. Of a list and those inside its items, only the one with the first checkbox
///   counts.
///
/// Code, comments and tables have no cookies. If items of a list are indented less than its first, Emacs finds
/// other lists than this reader does.
struct OrgCookies {
  /// The checkboxes that a cookie counts.
  private enum Scope: Hashable {
    /// Those of a list item, by its index in the checklist.
    case item(Int)
    /// Those of an area, by its index.
    case area(Int)
  }

  /// A range of the text in which lists are separate from those around it: the whole text, a block or a drawer.
  private struct Area {
    let end: Int
    /// The enclosing area; nil for the whole text.
    let parent: Int?
    /// True inside an item, directly or through enclosing areas.
    let isApart: Bool
  }

  private var cookies: [(range: Range<Int>, scope: Scope)] = []
  /// All areas, the whole text first and each before those nested in it.
  private var areas: [Area]
  /// For each item, the innermost area it is in.
  private var area: [Int]

  private let bytes: [UInt8]
  private let notes: ByteView
  private let entries: [ChecklistEntry]
  private let owners: [Int: Int]
  private let ends: OrgBlockEnds
  /// The areas that contain the current line, outermost first, each with the offset at which its text begins.
  private var open: [(area: Int, start: Int)]
  /// The lines of the current paragraph, and the scope of cookies in it.
  private var paragraph: (lines: Range<Int>, scope: Scope)?
  /// The captions of the element that begins on the next line, each with the scope it is in.
  private var captions: [(words: Range<Int>, scope: Scope)] = []

  private init(_ bytes: [UInt8], _ notes: ByteView) {
    var scanner = ChecklistScanner(notes, format: .org, keepsOwners: true)
    scanner.scan()
    self.bytes = bytes
    self.notes = notes
    entries = scanner.entries
    owners = scanner.owners
    ends = OrgBlockEnds(in: notes)
    areas = [Area(end: notes.endIndex, parent: nil, isApart: false)]
    area = Array(repeating: 0, count: scanner.entries.count)
    open = [(0, notes.startIndex)]
    read()
  }

  /// The replacements that bring all cookies up to date.
  ///
  /// - Parameters:
  ///   - below: For each item, what a cookie in it counts.
  ///   - own: For each item, what it contributes to a cookie that counts its list.
  static func recounting(
    _ notes: [UInt8], below: [BoxCount], own: [BoxCount]
  ) -> [Replacement] {
    notes.withView { view in
      let text = OrgCookies(notes, view)
      let counts = text.countingAreas(own)
      let seen = text.itemsThatSeeTheirOwn
      return text.cookies.compactMap { range, scope in
        let count =
          switch scope {
          case .item(let item): seen[item] ? below[item] : BoxCount()
          case .area(let area): counts[area]
          }
        return Cookie.recounting(range, in: view, checked: count.done, total: count.total)
      }
    }
  }

  private func countingAreas(_ own: [BoxCount]) -> [BoxCount] {
    var lists: [Int: BoxCount] = [:]
    for (item, entry) in entries.enumerated() where entry.parent == nil {
      lists[entry.list, default: BoxCount()].add(own[item])
    }
    var counts: [BoxCount?] = areas.map { $0.isApart ? nil : BoxCount() }
    var outermost: (list: Int, area: Int, isCounted: Bool)?
    for (item, entry) in entries.enumerated() {
      if !entry.isApart, entry.list != outermost?.list {
        outermost = (entry.list, area[item], false)
      }
      guard entry.mark != nil, let count = lists[entry.list] else { continue }
      if let outer = outermost, !outer.isCounted {
        counts[outer.area]?.add(count)
        outermost?.isCounted = true
      }
      var next: Int? = area[item]
      while let area = next, counts[area] == nil {
        counts[area] = count
        next = areas[area].parent
      }
    }
    for (index, area) in areas.enumerated().reversed() {
      if !area.isApart, let parent = area.parent, let count = counts[index] {
        counts[parent]?.add(count)
      }
    }
    return counts.map { $0 ?? BoxCount() }
  }

  /// For each item, whether the first checkbox after it is in the item's own list.
  private var itemsThatSeeTheirOwn: [Bool] {
    var next: Int?
    var seen = Array(repeating: false, count: entries.count)
    for (item, entry) in entries.enumerated().reversed() {
      seen[item] = next == entry.list
      if entry.mark != nil { next = entry.list }
    }
    return seen
  }

  private mutating func read() {
    var blocks = OrgBlocks()
    var position = notes.startIndex
    while let line = notes.line(at: position), !OrgSyntax.isHeading(notes[line]) {
      position = line.next
      if let last = open.last, areas[last.area].end == line.start {
        // A drawer's closing line has the syntax of an opening line.
        open.removeLast()
        flush()
        captions = []
        continue
      }
      let text = notes[line].trimmingBlanks
      if let end = blocks.end(ofBlockAt: line, in: notes) {
        flush()
        if text.hasPrefixIgnoringCase("#+begin_verse") {
          // A verse contains text but no lists.
          add(areaUpTo: end, at: line)
          addCaptions(of: .area(areas.count - 1))
          addCookies(in: line.next..<end, .area(areas.count - 1))
        } else {
          addCaptions(of: nil)
        }
        position = end
      } else if let end = ends.end(ofAreaOpenedBy: text, at: line, within: limit) {
        flush()
        add(areaUpTo: end, at: line)
        open.append((areas.count - 1, line.next))
        addCaptions(of: .area(areas.count - 1))
      } else if let words = OrgCookies.caption(text) {
        flush()
        captions.append((words, scope(of: line)))
      } else if text.isEmpty {
        flush()
        captions = []
      } else if OrgCookies.isAffiliated(text) {
        flush()
      } else {
        addCaptions(of: nil)
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
      area[item] = open[open.count - 1].area
    } else if paragraph?.scope != scope {
      flush()
    }
    let start = paragraph?.lines.lowerBound ?? line.start
    paragraph = (start..<line.content.upperBound, scope)
  }

  private mutating func add(areaUpTo end: Int, at line: ByteLine) {
    let around = open[open.count - 1].area
    let isInItem = if case .item = scope(of: line) { true } else { false }
    areas.append(Area(end: end, parent: around, isApart: isInItem || areas[around].isApart))
  }

  /// The end of the innermost area.
  private var limit: Int { areas[open[open.count - 1].area].end }

  /// The innermost item or area that contains a line.
  private func scope(of line: ByteLine) -> Scope {
    let last = open[open.count - 1]
    guard let item = owners[line.start], entries[item].line.lowerBound >= last.start else {
      return .area(last.area)
    }
    return .item(item)
  }

  /// The text of `#+CAPTION: words` or `#+CAPTION[words]: words`; nil for any other line.
  static func caption(_ text: some ByteSlice) -> Range<Int>? {
    guard text.hasPrefixIgnoringCase("#+caption") else { return nil }
    let rest = text.dropFirst(9)
    guard rest.first == 0x3A || rest.first == 0x5B && rest.contains(0x3A) else { return nil }
    return rest.startIndex + 1..<rest.endIndex
  }

  /// True for a keyword that belongs to the element below it, as a caption does (Org Syntax, "Affiliated
  /// Keywords").
  static func isAffiliated(_ text: some ByteSlice) -> Bool {
    guard let (key, _) = OrgSyntax.keyword(text) else { return false }
    let name = key.prefix { $0 != 0x5B }
    return name.hasPrefixIgnoringCase("attr_") || affiliated.contains { name.isSame(as: $0) }
  }

  private static let affiliated: [StaticString] = [
    "data", "header", "headers", "label", "name", "plot", "resname", "result", "results", "source",
    "srcname", "tblname",
  ]

  /// Adds the cookies of the captions above an element.
  ///
  /// - Parameter scope: The scope of the element; nil if it has none of its own.
  private mutating func addCaptions(of scope: Scope?) {
    for (words, own) in captions { addCookies(in: words, scope ?? own) }
    captions = []
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
