/// A box of a list: `- [ ] find the number`.
public struct ChecklistItem: Hashable, Sendable {
  public var text: Text
  public var isChecked: Bool
  /// How many list items it is nested in, from 0.
  public var depth: Int
  /// The line of the notes it stands in, counted from 0.
  public var line: Int
  /// Where its mark (` `, `X`, `-`) stands in the notes, counted in bytes.
  var mark: Int
  /// The item it is nested in, where that has a box too: an index into the boxes of the notes.
  var parent: Int?

  /// Two boxes that say the same are equal wherever they stand.
  public static func == (a: ChecklistItem, b: ChecklistItem) -> Bool {
    a.text == b.text && a.isChecked == b.isChecked && a.depth == b.depth
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(isChecked)
    hasher.combine(depth)
  }
}

/// The boxes in a task's notes, and what ticking one does (Org manual, "Checkboxes").
public struct Checklist: Sendable {
  public let items: [ChecklistItem]
  private let entries: [ChecklistEntry]
  private let notes: [UInt8]
  private let format: Format
  private let counting: CookieCounting

  /// Finds the boxes that are not in a block of code: in Org those in front of any heading, as what is below one
  /// has cookies of its own; in Markdown all, as Backlog.md has them below headings.
  ///
  /// - Parameter counting: What cookies in the lines of items count.
  public init(_ notes: Text, format: Format, counting: CookieCounting = .below) {
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

  /// Top-level boxes that are ticked, and all of them: what a `[1/3]` in the heading counts.
  public var progress: (checked: Int, total: Int) {
    progress(.below)
  }

  /// The same for a heading whose `COOKIE_DATA` says what it counts (see ``OrgCookies``).
  func progress(_ counting: CookieCounting) -> (checked: Int, total: Int) {
    var outermost = -1
    var list: Int?
    var (checked, total) = (0, 0)
    for entry in entries {
      if !entry.isApart, entry.list != outermost { (outermost, list) = (entry.list, nil) }
      guard let box = entry.box else { continue }
      list = list ?? entry.list
      guard entry.list == list, counting == .deep || entry.parent == nil else { continue }
      total += 1
      if items[box].isChecked { checked += 1 }
    }
    return (checked, total)
  }

  /// Whether the same boxes say the same; one that is ticked in part (`[-]`) is not one that is not.
  func isSame(as other: Checklist) -> Bool {
    items == other.items && items.map { notes[$0.mark] } == other.items.map { other.notes[$0.mark] }
  }

  /// The boxes right below box `index` when it says what those say, so that it cannot be ticked by itself (Org
  /// manual, "Checkboxes"); in Markdown none does.
  public func boxesLeading(_ index: Int) -> [Int] {
    format == .org ? items.indices.filter { items[$0].parent == index } : []
  }

  /// Whether box `index` is ticked, or cleared, and not ticked in part.
  public func isSet(_ index: Int, to isChecked: Bool) -> Bool {
    isChecked ? items[index].isChecked : notes[items[index].mark] == 0x20
  }

  /// The notes with box `index` (from 0) ticked or cleared: the boxes above it follow (all ticked, none, or
  /// `[-]`), and so do the cookies: in Org all in the text, in Markdown those in the lines of items.
  ///
  /// In Org a box with boxes below it says what those say, so that ticking it alone changes nothing.
  public func setting(_ index: Int, to isChecked: Bool) -> Text {
    var marks = entries.map { $0.mark.map { notes[$0] } }
    guard let target = entries.indices.filter({ marks[$0] != nil }).dropFirst(index).first else {
      return Text(bytes: notes)
    }
    let ticked: UInt8 = format == .org ? 0x58 : 0x78
    marks[target] = isChecked ? ticked : 0x20
    var followers: Set<Int> = []
    if format == .markdown {
      var next = entries[target].parent
      while let parent = next {
        followers.insert(parent)
        next = entries[parent].parent
      }
    }
    var counts = Array(repeating: BoxCount(), count: entries.count)
    // What the cookies count.
    var told = counts
    // Items stand behind those they are nested in, so that from the end each is settled when it is counted.
    for item in entries.indices.reversed() {
      let follows =
        format == .org
        ? entries[item].list == entries[target].list : followers.contains(item)
      if marks[item] != nil, counts[item].total > 0, follows {
        let count = counts[item]
        marks[item] =
          count.done == count.total
          ? ticked : count.done + count.partial > 0 && format == .org ? 0x2D : 0x20
      }
      guard let parent = entries[item].parent else { continue }
      if counting == .deep { told[parent].add(told[item]) }
      if let mark = marks[item] {
        counts[parent].add(mark)
        told[parent].add(mark)
      }
    }
    var replacements: [Replacement] = []
    for (item, entry) in entries.enumerated() {
      if let place = entry.mark, let mark = marks[item], !ChecklistEntry.same(notes[place], mark) {
        replacements.append(Replacement(place..<place + 1, [mark]))
      }
      if format == .markdown, told[item].total > 0 {
        replacements += Cookie.recounting(
          notes[entry.line], checked: told[item].done, total: told[item].total)
      }
    }
    if format == .org, counting != .headings {
      let own = entries.indices.map { item in
        var count = counting == .deep ? told[item] : BoxCount()
        if let mark = marks[item] { count.add(mark) }
        return count
      }
      replacements += OrgCookies.recounting(notes, below: told, own: own)
    }
    return Text(bytes: Replacement.apply(replacements, to: notes))
  }
}

/// How many boxes there are, and what they say.
struct BoxCount {
  var done = 0
  var partial = 0
  var total = 0

  mutating func add(_ mark: UInt8) {
    total += 1
    if ChecklistEntry.isTicked(mark) { done += 1 }
    if mark == 0x2D { partial += 1 }
  }

  mutating func add(_ other: BoxCount) {
    total += other.total
    done += other.done
    partial += other.partial
  }
}
