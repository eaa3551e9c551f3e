/// The cookies in the text of an entry, and what each of them counts, as `org-update-checkbox-count` does (seen in
/// Emacs; where the lines of a list go out further than they began, Emacs sees other lists, and we those of a reader):
/// in an item the boxes right below it, in a quote, another block of text or a drawer those of the lists in it,
/// anywhere else those of all lists. Of an outermost list that is the list its first box stands in, which may be one in
/// a block of an item; and where an item or what stands in one has such a list first, it sees no other. In code, in
/// comments and in tables there is none; in a caption one counts what those in the text below it would.
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
    /// The area around it; nil for the whole text.
    let parent: Int?
    /// Whether it stands in an item, or in another that does.
    let isApart: Bool
  }

  private var cookies: [(range: Range<Int>, scope: Scope)] = []
  /// The whole text comes first, and each before those in it.
  private var areas: [Area]
  /// The innermost that an item stands in, by the item.
  private var area: [Int]

  private let bytes: [UInt8]
  private let notes: ByteView
  private let entries: [ChecklistEntry]
  private let owners: [Int: Int]
  private let ends: OrgBlockEnds
  /// The areas that the line at hand stands in, and where the text of each begins.
  private var open: [(area: Int, start: Int)]
  /// The lines that are read as one text, and what a cookie in them counts.
  private var paragraph: (lines: Range<Int>, scope: Scope)?
  /// The captions of what the next line begins, and what they stand in.
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

  /// Whether the first box behind an item is one of its own list, by the item.
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
        // The line that ends a drawer looks like one that opens another.
        open.removeLast()
        flush()
        captions = []
        continue
      }
      let text = notes[line].trimmingBlanks
      if let end = blocks.end(ofBlockAt: line, in: notes) {
        flush()
        if text.hasPrefixIgnoringCase("#+begin_verse") {
          // What stands in a verse is text, but no list.
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

  /// What `#+CAPTION: words` and `#+CAPTION[words]: words` say.
  static func caption(_ text: some ByteSlice) -> Range<Int>? {
    guard text.hasPrefixIgnoringCase("#+caption") else { return nil }
    let rest = text.dropFirst(9)
    guard rest.first == 0x3A || rest.first == 0x5B && rest.contains(0x3A) else { return nil }
    return rest.startIndex + 1..<rest.endIndex
  }

  /// Whether a line says something of what stands below it, as a caption does (Org Syntax, "Affiliated Keywords").
  static func isAffiliated(_ text: some ByteSlice) -> Bool {
    guard let (key, _) = OrgSyntax.keyword(text) else { return false }
    let name = key.prefix { $0 != 0x5B }
    return name.hasPrefixIgnoringCase("attr_") || affiliated.contains { name.isSame(as: $0) }
  }

  private static let affiliated: [StaticString] = [
    "data", "header", "headers", "label", "name", "plot", "resname", "result", "results", "source",
    "srcname", "tblname",
  ]

  /// - Parameter scope: What cookies count in what they belong to; nil where that is no area of its own.
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
